//! A second varied quantity on the command line: the rows are those of plain sweeps.

use crate::binary;

const SWEEP: &str =
    "sweep --jobs 60 --rate 9 --machine mesh:8x8 --allocation flat,ff --scheduling fcfs --vary load:0.5..1:0.5";

/// The output of a sweep, without comment lines.
fn rows(format: &str, flags: &str) -> Vec<String> {
    let line = format!("{SWEEP} --format {format} {flags}");
    let output = binary::run(&line.split_whitespace().collect::<Vec<_>>(), b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(String::from).collect()
}

#[test]
fn every_facet_has_the_rows_of_its_value() {
    for format in ["csv", "saturation"] {
        let mut expected: Vec<String> = Vec::new();
        for scale in [1, 2] {
            let plain = rows(format, &format!("--size-scale {scale}"));
            if expected.is_empty() {
                expected.push(format!("size_scale,{}", plain[0]));
            }
            expected.extend(plain[1..].iter().map(|row| format!("{scale},{row}")));
        }
        assert_eq!(rows(format, "--facet size-scale:1..2:1"), expected, "{format}");
    }
}

#[test]
fn the_same_quantity_twice_is_refused() {
    let line = format!("{SWEEP} --facet load:1,2");
    let said = binary::refusal(binary::run(&line.split_whitespace().collect::<Vec<_>>(), b""));
    assert!(said.contains("--facet") && said.contains("is already varied by vary=load:0.5..1:0.5"), "{said}");
}
