//! How far measuring is, and how long the rest will take.

use std::collections::BTreeMap;
use std::time::Duration;

/// The runs of the solutions that are measured.
pub(super) struct Pace {
    solutions: BTreeMap<usize, Runs>,
    workers: u32,
}

#[derive(Default)]
struct Runs {
    total: u32,
    done: u32,
    accepted: u32,
    /// The time on the clock of those that are done.
    took: Duration,
}

impl Pace {
    /// `runs`: how many each solution has.
    pub(super) fn new(runs: impl Iterator<Item = usize>, workers: usize) -> Pace {
        let of = |runs: usize| Runs { total: u32::try_from(runs).unwrap_or(u32::MAX), ..Runs::default() };
        let solutions = runs.map(of).enumerate().collect();
        Pace { solutions, workers: u32::try_from(workers).unwrap_or(u32::MAX).max(1) }
    }

    /// Expects no run of a solution.
    pub(super) fn leave_out(&mut self, solution: usize) {
        self.solutions.remove(&solution);
    }

    /// Counts a run. Returns whether it was the last one of its solution, and all were accepted.
    pub(super) fn done(&mut self, solution: usize, took: Duration, accepted: bool) -> bool {
        let runs = self.solutions.entry(solution).or_default();
        runs.done += 1;
        runs.accepted += u32::from(accepted);
        runs.took += took;
        runs.accepted == runs.total
    }

    /// How many runs are done, and how many there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        let sum = |of: fn(&Runs) -> u32| self.solutions.values().map(|runs| of(runs) as usize).sum();
        (sum(|runs| runs.done), sum(|runs| runs.total))
    }

    /// About how long the rest takes: every run as long as the others of its solution on average,
    /// or as all others. `None`: nothing is known yet.
    pub(super) fn left(&self) -> Option<Duration> {
        let all = self.solutions.values().fold(Runs::default(), |all, runs| Runs {
            done: all.done + runs.done,
            took: all.took + runs.took,
            ..all
        });
        let usual = all.took.checked_div(all.done)?;
        let rest = |runs: &Runs| runs.took.checked_div(runs.done).unwrap_or(usual) * (runs.total - runs.done);
        Some(self.solutions.values().map(rest).sum::<Duration>() / self.workers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_the_other_runs_of_its_solution_or_of_all() {
        let mut pace = Pace::new([4, 9, 4].into_iter(), 2);
        pace.leave_out(1);
        assert_eq!((pace.counts(), pace.left()), ((0, 8), None));
        let second = Duration::from_secs(1);
        assert!(!pace.done(0, second, true));
        assert_eq!((pace.counts(), pace.left()), ((1, 8), Some(second * 7 / 2)));
        assert!(!pace.done(2, second * 5, false));
        assert_eq!(pace.left(), Some((second * 3 + second * 15) / 2));
        assert!(!pace.done(0, second, true) && !pace.done(0, second, true));
        assert!(pace.done(0, second, true), "all are accepted");
        for _ in 0..3 {
            assert!(!pace.done(2, second, true), "one was not");
        }
        assert_eq!((pace.counts(), pace.left()), ((8, 8), Some(Duration::ZERO)));
    }
}
