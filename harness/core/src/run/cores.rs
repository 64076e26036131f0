//! Which cores the workers may have.

use std::fs;
use std::thread;

/// How many workers there are by default, and the cores of these workers.
///
/// One a core that this process may use; where there are more than two, one is left for the harness and everything else.
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

/// The `Cpus_allowed_list` line of `/proc/<pid>/status`, such as `0-3,8`; see proc(5).
fn allowed(status: &str) -> Option<Vec<usize>> {
    list(status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?)
}

/// Cores as the kernel lists them: `0-3,8`.
pub fn list(list: &str) -> Option<Vec<usize>> {
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
