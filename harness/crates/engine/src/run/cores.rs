//! Which cores the workers may have, and how many others want them.

use std::fs;
use std::thread;

/// How many workers there are by default, and the cores of these workers.
///
/// One a core that this process may use; where there are more than two, one is left for the harness
/// and everything else.
pub fn default_workers() -> (usize, Vec<usize>) {
    let available = thread::available_parallelism().map_or(1, usize::from);
    let allowed = fs::read_to_string("/proc/self/status").ok().and_then(|status| allowed(&status));
    let mut cores = allowed.unwrap_or_default();
    // A CPU quota gives less time than there are cores.
    let count = if cores.is_empty() { available } else { available.min(cores.len()) };
    let workers = if count > 2 { count - 1 } else { count };
    // The first core takes most interrupts: it is the one that is left.
    if cores.len() > workers {
        cores.rotate_left(1);
    }
    (workers, cores)
}

/// How many times as long as alone a program may wait for a core, because of others: 1 on a machine
/// that has nothing else to do.
///
/// As the kernel counts what wants to run, now and on average over the last minute; see
/// `/proc/loadavg` in proc(5). Where it does not say, 1.
pub fn crowding() -> u32 {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    fs::read_to_string("/proc/loadavg").ok().and_then(|text| crowd(&text, cores)).unwrap_or(1)
}

/// From the words of `/proc/loadavg`: `10.80 9.10 7.02 12/345 6789`.
fn crowd(loadavg: &str, cores: usize) -> Option<u32> {
    let mut words = loadavg.split_whitespace();
    let lately: f64 = words.next()?.parse().ok()?;
    let now: f64 = words.nth(2)?.split('/').next()?.parse().ok()?;
    let each = lately.max(now) / cores as f64;
    // Twice the average: nobody waits for exactly as long as all others.
    Some(if each < 1.5 { 1 } else { (each * 2.0).ceil().min(MOST_CROWDED) as u32 })
}

/// However crowded, a sleeper ends at last.
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

    #[test]
    fn a_machine_is_crowded_when_more_wants_to_run_than_there_are_cores() {
        let check =
            |text: &str, cores: usize, expected: Option<u32>| assert_eq!(crowd(text, cores), expected, "{text}");
        check("0.00 0.00 0.00 1/100 7", 2, Some(1));
        // Our own workers, a moment ago.
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
