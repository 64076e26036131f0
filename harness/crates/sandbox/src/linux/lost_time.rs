//! Time that a cell sleeps longer than it should.

use std::time::Duration;

/// Time in which this process did not run although it wanted to. Most likely its program did not
/// run, either: somebody stopped the whole machine, or the container. That is not sleeping.
#[derive(Default)]
pub(super) struct LostTime(Duration);

impl LostTime {
    /// The longest sleep. It counts whole even if the machine was stopped at its beginning, so that
    /// every program meets its guard in the end, wherever every sleep is late.
    pub(super) const LONGEST: Duration = Duration::from_secs(1);
    /// A sleep that is less late was late by the scheduler's doing, which the queue accounts for.
    const LATE: Duration = Duration::from_millis(100);

    pub(super) fn slept(&mut self, wanted: Duration, took: Duration) {
        if took > wanted + Self::LATE {
            self.0 += took - wanted;
        }
    }

    pub(super) fn without(&self, elapsed: Duration) -> Duration {
        elapsed.saturating_sub(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_stopped_machine_takes_does_not_count_and_every_sleep_counts() {
        let ms = Duration::from_millis;
        for (wanted, took, counts) in [(1000, 1000, 1000), (1000, 1100, 1100), (1000, 60_000, 1000), (50, 60_000, 50)] {
            let mut lost = LostTime::default();
            lost.slept(ms(wanted), ms(took));
            assert_eq!(lost.without(ms(took)), ms(counts), "{wanted} {took}");
        }
    }
}
