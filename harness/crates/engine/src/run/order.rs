//! Which job starts when: in plan order, unless another one ends the run sooner.
//!
//! A long job that starts last keeps one worker busy while the others have nothing to do. Such a job is started first, as long as that
//! shortens the run; all others stay where they are, so that the first lines of the report do not wait for the whole run. What a job will
//! take is what it took the last time.

use std::time::Duration;

/// Shorter jobs are not moved, and smaller gains not made: nobody sees them.
pub const LONG: Duration = Duration::from_millis(50);

/// What a job of unknown length is taken to take.
const SHORT: Duration = Duration::from_millis(1);

/// No more jobs are moved than this.
const MOST: usize = 64;

/// The order in which to start jobs that are expected to take `lengths`; zero is unknown.
pub fn starts(lengths: &[Duration], workers: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    if workers < 2 || lengths.iter().all(|length| *length < LONG) {
        return order;
    }
    let (mut end, mut last) = play(lengths, &order, workers);
    let mut best = order.clone();
    // Moving one of several that end last gains nothing before the others are moved, too.
    for moved in 0..MOST {
        let late = order[moved..].iter().position(|job| *job == last).filter(|_| lengths[last] >= LONG);
        let Some(at) = late.map(|at| at + moved) else { break };
        order[..=at].rotate_right(1);
        order[..=moved].sort_unstable_by(|a, b| lengths[*b].cmp(&lengths[*a]).then(a.cmp(b)));
        let sooner;
        (sooner, last) = play(lengths, &order, workers);
        if sooner + LONG <= end {
            end = sooner;
            best.clone_from(&order);
        }
    }
    best
}

/// When the last job ends if every worker takes the next one as soon as it is free, and which job that is.
fn play(lengths: &[Duration], order: &[usize], workers: usize) -> (Duration, usize) {
    let mut free = vec![Duration::ZERO; workers];
    let mut last = (Duration::ZERO, 0);
    for job in order {
        let worker = (0..workers).min_by_key(|worker| free[*worker]).unwrap_or(0);
        free[worker] += lengths[*job].max(SHORT);
        last = last.max((free[worker], *job));
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(lengths: &[u64], workers: usize, expected: &[usize]) {
        let lengths: Vec<_> = lengths.iter().map(|ms| Duration::from_millis(*ms)).collect();
        assert_eq!(starts(&lengths, workers), expected, "{lengths:?} on {workers}");
    }

    #[test]
    fn without_long_jobs_the_order_is_the_plans() {
        check(&[], 2, &[]);
        check(&[0, 0, 0], 2, &[0, 1, 2]);
        check(&[1, 49, 2, 49], 8, &[0, 1, 2, 3]);
    }

    #[test]
    fn a_long_job_at_the_end_starts_first() {
        check(&[200, 200, 1000], 2, &[2, 0, 1]);
        check(&[300, 300, 300, 300, 0, 1000], 2, &[5, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn as_many_are_moved_as_it_takes() {
        check(&[400, 400, 400, 1000, 1000], 3, &[3, 4, 0, 1, 2]);
    }

    #[test]
    fn nothing_is_moved_for_a_gain_that_nobody_sees() {
        check(&[0, 10, 1000], 2, &[0, 1, 2]);
    }

    #[test]
    fn a_long_job_with_enough_beside_or_behind_it_stays() {
        check(&[1000, 600, 400], 2, &[0, 1, 2]);
        check(&[100, 60, 60, 40, 40], 2, &[0, 1, 2, 3, 4]);
        check(&[5, 1000, 1000, 1000, 1000], 2, &[0, 1, 2, 3, 4]);
    }

    #[test]
    fn one_worker_keeps_the_plans_order() {
        check(&[0, 10, 1000], 1, &[0, 1, 2]);
    }

    proptest! {
        #[test]
        fn every_job_starts_once_and_the_run_gets_no_longer(
            lengths in prop::collection::vec(prop_oneof![0u64..40, 50u64..3000], 0..40),
            workers in 1usize..6,
        ) {
            let lengths: Vec<_> = lengths.into_iter().map(Duration::from_millis).collect();
            let order = starts(&lengths, workers);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..lengths.len()).collect::<Vec<_>>());
            let plan: Vec<_> = (0..lengths.len()).collect();
            prop_assert!(play(&lengths, &order, workers).0 <= play(&lengths, &plan, workers).0);
        }
    }
}
