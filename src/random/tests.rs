use super::*;
use crate::diagnostic::Diagnostic;

const SAMPLES: usize = 40_000;

fn stream(name: &str) -> Stream {
    Stream::new(1, name, 0)
}

/// `SAMPLES` numbers, sorted.
fn samples(mut draw: impl FnMut(&mut Stream) -> f64) -> Vec<f64> {
    let mut stream = stream("runtimes");
    let mut values: Vec<f64> = (0..SAMPLES).map(|_| draw(&mut stream)).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Asserts that sorted samples follow a distribution function: Kolmogorov and Smirnov's distance at the level of
/// 0.1 %. The seed is fixed, so this does not fail by chance.
fn assert_follows(values: &[f64], distribution: impl Fn(f64) -> f64) {
    let count = values.len() as f64;
    let distance = values.iter().enumerate().fold(0.0, |worst: f64, (rank, &x)| {
        let expected = distribution(x);
        worst.max(expected - rank as f64 / count).max((rank + 1) as f64 / count - expected)
    });
    assert!(distance * count.sqrt() < 1.95, "distance {distance}");
}

/// Asserts mean and variance within four standard errors, given the fourth central moment over the squared variance.
fn assert_moments(values: &[f64], mean: f64, variance: f64, kurtosis: f64) {
    let count = values.len() as f64;
    let found_mean = values.iter().sum::<f64>() / count;
    let found_variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
    let error = 4.0 * (variance / count).sqrt();
    assert!((found_mean - mean).abs() < error, "mean {found_mean}, expected {mean} within {error}");
    let error = 4.0 * variance * ((kurtosis - 1.0) / count).sqrt();
    assert!((found_variance - variance).abs() < error, "variance {found_variance}, expected {variance} within {error}");
}

fn gamma_moments(values: &[f64], shape: f64, scale: f64) {
    assert_moments(values, shape * scale, shape * scale * scale, 3.0 + 6.0 / shape);
}

/// These values are part of what a permalink means: changing them changes the results of every permalink.
#[test]
fn links_keep_their_numbers() {
    let words = |name: &str, replication| {
        let mut stream = Stream::new(7, name, replication);
        [stream.generator.next_u64(), stream.generator.next_u64()]
    };
    assert_eq!(words("arrivals", 0), [15715695895817928322, 1836051781372883032]);
    assert_eq!(words("arrivals", 1), [6449776957455725945, 5996752064042026610]);
    assert_eq!(words("sizes", 0), [11832293326737420632, 10250654937736278236]);

    fn draw(mut sample: impl FnMut(&mut Stream) -> f64) -> [f64; 3] {
        let mut stream = stream("runtimes");
        [sample(&mut stream), sample(&mut stream), sample(&mut stream)]
    }
    assert_eq!(draw(Stream::uniform), [0.1894621894885723, 0.057225778536255656, 0.014733331918903025]);
    assert_eq!(draw(Stream::normal), [-0.2541635105164591, 0.6265985823670182, 0.04256254115558586]);
    assert_eq!(draw(|stream| f64::from(stream.uniform_integer(1, 100))), [19.0, 6.0, 2.0]);
    let exponential = Exponential::new(10.0).unwrap();
    assert_eq!(
        draw(|stream| exponential.sample(stream)),
        [2.1005728804760433, 0.5892845082288403, 0.14842945434193264]
    );
    let gamma = Gamma::new(6.57, 0.823);
    assert_eq!(draw(|stream| gamma.sample(stream)), [4.627914628709043, 2.6103782728495304, 3.617905812926735]);
    let small = Gamma::new(0.5, 2.0);
    assert_eq!(draw(|stream| small.sample(stream)), [3.874457684356558, 0.3188871273030938, 0.7715959614405811]);
    let hyper = HyperGamma::new(gamma, small, 0.5);
    assert_eq!(draw(|stream| hyper.sample(stream)), [7.942305123507455, 0.9342579820252008, 6.566419243334454]);
    let stages = TwoStageUniform::new(1.2, 4.5, 7.0, 0.875);
    assert_eq!(draw(|stream| stages.sample(stream)), [1.3888450691696437, 3.1131601825511472, 1.9742897287799592]);
    let pareto = BoundedPareto::new(15.0, 4241.0, 1.0).unwrap();
    assert_eq!(draw(|stream| pareto.sample(stream)), [18.49094373552766, 15.907075135825695, 15.223499570301575]);
}

/// Published values of the two algorithms the seeding is made of.
#[test]
fn the_seeding_is_what_it_says() {
    assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    let mut mixer = SplitMix64 { state: 1234567 };
    assert_eq!([mixer.next(), mixer.next()], [6457827717110365317, 3203168211198807973]);
}

#[test]
fn streams_differ_by_seed_name_and_replication() {
    let first = |seed, name, replication| Stream::new(seed, name, replication).generator.next_u64();
    let mut all = Vec::new();
    for seed in [0, 1, 2, u64::MAX] {
        for name in ["arrivals", "sizes", "runtimes", "allocation", "traffic", ""] {
            for replication in [0, 1, 2, u32::MAX] {
                all.push(first(seed, name, replication));
            }
        }
    }
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
    assert_eq!(first(3, "sizes", 4), first(3, "sizes", 4));
}

/// Numbers of streams with neighbouring seeds or replications must not go together.
#[test]
fn neighbouring_streams_are_uncorrelated() {
    for (one, other) in [((1, 0), (2, 0)), ((1, 0), (1, 1))] {
        let (mut one, mut other) = (Stream::new(one.0, "sizes", one.1), Stream::new(other.0, "sizes", other.1));
        let products = (0..SAMPLES).map(|_| (one.uniform() - 0.5) * (other.uniform() - 0.5));
        // The product of two such numbers has variance 1/144.
        let covariance = products.sum::<f64>() / SAMPLES as f64;
        assert!(covariance.abs() < 4.0 / 12.0 / (SAMPLES as f64).sqrt(), "{covariance}");
    }
}

#[test]
fn uniform_numbers_are_uniform() {
    let values = samples(Stream::uniform);
    assert!(values[0] >= 0.0 && values[SAMPLES - 1] < 1.0);
    assert_follows(&values, |x| x);
}

#[test]
fn integers_are_equally_likely_and_reach_both_ends() {
    let mut stream = stream("sizes");
    let mut counts = [0u32; 7];
    for _ in 0..SAMPLES {
        counts[stream.uniform_integer(3, 9) as usize - 3] += 1;
    }
    let expected = SAMPLES as f64 / 7.0;
    let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(chi_square < 22.46, "{counts:?}: beyond the 0.1 % level of six degrees of freedom");
    assert_eq!(stream.uniform_integer(5, 5), 5);
    stream.uniform_integer(0, u32::MAX);
    // Of 3 * 2^30 numbers every third would come up twice as often as the others if no word were drawn again.
    let thirds = (0..SAMPLES).filter(|_| stream.uniform_integer(0, 3 * (1 << 30) - 1).is_multiple_of(3)).count();
    assert!((thirds as f64 / SAMPLES as f64 - 1.0 / 3.0).abs() < 0.01, "{thirds}");
}

#[test]
fn normal_numbers_have_the_moments_of_the_normal_distribution() {
    let values = samples(Stream::normal);
    assert_moments(&values, 0.0, 1.0, 3.0);
    assert_follows(&values, |x| 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2));
}

#[test]
fn exponential_numbers_follow_their_distribution() {
    let exponential = Exponential::new(10.0).unwrap();
    let values = samples(|stream| exponential.sample(stream));
    assert_follows(&values, |x| 1.0 - (-x / 10.0).exp());
    assert_moments(&values, 10.0, 100.0, 9.0);
}

#[test]
fn gamma_numbers_follow_their_distribution() {
    // The shapes of the model, one below 1, and the two with a closed form: 1/2 (a squared normal) and 2.
    for (shape, scale) in [(6.57, 0.823), (639.1, 0.0156), (0.3, 5.0), (0.5, 2.0), (2.0, 3.0), (1.0, 1.0)] {
        let gamma = Gamma::new(shape, scale);
        gamma_moments(&samples(|stream| gamma.sample(stream)), shape, scale);
    }
    let squared = Gamma::new(0.5, 2.0);
    assert_follows(&samples(|stream| squared.sample(stream)), |x| libm::erf((x / 2.0).sqrt()));
    let erlang = Gamma::new(2.0, 3.0);
    assert_follows(&samples(|stream| erlang.sample(stream)), |x| 1.0 - (1.0 + x / 3.0) * (-x / 3.0).exp());
}

#[test]
fn a_hyper_gamma_is_the_mixture_of_its_parts() {
    let (low, high) = (Gamma::new(1.0, 1.0), Gamma::new(400.0, 1.0));
    let mixture = HyperGamma::new(low, high, 0.7);
    // The parts do not overlap, so their shares can be counted.
    let values = samples(|stream| mixture.sample(stream));
    let of_first = values.iter().filter(|&&x| x < 100.0).count();
    assert!((of_first as f64 / SAMPLES as f64 - 0.7).abs() < 0.01, "{of_first}");
    gamma_moments(&values[of_first..], 400.0, 1.0);
}

#[test]
fn two_stages_are_uniform_each() {
    let stages = TwoStageUniform::new(1.0, 3.0, 4.0, 0.8);
    let values = samples(|stream| stages.sample(stream));
    assert_follows(&values, |x| if x < 3.0 { 0.8 * (x - 1.0) / 2.0 } else { 0.8 + 0.2 * (x - 3.0) });
    let point = TwoStageUniform::new(2.0, 2.0, 2.0, 0.5);
    assert_eq!(point.sample(&mut stream("sizes")), 2.0);
}

#[test]
fn bounded_pareto_numbers_follow_their_distribution() {
    for alpha in [1.0, 0.5, 2.5] {
        let pareto = BoundedPareto::new(15.0, 4241.0, alpha).unwrap();
        let values = samples(|stream| pareto.sample(stream));
        assert!(values[0] >= 15.0 && values[SAMPLES - 1] <= 4241.0);
        let tail = (15.0f64 / 4241.0).powf(alpha);
        assert_follows(&values, |x| (1.0 - (15.0 / x).powf(alpha)) / (1.0 - tail));
    }
}

#[test]
fn senseless_parameters_are_named() {
    let said = |error: DistributionError| Diagnostic::of(&error).to_string();
    let nan = f64::NAN;
    for value in [0.0, -1.0, nan, f64::INFINITY] {
        let problem = |parameter: &str| format!("{parameter} is {value} (expected a number greater than 0)");
        assert_eq!(said(Exponential::new(value).unwrap_err()), problem("the mean"));
        assert_eq!(said(BoundedPareto::new(1.0, 2.0, value).unwrap_err()), problem("alpha"));
    }
    for (least, most) in [(2.0, 2.0), (3.0, 2.0)] {
        let error = DistributionError::BoundsOutOfOrder { least, most };
        assert_eq!(BoundedPareto::new(least, most, 1.0), Err(error));
    }
    for (least, most) in [(0.0, 2.0), (nan, 2.0), (1.0, nan), (1.0, f64::INFINITY)] {
        assert!(said(BoundedPareto::new(least, most, 1.0).unwrap_err()).contains("bound is"));
    }
}
