//! What bad programs try, one small program for each attack, and how each ends.
//!
//! See `arena` for how an attack is run, and what may be left of it. An attack's row says what it
//! may still do at the weaker levels.

use crate::arena::{ANY, attack, check, check_harmless, endure};
use crate::bench::{Fate, c, exec, file, levels, long, open, run, text};
use sandbox::{Level, Stdin};
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use std::process::Command;

use Level::{Confined, Full, FullCgroup, Measured};

const TIME: &[Fate] = &[Fate::Cpu, Fate::Wall];

#[test]
fn bombs_of_processes_and_threads() {
    // Below `confined` an ordinary user's fork is refused because his processes count. Root's
    // programs have a user of their own.
    check(
        "fork-bomb",
        "fn main() { loop { if unsafe { fork() } < 0 { exit(7) } } }",
        &[(Measured, ANY), (Confined, &[Fate::Code(7)])],
    );
    check(
        "fork-setsid-bomb",
        "fn main() { loop { let p = unsafe { fork() }; if p < 0 { exit(7) } if p == 0 { unsafe { setsid() }; } } }",
        &[(Measured, ANY), (Confined, &[Fate::Code(7)])],
    );
    check(
        "thread-bomb",
        "fn main() { loop { if std::thread::Builder::new().spawn(|| nap()).is_err() { exit(7) } } }",
        &[(Measured, &[Fate::Code(7)])],
    );
    check(
        "spinning-threads",
        "fn main() { for _ in 0..8 { let _ = std::thread::Builder::new().spawn(|| spin()); } spin() }",
        &[(Measured, &[Fate::Cpu])],
    );
    check(
        "orphans",
        "fn main() { for _ in 0..3 { if unsafe { fork() } == 0 { unsafe { setsid() }; nap() } } }",
        &[(Measured, &[Fate::Code(0)])],
    );
    check(
        "spinning-orphans",
        "fn main() { for _ in 0..3 { if unsafe { fork() } == 0 { unsafe { setsid() }; spin() } } }",
        &[(Measured, &[Fate::Code(0)])],
    );
    check(
        "double-fork",
        "fn main() { unsafe { if fork() == 0 { setsid(); if fork() == 0 { nap() } } } }",
        &[(Measured, &[Fate::Code(0)])],
    );
    check(
        "hidden-cpu",
        "fn main() { unsafe { signal(17, 1); let p = fork(); if p < 0 { exit(7) } if p == 0 { spin() } nap() } }",
        &[(Measured, ANY), (Confined, &[Fate::Code(7)])],
    );
}

#[test]
fn raw_ways_to_a_process() {
    let body = "fn main() { unsafe {
        let mut args = [0u64; 11]; args[4] = 17;
        for (what, pid) in [(\"clone3\", syscall(CLONE3, args.as_mut_ptr(), 88u64)), (\"fork\", syscall(FORK)), (\"clone\", syscall(CLONE, 17u64, 0u64, 0u64, 0u64, 0u64, 0u64)),
            (\"clone-parent\", syscall(CLONE, 0x8000u64 | 17, 0u64, 0u64, 0u64, 0u64, 0u64))] {
            if pid == 0 { syscall(EXIT_GROUP, 0); } if pid > 0 { println!(\"{what}\") } } } }";
    check_harmless("raw-processes", body, Measured);
    #[cfg(target_arch = "x86_64")]
    other_tables();
}

/// System call numbers of another architecture that this machine also understands.
#[cfg(target_arch = "x86_64")]
fn other_tables() {
    // int 0x80 reads numbers and arguments of another architecture; fork is 2 there.
    let body = "fn main() { let mut r: i64 = 2; unsafe { std::arch::asm!(\"push rbx\", \"int 0x80\", \"pop rbx\", inout(\"rax\") r) };
        if r == 0 { exit(0) } if r > 0 { println!(\"int80\") } }";
    endure("int80", &attack("int80", body), &[], &[(Confined, &[Fate::Signal(31), Fate::Signal(11)])]);
    let body = "fn main() { unsafe { if syscall(0x4000_0000 + 39) > 0 { println!(\"x32\") } } }";
    endure("x32", &attack("x32", body), &[], &[(Confined, &[Fate::Signal(31)])]);
}

#[test]
fn time_is_up_for_everybody() {
    check("answer-then-sleep", "fn main() { println!(\"42\"); nap() }", &[(Measured, &[Fate::Wall])]);
    check(
        "ignores-signals",
        "fn main() { for s in 1..65 { unsafe { signal(s, 1) }; } spin() }",
        &[(Measured, &[Fate::Cpu])],
    );
    check("stops-itself", "fn main() { unsafe { raise(19) }; spin() }", &[(Measured, TIME)]);
}

#[test]
fn signals_reach_nobody_else() {
    check(
        "kills-everybody",
        "fn main() { unsafe { let parent = getppid(); kill(parent, 19); kill(parent, 9); kill(0, 9); } nap() }",
        &[(Full, &[Fate::Signal(9)]), (FullCgroup, &[Fate::Signal(9)])],
    );
    let body = "fn main() { unsafe { let p = getppid(); if p > 1 && (kill(p, 0) == 0 || kill(p, 19) == 0) { println!(\"parent\") }
        extern \"C\" { fn getpgid(p: i32) -> i32; } // a fork and its server are one group
        for p in 2..400 { if p != getpid() && getpgid(p) != getpgid(0) && kill(p, 0) == 0 { println!(\"{p}\") } } } }";
    check_harmless("signals", body, Confined);
}

/// An ordinary user's programs run as that user, and so does everything else he runs.
#[test]
fn limits_cores_and_priorities_of_other_processes_stay() {
    let mut victim = Command::new("sleep").arg("6000").spawn().unwrap();
    let state = || {
        let read = |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", victim.id())).unwrap();
        let cores = read("status").lines().find(|line| line.starts_with("Cpus_allowed:")).map(str::to_owned);
        let nice = read("stat").rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(16).map(str::to_owned));
        (read("limits"), cores.unwrap(), nice.unwrap())
    };
    let before = state();
    let program = attack(
        "meddler",
        r#"fn main() { unsafe {
            extern "C" { fn prlimit(p: i32, r: i32, n: *const [u64; 2], o: *mut [u64; 2]) -> i32; fn setpriority(w: i32, p: i32, n: i32) -> i32;
              fn sched_setaffinity(p: i32, n: usize, m: *const u64) -> i32; }
            for p in [std::env::args().nth(1).unwrap().parse().unwrap(), getppid()] { if p > 1 {
                if prlimit(p, 12, &[7, 7], std::ptr::null_mut()) == 0 { println!("limit of {p}") }
                if sched_setaffinity(p, 8, &1) == 0 { println!("cores of {p}") }
                if setpriority(0, p, 3) == 0 { println!("priority of {p}") } } }
            if setpriority(2, 0, 3) == 0 { println!("priority of the user") } } }"#,
    );
    let number = victim.id().to_string();
    for (level, done) in endure("meddler", &program, &[&number], &[(Confined, &[Fate::Code(0)])]) {
        assert_eq!(text(&done.stdout), "", "{level:?}");
    }
    let after = state();
    victim.kill().unwrap();
    victim.wait().unwrap();
    assert_eq!(after, before);
}

#[test]
fn floods_end_at_the_cap() {
    check(
        "right-then-flood",
        "fn main() { println!(\"42\"); loop { if stdout().write_all(&[b'x'; 65536]).is_err() { } } }",
        &[(Measured, &[Fate::Output])],
    );
    check(
        "terabyte",
        "fn main() { println!(\"42\"); unsafe { ftruncate(1, 1 << 40) }; }",
        &[(Measured, &[Fate::Output, Fate::Code(0)])],
    );
}

#[test]
fn memory_is_counted_however_it_is_taken() {
    // Where it may have threads, its address space is not a bound.
    let shared = "fn main() { unsafe { let n = 512 << 20; let p = mmap(std::ptr::null_mut(), n, 3, 0x21, -1, 0); if p as isize == -1 { exit(7) } for i in (0..n).step_by(4096) { *p.add(i) = 1; } } }";
    check("shared-anonymous", shared, &[(Measured, &[Fate::Memory, Fate::Code(7)]), (FullCgroup, &[Fate::Memory])]);
    check_harmless(
        "memfd",
        "fn main() { if unsafe { syscall(MEMFD_CREATE, c\"x\".as_ptr(), 0) } >= 0 { println!(\"memfd\") } }",
        Confined,
    );
    let stack = "#[inline(never)] fn f(n: u64) -> u64 { let a = std::hint::black_box([n; 64]); f(n + 1) + a[3] } fn main() { println!(\"{}\", f(0)) }";
    check("endless-recursion", stack, &[(Measured, &[Fate::Memory])]);
    let reserve = "fn main() { unsafe { let p = mmap(std::ptr::null_mut(), 100 << 20, 0, 0x4022, -1, 0); if p as isize == -1 { exit(7) } } }";
    check("reserve-only", reserve, &[(Measured, &[Fate::Code(0)])]);
}

#[test]
fn files_are_out_of_reach() {
    // It belongs to the harness's own user and is open to all: modes alone would keep nobody out.
    let place = tempfile::tempdir().unwrap();
    std::fs::set_permissions(place.path(), Permissions::from_mode(0o777)).unwrap();
    let canary = place.path().join("answer.ans");
    std::fs::write(&canary, "the answer").unwrap();
    std::fs::set_permissions(&canary, Permissions::from_mode(0o666)).unwrap();
    let home = std::env::var_os("HOME").map_or_else(|| PathBuf::from("/root"), PathBuf::from);
    let program = attack(
        "reader-of-secrets",
        r#"fn main() { for path in std::env::args().skip(1) { if std::fs::read(&path).is_ok() || std::fs::read_dir(&path).is_ok_and(|d| d.count() > 0) { println!("{path}") } }
            for (name, value) in std::env::vars() { println!("{name}={value}") } }"#,
    );
    let folder = canary.parent().unwrap();
    let home = home.to_str().unwrap();
    let paths = [
        canary.to_str().unwrap(),
        folder.to_str().unwrap(),
        "/etc/passwd",
        "/etc/shadow",
        "/root",
        home,
        "/proc/1/environ",
        "/proc/self/environ",
        "/proc",
        "/sys/kernel",
        "/tmp",
        "/work",
        "/home",
    ];
    for (level, done) in endure("reader-of-secrets", &program, &paths, &[(Confined, &[Fate::Code(0)])]) {
        assert_eq!(text(&done.stdout), "", "{level:?}");
    }
    let program = attack(
        "changer-of-files",
        r#"use std::os::unix::fs::*; fn main() { for path in std::env::args().skip(1) {
            let p = std::path::Path::new(&path); let q = format!("{path}.2"); let mut did = vec![];
            let old = std::fs::metadata(p).ok().map(|m| m.mode());
            if std::fs::write(&q, "x").is_ok() { did.push("create") } if std::fs::OpenOptions::new().write(true).open(p).is_ok() { did.push("open") }
            if std::fs::rename(p, &q).is_ok() { did.push("rename") } if std::fs::remove_file(p).is_ok() { did.push("unlink") }
            if std::fs::set_permissions(p, std::fs::Permissions::from_mode(0o777)).is_ok() { did.push("chmod") }
            if std::fs::create_dir(&q).is_ok() { did.push("mkdir") } if symlink(p, &q).is_ok() { did.push("symlink") } if std::fs::hard_link(p, &q).is_ok() { did.push("link") }
            if chown(p, Some(1), Some(1)).is_ok() { did.push("chown") }
            let c = std::ffi::CString::new(path.as_bytes()).unwrap();
            extern "C" { fn truncate(p: *const c_char, n: i64) -> i32; fn utimes(p: *const c_char, t: *const u8) -> i32; fn setxattr(p: *const c_char, n: *const c_char, v: *const u8, s: usize, f: i32) -> i32; }
            unsafe { if truncate(c.as_ptr(), 0) == 0 { did.push("truncate") } if utimes(c.as_ptr(), std::ptr::null()) == 0 { did.push("utimes") }
              if setxattr(c.as_ptr(), c"user.x".as_ptr(), b"x".as_ptr(), 1, 0) == 0 { did.push("setxattr") } }
            if !did.is_empty() { println!("{path} {did:?}") } } }"#,
    );
    let own = program.to_str().unwrap();
    let state = || std::fs::metadata(&canary).map(|m| (m.modified().unwrap(), m.mode(), m.uid())).unwrap();
    let before = state();
    let paths =
        [canary.to_str().unwrap(), own, "/tmp/x", "/x", "x", "/empty/x", "/dev/shm/x", "/usr/lib/x", "/etc/passwd"];
    for (level, done) in endure("changer-of-files", &program, &paths, &[(Confined, &[Fate::Code(0)])]) {
        assert_eq!(text(&done.stdout), "", "{level:?}");
    }
    assert_eq!(std::fs::read(&canary).unwrap(), b"the answer");
    assert_eq!(state(), before);
}

/// What one program leaves in the page cache of a library, the next one cannot see.
#[test]
fn what_is_in_memory_of_a_file_is_told_to_nobody() {
    let body = r#"fn main() { unsafe {
        let file = std::fs::File::open("/proc/self/exe").or_else(|_| std::fs::File::open("/lib64/ld-linux-x86-64.so.2"));
        let fd = file.as_ref().map_or(0, |file| std::os::fd::AsRawFd::as_raw_fd(file)) as u64;
        let mut byte = [0u8; 1]; let place = [byte.as_mut_ptr() as u64, 1];
        for flags in [1u64, 2, 4, 8, 0x10, 0x80] {
            if syscall(PREADV2, fd, place.as_ptr(), 1u64, 0u64, 0u64, flags) >= 0 { println!("read with {flags}") } }
        let page = mmap(std::ptr::null_mut(), 4096, 1, 0x22, -1, 0);
        if syscall(MINCORE, page, 4096u64, byte.as_mut_ptr()) == 0 { println!("mincore") } } }"#;
    check_harmless("page-cache", body, Confined);
    // Programs that mean well, such as cp and databases, give advice and go on.
    let body = r#"fn main() { unsafe {
        let mut byte = [0u8; 1]; let place = [byte.as_mut_ptr() as u64, 1];
        if syscall(FADVISE64, 0u64, 0u64, 0u64, 4u64) != 0 || syscall(READAHEAD, 0u64, 0u64, 4096u64) != 0 { println!("advice") }
        if syscall(PREADV2, 0u64, place.as_ptr(), 1u64, 0u64, 0u64, 0u64) != 1 { println!("a plain read") } } }"#;
    let program = attack("advice", body);
    for &level in levels().iter().filter(|level| **level >= Confined) {
        let mut exec = exec(&program);
        exec.stdin = Stdin::File(file("advice.in", b"x"));
        assert_eq!(text(&run(&mut *open(level), &exec).stdout), "", "{level:?}");
    }
}

/// The number of a process says how many there were before it. Between the passes of a test that
/// must not lead from one to the next. Below `full` the numbers are the machine's.
#[test]
fn a_new_pass_does_not_learn_how_many_threads_the_last_one_had() {
    let many = attack("many-threads", "fn main() { for _ in 0..300 { let _ = std::thread::spawn(|| ()).join(); } }");
    let number = attack("own-number", "fn main() { println!(\"{}\", std::process::id()) }");
    for &level in levels().iter().filter(|level| **level >= Full) {
        let mut cell = open(level);
        let mut first = exec(&number);
        first.limits.processes = 8;
        cell.forget();
        let before = text(&run(&mut *cell, &first).stdout);
        let mut noisy = exec(&many);
        noisy.limits.processes = 8;
        run(&mut *cell, &noisy);
        assert_ne!(text(&run(&mut *cell, &first).stdout), before, "{level:?}: the battery itself");
        cell.forget();
        assert_eq!(text(&run(&mut *cell, &first).stdout), before, "{level:?}");
    }
}

#[test]
fn the_input_cannot_be_changed_for_the_next_run() {
    let input = file("precious.in", b"precious");
    let body = r#"fn main() { unsafe { extern "C" { fn write(f: i32, b: *const u8, n: usize) -> isize; fn fchmod(f: i32, m: u32) -> i32; }
        if write(0, b"x".as_ptr(), 1) > 0 { println!("write") } if ftruncate(0, 0) == 0 { println!("truncate") }
        let mut s = String::new(); stdin().read_to_string(&mut s).unwrap(); if s != "precious" { println!("{s}") } } }"#;
    let program = attack("changer-of-input", body);
    for &level in levels() {
        let mut cell = open(level);
        for _ in 0..2 {
            let mut exec = exec(&program);
            exec.stdin = Stdin::File(input.clone());
            assert_eq!(text(&run(&mut *cell, &exec).stdout), "", "{level:?}");
        }
        assert_eq!(std::fs::read(&input).unwrap(), b"precious");
    }
}

/// The filter, seen from inside: only the calls of the policy do anything but fail with EPERM (or
/// ENOSYS), and no guess of the secret lets a guarded one through.
#[test]
fn guessing_the_secret_opens_nothing() {
    let body = r#"fn main() { unsafe {
        let mut x = 0x9e3779b97f4a7c15u64 ^ std::process::id() as u64;
        for i in 0..300_000u64 { x ^= x << 13; x ^= x >> 7; x ^= x << 17;
            let guess = if i % 3 == 0 { i } else { x };
            // setpgid: harmless, guarded, and successful for anybody who is let through.
            let r = raw(SETPGID, [0, 0, 0, 0, 0, guess]);
            if r != -1 { println!("{guess:x} {r}") } }
        let mut open = vec![];
        // Left out: calls that wait, end the program, or close its streams. On x86-64, 335 and 336
        // pass every filter and only raise SIGILL.
        #[cfg(target_arch = "x86_64")]
        let skipped = [335, 336, 0, 1, 15, 22, 23, 34, 35, 60, 61, 130, 219, 230, 231, 247, 270, 271, 128, 202, 7, 449, 3, 436, 33, 292, 32];
        #[cfg(target_arch = "aarch64")]
        let skipped = [63, 64, 139, 101, 93, 260, 133, 128, 115, 94, 95, 72, 73, 137, 98, 449, 57, 436, 24, 23];
        let all = u64::MAX;
        for nr in 0..600i64 { if skipped.contains(&nr) { continue } let r = raw(nr, [all, all, all, all, all, 0]);
            if r == -1 || r == -38 { } else { open.push(nr) } }
        eprintln!("{open:?}") } }"#;
    let program = attack("guesser", body);
    for (level, done) in endure("guesser", &program, &[], &[(Confined, &[Fate::Code(0)])]) {
        assert_eq!(text(&done.stdout), "", "{level:?}");
        let open: Vec<i64> =
            text(&done.stderr).trim().trim_matches(['[', ']']).split(", ").map(|n| n.parse().unwrap()).collect();
        #[cfg(target_arch = "x86_64")]
        let shut = [
            41, 53, 56, 57, 58, 59, 101, 109, 112, 160, 161, 165, 246, 250, 272, 298, 319, 321, 322, 323, 425, 434,
            435, 444,
        ];
        #[cfg(target_arch = "aarch64")]
        let shut =
            [198, 199, 220, 221, 117, 154, 157, 164, 51, 40, 104, 219, 97, 241, 279, 280, 281, 282, 425, 434, 435, 444];
        assert!(open.len() > 30 && !open.iter().any(|number| shut.contains(number)), "{level:?} {open:?}");
    }
}

#[test]
fn ends_of_every_kind_are_told_as_they_are() {
    check("itself-kill", "fn main() { unsafe { kill(getpid(), 9) }; }", &[(Measured, &[Fate::Signal(9)])]);
    check("itself-fpe", "fn main() { unsafe { raise(8) }; }", &[(Measured, &[Fate::Signal(8)])]);
    check(
        "null-open",
        "fn main() { unsafe { syscall(OPEN, 0u64, 0u64); syscall(OPENAT, -100i64, 0u64, 0u64); } let _ = std::fs::File::open(\"x\".repeat(4095)); let _ = std::fs::File::open(\"\\u{fffd}\"); }",
        &[(Measured, &[Fate::Code(0)])],
    );
    let program = attack("codes", "fn main() { exit(std::env::args().nth(1).unwrap().parse().unwrap()) }");
    for &code in if long() { &[0, 1, 42, 43, 126, 127, 137, 255][..] } else { &[0, 137, 255] } {
        endure("codes", &program, &[&code.to_string()], &[(Measured, &[Fate::Code(code)])]);
    }
    let words = "fn main() { eprintln!(\"time limit exceeded\"); print!(\"\\0\\x1b[2J\\n::error file=x::y\\n{}\", \"a\".repeat(130_000)) }";
    for (level, done) in endure("words", &attack("words", words), &[], &[(Measured, &[Fate::Code(0)])]) {
        assert_eq!(done.stdout.len, 130_000 + 24, "{level:?}");
    }
    check(
        "exec-itself",
        "use std::os::unix::process::CommandExt; fn main() { let e = Command::new(std::env::args().next().unwrap()).exec(); exit(7) }",
        &[(Measured, &[Fate::Cpu, Fate::Code(7)]), (Confined, &[Fate::Code(7)])],
    );
}

#[test]
fn c_programs_that_run_out_of_memory_are_told_apart_from_crashes() {
    let Some(hog) = c(
        "hog-c",
        "#include <stdlib.h>\n#include <string.h>\nint main(){for(;;){char*p=malloc(1<<20);if(!p)abort();memset(p,1,1<<20);}}",
    ) else {
        return;
    };
    endure("hog-c", &hog, &[], &[(Measured, &[Fate::Memory])]);
    let Some(crash) = c("crash-c", "int main(){volatile int*volatile p=0;return *p;}") else { return };
    endure("crash-c", &crash, &[], &[(Measured, &[Fate::Signal(11)])]);
}
