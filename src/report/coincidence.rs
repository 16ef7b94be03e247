//! Coinciding curves hide each other, so a note names them.

use super::ShownResults;
use super::words::{counted, first_named};
use crate::experiment::Curve;
use crate::sorting::{positions, sorted};

/// The most groups that are named.
const MOST_NAMED: usize = 10;

/// Curves with the same points bit for bit, by their positions, in groups of at least two.
pub(super) fn groups(curves: &[&Curve]) -> Vec<Vec<usize>> {
    let bits = |curve: &&Curve| -> Vec<[u64; 3]> {
        curve.points.iter().map(|point| [point.coefficient, point.x, point.y].map(f64::to_bits)).collect()
    };
    let bits: Vec<_> = curves.iter().map(bits).collect();
    let alike = positions(bits.len(), &|one, other| bits[one].cmp(&bits[other]));
    let groups = alike.chunk_by(|&one, &other| bits[one] == bits[other]);
    let groups = groups.filter(|group| group.len() > 1 && !bits[group[0]].is_empty());
    sorted(groups.map(<[usize]>::to_vec).collect(), |one: &Vec<usize>, other| one[0].cmp(&other[0]))
}

impl ShownResults<'_> {
    /// `fcfs / gabl = fcfs / flat (all 19 points)`, group by group; empty if no two shown curves coincide.
    pub fn coincidences(&self) -> String {
        // Each group with the facets in which it coincides.
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        let facets = self.results.parts().len();
        for part in self.parts() {
            for each in part.coinciding() {
                let facet = part.results.facet().map_or(String::new(), |(_, value)| value.to_string());
                match found.iter_mut().find(|(other, _)| *other == each) {
                    Some((_, facets)) => facets.push(facet),
                    None => found.push((each, vec![facet])),
                }
            }
        }
        let varied = self.results.experiment().facets().map(|facet| facet.varied);
        let named = found.iter().map(|(each, at)| match varied.filter(|_| at.len() < facets) {
            Some(varied) => format!("{each} at {varied} {}", at.join(", ")),
            None => each.clone(),
        });
        let named = first_named(named, MOST_NAMED, |more| format!("{more} more"));
        if named.is_empty() { String::new() } else { format!("Curves that lie on each other: {}.", named.join("; ")) }
    }

    /// The groups of one facet, or of results without facets, in words.
    fn coinciding(&self) -> Vec<String> {
        let curves = self.visible().curves;
        let shown: Vec<&Curve> = curves.iter().collect();
        let named = groups(&shown).into_iter().map(|group| {
            let labels: Vec<&str> = group.iter().map(|&position| shown[position].title.as_str()).collect();
            let points = match shown[group[0]].points.len() {
                1 => "one point".to_string(),
                count => format!("all {}", counted(count, "point")),
            };
            format!("{} ({points})", labels.join(" = "))
        });
        named.collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::results::tests::{none_yet, result};
    use crate::report::ShownResults;
    use crate::view::Permalink;

    /// flat and nep at 1 and 2: equal in the plotted values, then different in one bit of one point.
    #[test]
    fn curves_coincide_if_every_point_is_the_same() {
        let mut results = none_yet();
        let slowdown = |value: f64| Ok(result(0.0, &[("mean_bounded_slowdown", value), ("utilization", 0.5)]));
        let said = |results: &crate::experiment::Results, hidden: &str| {
            let mut edited = Permalink::from(results.experiment());
            edited.set("hidden", hidden).unwrap();
            ShownResults::new(results, &edited).coincidences()
        };
        assert_eq!(said(&results, ""), "");
        for cell in 0..3 {
            results.put(cell, slowdown(2.0));
        }
        assert_eq!(said(&results, ""), "", "nep has one point, flat two");
        results.put(3, slowdown(2.0));
        let both = "Curves that lie on each other: Any free nodes · First come, first served = Non-equal partition · First come, first \
                    served (all 2 points).";
        assert_eq!(said(&results, ""), both);
        assert_eq!(said(&results, "fcfs / nep"), "", "one of them is not shown");
        results.put(3, slowdown(2.0f64.next_up()));
        assert_eq!(said(&results, ""), "");
    }
}
