//! Bytes as a log: whatever they are, reading them ends, and what was read is read again from what is written of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use subtorus::formats::{read, swf, writing::WRITTEN};
use subtorus::report::LogReport;
use subtorus::workload::{AskedShapes, Columns, Selection, Workload};

fuzz_target!(|bytes: &[u8]| {
    let (log, complaints) = read(bytes);
    assert_eq!(log.columns.check(), Ok(()));
    assert!(!log.columns.is_empty() || !complaints.is_empty(), "an empty log says why");
    let (workload, selected) = log.select(&Selection::default());
    let dropped: u32 = selected.dropped().iter().map(|(_, count)| count).sum();
    assert_eq!(workload.len() as u32, selected.kept);
    assert_eq!(selected.kept + dropped, log.columns.len() as u32 + log.malformed, "every line is accounted for");
    assert!(workload.submit.iter().is_sorted() && workload.runtime.iter().all(|runtime| runtime >= 0));
    assert!(workload.size.iter().all(|size| size > 0));
    // Whatever is said of it is said in printable letters.
    for complaint in &complaints {
        assert!(!complaint.to_string().contains(char::is_control), "{complaint:?}");
    }
    let _ = LogReport::new(&log, complaints, String::new());
    if log.columns.is_empty() {
        return;
    }
    let text = swf::write(&log);
    let (again, complaints) = read(text.as_bytes());
    // The Standard Workload Format has counts of processors, but no shapes.
    let counts = Columns { shapes: AskedShapes::default(), ..log.columns.clone() };
    assert_eq!(again.columns, counts, "{complaints:?}");
    assert_eq!(again.header, log.header, "{complaints:?}");
    assert_eq!(swf::write(&again), text);
    for written in WRITTEN.iter().filter(|written| written.is_of_runs) {
        let (again, complaints) = read((written.write)(&log).as_bytes());
        let there = again.select(&Selection::default()).0;
        let needed =
            |workload: Workload| (workload.id, workload.submit, workload.runtime, workload.requested, workload.size);
        assert_eq!(needed(there), needed(workload.clone()), "{}: {complaints:?}", written.name);
    }
});
