//! What the places of a topology lack for a waiting job, in words.

use crate::run::Shortage;

/// `none of 64 boxes of 4x4x2 has 32 free nodes; 3 would without job 17`. Jobs are given by their names.
pub(super) fn words(shortage: &Shortage, name: &dyn Fn(usize) -> i64) -> String {
    let Shortage { parts, needs, noun, places, free, .. } = shortage;
    let nodes = if *needs == 1 { "a free node".into() } else { format!("{needs} free nodes") };
    let mut words = match free {
        0 => format!("none of {places} {noun} has {nodes}"),
        1 => format!("1 of {places} {noun} has {nodes}"),
        _ => format!("{free} of {places} {noun} have {nodes}"),
    };
    if *parts > 1 {
        words += &format!(" for one of {parts} segments");
    }
    if let Some((job, blocked)) = shortage.blocker {
        let more = if *free > 0 { " more" } else { "" };
        words += &format!("; {blocked}{more} would without job {}", name(job));
    } else if let Some((place, free)) = &shortage.fullest {
        words += &format!("; {place} has most, {free}");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_names_what_is_missing_and_who_is_in_the_way() {
        let boxes = Shortage {
            parts: 1,
            needs: 32,
            noun: "boxes of 4x4x2".into(),
            places: 64,
            free: 0,
            blocker: Some((7, 3)),
            fullest: None,
        };
        let said = |shortage: &Shortage| words(shortage, &|job| job as i64 + 10);
        assert_eq!(said(&boxes), "none of 64 boxes of 4x4x2 has 32 free nodes; 3 would without job 17");
        let racks = Shortage { parts: 4, needs: 16, noun: "blocks".into(), free: 3, blocker: Some((0, 1)), ..boxes };
        assert_eq!(
            said(&racks),
            "3 of 64 blocks have 16 free nodes for one of 4 segments; 1 more would without job 10"
        );
        let single = Shortage { needs: 1, free: 1, blocker: None, fullest: Some(("r1".into(), 5)), ..racks };
        assert_eq!(said(&single), "1 of 64 blocks has a free node for one of 4 segments; r1 has most, 5");
    }
}
