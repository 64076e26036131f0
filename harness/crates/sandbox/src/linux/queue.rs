//! How long programs have waited for the machine: their clock does not count it.

use super::process_tree::{Pid, Stat, below, longest_wait};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long a tree of processes has waited for the machine: for a core, the sum over those that
/// have ended, as far as they were seen, plus the longest wait among the others; and for a disk, as
/// often as one was seen to.
#[derive(Default)]
pub(super) struct Queue {
    seen: HashMap<Pid, Duration>,
    ended: Duration,
    disk: Duration,
    looked: Option<Instant>,
}

/// The most that one look at a process that waits for a disk counts.
const LOOK: Duration = Duration::from_millis(200);

impl Queue {
    pub(super) fn look(&mut self, init: bool) -> Duration {
        self.see(below(init))
    }

    /// [`Queue::look`] at processes that were seen just now.
    pub(super) fn see(&mut self, stats: Vec<Stat>) -> Duration {
        let since = self.looked.replace(Instant::now()).map_or(Duration::ZERO, |looked| looked.elapsed());
        if stats.iter().any(|stat| stat.waits_for_disk) {
            self.disk += since.min(LOOK);
        }
        self.note(stats.into_iter().map(|stat| (stat.pid, longest_wait(stat.pid))));
        self.disk + self.ended + self.seen.values().max().copied().unwrap_or_default()
    }

    /// Notes what each living process says of its wait. One that dies at this moment says nothing,
    /// or less than before, when a thread of it is gone: what it said stays.
    fn note(&mut self, living: impl Iterator<Item = (Pid, Option<Duration>)>) {
        let before = std::mem::take(&mut self.seen);
        let longest = |pid, waited: Option<Duration>| waited.max(before.get(&pid).copied()).unwrap_or_default();
        self.seen = living.map(|(pid, waited)| (pid, longest(pid, waited))).collect();
        self.ended += before.iter().filter(|(pid, _)| !self.seen.contains_key(pid)).map(|(_, waited)| waited).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_of_a_process_is_not_lost_when_it_is_looked_at_as_it_dies() {
        let mut queue = Queue::default();
        let mut check = |living: &[(Pid, Option<u64>)], ended: u64, longest: u64| {
            queue.note(living.iter().map(|(pid, waited)| (*pid, waited.map(Duration::from_secs))));
            let seen = queue.seen.values().max().copied();
            assert_eq!((queue.ended.as_secs(), seen), (ended, Some(Duration::from_secs(longest))), "{living:?}");
        };
        check(&[(7, Some(1))], 0, 1);
        check(&[(7, Some(12))], 0, 12);
        // Its thread that waited longest is gone; then there is nothing to read any more.
        check(&[(7, Some(3))], 0, 12);
        check(&[(7, None), (8, Some(2))], 0, 12);
        check(&[(8, Some(5))], 12, 5);
    }
}
