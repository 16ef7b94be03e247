//! Profiles of Batsim 4 and 5, and their run times: a delay, or a sequence of other profiles.

use crate::diagnostic::{shortened, shortened_bytes};
use crate::formats::json::Event;
use crate::formats::values::Number;
use crate::time::{SECOND, Time};
use std::collections::BTreeMap;

/// The types of profiles with a run time of their own, and of profiles that run others in sequence.
const DELAYS: [&str; 2] = ["delay", "DelayProfile"];
const SEQUENCES: [&str; 5] =
    ["composed", "sequence", "SequenceProfile", "sequential_composition", "SequentialCompositionProfile"];

/// The names of the members of a sequence, and of its number of repetitions.
const MEMBERS: [&str; 3] = ["seq", "sequence", "profile_ids"];
const REPEATS: [&str; 3] = ["repeat", "nb", "repetition_count"];

/// The most members that are kept, over all sequences.
const MOST_MEMBERS: usize = 1 << 24;

/// The deepest nesting of sequences.
const DEEPEST: usize = 64;

/// The parts of a profile that matter here.
#[derive(Clone, Default)]
struct Profile {
    /// Its type, once it was read.
    kind: Option<String>,
    delay: Option<Time>,
    members: Vec<i32>,
    repeat: Option<i64>,
}

/// The profiles of a workload, by number.
#[derive(Default)]
pub(super) struct Profiles {
    numbers: BTreeMap<Box<[u8]>, i32>,
    profiles: Vec<Profile>,
    /// The number of members of all sequences.
    members: usize,
}

/// The run time of a profile. If it is unknown: the type that causes this, unless the profile or its delay is missing.
type RunTime = Result<Time, Option<String>>;

impl Profiles {
    /// The number of the profile with this name.
    pub fn number_of(&mut self, name: &str) -> i32 {
        if let Some(&number) = self.numbers.get(name.as_bytes()) {
            return number;
        }
        let number = self.profiles.len() as i32;
        self.numbers.insert(name.as_bytes().into(), number);
        self.profiles.push(Profile::default());
        number
    }

    /// The name of the profile with this number, for messages.
    pub fn name(&self, wanted: i32) -> String {
        let found = self.numbers.iter().find(|(_, number)| **number == wanted);
        found.map_or_else(String::new, |(name, _)| shortened_bytes(name))
    }

    /// Takes a value of a field of a profile, or of a list in the field (`within` 1).
    pub fn take(&mut self, profile: &str, field: &str, within: usize, event: Event) {
        let number = self.number_of(profile) as usize;
        match (within, field, event) {
            (0, "type", Event::Text(kind)) => self.profiles[number].kind = Some(shortened(kind)),
            (0, "delay", Event::Number(text) | Event::Text(text)) => {
                self.profiles[number].delay = Number::parse(text.as_bytes()).and_then(Number::moment).ok();
            }
            (0, _, Event::Number(text)) if REPEATS.contains(&field) => {
                self.profiles[number].repeat =
                    Some(Number::parse(text.as_bytes()).and_then(Number::whole).unwrap_or(-1));
            }
            (1, _, Event::Text(name)) if MEMBERS.contains(&field) && self.members < MOST_MEMBERS => {
                let member = self.number_of(name);
                self.profiles[number].members.push(member);
                self.members += 1;
            }
            _ => {}
        }
    }

    /// The run time of each profile, by number. Linear in the profiles and the members of sequences.
    pub fn times(&self) -> Vec<RunTime> {
        let mut times = vec![None; self.profiles.len()];
        (0..times.len()).map(|profile| self.time(profile, &mut times, 0)).collect()
    }

    fn time(&self, number: usize, times: &mut Vec<Option<RunTime>>, depth: usize) -> RunTime {
        if let Some(time) = &times[number] {
            return time.clone();
        }
        let profile = &self.profiles[number];
        let kind = profile.kind.as_deref().unwrap_or_default();
        // A sequence that contains itself never ends.
        let endless = Err(profile.kind.clone());
        times[number] = Some(endless.clone());
        let time = if DELAYS.contains(&kind) {
            profile.delay.ok_or(None)
        } else if !SEQUENCES.contains(&kind) || profile.members.is_empty() || depth > DEEPEST {
            endless
        } else {
            let members = profile.members.iter().map(|&member| self.time(member as usize, times, depth + 1));
            members.collect::<Result<Vec<_>, _>>().and_then(|members| {
                let once = members.iter().try_fold(0i64, |sum, time| sum.checked_add(*time));
                let whole = once.and_then(|once| once.checked_mul(profile.repeat.unwrap_or(1)));
                whole.filter(|whole| (0..=MOST_TIME).contains(whole)).ok_or_else(|| profile.kind.clone())
            })
        };
        times[number] = Some(time.clone());
        time
    }
}

const MOST_TIME: Time = crate::formats::values::MOST_SECONDS * SECOND;

#[cfg(test)]
mod tests {
    use crate::formats::read;
    use crate::time::SECOND;

    /// The run times of jobs with these profiles, and the diagnostics.
    fn runs(profiles: &str, names: &[&str]) -> (Vec<f64>, Vec<String>) {
        let job = |(number, name): (usize, &&str)| {
            format!("{{\"id\": \"{number}\", \"subtime\": 0, \"res\": 1, \"profile\": \"{name}\"}}")
        };
        let jobs: Vec<String> = names.iter().enumerate().map(job).collect();
        let text = format!("{{\"nb_res\": 4, \"jobs\": [{}],\n\"profiles\": {{{profiles}}}}}", jobs.join(", "));
        let (log, said) = read(text.as_bytes());
        let seconds = log.columns.runtime.iter().map(|time| time as f64 / SECOND as f64).collect();
        (seconds, said.into_iter().map(|said| said.problem).collect())
    }

    #[test]
    fn delays_and_sequences_of_all_versions_have_run_times() {
        let profiles = r#"
            "old": {"type": "delay", "delay": 2.5},
            "new": {"type": "DelayProfile", "delay": 1e1},
            "composed": {"type": "composed", "repeat": 4, "seq": ["old", "new"]},
            "once": {"type": "SequentialCompositionProfile", "seq": ["composed", "old"]},
            "nb": {"type": "composed", "nb": 2, "seq": ["once"]},
            "zero": {"type": "composed", "repeat": 0, "seq": ["old"]}"#;
        let names = ["old", "new", "composed", "once", "nb", "zero"];
        assert_eq!(runs(profiles, &names), (vec![2.5, 10.0, 50.0, 52.5, 105.0, 0.0], vec![]));
    }

    #[test]
    fn profiles_that_depend_on_a_platform_or_never_end_are_unknown() {
        let profiles = r#"
            "work": {"type": "parallel_homogeneous", "cpu": 1e6, "com": 0},
            "p": {"type": "delay", "delay": 1},
            "mixed": {"type": "composed", "seq": ["p", "work"]},
            "a": {"type": "composed", "seq": ["p", "b"]},
            "b": {"type": "composed", "seq": ["a"]},
            "lost": {"type": "composed", "seq": ["nowhere"]},
            "long": {"type": "composed", "repeat": 1000000000000000000, "seq": ["p"]},
            "back": {"type": "composed", "repeat": -1, "seq": ["p"]}"#;
        let (times, said) = runs(profiles, &["mixed", "a", "b", "lost", "long", "back", "p"]);
        assert_eq!(times, [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, 1.0]);
        assert_eq!(
            said[0],
            "5 jobs have no fixed run time, first this one, for which the profile is of type 'parallel_homogeneous'"
        );
        assert_eq!(said[1], "1 job has no profile, first this one, for which it would be 'lost'");
    }
}
