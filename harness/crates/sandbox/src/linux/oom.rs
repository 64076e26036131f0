//! What the kernel kills when memory runs out: which process it picks, and whether it did so while
//! a program ran, where no cgroup of the cell's own tells.

use crate::facts::{Facts, Kill, Oom};
use crate::{Exit, Level};
use std::fs::{self, File};
use std::io::Write;
use std::time::{Duration, Instant};

/// The cell's say in whom the kernel kills: the program, and never the cell. Both may be about as
/// small, because what a program writes lies in memory files that no process counts as its own.
pub(super) struct OomScore {
    score: File,
    /// The cell's own score.
    own: Vec<u8>,
}

impl OomScore {
    /// `None` where the system lets nobody choose. Call before the cell gives up its rights.
    pub(super) fn choose() -> Option<OomScore> {
        const PATH: &str = "/proc/self/oom_score_adj";
        let own = fs::read(PATH).ok()?;
        Some(OomScore { score: File::options().write(true).open(PATH).ok()?, own })
    }

    /// Does `start`, which starts a program: the program inherits the highest score.
    pub(super) fn during<T>(oom_score: Option<&OomScore>, start: impl FnOnce() -> T) -> T {
        // Where the score cannot be changed, a killed cell is a fault, and never a verdict.
        let set = |score: &[u8]| oom_score.map(|this| (&this.score).write_all(score));
        set(b"1000");
        let started = start();
        set(oom_score.map_or(b"0", |this| &this.own));
        started
    }
}

/// How many processes the kernel has killed for want of memory, in a container or on the whole
/// machine. Needed below [`Level::FullCgroup`] only.
#[derive(Default)]
pub(super) struct OomKills {
    before: Option<(u64, Instant)>,
}

/// How old a count may be at the start of a run. Reading one takes a tenth of a small run.
const RECENT: Duration = Duration::from_millis(200);

impl OomKills {
    /// Call before a program starts.
    pub(super) fn count(&mut self, level: Level) {
        if level < Level::FullCgroup && self.before.is_none_or(|(_, when)| when.elapsed() > RECENT) {
            self.before = now().map(|count| (count, Instant::now()));
        }
    }

    /// Corrects `facts` where the kernel may have killed the program for the sake of others. The
    /// whole machine's kills count, so this can be wrong about a program that kills itself: it is
    /// run once more then.
    pub(super) fn explain(&mut self, facts: &mut Facts) {
        if facts.killed != Kill::No || facts.oom != Oom::No || facts.exit() != Exit::Signal(libc::SIGKILL) {
            return;
        }
        if let (Some((before, _)), Some(after)) = (self.before.take(), now())
            && after > before
        {
            facts.oom = Oom::Elsewhere;
        }
    }
}

pub(crate) fn now() -> Option<u64> {
    kills(&fs::read_to_string("/proc/vmstat").ok()?)
}

/// Linux 4.13 and later have this line.
fn kills(vmstat: &str) -> Option<u64> {
    vmstat.lines().find_map(|line| line.strip_prefix("oom_kill "))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::tests::FACTS;

    #[test]
    fn only_a_kill_is_put_down_to_a_machine_without_memory() {
        let check = |status: i32, killed: Kill, expected: Oom| {
            // One more since then.
            let mut kills = OomKills { before: now().map(|count| (count.wrapping_sub(1), Instant::now())) };
            let mut facts = Facts { status, killed, ..FACTS };
            kills.explain(&mut facts);
            assert_eq!(facts.oom, expected, "{status} {killed:?}");
        };
        if now().is_none_or(|count| count == 0) {
            println!("skipped: this kernel has never killed for want of memory, or does not count that");
            return;
        }
        check(libc::SIGKILL, Kill::No, Oom::Elsewhere);
        check(libc::SIGKILL, Kill::Cpu, Oom::No);
        check(libc::SIGSEGV, Kill::No, Oom::No);
        check(42 << 8, Kill::No, Oom::No);
        check(0, Kill::No, Oom::No);
    }

    #[test]
    fn the_count_is_found_among_the_machines_other_counters() {
        assert_eq!(kills("nr_free_pages 1\noom_kill 12\noom_kill_x 3\n"), Some(12));
        assert_eq!(kills("nr_free_pages 1\n"), None);
    }
}
