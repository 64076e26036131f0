//! Which cores the workers may have, and how many other programs want them.

use model::{Blame, Cause, Crowd};
use sandbox::CoreWait;
use std::fmt;
use std::fs;
use std::thread;

/// How many workers there are by default, and the cores of these workers.
///
/// One worker per core that this process may use. Where there are more than two, one is left for
/// the harness and everything else.
#[expect(clippy::disallowed_methods, reason = "what the kernel says")]
pub fn default_workers() -> (usize, Vec<usize>) {
    let available = thread::available_parallelism().map_or(1, usize::from);
    let allowed = fs::read_to_string("/proc/self/status").ok().and_then(|status| allowed(&status));
    let mut cores = allowed.unwrap_or_default();
    // A CPU quota may allow less than all cores.
    let count = if cores.is_empty() { available } else { available.min(cores.len()) };
    let workers = if count > 2 { count - 1 } else { count };
    // The first core takes most interrupts, so it is the one that is left.
    if cores.len() > workers {
        cores.rotate_left(1);
    }
    (workers, cores)
}

/// How many programs want to run, and on how many cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crowding {
    pub programs: f64,
    pub cores: usize,
}

impl Crowding {
    /// A machine that has nothing else to do.
    pub const NONE: Crowding = Crowding { programs: 1.0, cores: 1 };

    /// How many times longer than alone a program may take because it waits for a core. 1 where it
    /// need not wait.
    pub fn factor(&self) -> u32 {
        let each = self.programs / self.cores.max(1) as f64;
        // Twice the average, because nobody waits for exactly as long as all others.
        if each < 1.5 { 1 } else { (each * 2.0).ceil().min(MOST_CROWDED) as u32 }
    }

    /// What a program is excused for on such a machine.
    pub(super) fn core_wait(&self) -> CoreWait {
        CoreWait::Excused { programs: self.factor() }
    }

    fn crowd(&self) -> Crowd {
        Crowd { others: (self.programs.round() as u64).saturating_sub(1), cores: self.cores as u64 }
    }

    /// Makes a cause name the machine instead of the program. A program that got as much of a
    /// crowded machine as it could did not sleep.
    pub(super) fn excuse(&self, cause: &mut Cause) {
        let factor = self.factor();
        if let Cause::InPass { cause, .. } = cause {
            return self.excuse(cause);
        }
        // Nothing else says that the program slept.
        if let Cause::Wall { wall, cpu, blame: blame @ Blame::Slept } = cause
            && factor > 1
            && *cpu * 2 * factor >= *wall
        {
            *blame = Blame::Crowded(self.crowd());
        }
    }
}

impl fmt::Display for Crowding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.crowd().fmt(f)
    }
}

/// The crowding of this machine: how many programs the kernel counts as wanting to run, now or on
/// average over the last minute, whichever is more. [`Crowding::NONE`] where it does not say. See
/// `/proc/loadavg` in proc(5).
#[expect(clippy::disallowed_methods, reason = "what the kernel says")]
pub fn crowding() -> Crowding {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let programs = fs::read_to_string("/proc/loadavg").ok().and_then(|text| wanting(&text));
    programs.map_or(Crowding::NONE, |programs| Crowding { programs, cores })
}

/// Parses `/proc/loadavg`: `10.80 9.10 7.02 12/345 6789`.
fn wanting(loadavg: &str) -> Option<f64> {
    let mut words = loadavg.split_whitespace();
    let lately: f64 = words.next()?.parse().ok()?;
    let now: f64 = words.nth(2)?.split('/').next()?.parse().ok()?;
    Some(lately.max(now))
}

/// A maximum, so that a sleeper is stopped in the end, however crowded the machine is.
const MOST_CROWDED: f64 = 40.0;

/// The `Cpus_allowed_list` line of `/proc/<pid>/status`, such as `0-3,8`; see proc(5).
fn allowed(status: &str) -> Option<Vec<usize>> {
    list(status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?)
}

/// Cores as the kernel lists them: `0-3,8`.
pub(super) fn list(list: &str) -> Option<Vec<usize>> {
    let mut cores = Vec::new();
    for range in list.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        cores.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    Some(cores)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_machine_is_crowded_when_more_wants_to_run_than_there_are_cores() {
        let check = |text: &str, cores: usize, expected: Option<u32>| {
            let factor = wanting(text).map(|programs| Crowding { programs, cores }.factor());
            assert_eq!(factor, expected, "{text}");
        };
        check("0.00 0.00 0.00 1/100 7", 2, Some(1));
        // Our own workers from a moment ago.
        check("2.60 1.00 0.50 1/100 7", 2, Some(1));
        check("3.00 1.00 0.50 1/100 7", 2, Some(3));
        check("0.10 0.00 0.00 14/300 7", 2, Some(14));
        check("14.00 9.00 7.00 3/300 7", 2, Some(14));
        check("14.00 9.00 7.00 3/300 7", 16, Some(1));
        check("900.0 9.00 7.00 3/300 7", 1, Some(40));
        check("", 2, None);
        check("x 0.00 0.00 1/100 7", 2, None);
    }

    #[test]
    fn a_program_without_a_core_did_not_sleep() {
        let check = |cpu, programs, cores, expected: &str| {
            let (cpu, wall) = (Duration::from_millis(cpu), Duration::from_secs(5));
            let mut cause = Cause::Wall { wall, cpu, blame: Blame::Slept }.in_pass(2);
            Crowding { programs, cores }.excuse(&mut cause);
            let sentence = cause.to_string();
            assert!(sentence.starts_with("pass 2: wall guard: 5.0 s") && sentence.ends_with(expected), "{sentence}");
        };
        check(1300, 15.8, 2, ": 15 other programs wanted the 2 cores");
        check(1300, 2.2, 1, ": 1 other program wanted the 1 core");
        check(1300, 2.0, 2, ": it slept or waited");
        check(2, 16.0, 2, ": it slept or waited");
    }

    #[test]
    fn lists_of_cores_are_ranges_and_numbers() {
        assert_eq!(allowed("Name:\tx\nCpus_allowed_list:\t0-2,5,8-9\n"), Some(vec![0, 1, 2, 5, 8, 9]));
        assert_eq!(allowed("Cpus_allowed_list:\tx\n"), None);
        assert_eq!(allowed("Name:\tx\n"), None);
    }

    #[test]
    fn there_is_always_a_worker() {
        assert!(default_workers().0 >= 1);
    }
}
