//! Logs like fifteen of the Parallel Workloads Archive, of any length, without any of their jobs.
//!
//! They imitate only facts of the headers: the fields `Computer`, `Installation`, `MaxProcs` and `MaxNodes`, typical
//! sizes, the share of the machine in use, and whether waits and requested times are known. Jobs are random; a seed
//! gives the same jobs on every computer.

use std::fmt::Write;
use subtorus::random::Stream;

/// The sizes of jobs, in processors.
#[derive(Clone, Copy, Debug)]
pub enum Sizes {
    /// Powers of two from the first number to the second, small ones more often.
    Powers(u32, u32),
    /// The same, but three of ten jobs have any size up to the second number.
    MostlyPowers(u32, u32),
    /// Multiples of the first number up to the second, small ones and powers of two more often.
    Multiples(u32, u32),
    /// All jobs have one processor.
    Sequential,
}

/// The imitated properties of a log of the archive.
#[derive(Clone, Copy, Debug)]
pub struct Like {
    /// Its name here.
    pub name: &'static str,
    pub computer: &'static str,
    pub installation: &'static str,
    /// `MaxProcs` and `MaxNodes`; 0 if the field is missing.
    pub processors: u32,
    pub nodes: u32,
    pub sizes: Sizes,
    /// The offered load, in hundredths.
    pub load: u32,
    pub has_waits: bool,
    pub has_estimates: bool,
    /// Whether header lines begin with `;` and many blanks.
    pub is_indented: bool,
}

const fn like(name: &'static str, computer: &'static str, installation: &'static str, sizes: Sizes) -> Like {
    let (processors, nodes, load) = (0, 0, 70);
    Like {
        name,
        computer,
        installation,
        processors,
        nodes,
        sizes,
        load,
        has_waits: true,
        has_estimates: true,
        is_indented: false,
    }
}

impl Like {
    const fn of(self, processors: u32, nodes: u32, load: u32) -> Like {
        Like { processors, nodes, load, ..self }
    }

    const fn without_waits(self) -> Like {
        Like { has_waits: false, ..self }
    }

    const fn without_estimates(self) -> Like {
        Like { has_estimates: false, ..self }
    }

    const fn indented(self) -> Like {
        Like { is_indented: true, ..self }
    }
}

use Sizes::{MostlyPowers, Multiples, Powers, Sequential};

/// The imitated logs.
pub const ARCHIVE: [Like; 15] = [
    like("CTC", "IBM SP2", "Cornell Theory Center", MostlyPowers(1, 336)).of(338, 338, 85),
    like("KTH", "IBM SP2", "Swedish Royal Institute of Technology (KTH)", MostlyPowers(1, 100)).of(100, 100, 70),
    like("LANL-CM5", "Thinking Machines CM-5", "Los Alamos National Lab", Powers(32, 1024)).of(1024, 1024, 75),
    like("Thunder", "Linux Cluster (Thunder)", "Lawrence Livermore National Lab", Multiples(4, 1024))
        .of(4008, 1002, 88)
        .without_waits(),
    like("Curie", "Bull Bullx (Curie)", "CEA", Multiples(16, 16_384)).of(93_312, 5544, 62),
    like("LPC", "Linux cluster", "LPC Clermont-Ferrand, part of EGEE", Sequential).of(140, 70, 21).indented(),
    like("OSC", "Linux cluster", "Ohio Supercomputing Center", MostlyPowers(1, 64)).of(178, 57, 43),
    like("Ross", "Cplant (Ross)", "Sandia National Lab", MostlyPowers(1, 1024)).of(1524, 0, 50),
    like("Atlas", "Linux Cluster (Atlas)", "Lawrence Livermore National Lab", Multiples(8, 8192))
        .of(9216, 1152, 64)
        .without_waits(),
    like("BLUE", "IBM SP (Blue Horizon)", "San Diego Supercomputer Center (SDSC)", Multiples(8, 1152))
        .of(1152, 144, 77),
    like("DS", "IBM eServer (DataStar)", "San Diego Supercomputer Center (SDSC)", Multiples(8, 1024)).of(1664, 184, 63),
    like("HPC2N", "Linux cluster (Seth)", "HPC2N, Umea", MostlyPowers(2, 128)).of(240, 120, 60),
    like("SP2", "IBM SP2", "San Diego Supercomputer Center (SDSC)", MostlyPowers(1, 128)).of(128, 128, 83),
    like("Paragon", "Intel Paragon", "San Diego Supercomputer Center (SDSC)", MostlyPowers(1, 320))
        .of(400, 400, 75)
        .without_estimates(),
    like("NASA", "Intel iPSC/860", "NASA Ames Research Center", Powers(1, 128))
        .of(128, 128, 47)
        .without_waits()
        .without_estimates(),
];

/// The log with this name.
pub fn find(name: &str) -> Option<Like> {
    ARCHIVE.into_iter().find(|like| like.name.eq_ignore_ascii_case(name))
}

impl Like {
    /// This many jobs of a log like this one, in the Standard Workload Format.
    pub fn text(&self, jobs: u32, seed: u64) -> String {
        let mut stream = Stream::new(seed, self.name, 0);
        let drawn: Vec<(u32, u32)> = (0..jobs).map(|_| (self.size(&mut stream), runtime(&mut stream))).collect();
        let work: f64 = drawn.iter().map(|(size, runtime)| f64::from(*size) * f64::from(*runtime)).sum();
        let mean = work / (f64::from(self.processors) * f64::from(self.load) / 100.0) / f64::from(jobs.max(1));
        let mut text = self.header(jobs);
        let mut submit = 0.0;
        for (number, (size, runtime)) in drawn.into_iter().enumerate() {
            let wait = if self.has_waits { (stream.uniform() * 1800.0) as i64 } else { -1 };
            let requested = if self.has_estimates {
                60 * (runtime / 60 + 1) as i64 * i64::from(stream.uniform_integer(1, 4))
            } else {
                -1
            };
            let user = stream.uniform_integer(1, 60);
            writeln!(
                text,
                "{} {} {wait} {runtime} {size} -1 -1 {size} {requested} -1 1 {user} 1 -1 1 1 -1 -1",
                number + 1,
                submit as i64
            )
            .expect("writing to a string cannot fail");
            submit -= mean * libm::log(1.0 - stream.uniform());
        }
        text
    }

    fn header(&self, jobs: u32) -> String {
        let start = if self.is_indented { ";        " } else { "; " };
        let mut text = String::new();
        let mut field = |name: &str, value: String| writeln!(text, "{start}{name}: {value}").expect("a string");
        field("Version", "2.2".into());
        field("Computer", self.computer.into());
        field("Installation", self.installation.into());
        field("Note", format!("drawn by the example archive_like, in kind like the log {} of the archive", self.name));
        field("MaxJobs", jobs.to_string());
        for (name, count) in [("MaxNodes", self.nodes), ("MaxProcs", self.processors)] {
            if count > 0 {
                field(name, count.to_string());
            }
        }
        field("UnixStartTime", "0".into());
        text
    }

    fn size(&self, stream: &mut Stream) -> u32 {
        // A power of two from one number to another: the smaller of two draws.
        let mut power = |least: u32, most: u32| {
            let (low, high) = (least.ilog2(), most.ilog2());
            1 << stream.uniform_integer(low, high).min(stream.uniform_integer(low, high))
        };
        match self.sizes {
            Sequential => 1,
            Powers(least, most) => power(least, most),
            MostlyPowers(least, most) => {
                let even = power(least, most);
                if stream.uniform_integer(1, 10) <= 3 { stream.uniform_integer(1, 2 * even).min(most) } else { even }
            }
            Multiples(unit, most) => {
                let even = power(1, most / unit);
                let count = if stream.uniform_integer(1, 10) <= 3 { stream.uniform_integer(1, 2 * even) } else { even };
                unit * count.min(most / unit)
            }
        }
    }
}

/// Between half a minute and a day, with about as many in each power of ten.
fn runtime(stream: &mut Stream) -> u32 {
    (30.0 * libm::exp(stream.uniform() * libm::log(86_400.0 / 30.0))) as u32
}
