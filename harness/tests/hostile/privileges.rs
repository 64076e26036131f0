//! Attempts to gain privileges: kernel interfaces, other users' rights, other processes.

use crate::arena::{attack, bout};
use crate::bench::{Fate, exec, fate, folder, levels, rust, text};
use sandbox::{Level, Profile};
use std::os::unix::fs::PermissionsExt;

#[test]
fn the_kernels_doors_are_shut() {
    // Each call's name, number, and arguments with which it would do something.
    let body = r#"fn main() { unsafe {
        let null = 0u64; let path = c"/".as_ptr() as u64; let mut buffer = [0u64; 64]; let b = buffer.as_mut_ptr() as u64;
        let calls: &[(&str, i64, [u64; 5])] = &[
            ("chroot", CHROOT, [path, 0, 0, 0, 0]), ("mount", MOUNT, [path, path, null, 4096, 0]), ("unshare", UNSHARE, [0x10000000, 0, 0, 0, 0]), ("setns", SETNS, [0, 0, 0, 0, 0]),
            ("setuid", SETUID, [0, 0, 0, 0, 0]), ("ptrace", PTRACE, [0, 0, 0, 0, 0]), ("process_vm_readv", PROCESS_VM_READV, [getppid() as u64, b, 1, b, 1]),
            ("tcp", SOCKET, [2, 1, 0, 0, 0]), ("udp", SOCKET, [2, 2, 0, 0, 0]), ("tcp6", SOCKET, [10, 1, 0, 0, 0]), ("unix", SOCKET, [1, 1, 0, 0, 0]), ("netlink", SOCKET, [16, 3, 0, 0, 0]), ("vsock", SOCKET, [40, 1, 0, 0, 0]),
            ("socketpair", SOCKETPAIR, [1, 1, 0, b, 0]), ("io_uring", IO_URING_SETUP, [8, b, 0, 0, 0]), ("bpf", BPF, [0, b, 48, 0, 0]), ("perf", PERF_EVENT_OPEN, [b, 0, u64::MAX, u64::MAX, 0]),
            ("userfaultfd", USERFAULTFD, [1, 0, 0, 0, 0]), ("keyctl", KEYCTL, [0, u64::MAX - 2, 1, 0, 0]), ("add_key", ADD_KEY, [path, path, path, 1, u64::MAX - 2]), ("personality", PERSONALITY, [0x0040000, 0, 0, 0, 0]),
            ("nice", SETPRIORITY, [0, 0, (-20i64) as u64, 0, 0]), ("affinity", SCHED_SETAFFINITY, [0, 8, b, 0, 0]), ("fifo", SCHED_SETSCHEDULER, [0, 1, b, 0, 0]), ("exec", EXECVE, [c"/bin/sh".as_ptr() as u64, 0, 0, 0, 0]),
            ("shmget", SHMGET, [0, 4096, 0o1777, 0, 0]), ("msgget", MSGGET, [0, 0o1777, 0, 0, 0]), ("semget", SEMGET, [0, 1, 0o1777, 0, 0]), ("mq_open", MQ_OPEN, [c"x".as_ptr() as u64, 0o102, 0o777, 0, 0]),
            ("pidfd_open", PIDFD_OPEN, [1, 0, 0, 0, 0]), ("memfd_secret", MEMFD_SECRET, [0, 0, 0, 0, 0]), ("name_to_handle", NAME_TO_HANDLE_AT, [0, path, b, b, 0]), ("kexec", KEXEC_LOAD, [0, 0, 0, 0, 0]), ("sysctl-reboot", REBOOT, [0, 0, 0, 0, 0]),
            ("seccomp", SECCOMP, [1, 0, b, 0, 0]), ("landlock", LANDLOCK_CREATE_RULESET, [0, 0, 1, 0, 0]), ("move_pages", MOVE_PAGES, [0, 0, 0, 0, 0]), ("kcmp", KCMP, [getpid() as u64, getppid() as u64, 2, 0, 0]),
            ("init_module", INIT_MODULE, [b, 8, path, 0, 0]), ("finit_module", FINIT_MODULE, [0, path, 0, 0, 0]), ("delete_module", DELETE_MODULE, [path, 0, 0, 0, 0]), ("pivot_root", PIVOT_ROOT, [path, path, 0, 0, 0]),
            ("swapoff", SWAPOFF, [path, 0, 0, 0, 0]), ("acct", ACCT, [0, 0, 0, 0, 0]), ("iopl", IOPL, [3, 0, 0, 0, 0]), ("ioperm", IOPERM, [0, 8, 1, 0, 0]), ("clock_settime", CLOCK_SETTIME, [0, b, 0, 0, 0]),
            ("sethostname", SETHOSTNAME, [path, 1, 0, 0, 0]), ("open_by_handle", OPEN_BY_HANDLE_AT, [u64::MAX, b, 0, 0, 0]), ("open_tree", OPEN_TREE, [-100i64 as u64, path, 1, 0, 0]), ("fsopen", FSOPEN, [c"tmpfs".as_ptr() as u64, 0, 0, 0, 0]),
            ("mount_setattr", MOUNT_SETATTR, [-100i64 as u64, path, 0, b, 32]), ("pidfd_getfd", PIDFD_GETFD, [3, 0, 0, 0, 0]), ("fanotify", FANOTIFY_INIT, [0, 0, 0, 0, 0]), ("syslog", SYSLOG, [3, b, 8, 0, 0]),
            ("vmsplice", VMSPLICE, [1, b, 0, 0, 0]), ("aio", IO_SETUP, [1, b + 8, 0, 0, 0]), ("mknod", MKNOD, [c"harness-attack-litter".as_ptr() as u64, 0o010600, 0, 0, 0]),
            ("mknodat", MKNODAT, [-100i64 as u64, c"harness-attack-litter".as_ptr() as u64, 0o010600, 0, 0]) ];
        buffer[0] = u64::MAX;
        for (name, nr, a) in calls { if syscall(*nr, a[0], a[1], a[2], a[3], a[4], 0u64) >= 0 { println!("{name}") } }
        if setrlimit(7, &[1 << 20, 1 << 20]) == 0 { println!("raise") } } }"#;
    let program = attack("doors", body);
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        for (profile, open) in [
            // A priority that it seems to get and does not.
            (Profile::Solution, "fifo"),
            // Two ends that nobody else has, and the cores that the run may use.
            (Profile::Runtime, "socketpair affinity fifo"),
            // Also watching the processes it starts.
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

/// A file that root lets everybody run as root.
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
            if syscall(MQ_OPEN, c"harness-attack-litter".as_ptr(), 0o102i64, 0o777i64, 0i64) >= 0 { println!("posix mq") }
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
                if syscall(PTRACE, 16i64, pid, 0i64, 0i64) == 0 { println!("ptrace {who}") } // PTRACE_ATTACH
                if syscall(PTRACE, 0x4206i64, pid, 0i64, 0i64) == 0 { println!("seize {who}") }
                if syscall(PROCESS_VM_READV, pid, there.as_mut_ptr(), 1i64, there.as_mut_ptr(), 1i64, 0i64) > 0 { println!("read {who}") }
                if syscall(PROCESS_VM_WRITEV, pid, there.as_mut_ptr(), 1i64, there.as_mut_ptr(), 1i64, 0i64) > 0 { println!("write {who}") }
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
