//! `subtorus usable-share`.

use crate::binary;

#[test]
fn the_table_has_a_row_for_each_pair_and_wrong_values_are_named() {
    let output = binary::run(&["usable-share", "--racks", "4", "--segments", "16,9", "--outages", "0,1"], b"");
    let text = String::from_utf8(output.stdout).expect("text");
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "outage,segment,expected,simulated,half_width");
    assert_eq!(rows[1], "0,16,0.8888888888888888,0.8888888888888888,0");
    assert_eq!(rows[2..], ["0,9,1,1,0", "1,16,0,0,0", "1,9,0,0,0"]);
    for (flag, value, message) in [
        (
            "--segments",
            "9,19",
            "'19' is out of range or no number (expected whole numbers from 1 to 18, the nodes of a rack)",
        ),
        ("--outages", "x", "'x' is out of range or no number (expected numbers from 0 to 1)"),
        ("--racks", "0", "'0' is out of range or no number (expected a whole number from 1 to 1000)"),
        ("--racks", "1,2", "more than one value (expected a whole number from 1 to 1000)"),
    ] {
        let refusal = binary::refusal(binary::run(&["usable-share", flag, value], b""));
        assert_eq!(refusal, format!("subtorus: {flag}: {message}\n"));
    }
}
