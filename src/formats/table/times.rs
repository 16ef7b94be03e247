//! The submission, start and end of a job, from the columns that a table has.

use super::job::Line;
use super::names::Field;
use super::remarks::TableLineError;
use crate::formats::values::{Moment, day};
use crate::time::{SECOND, Time};

/// What is known of the start of a job before its status is known.
#[derive(Clone, Copy)]
pub(super) struct Began {
    /// Its run time, if a column has it; negative if that says that it is unknown.
    given: Option<Time>,
    submit: Option<Time>,
    start: Option<Time>,
    /// Whether it never began: the column of starts has no value, and the job ran for no time.
    pub never: bool,
}

/// The times of a job; negative if they are unknown.
pub(super) struct Times {
    pub submit: Time,
    pub wait: Time,
    pub runtime: Time,
    /// How long it waited by its start, if that is known.
    pub waited: Option<Time>,
    /// How long it ran by its start and its end, if both are known.
    pub ran: Option<Time>,
    /// Whether it began before it was submitted.
    pub is_early: bool,
}

impl Line<'_> {
    pub fn began(&mut self) -> Result<Began, TableLineError> {
        let submit = self.moment(Field::Submit)?;
        let given = self.duration(Field::Runtime);
        let start = self.moment_if_needed(Field::Start, given.is_none() || !self.header.has(Field::Submit))?;
        let is_unknown = self.header.has(Field::Start) && start.is_none() && !self.is_ignored(Field::Start);
        let never = is_unknown && given.is_none_or(|given| given <= 0);
        Ok(Began { given, submit, start, never })
    }

    /// The times of a job with this status.
    ///
    /// A job never ran if it never began, or if it ran for no time and was cancelled at its start or lists no node.
    pub fn times(&mut self, began: Began, status: i16) -> Result<Times, TableLineError> {
        const CANCELLED: i16 = 5;
        let Began { given, submit, start: known_start, never } = began;
        let end = self.moment_if_needed(Field::End, given.is_none())?;
        let wait = self.duration(Field::Wait).filter(|&wait| wait >= 0);
        let before = || known_start.zip(wait).map(|(start, wait)| start - wait).filter(|&submit| submit >= 0);
        let submit = submit.or_else(before);
        let submit = submit.ok_or_else(|| match self.header.has(Field::Submit) {
            true => self.missing(Field::Submit),
            false if known_start.is_none() => self.missing(Field::Start),
            false => self.missing(Field::Wait),
        })?;
        let ran = given.filter(|&given| given >= 0);
        let start = known_start.or_else(|| Some(end? - ran?)).or_else(|| Some(submit + wait?)).filter(|_| !never);
        let waited = start.map(|start| start - submit).filter(|&waited| waited >= 0);
        let runtime = ran.or_else(|| Some(end? - start?));
        if runtime.is_none() {
            // One that cannot be read is an error if nothing else tells it.
            self.runtime()?;
        }
        if runtime.or(given).is_none() && !never && !self.header.dialect.is_slurm {
            let field = match end {
                _ if self.header.has(Field::Runtime) => Field::Runtime,
                Some(_) => Field::Wait,
                None => Field::End,
            };
            return Err(self.missing(field));
        }
        let has_run = runtime.is_some_and(|runtime| runtime > 0);
        let at_once = known_start.is_some() && runtime == Some(0) && (end.is_none() || end == known_start);
        let nodes = self.values.raw(Field::NodeList);
        let has_no_nodes = nodes.get(..4).is_some_and(|nodes| nodes.eq_ignore_ascii_case(b"none"));
        let never_ran = never || at_once && status == CANCELLED || has_no_nodes && !has_run;
        Ok(Times {
            submit,
            wait: wait.or(waited).unwrap_or(-SECOND),
            runtime: runtime.filter(|&runtime| runtime >= 0 && !never_ran).unwrap_or(-SECOND),
            waited,
            ran: end.zip(known_start).map(|(end, start)| end - start),
            is_early: known_start.is_some_and(|start| start < submit),
        })
    }

    /// The day in a column of dates, if it is written as 20240331.
    pub fn day(&self, field: Field, text: &[u8]) -> Option<Moment> {
        let name = &self.header.columns[self.header.place(field)?].name;
        let is_date = name.as_bytes().last_chunk::<4>().is_some_and(|end| end.eq_ignore_ascii_case(b"date"));
        if is_date { day(text) } else { None }
    }
}
