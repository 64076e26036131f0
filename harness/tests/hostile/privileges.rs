//! Attempts at being more than a program: the kernel's doors, other users' rights, other processes.

use crate::arena::{attack, bout};
use crate::bench::{Fate, exec, fate, folder, levels, rust, text};
use sandbox::{Level, Profile};
use std::os::unix::fs::PermissionsExt;

#[test]
#[cfg(target_arch = "x86_64")]
fn the_kernels_doors_are_shut() {
    // Number, name, and arguments with which the call would do something.
    let body = r#"fn main() { unsafe {
        let null = 0u64; let path = c"/".as_ptr() as u64; let mut buffer = [0u64; 64]; let b = buffer.as_mut_ptr() as u64;
        let calls: &[(&str, i64, [u64; 5])] = &[
            ("chroot", 161, [path, 0, 0, 0, 0]), ("mount", 165, [path, path, null, 4096, 0]), ("unshare", 272, [0x10000000, 0, 0, 0, 0]), ("setns", 308, [0, 0, 0, 0, 0]),
            ("setuid", 105, [0, 0, 0, 0, 0]), ("ptrace", 101, [0, 0, 0, 0, 0]), ("process_vm_readv", 310, [getppid() as u64, b, 1, b, 1]),
            ("tcp", 41, [2, 1, 0, 0, 0]), ("udp", 41, [2, 2, 0, 0, 0]), ("tcp6", 41, [10, 1, 0, 0, 0]), ("unix", 41, [1, 1, 0, 0, 0]), ("netlink", 41, [16, 3, 0, 0, 0]), ("vsock", 41, [40, 1, 0, 0, 0]),
            ("socketpair", 53, [1, 1, 0, b, 0]), ("io_uring", 425, [8, b, 0, 0, 0]), ("bpf", 321, [0, b, 48, 0, 0]), ("perf", 298, [b, 0, u64::MAX, u64::MAX, 0]),
            ("userfaultfd", 323, [1, 0, 0, 0, 0]), ("keyctl", 250, [0, u64::MAX - 2, 1, 0, 0]), ("add_key", 248, [path, path, path, 1, u64::MAX - 2]), ("personality", 135, [0x0040000, 0, 0, 0, 0]),
            ("nice", 141, [0, 0, (-20i64) as u64, 0, 0]), ("affinity", 203, [0, 8, b, 0, 0]), ("fifo", 144, [0, 1, b, 0, 0]), ("exec", 59, [c"/bin/sh".as_ptr() as u64, 0, 0, 0, 0]),
            ("shmget", 29, [0, 4096, 0o1777, 0, 0]), ("msgget", 68, [0, 0o1777, 0, 0, 0]), ("semget", 64, [0, 1, 0o1777, 0, 0]), ("mq_open", 240, [c"x".as_ptr() as u64, 0o102, 0o777, 0, 0]),
            ("pidfd_open", 434, [1, 0, 0, 0, 0]), ("memfd_secret", 447, [0, 0, 0, 0, 0]), ("name_to_handle", 303, [0, path, b, b, 0]), ("kexec", 246, [0, 0, 0, 0, 0]), ("sysctl-reboot", 169, [0, 0, 0, 0, 0]),
            ("seccomp", 317, [1, 0, b, 0, 0]), ("landlock", 444, [0, 0, 1, 0, 0]), ("move_pages", 279, [0, 0, 0, 0, 0]), ("kcmp", 312, [getpid() as u64, getppid() as u64, 2, 0, 0]),
            ("init_module", 175, [b, 8, path, 0, 0]), ("finit_module", 313, [0, path, 0, 0, 0]), ("delete_module", 176, [path, 0, 0, 0, 0]), ("pivot_root", 155, [path, path, 0, 0, 0]),
            ("swapoff", 168, [path, 0, 0, 0, 0]), ("acct", 163, [0, 0, 0, 0, 0]), ("iopl", 172, [3, 0, 0, 0, 0]), ("ioperm", 173, [0, 8, 1, 0, 0]), ("clock_settime", 227, [0, b, 0, 0, 0]),
            ("sethostname", 170, [path, 1, 0, 0, 0]), ("open_by_handle", 304, [u64::MAX, b, 0, 0, 0]), ("open_tree", 428, [-100i64 as u64, path, 1, 0, 0]), ("fsopen", 430, [c"tmpfs".as_ptr() as u64, 0, 0, 0, 0]),
            ("mount_setattr", 442, [-100i64 as u64, path, 0, b, 32]), ("pidfd_getfd", 438, [3, 0, 0, 0, 0]), ("fanotify", 300, [0, 0, 0, 0, 0]), ("syslog", 103, [3, b, 8, 0, 0]),
            ("vmsplice", 278, [1, b, 0, 0, 0]), ("aio", 206, [1, b + 8, 0, 0, 0]), ("mknod", 133, [c"harness-attack-litter".as_ptr() as u64, 0o010600, 0, 0, 0]) ];
        buffer[0] = u64::MAX;
        for (name, nr, a) in calls { if syscall(*nr, a[0], a[1], a[2], a[3], a[4], 0u64) >= 0 { println!("{name}") } }
        if setrlimit(7, &[1 << 20, 1 << 20]) == 0 { println!("raise") } } }"#;
    let program = attack("doors", body);
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        for (profile, open) in [
            (Profile::Solution, ""),
            // Two ends that nobody else has, the cores that the run may use, and a priority that it
            // is told of and does not get.
            (Profile::Runtime, "socketpair affinity fifo"),
            // And watching the processes that it starts.
            (Profile::Forking, "socketpair affinity fifo pidfd_open"),
            (Profile::Tool, "socketpair affinity fifo pidfd_open"),
        ] {
            let mut attempt = exec(&program);
            attempt.profile = profile;
            let done = bout(&format!("doors at {level:?} as {profile:?}"), level, &attempt);
            assert_eq!(fate(&done, &attempt.limits), Fate::Code(0), "{}", text(&done.stderr));
            assert_eq!(text(&done.stdout).trim_end().replace('\n', " "), open, "{level:?} {profile:?}");
        }
    }
}

/// A file that root gave away for all to run as root.
#[test]
fn a_setuid_program_gives_nobody_rights() {
    // SAFETY: cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        println!("skipped: only root can make a setuid program");
        return;
    }
    let teller = rust(
        "who-am-i",
        r#"extern "C" { fn geteuid() -> u32; fn getegid() -> u32; } fn main() { unsafe { if geteuid() == 0 || getegid() == 0 { print!("root") } else { print!("user") } } }"#,
    );
    let door = folder().join("setuid-door");
    std::fs::copy(&teller, &door).unwrap();
    std::fs::set_permissions(&door, PermissionsExt::from_mode(0o6755)).unwrap();
    let starter = rust(
        "starter",
        "fn main() { let o = std::process::Command::new(std::env::args().nth(1).unwrap()).output().unwrap(); print!(\"{}\", String::from_utf8_lossy(&o.stdout)) }",
    );
    for &level in levels() {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            let mut direct = exec(&door);
            direct.profile = profile;
            assert_eq!(text(&bout("setuid", level, &direct).stdout), "user", "{level:?} {profile:?}");
        }
        let mut indirect = exec(&starter);
        indirect.profile = Profile::Tool;
        indirect.args = vec![door.clone().into()];
        indirect.readable = vec![door.clone()];
        indirect.limits.processes = 8;
        assert_eq!(text(&bout("setuid by a tool", level, &indirect).stdout), "user", "{level:?}");
    }
}

/// Shared memory, semaphores and queues would outlive the run; so would files anywhere but in a
/// scratch folder.
#[test]
fn nothing_can_be_left_for_the_next_run() {
    let program = attack(
        "litterer",
        r#"fn main() { unsafe {
            extern "C" { fn shmget(k: i32, n: usize, f: i32) -> i32; fn semget(k: i32, n: i32, f: i32) -> i32; fn msgget(k: i32, f: i32) -> i32;
              fn shm_open(n: *const i8, f: i32, m: u32) -> i32; }
            if shmget(0, 4096, 0o1777) >= 0 { println!("shm") } if semget(0, 1, 0o1777) >= 0 { println!("sem") } if msgget(0, 0o1777) >= 0 { println!("msg") }
            if shm_open(c"/harness-attack-litter".as_ptr().cast(), 0o102, 0o777) >= 0 { println!("posix shm") }
            if syscall(240, c"harness-attack-litter".as_ptr(), 0o102i64, 0o777i64, 0i64) >= 0 { println!("posix mq") }
            for folder in ["/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/empty", "."] {
                if std::fs::write(format!("{folder}/harness-attack-litter"), "x").is_ok() { println!("file in {folder}") }
                if std::fs::create_dir(format!("{folder}/harness-attack-litter.d")).is_ok() { println!("folder in {folder}") } } } }"#,
    );
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            let mut attempt = exec(&program);
            attempt.profile = profile;
            let done = bout(&format!("litterer at {level:?} as {profile:?}"), level, &attempt);
            assert_eq!(text(&done.stdout), "", "{level:?} {profile:?}");
        }
    }
}

/// A tool may start processes, so it can try things on them, and on all others.
#[test]
fn a_tool_has_no_power_over_processes() {
    let program = attack(
        "tracer",
        r#"fn main() { unsafe {
            let child = fork(); if child == 0 { nap() } if child < 0 { exit(7) }
            let parent = getppid() as i64; let mut word = 0u64; let mut there = [&mut word as *mut u64 as u64, 8u64];
            for (who, pid) in [("child", child as i64), ("parent", parent)] {
                if pid == 0 { continue }
                if syscall(101, 16i64, pid, 0i64, 0i64) == 0 { println!("ptrace {who}") } // PTRACE_ATTACH
                if syscall(101, 0x4206i64, pid, 0i64, 0i64) == 0 { println!("seize {who}") }
                if syscall(310, pid, there.as_mut_ptr(), 1i64, there.as_mut_ptr(), 1i64, 0i64) > 0 { println!("read {who}") }
                if syscall(311, pid, there.as_mut_ptr(), 1i64, there.as_mut_ptr(), 1i64, 0i64) > 0 { println!("write {who}") }
                if std::fs::OpenOptions::new().write(true).open(format!("/proc/{pid}/mem")).is_ok() && who == "parent" { println!("mem of {who}") }
            }
            kill(child, 9); } }"#,
    );
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        let mut attempt = exec(&program);
        attempt.profile = Profile::Tool;
        attempt.limits.processes = 8;
        let done = bout(&format!("tracer at {level:?}"), level, &attempt);
        assert_eq!((fate(&done, &attempt.limits), text(&done.stdout).as_str()), (Fate::Code(0), ""), "{level:?}");
    }
}
