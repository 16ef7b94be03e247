use super::*;
use crate::experiment::shards::Outcomes;

pub(in super::super) const LINK: &str =
    "#v=1&machine=mesh:8x8&jobs=30&allocation=nep,flat&scheduling=fcfs&vary=load:0.5..0.9:0.2";

pub(in super::super) fn file(link: &str) -> ShardFile {
    let (link, complaints) = Permalink::read(link);
    assert_eq!(complaints, []);
    let (plan, selected) = Plan::prepare(&Budget::USUAL, &link.experiment, None).unwrap();
    let mut file = ShardFile::new(&plan, &link.view, &selected, "1/3".parse().unwrap());
    let run = |cell| (cell, plan.run(cell, None).map_err(|failure| Diagnostic::of(&failure)));
    file.outcomes = [0, 2, 4].map(run).into();
    file.outcomes.insert(5, Err(Diagnostic::new("jobs", "the network has come to a \"halt\"")));
    file
}

fn read(text: &str) -> Result<ShardFile, ShardFileError> {
    ShardFile::read(text.as_bytes(), &Budget::USUAL)
}

#[test]
fn a_file_reads_back_bit_for_bit() {
    let written = file(LINK);
    let text = written.text();
    assert!(text.starts_with(BEGINNING), "{text}");
    let read = read(&text).unwrap();
    assert_eq!(read.text(), text);
    assert_eq!((&read.link, read.shard, read.complete), (&written.link, written.shard, false));
    assert!(read.outcomes.keys().eq([0, 2, 4, 5].iter()));
    assert!(read.outcomes.iter().all(|(cell, outcome)| is_same(outcome, &written.outcomes[cell])));
    let (results, missing) = read.known_results().unwrap();
    assert_eq!(missing, [1, 3]);
    assert_eq!(results.summaries().count(), 3);
    assert_eq!(results.failures().next().unwrap().problem, "the network has come to a \"halt\"");
}

#[test]
fn a_file_that_is_cut_off_or_changed_is_rejected() {
    let text = file(LINK).text();
    for end in (0..text.len()).step_by(7).chain([text.len() - 1]) {
        assert!(read(&text[..end]).is_err(), "cut off at {end}");
    }
    // The last line has no digest of its own: each of its bytes.
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    for place in (0..last).step_by(11).chain(last..text.len()) {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        assert!(ShardFile::read(&*bytes, &Budget::USUAL).is_err(), "changed at {place}");
    }
    assert_eq!(read(&text[..text.len() - 30]).unwrap_err(), ShardFileError::Torn);
    assert_eq!(read("1 2 3\n").unwrap_err(), ShardFileError::Foreign);
    let other = text.replace(BUILD, "0.0.1+old");
    let refused = Diagnostic::of(&read(&other).unwrap_err()).to_string();
    assert!(
        refused.starts_with(&format!("the file was written by Subtorus 0.0.1+old, this is {BUILD}; ")),
        "{refused}"
    );
}

/// An edited file with a corrected digest, as a user could make it.
fn with_digest(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is not in {text}");
    let text = text.replacen(from, to, 1);
    let body = text[..text.len() - 1].rfind('\n').unwrap() + 1;
    let mut end: End = serde_json::from_str(&text[body..]).unwrap();
    end.sha256 = sha256_hex(&text.as_bytes()[..body]);
    let mut text = text[..body].to_string();
    line(&mut text, &end);
    text
}

#[test]
fn impossible_files_are_rejected() {
    let text = file(LINK).text();
    let first = format!("\"link\":\"{}\"", file(LINK).link.write());
    for (from, to) in [
        ("\"cell\":4", "\"cell\":6"),
        ("\"cell\":4", "\"cell\":2"),
        ("\"shard\":1,", "\"shard\":4,"),
        (&*first, "\"link\":\"#v=1&jobs=031\""),
        ("\"log\":null", "\"log\":\"ff\""),
        ("\"mean_wait\"", "\"mean_weight\""),
        ("\"excluded\":[]", "\"excluded\":[{\"machine\":7,\"place\":\"\",\"reason\":\"\"}]"),
    ] {
        assert_eq!(read(&with_digest(&text, from, to)).unwrap_err(), ShardFileError::Odd, "{to}");
    }
    let huge = with_digest(&text, &first, "\"link\":\"#v=1&vary=load:0.01..9:0.01&replications=1000\"");
    assert!(matches!(read(&huge).unwrap_err(), ShardFileError::OverBudget(_)));
    assert!(read(&with_digest(&text, "\"cell\":4", "\"cell\":3")).is_ok(), "the digest can be corrected");
}

#[test]
fn files_of_different_experiments_are_not_merged() {
    let mut one = file(LINK);
    let mut other = file(LINK);
    other.outcomes = Outcomes::new();
    other.outcomes.insert(0, one.outcomes[&0].clone());
    other.outcomes.insert(1, one.outcomes[&0].clone());
    assert_eq!(one.take(other.clone()), Ok(()));
    assert!(one.outcomes.keys().eq([0, 1, 2, 4, 5].iter()));
    other.outcomes.insert(0, one.outcomes[&2].clone());
    let refused = one.take(other.clone()).unwrap_err().to_string();
    assert_eq!(refused, "the file has other numbers for fcfs with nep at 0.5 than a file before it");
    other.plan.machines[0].jobs -= 1;
    assert_eq!(one.take(other.clone()), Err(ShardFileError::OtherPlan));
    other.link.experiment.seed = 7;
    assert!(matches!(one.take(other.clone()), Err(ShardFileError::OtherLink { .. })));
    other.link.experiment.sha256 = Some("ab".repeat(32));
    assert!(matches!(one.take(other), Err(ShardFileError::OtherLog { .. })));
}
