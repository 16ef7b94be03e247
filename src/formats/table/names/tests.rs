use super::*;

fn field(name: &str) -> Option<(Field, Time)> {
    called(name, &FIELDS).map(|called| (called.field, called.unit / SECOND))
}

#[test]
fn names_are_known_in_any_spelling() {
    for (name, expected) in [
        ("submit", Field::Submit),
        ("Submit Time", Field::Submit),
        ("SUBMISSION-TIME (s)", Field::Submit),
        ("run_time_sec", Field::Runtime),
        ("RunTime", Field::Runtime),
        ("duration [seconds]", Field::Runtime),
        ("Req Walltime", Field::Estimate),
        ("requested_number_of_resources", Field::Processors),
        ("JobID", Field::Job),
        ("QUEUED_WAIT_SECONDS", Field::Wait),
        ("container.vcpus", Field::Processors),
        ("timeout.attemptDurationSeconds", Field::Estimate),
        ("Run Time (hh:mm:ss)", Field::Runtime),
        ("Submit Time (UTC)", Field::Submit),
        ("end_date_local", Field::End),
    ] {
        assert_eq!(field(name), Some((expected, 1)), "{name}");
    }
    for name in ["", "s", "seconds", "état", "submitter", "submit_hour", "nodes_h", "runtime_hh", "utc"] {
        assert_eq!(field(name), None, "{name}");
    }
}

#[test]
fn units_stand_behind_names() {
    assert_eq!(field("walltime_minutes"), Some((Field::Estimate, 60)));
    assert_eq!(field("run time (h)"), Some((Field::Runtime, 3600)));
    assert_eq!(field("duration (days)"), Some((Field::Runtime, 86_400)));
    for name in ["runtime_ms", "submit_ms", "End (ms)"] {
        assert_eq!(called(name, &FIELDS).map(|called| called.unit), Some(1000), "{name}");
    }
}

#[test]
fn every_name_is_the_name_of_one_field() {
    for (place, field) in FIELDS.iter().enumerate() {
        assert_eq!(field.field as usize, place);
        for (rank, name) in field.names.iter().enumerate() {
            assert_eq!(called(name, &FIELDS), Some(Called { field: field.field, rank, unit: SECOND }), "{name}");
        }
    }
}
