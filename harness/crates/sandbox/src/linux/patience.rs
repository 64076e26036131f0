//! How long a program outside of every cell may take, such as a tool that is asked for its version.
//!
//! The bound is that of a compiler: the machine's part of the time does not count. A Java compiler
//! says its version in half a second, and on a crowded machine after half a minute.

use super::lost_time::LostTime;
use super::process_tree::{cpu_of, tree};
use super::queue::Queue;
use crate::{CoreWait, wall_after, wall_left};
use std::process::Child;
use std::time::{Duration, Instant};

/// Watches a child of this process with all that it started.
pub struct Patience {
    pid: libc::pid_t,
    /// How long it may idle, and how long it may compute.
    most: Duration,
    begun: Instant,
    before: Instant,
    looked: Option<Instant>,
    lost: LostTime,
    queue: Queue,
    queued: Duration,
    cpu: Duration,
}

/// Between two looks at the processes: a look reads a file of each process of the machine.
const LOOK: Duration = Duration::from_millis(200);

/// How many times as long as it computes a tool may take on the clock: not all of its waiting can
/// be seen.
const CORE_WAIT: CoreWait = CoreWait::Excused { programs: 10 };

impl Patience {
    /// Begins now. `child` may idle for `most` on the clock, and compute for as long.
    pub fn with(child: &Child, most: Duration) -> Patience {
        let now = Instant::now();
        let pid = child.id().try_into().unwrap_or(0);
        let (lost, queue, none) = (LostTime::default(), Queue::default(), Duration::ZERO);
        Patience { pid, most, begun: now, before: now, looked: None, lost, queue, queued: none, cpu: none }
    }

    /// Whether it has taken longer. To be asked again and again: what ended meanwhile can no longer
    /// say how long it waited.
    pub fn is_over(&mut self) -> bool {
        let now = Instant::now();
        // The longest that the caller means to sleep; what comes on top of it is lost.
        self.lost.slept(LOOK, now - self.before);
        self.before = now;
        if self.looked.is_some_and(|looked| now - looked < LOOK) {
            return false;
        }
        self.looked = Some(now);
        let stats = tree(self.pid);
        self.cpu = self.cpu.max(cpu_of(self.pid, &stats));
        self.queued = self.queue.see(stats);
        is_over(self.most, self.lost.without(now - self.begun), self.cpu, self.queued)
    }
}

/// Whether a tool that has been there for `elapsed` has computed for longer than `most`, or idled.
fn is_over(most: Duration, elapsed: Duration, cpu: Duration, queued: Duration) -> bool {
    let wall = wall_after(most, CORE_WAIT, cpu);
    cpu > most || wall_left(most, wall, elapsed, || queued).is_zero()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::process_tree::end;
    use std::process::{Command, Stdio};

    /// Whether the patience with a shell that does this is over before the shell has ended.
    fn outlasts(script: &str, most: Duration) -> bool {
        let mut child = Command::new("sh").args(["-c", script]).stdin(Stdio::piped()).spawn().unwrap();
        // Held open: what reads it waits.
        let _input = child.stdin.take();
        let mut patience = Patience::with(&child, most);
        loop {
            if patience.is_over() {
                end(&mut child);
                return true;
            }
            if child.try_wait().unwrap().is_some() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn what_a_tool_waits_for_the_machine_does_not_count() {
        let check = |elapsed, cpu, queued, expected| {
            let [most, elapsed, cpu, queued] = [30, elapsed, cpu, queued].map(Duration::from_secs);
            assert_eq!(is_over(most, elapsed, cpu, queued), expected, "{elapsed:?} {cpu:?} {queued:?}");
        };
        check(29, 0, 0, false);
        check(30, 0, 0, true);
        // It was seen to wait for a core, or must have waited, because it computes.
        check(60, 0, 31, false);
        check(60, 4, 0, false);
        check(60, 3, 0, true);
        // Without end it may do neither.
        check(300, 0, 1000, true);
        check(31, 31, 0, true);
    }

    #[test]
    fn a_tool_that_idles_and_one_that_computes_without_end_are_given_up() {
        let most = Duration::from_millis(300);
        assert!(outlasts("read line", most));
        // What it started counts, too.
        assert!(outlasts("cat; :", most) && outlasts("sh -c 'while :; do :; done'; :", most));
    }
}
