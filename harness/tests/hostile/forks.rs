//! Runs by a fork: what they share with others and what they do not, when there are none, and
//! programs that forge the stop.
//!
//! The rest of the battery runs both ways.

use crate::arena::{CALLS, alive, attack};
use crate::bench::{Fate, c, exec, exec_by, fate, file, levels, limits, open, run, rust, rust_with, text};
use sandbox::{Exec, Level, Profile, Start, Stdin};
use std::collections::HashSet;
use std::path::Path;

/// The levels at which programs can serve.
fn serving() -> impl Iterator<Item = Level> {
    levels().iter().copied().filter(|level| *level >= Level::Full)
}

fn fork(program: &Path) -> Exec {
    exec_by(Start::Fork, program)
}

#[test]
fn each_run_begins_where_the_program_begins() {
    let program = attack(
        "counts-itself",
        r#"static N: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        fn main() { let mut s = String::new(); stdin().read_to_string(&mut s).unwrap(); let n = N.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            println!("{n} {s} {:?} {:?}", std::env::args().skip(1).collect::<Vec<_>>(), std::env::vars().collect::<Vec<_>>()); }"#,
    );
    for level in serving() {
        let mut cell = open(level);
        for round in 0..5 {
            let mut exec = fork(&program);
            exec.stdin = Stdin::File(file(&format!("fork-{round}.in"), round.to_string().as_bytes()));
            exec.args = vec!["a".into()];
            exec.env = vec![("K".into(), "v".into()), ("L".into(), "w".into())];
            let done = run(&mut *cell, &exec);
            assert_eq!(done.outcome.start, Start::Fork, "{level:?}");
            assert_eq!(
                text(&done.stdout),
                format!("0 {round} [\"a\"] [(\"K\", \"v\"), (\"L\", \"w\")]\n"),
                "{level:?}"
            );
        }
    }
}

#[test]
fn other_arguments_and_limits_are_another_servers() {
    let program = attack(
        "says-limits",
        "fn main() { extern \"C\" { fn getrlimit(r: i32, l: *mut [u64; 2]) -> i32; } let mut l = [0; 2]; unsafe { getrlimit(7, &mut l) }; println!(\"{:?} {}\", std::env::args().nth(1), l[0]) }",
    );
    for level in serving() {
        let mut cell = open(level);
        for (arg, files) in [("x", 64), ("y", 64), ("y", 32), ("x", 64)] {
            let mut exec = fork(&program);
            exec.args = vec![arg.into()];
            exec.limits.open_files = files;
            let done = run(&mut *cell, &exec);
            assert_eq!(text(&done.stdout), format!("Some({arg:?}) {files}\n"));
            assert_eq!(done.outcome.start, Start::Fork);
        }
    }
}

/// Addresses, and everything that depends on them, are those of the server.
#[test]
fn a_server_is_renewed_after_some_hundred_runs() {
    let program = attack("says-address", "fn main() { let x = 1; println!(\"{:p}\", &x) }");
    for level in serving() {
        let mut cell = open(level);
        let printed: Vec<String> = (0..600).map(|_| text(&run(&mut *cell, &fork(&program)).stdout)).collect();
        let different: HashSet<&String> = printed.iter().collect();
        assert!((3..=4).contains(&different.len()), "{level:?} {}", different.len());
    }
}

#[test]
fn static_programs_and_those_in_c_serve_alike() {
    let mut programs: Vec<_> = c("returns-3", "int main(){return 3;}").into_iter().collect();
    let link = format!("-Clink-arg={}", crate::bench::stop().display());
    let body = "fn main() { std::process::exit(3) }";
    programs.push(rust_with("static-3", body, &["-Ctarget-feature=+crt-static", &link]));
    for level in serving() {
        let mut cell = open(level);
        for program in &programs {
            for _ in 0..3 {
                let done = run(&mut *cell, &fork(program));
                assert_eq!((fate(&done, &limits()), done.outcome.start), (Fate::Code(3), Start::Fork), "{program:?}");
            }
        }
    }
}

#[test]
fn what_cannot_serve_is_run_the_ordinary_way() {
    let without = rust_with("without-stop", "fn main() { std::process::exit(5) }", &[]);
    let with = rust("exit-5", "fn main() { std::process::exit(5) }");
    let threads = |mut exec: Exec| {
        exec.limits.processes = 4;
        exec
    };
    let tool = Exec { profile: Profile::Tool, ..fork(&with) };
    for &level in levels() {
        let mut cell = open(level);
        for exec in [fork(&without), threads(fork(&with)), tool.clone(), exec(&with)] {
            let done = run(&mut *cell, &exec);
            assert_eq!((fate(&done, &limits()), done.outcome.start), (Fate::Code(5), Start::Exec), "{level:?}");
        }
        let done = run(&mut *cell, &fork(&with));
        assert_eq!(done.outcome.start == Start::Fork, level >= Level::Full, "{level:?}");
    }
}

/// An ordinary run's peak exceeds a fork's only by what its loader touches. A fork's never exceeds
/// an ordinary run's.
#[test]
fn the_peak_of_memory_is_told_as_in_an_ordinary_run_but_for_the_loading() {
    const MIB: u64 = 1 << 20;
    let program = attack(
        "takes-memory",
        "fn main() { let n: usize = args().parse().unwrap(); let v = vec![1u8; n << 20]; std::hint::black_box(&v); } fn args() -> String { std::env::args().nth(1).unwrap() }",
    );
    // The kernel adds up resident pages per core in batches of 32, and more on large machines
    // (`percpu_counter_batch`). A peak can be off by what every core may still hold back.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    // Before Linux 6.2, each thread adds up by itself what 64 page faults bring in, and a fault in
    // a file brings in up to sixteen pages.
    let batches = if older_than(6, 2) { 64 * 16 * 4096 } else { cores * (2 * cores).max(32) * 4096 };
    for level in serving() {
        let mut cell = open(level);
        for mib in [0, 1, 20] {
            let [ordinary, forked] = [Start::Exec, Start::Fork].map(|start| {
                let mut exec = exec_by(start, &program);
                exec.args = vec![mib.to_string().into()];
                let done = run(&mut *cell, &exec);
                assert_eq!((fate(&done, &limits()), done.outcome.start), (Fate::Code(0), start));
                done.outcome.usage.memory
            });
            let display = format!("{mib} MiB: ordinary {ordinary}, forked {forked}, batches {batches}");
            assert!(forked <= ordinary + batches, "{display}");
            assert!(forked + batches + 4 * MIB > ordinary, "{display}");
            assert!(forked + batches >= mib * MIB, "{display}");
        }
    }
}

fn older_than(major: u32, minor: u32) -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(['.', '-']).map(|number| number.trim().parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap()) < (major, minor)
}

/// A program whose own code runs before the stop and plays the server its own way: `how` is run
/// when the cell asks it to serve. Otherwise the program prints 42.
fn forger(name: &str, how: &str) -> std::path::PathBuf {
    let source = format!(
        r#"#![allow(warnings)] {CALLS}
        #[used] #[link_section = ".preinit_array"] static EARLY: unsafe extern "C" fn(i32, *const *const u8, *mut *const u8) = early;
        unsafe fn call(n: i64, a: usize, b: usize, c: usize) -> i64 {{ raw(n, [a as u64, b as u64, c as u64, 0, 0, 0]) }}
        unsafe fn say() {{ call(WRITE, 0, b"x".as_ptr() as usize, 1); }}
        unsafe fn spin() -> ! {{ loop {{}} }}
        unsafe fn nap() -> ! {{ loop {{ call(PPOLL, 0, 0, 0); }} }}
        unsafe fn leave(code: usize) -> ! {{ call(EXIT_GROUP, code, 0, 0); loop {{}} }}
        /// The secret of the next run, whose streams become 3, 4 and 5.
        unsafe fn asked() -> u64 {{ let mut secret = 0u64; let mut vector = [&raw mut secret as usize, 8]; let mut control = [0usize; 8];
            let mut message = [0, 0, vector.as_mut_ptr() as usize, 1, control.as_mut_ptr() as usize, 64, 0]; call(RECVMSG, 0, message.as_mut_ptr() as usize, 0); secret }}
        unsafe fn fork(secret: u64) -> i64 {{ raw(CLONE, [0x8011, 0, 0, 0, 0, secret]) }}
        unsafe extern "C" fn early(_: i32, _: *const *const u8, env: *mut *const u8) {{
            if (*env).is_null() || *(*env).add(8) != b'S' {{ return }}
            {how} }}
        fn main() {{ println!("42") }}"#
    );
    rust(name, &source)
}

/// A forger gets the outcome of an ordinary run, or what it does to itself. The next program of the
/// same worker notices nothing, and nothing is left.
#[test]
fn a_forged_stop_deceives_nobody() {
    let forgers = [
        ("ends", "leave(0)"),
        ("crashes", "*(8 as *mut u8) = 1;"),
        ("never-stops", "*env = std::ptr::null();"),
        ("speaks-and-ends", "say(); leave(0)"),
        ("speaks-twice", "say(); say(); nap()"),
        ("speaks-for-a-child", "say(); asked(); say(); nap()"),
        ("forks-nothing", "say(); asked(); leave(0)"),
        ("ends-after-the-fork", "say(); let s = asked(); if fork(s) == 0 { nap() } leave(0)"),
    ];
    for level in serving() {
        for (name, how) in forgers {
            let program = forger(name, how);
            let mut cell = open(level);
            for _ in 0..2 {
                let done = run(&mut *cell, &fork(&program));
                assert_eq!((fate(&done, &limits()), text(&done.stdout).as_str()), (Fate::Code(0), "42\n"), "{name}");
                assert_eq!(done.outcome.start, Start::Exec, "{name}");
            }
            let done = run(&mut *cell, &fork(&rust("nothing", "fn main() {}")));
            assert_eq!((fate(&done, &limits()), done.outcome.start), (Fate::Code(0), Start::Fork), "after {name}");
            assert_eq!(alive(&program), Vec::<String>::new(), "left by {name}");
        }
    }
}

/// Even with the secret it cannot have more, and without the secret none at all.
#[test]
fn a_server_has_one_child_at_a_time() {
    let how = "say(); let s = asked(); if fork(s) == 0 { say(); let time = [0usize, 300_000_000]; call(NANOSLEEP, time.as_ptr() as usize, 0, 0); leave(0) }
        let again = [fork(s), fork(s ^ 1), fork(0), call(FORK, 0, 0, 0), call(VFORK, 0, 0, 0)]; if again == [-11, -1, -1, -1, -1] { call(WRITE, 4, b\"refused\".as_ptr() as usize, 7); } nap()";
    let program = forger("forks-too-often", how);
    for level in serving() {
        let done = run(&mut *open(level), &fork(&program));
        assert_eq!((text(&done.stdout).as_str(), done.outcome.start), ("refused", Start::Fork), "{:?}", done.outcome);
    }
}

/// The server's use counts as its runs' own, and it is stopped with them.
#[test]
fn who_computes_in_the_server_pays_for_it() {
    let spins = forger("server-spins", "say(); let s = asked(); if fork(s) == 0 { say(); nap() } spin()");
    let sleeps = forger("server-sleeps", "say(); let s = asked(); if fork(s) == 0 { say(); nap() } nap()");
    for level in serving() {
        for (program, expected) in [(&spins, Fate::Cpu), (&sleeps, Fate::Wall)] {
            let mut exec = fork(program);
            exec.limits.wall = std::time::Duration::from_secs(if expected == Fate::Wall { 1 } else { 60 });
            let done = run(&mut *open(level), &exec);
            assert_eq!((fate(&done, &exec.limits), done.outcome.start), (expected, Start::Fork), "{:?}", done.outcome);
            assert_eq!(alive(program), Vec::<String>::new());
        }
    }
}

/// The server still has the run's stream, and writes into it when the run is over.
#[test]
fn what_the_server_writes_later_is_in_nobodys_output() {
    let how = "say(); loop { let s = asked(); if fork(s) == 0 { say(); leave(0) } for _ in 0..200_000 { call(WRITE, 4, b\"y\".as_ptr() as usize, 1); } call(CLOSE, 3, 0, 0); call(CLOSE, 4, 0, 0); call(CLOSE, 5, 0, 0); }";
    let program = forger("writes-later", how);
    let honest = rust("says-7", "fn main() { print!(\"7\") }");
    for level in serving() {
        let mut cell = open(level);
        for _ in 0..5 {
            // Whatever comes of it is an outcome, not a failure of ours.
            let done = run(&mut *cell, &fork(&program));
            assert!(done.outcome.start == Start::Fork || text(&done.stdout) == "42\n", "{level:?}");
            for start in [Start::Exec, Start::Fork] {
                assert_eq!(text(&run(&mut *cell, &exec_by(start, &honest)).stdout), "7", "{level:?}");
            }
        }
    }
}

#[test]
fn a_fork_opens_its_input_by_name_as_an_ordinary_run_does() {
    let body = r#"fn main() { print!("{}", std::fs::read_to_string("/dev/stdin").unwrap()) }"#;
    let program = attack("fork-by-name", body);
    for level in serving() {
        let mut cell = open(level);
        for word in ["first", "second"] {
            let stdin = Stdin::File(file(&format!("fork-{word}.in"), word.as_bytes()));
            let done = run(&mut *cell, &Exec { stdin, ..fork(&program) });
            assert_eq!(text(&done.stdout), word, "{level:?}");
        }
    }
}
