use super::*;
use crate::diagnostic::Diagnostic;
use proptest::prelude::*;

fn pairs(list: &[(&str, &str)]) -> Pairs {
    list.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

#[test]
fn whole_addresses_and_permalinks_without_mark_are_read() {
    let expected = (pairs(&[("seed", "2"), ("log", "a b+é.swf?x=1")]), Vec::new());
    for link in ["https://example.org/#v=1&seed=2&log=a%20b%2B%C3%A9.swf?x=1", "v=1&seed=2&&log=a b+%c3%A9.swf?x=1&"] {
        assert_eq!(read(link, &[]), expected, "{link}");
        assert!(names(link, "seed") && !names(link, "see") && !names(link, "x"), "{link}");
    }
    assert_eq!(write(&[], expected.0), "#v=1&seed=2&log=a%20b%2B%C3%A9.swf?x=1");
    for empty in ["", "#", "https://example.org/subtorus/#"] {
        assert_eq!(read(empty, &[]), (Vec::new(), Vec::new()), "{empty}");
    }
}

#[test]
fn unreadable_parts_are_reported_and_the_rest_is_read() {
    let (read, errors) = read("#v=1&seed=2&seed=3&loose&log=%zz&status=%ff&queue=%4", &[]);
    assert_eq!(read, pairs(&[("seed", "2")]));
    let complaints: Vec<_> = errors.iter().map(|error| Diagnostic::of(error).to_string()).collect();
    let expected = [
        "seed: stands more than once; the first is used, '3' is not",
        "loose: has no '=' (expected name=value)",
        "log: '%zz': not percent-encoded UTF-8; it keeps its default",
        "status: '%ff': not percent-encoded UTF-8; it keeps its default",
        "queue: '%4': not percent-encoded UTF-8; it keeps its default",
    ];
    assert_eq!(complaints, expected);
}

#[test]
fn missing_wrong_or_newer_versions_are_reported() {
    let not_a_version = |text: &str| PermalinkError::NotAVersion { text: text.into(), newest: 1 };
    for (link, error) in [
        ("#seed=2", PermalinkError::NoVersion { newest: 1 }),
        ("#v=2&seed=2", PermalinkError::NewerVersion { version: 2, newest: 1 }),
        ("#v=0&seed=2", not_a_version("0")),
        ("#v=+1&seed=2", not_a_version("+1")),
        ("#v=&seed=2", not_a_version("")),
        ("#v=99999999999999999999999&seed=2", not_a_version("99999999999999999999999")),
    ] {
        assert_eq!(read(link, &[]), (pairs(&[("seed", "2")]), vec![error]), "the rest is read");
    }
}

#[test]
fn many_errors_of_one_kind_become_one() {
    let many = |part: fn(usize) -> String| (0..6).map(part).collect::<Vec<_>>().join("&");
    let (errors, expected) = (
        [many(|_| "seed=3".into()), many(|part| format!("part{part}")), many(|_| "log=%zz".into())].join("&"),
        [
            "link: 6 parameters were there before; the first of each name is used: seed, seed, seed, …",
            "link: 6 parts have no '=': part0, part1, part2, …",
            "link: 6 values are not percent-encoded UTF-8, and keep their defaults: log, log, log, …",
        ],
    );
    let summed = summed_up(&read(&format!("#v=1&seed=2&{errors}"), &[]).1);
    assert_eq!(summed.iter().map(|error| Diagnostic::of(error).to_string()).collect::<Vec<_>>(), expected);
}

#[test]
fn older_permalinks_are_upgraded_step_by_step() {
    // In this example the seed was first called grain, then corn.
    let upgraders: [Upgrader; 2] = [
        |pairs| pairs.into_iter().map(|(name, value)| (name.replace("grain", "corn"), value)).collect(),
        |pairs| pairs.into_iter().map(|(name, value)| (name.replace("corn", "seed"), value)).collect(),
    ];
    for link in ["#v=1&grain=7", "#v=2&corn=7", "#v=3&seed=7", "#seed=7"] {
        assert_eq!(read(link, &upgraders).0, pairs(&[("seed", "7")]), "{link}");
    }
    assert_eq!(read("#v=3&grain=7", &upgraders).0, pairs(&[("grain", "7")]), "version 3 has no grain");
    let newer = PermalinkError::NewerVersion { version: 4, newest: 3 };
    assert_eq!(read("#v=4&seed=7", &upgraders), (pairs(&[("seed", "7")]), vec![newer]));
    assert_eq!(write(&upgraders, [("seed", "7")]), "#v=3&seed=7");
}

proptest! {
    #[test]
    fn any_pairs_are_read_as_they_were_written(pairs in prop::collection::btree_map("\\PC{0,5}|(?s:.){0,3}", "(?s:.){0,9}", 0..6)) {
        let pairs: Pairs = pairs.into_iter().filter(|(name, _)| name != "v").collect();
        let link = write(&[], pairs.iter().map(|(name, value)| (name, value)));
        prop_assert!(link.bytes().all(|byte| byte == b'#' || byte == b'&' || byte == b'%' || is_plain(byte)), "{}", link);
        prop_assert_eq!(read(&link, &[]), (pairs.clone(), Vec::new()));
        prop_assert_eq!(read(&format!("https://example.org/{link}"), &[]).0, pairs);
    }

    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..60), link in "(#?v=1&)?([a-z%]{0,3}=?[%&0-9a-f:.,x-]{0,9}&){0,5}") {
        for text in [String::from_utf8_lossy(&bytes), link.into()] {
            let (pairs, _) = read(&text, &[]);
            prop_assert_eq!(read(&write(&[], pairs.clone()), &[]), (pairs, Vec::new()));
        }
    }
}
