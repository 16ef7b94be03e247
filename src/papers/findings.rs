//! What each paper found, in our words: the head of its figures in the gallery.

/// Titles of papers, and what they found.
const FINDINGS: [(&str, &str); 8] = [
    (
        "Mao, Chen and Watson 2005",
        "On tori of five and six dimensions, a job gets a torus of its own. Partitions with sides of any size leave \
         fewer processors idle than equal ones, and come near to an allocation that may use any free processors. \
         Backfilling raises the utilisation at which the machine saturates by more than the choice of the partition does.",
    ),
    (
        "Bani-Mohammad 2008 (thesis)",
        "A greedy search for large free boxes (GABL) keeps the processors of a job close together without leaving many idle. \
         In meshes of two and three dimensions, under several communication patterns, jobs pass through the machine sooner \
         than under earlier contiguous and non-contiguous strategies. A busy list that is searched in both orientations of \
         a request finds a place with less work.",
    ),
    (
        "Bani-Mohammad et al. 2007 (ICPADS)",
        "The log of a real machine and stochastic jobs rank the non-contiguous strategies alike: on a 16x22 mesh GABL is \
         ahead in turnaround and service time. The distances between the strategies depend on the workload.",
    ),
    (
        "Jouppi et al. 2023",
        "A TPU v4 pod joins cubes of 4x4x4 chips by optical switches. Since any free cubes can make up a slice, jobs find a \
         place far more often than on a fixed torus, also with a part of the hosts out of service.",
    ),
    (
        "RFold 2025",
        "Jobs that ask for a shape can be folded into another shape with the same links. Folding, and cubes that optical \
         switches join, raise the utilisation that a torus reaches with jobs of fixed shapes.",
    ),
    (
        "Mira's log of 2018",
        "No paper, but the log of a production machine of 49 152 nodes that hands out midplanes. The schedule that was run \
         stands beside what the policies of the literature would have done with the same jobs.",
    ),
    (
        "Gupta and Srimani 1997",
        "A batch of jobs of known times is planned on a torus. Jobs that communicate in neighbouring subtori share links and \
         take longer; a plan that keeps them apart ends sooner than one that only packs them densely.",
    ),
    (
        "A lesson of two hours",
        "No paper, but four experiments for teaching: what saturation is, what fragmentation costs, what backfilling gains, \
         and what distance between the processors of a job costs.",
    ),
];

/// What the paper of this title found; empty for an unknown title.
pub fn finding(title: &str) -> &'static str {
    FINDINGS.iter().find(|(name, _)| *name == title).map_or("", |(_, found)| found)
}
