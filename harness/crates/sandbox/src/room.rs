//! Whether the machine can have been the reason why a program got no memory.

use rustix::process::{Resource, getrlimit};
use std::fs;

/// Whether a program that was refused memory could have had `bytes` of it: the machine has more to
/// spare, and neither its rules nor a limit of our own are in the way. `false` where that cannot be
/// seen.
pub fn has_room(bytes: u64) -> bool {
    let unlimited = [Resource::As, Resource::Data]
        .into_iter()
        .all(|resource| getrlimit(resource).maximum.is_none_or(|most| most >= bytes.saturating_mul(2)));
    let strict = fs::read_to_string("/proc/sys/vm/overcommit_memory").map_or(true, |rule| rule.trim() == "2");
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    unlimited && !strict && available(&memory).is_some_and(|available| available >= bytes)
}

fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_ascii_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_what_the_machine_can_spare() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:     204 kB\n"), Some(204 << 10));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
        assert!(!has_room(u64::MAX));
    }
}
