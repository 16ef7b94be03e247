//! The states in which jobs end, in the words of several schedulers.

/// Whether a job has ended, and its status in a log (field 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Ended {
    /// With this status: 1 completed, 0 failed, 5 cancelled, -1 unknown.
    As(i16),
    /// It waits or runs.
    NotYet,
}

const COMPLETED: &[&str] = &[
    "COMPLETED",
    "COMPLETE",
    "COMPLETED_SUCCESSFULLY",
    "SUCCESS",
    "SUCCEEDED",
    "SUCCESSFUL",
    "PASS",
    "PASSED",
    "DONE",
    "FINISHED",
    "TERMINATED",
    "TRUE",
    "CD",
];

const FAILED: &[&str] = &[
    "FAILED",
    "FAIL",
    "FAILURE",
    "ERROR",
    "TIMEOUT",
    "NODE_FAIL",
    "OUT_OF_MEMORY",
    "OUT_OF_ME+",
    "BOOT_FAIL",
    "DEADLINE",
    "LAUNCH_FAILED",
    "COMPLETED_FAILED",
    "COMPLETED_WALLTIME_REACHED",
    "FALSE",
    "EXIT",
    "TO",
    "NF",
    "OOM",
    "BF",
    "DL",
];

const CANCELLED: &[&str] = &[
    "CANCELLED",
    "CANCELLED+",
    "CANCELED",
    "KILLED",
    "COMPLETED_KILLED",
    "ABORTED",
    "PREEMPTED",
    "REVOKED",
    "REQUEUED",
    "REJECTED",
    "CA",
    "PR",
];

const NOT_YET: &[&str] = &[
    "PENDING",
    "RUNNING",
    "SUSPENDED",
    "COMPLETING",
    "CONFIGURING",
    "RESIZING",
    "STOPPED",
    "QUEUED",
    "WAITING",
    "SUBMITTED",
    "RUNNABLE",
    "STARTING",
    "PD",
    "PEND",
    "R",
    "RUN",
    "CF",
    "CG",
];

const STATES: [(&[&str], Ended); 4] =
    [(COMPLETED, Ended::As(1)), (FAILED, Ended::As(0)), (CANCELLED, Ended::As(5)), (NOT_YET, Ended::NotYet)];

/// The status of a number that is one of the Standard Workload Format's; `None` if it is not.
pub(in crate::formats) fn ended_by_status(status: i16) -> Option<Ended> {
    (-1..=5).contains(&status).then_some(Ended::As(status))
}

/// The status of a number of HTCondor's attribute `JobStatus`: idle, running, removed, completed, held, transferring
/// output, suspended.
pub(in crate::formats) fn ended_in_condor(state: i16) -> Option<Ended> {
    match state {
        1 | 2 | 5..=7 => Some(Ended::NotYet),
        3 => Some(Ended::As(5)),
        4 => Some(Ended::As(1)),
        _ => None,
    }
}

/// The status of a state that is one of Slurm's numbers, as in its database; `None` if it has no such number.
pub(in crate::formats) fn ended_in_slurm(state: i16) -> Option<Ended> {
    /// PENDING, RUNNING, SUSPENDED, COMPLETE, CANCELLED, FAILED, TIMEOUT, NODE_FAIL, PREEMPTED, BOOT_FAIL, DEADLINE, OOM.
    const NUMBERED: [Ended; 12] = {
        let [not_yet, completed, failed, cancelled] = [Ended::NotYet, Ended::As(1), Ended::As(0), Ended::As(5)];
        [not_yet, not_yet, not_yet, completed, cancelled, failed, failed, failed, cancelled, failed, failed, failed]
    };
    NUMBERED.get(usize::try_from(state).ok()?).copied()
}

/// The status of a state, which may be in the letters of `squeue` or of LSF. (`F` has two meanings.) Only its first word matters (`CANCELLED by 1000`).
pub(in crate::formats) fn ended(state: &[u8]) -> Ended {
    let word = state.split(|&byte| byte == b' ').next().unwrap_or_default();
    let is_word = |name: &&str| word.eq_ignore_ascii_case(name.as_bytes());
    STATES.iter().find(|(names, _)| names.iter().any(is_word)).map_or(Ended::As(-1), |(_, ended)| *ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_those_of_the_log() {
        for (states, expected) in [
            (&["COMPLETED", "Pass", "Terminated", "True"][..], Ended::As(1)),
            (&["TIMEOUT", "Failed", "COMPLETED_WALLTIME_REACHED"], Ended::As(0)),
            (&["CANCELLED by 1000", "PREEMPTED", "Killed", "REJECTED"], Ended::As(5)),
            (&["RUNNING", "PENDING", "PD", "R"], Ended::NotYet),
            (&["", "NEW_ONE"], Ended::As(-1)),
        ] {
            for state in states {
                assert_eq!(ended(state.as_bytes()), expected, "{state}");
            }
        }
    }
}
