//! Which run decides a time limit, and which run has to be measured once more to know that.
//! Nothing is run here.
//!
//! Other programs make a run slower, never faster. So the least of its times says the most, and
//! the more often it was measured alone, the less a further measurement can lower it. Of every run
//! there are two bounds: what it took at least once, and the *floor*, below which it will hardly
//! fall. The slowest run lies between the largest floor and the largest of the least times. Where
//! both lead to the same limit, it is decided, whatever else one could measure. Where they do not,
//! the run with the largest time is measured again: nothing else can bring the two together. Limits
//! of many multiples of the resolution are nearer to one another than two times of one run are:
//! there the two need only lead to limits that are near.

use model::Inference;
use std::time::Duration;

/// After so many measurements alone, which part of the least time is the floor. The last: enough.
/// Three are not proof: a virtual machine that compiles while it runs may take half as much again,
/// or twice as much, in one of four runs.
const FLOORS: [f64; 9] = [0.0, 0.4, 0.45, 0.5, 0.85, 0.9, 0.93, 0.96, 1.0];

/// The most measurements alone of all runs together.
const MOST: usize = 24;

/// What is known of a run's time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Times {
    pub least: Duration,
    /// The most that it took alone.
    pub most: Duration,
    /// How many times it was measured with nothing beside it.
    pub alone: usize,
}

impl Times {
    /// Measured once, beside others.
    pub(super) fn beside(took: Duration) -> Times {
        Times { least: took, ..Times::default() }
    }

    /// Takes a measurement with nothing beside it.
    pub(super) fn take(&mut self, took: Duration) {
        self.least = self.least.min(took);
        self.most = self.most.max(took);
        self.alone += 1;
    }

    fn floor(&self) -> Duration {
        self.least.mul_f64(FLOORS[self.alone.min(FLOORS.len() - 1)])
    }
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The run with this index decides the limit.
    Decided(usize),
    /// The run with this index has to be measured again, alone.
    Again(usize),
}

/// `limit`: the limit that follows from the time of the slowest run. `budget`: how much processor
/// time measuring alone may take; `spent`: how much it has taken. `None`: there are no runs.
pub(super) fn next(
    runs: &[Times],
    limit: impl Fn(Duration) -> Duration,
    budget: Duration,
    spent: Duration,
) -> Option<Next> {
    // Of several the first, so that the same times always lead to the same run.
    let slowest = (0..runs.len()).rev().max_by_key(|&at| runs[at].least)?;
    let floor = runs.iter().map(Times::floor).max().unwrap_or_default();
    let enough = runs.iter().map(|run| run.alone).sum::<usize>() >= MOST || spent >= budget;
    Some(match Inference::are_near(limit(floor), limit(runs[slowest].least)) || enough {
        true => Next::Decided(slowest),
        false => Next::Again(slowest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers that are the same in each run: SplitMix64.
    struct Rng(u64);

    impl Rng {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        /// From 0 to 1.
        fn part(&mut self) -> f64 {
            self.next() as f64 / u64::MAX as f64
        }
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn inference(factor: f64) -> Inference {
        let resolution = Duration::from_secs(1);
        Inference { accepted_to_limit: factor, limit_to_slow: 2.0, resolution, bounds: Vec::new() }
    }

    /// What was found, and how many runs it took.
    struct Found {
        limit: Duration,
        again: usize,
    }

    /// Measures runs whose true times are known, with noise that makes them slower: a few percent
    /// alone, up to `crowd` beside others, and one measurement in `odd` is twice as long.
    fn measure(truth: &[f64], inference: &Inference, crowd: f64, odd: u64, rng: &mut Rng) -> Found {
        let mut take = |at: usize, noise: f64| {
            let odd = if odd > 0 && rng.next().is_multiple_of(odd) { 2.0 } else { 1.0 };
            Duration::from_secs_f64(truth[at] * (1.0 + noise * rng.part()) * odd)
        };
        let mut runs: Vec<Times> = (0..truth.len()).map(|at| Times::beside(take(at, crowd))).collect();
        let mut again = 0;
        loop {
            match next(&runs, |time| inference.limit(time), MS(1_000_000), Duration::ZERO).unwrap() {
                Next::Decided(at) => {
                    return Found { limit: inference.limit(runs[at].least), again };
                }
                Next::Again(at) => {
                    runs[at].take(take(at, 0.02));
                    again += 1;
                }
            }
        }
    }

    #[test]
    fn twenty_noisy_measurements_lead_to_one_limit_or_near_ones_unless_the_time_lies_at_the_edge_of_two() {
        let mut rng = Rng(7);
        let (mut all, mut other) = (0u32, 0u32);
        for seed in 0..300 {
            let mut truth: Vec<f64> = (0..30).map(|_| 0.02 + 0.3 * rng.part()).collect();
            let slowest = 0.05 + 4.0 * rng.part() * rng.part();
            truth[seed % 30] = slowest.max(0.35);
            let inference = inference([2.0, 5.0][seed % 2]);
            let slowest = Duration::from_secs_f64(truth[seed % 30]);
            let expected = inference.limit(slowest);
            // Noise of two percent alone cannot be measured away.
            if inference.limit(slowest.mul_f64(1.021)) != expected {
                continue;
            }
            for _ in 0..20 {
                let found = measure(&truth, &inference, 0.4, 8, &mut rng);
                all += 1;
                other += u32::from(!Inference::are_near(found.limit, expected) || found.limit < expected);
                assert!(found.again <= MOST);
            }
        }
        // One measurement in eight is twice as long, so four in a row are, in one of 4096.
        assert!(other * 1000 <= all, "{other} of {all}");
    }

    #[test]
    fn what_cannot_change_the_limit_is_not_measured_again() {
        let mut rng = Rng(1);
        // Even the slowest leads to the least limit.
        assert_eq!(measure(&[0.1, 0.15, 0.19], &inference(5.0), 0.0, 0, &mut rng).again, 0);
        // Far from the edge at 0.4 s.
        let found = measure(&[0.1, 0.58, 0.2], &inference(5.0), 0.0, 0, &mut rng);
        assert_eq!(found.again, 4);
        // Nearer.
        let found = measure(&[0.1, 0.43, 0.2], &inference(5.0), 0.0, 0, &mut rng);
        assert_eq!(found.again, 7);
    }

    #[test]
    fn only_the_slowest_is_measured_again_and_only_so_often() {
        let limit = |time: Duration| time;
        let (budget, spent) = (MS(1000), MS(0));
        let mut runs = [Times::beside(MS(500)), Times::beside(MS(900)), Times::beside(MS(900))];
        assert_eq!(next(&[], limit, budget, spent), None);
        assert_eq!(next(&runs, limit, budget, spent), Some(Next::Again(1)));
        // It was slow because of others.
        runs[1].take(MS(600));
        assert_eq!(next(&runs, limit, budget, spent), Some(Next::Again(2)));
        runs[2].take(MS(400));
        for _ in 1..5 {
            assert_eq!(next(&runs, limit, budget, spent), Some(Next::Again(1)));
            runs[1].take(MS(610));
        }
        assert_eq!(next(&runs, limit, budget, spent), Some(Next::Decided(1)), "{runs:?}");
        assert_eq!(
            (runs[1].least, runs[1].most, runs[1].alone),
            (MS(600), MS(610), 5),
            "limits within a sixth are near"
        );
        assert_eq!(next(&[Times::beside(MS(500))], limit, budget, budget), Some(Next::Decided(0)), "enough is enough");
        let many = [Times { least: MS(500), most: MS(500), alone: 1 }; MOST];
        assert_eq!(next(&many, limit, budget, spent), Some(Next::Decided(0)));
    }
}
