//! Whether the machine can have been the reason why a program got less than it asked for.

use rustix::fs::{FallocateFlags, StatVfsMountFlags, fallocate, statvfs};
use rustix::process::{Resource, getrlimit};
use std::fs;
use std::path::Path;

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

/// Whether the machine has much to spare of all that a program can run out of: memory, disk at
/// `folder`, open files, processes. What a program says of such a want is then its own word.
/// `false` where that cannot be seen.
pub fn has_plenty(folder: &Path, memory: u64, disk: u64) -> bool {
    let files = fs::read_to_string("/proc/sys/fs/file-nr").unwrap_or_default();
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let most = ["/proc/sys/kernel/pid_max", "/proc/sys/kernel/threads-max"].map(number);
    has_room(memory) && has_disk(folder, disk) && spare_files(&files) && spare_tasks(&load, most)
}

/// What is written to prove that a disk takes it, whatever quota there is.
const PROBE: u64 = 16 << 20;

fn has_disk(folder: &Path, bytes: u64) -> bool {
    const LEAST_FILES: u64 = 100_000;
    let has_space = statvfs(folder).is_ok_and(|disk| {
        disk.f_bavail.saturating_mul(disk.f_frsize) >= bytes
            && (disk.f_files == 0 || disk.f_favail >= LEAST_FILES)
            && !disk.f_flag.contains(StatVfsMountFlags::RDONLY)
    });
    let takes = || fallocate(tempfile::tempfile_in(folder).ok()?, FallocateFlags::empty(), 0, PROBE).ok();
    has_space && takes().is_some()
}

fn number(file: &str) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// `1184\t0\t9223372036854775807`: those in use, and the most.
fn spare_files(file_nr: &str) -> bool {
    let numbers: Vec<u64> = file_nr.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    matches!(numbers[..], [used, _, most] if used < most / 2)
}

/// `0.20 0.18 0.12 1/80 11206`: 80 tasks.
fn spare_tasks(loadavg: &str, most: [Option<u64>; 2]) -> bool {
    let tasks = loadavg.split_whitespace().nth(3).and_then(|tasks| tasks.split_once('/')?.1.parse::<u64>().ok());
    most.into_iter().all(|most| tasks.is_some_and(|tasks| most.is_some_and(|most| tasks < most / 2)))
}

/// How many processes the kernel has killed for want of memory since the machine started. `None`
/// where it does not say.
pub fn memory_kills() -> Option<u64> {
    crate::linux::memory_kills()
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
        assert!(spare_files("1184\t0\t9223372036854775807\n") && !spare_files("90\t0\t100\n") && !spare_files(""));
        let most = |most| [Some(most), Some(1000)];
        assert!(spare_tasks("0.20 0.18 0.12 1/80 11206\n", most(162)));
        assert!(!spare_tasks("0.20 0.18 0.12 1/80 11206\n", most(160)) && !spare_tasks("", most(1000)));
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_disk(folder.path(), u64::MAX) && !has_disk(&folder.path().join("none"), 0));
    }
}
