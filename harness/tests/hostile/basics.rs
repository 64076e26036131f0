//! What every level does: starts, limits, measures, stops and reports.

use crate::bench::{
    self, Fate, KIB, MIB, c, exec, exec_by, fate, file, levels, limits, open, run, rust, slowness, text, try_run, ways,
    working,
};
use sandbox::{self, Cancel, Config, CoreWait, Error, Exec, Exit, Level, Profile, Start, Stdin, StopReason};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Checks how a program of `body` ends under the small limits, at every level and for every way of
/// starting it.
fn check(name: &str, body: &str, expected: Fate) {
    check_started(name, body, expected, true);
}

/// Like [`check`]. `can_serve`: the program can be loaded at every level, and then forked.
fn check_started(name: &str, body: &str, expected: Fate, can_serve: bool) {
    let program = rust(name, body);
    for (level, start) in ways() {
        let mut cell = open(level);
        // The second fork comes from a server that has already served.
        for _ in 0..if start == Start::Fork { 2 } else { 1 } {
            let done = run(&mut *cell, &exec_by(start, &program));
            assert_eq!(fate(&done, &limits()), expected, "{name} {level:?}: {:?} {}", done.outcome, text(&done.stderr));
            assert!(done.outcome.start == start || !can_serve, "{name} {level:?}: {:?}", done.outcome);
        }
    }
}

#[test]
fn the_trial_of_a_level_has_memory_to_spare() {
    for &level in working() {
        for profile in [Profile::Solution, Profile::Tool] {
            let exercise = Exec { profile, ..sandbox::exercise(&bench::config(level), 0) };
            let done = run(&mut *open(level), &exercise);
            assert_eq!(done.outcome.exit, Exit::Code(0), "{level:?}: {:?}", done.outcome);
            let taken = done.outcome.usage.memory;
            assert!(taken * 3 / 2 < sandbox::TRIAL_MEMORY, "{profile:?} at {level:?}: {taken} bytes");
        }
    }
}

#[test]
fn a_program_reads_its_input_and_writes_its_output() {
    for (level, start) in ways() {
        let program = rust(
            "cat",
            r#"use std::io::*; fn main() { let mut s = String::new(); stdin().read_to_string(&mut s).unwrap();
           print!("<{s}>"); eprint!("{:?}", std::env::args().skip(1).chain(std::env::vars().map(|v| v.0 + "=" + &v.1)).collect::<Vec<_>>()); }"#,
        );
        let mut exec = exec_by(start, &program);
        exec.stdin = Stdin::File(file("cat.in", b"hello"));
        exec.args = vec!["one".into(), "".into()];
        exec.env = vec![("K".into(), "v".into())];
        let mut cell = open(level);
        for _ in 0..3 {
            let done = run(&mut *cell, &exec);
            assert_eq!((text(&done.stdout).as_str(), done.outcome.stdout_bytes), ("<hello>", 7));
            assert_eq!(text(&done.stderr), r#"["one", "", "K=v"]"#);
            assert_eq!((done.outcome.exit, done.outcome.stopped), (Exit::Code(0), None));
            assert!(done.outcome.usage.memory > 200 * KIB && done.outcome.usage.memory < 8 * MIB);
            assert!(done.outcome.usage.cpu <= done.outcome.usage.wall + Duration::from_millis(50));
        }
    }
}

#[test]
fn an_exit_code_is_reported_as_it_is() {
    check("exit-3", "fn main() { std::process::exit(3) }", Fate::Code(3));
    check("exit-255", "fn main() { std::process::exit(255) }", Fate::Code(255));
    check("panic", "fn main() { panic!() }", Fate::Code(101));
}

#[test]
fn a_signal_is_reported_as_it_is() {
    check("abort", "fn main() { std::process::abort() }", Fate::Signal(6));
    check("segv", "fn main() { unsafe { std::ptr::null_mut::<u8>().write_volatile(1) } }", Fate::Signal(11));
}

#[test]
fn a_busy_loop_ends_at_its_cpu_limit() {
    for (level, start) in ways() {
        let program = rust("spin", "fn main() { loop { std::hint::spin_loop() } }");
        let done = run(&mut *open(level), &exec_by(start, &program));
        assert_eq!(fate(&done, &limits()), Fate::Cpu);
        assert!(done.outcome.usage.cpu >= limits().cpu, "{:?}", done.outcome);
    }
}

#[test]
fn a_sleeper_ends_at_the_wall() {
    for (level, start) in ways() {
        let program = rust("sleep", "fn main() { std::thread::sleep(std::time::Duration::from_secs(100)) }");
        let mut exec = exec_by(start, &program);
        exec.limits.wall = Duration::from_millis(300) * slowness();
        let done = run(&mut *open(level), &exec);
        assert_eq!(fate(&done, &limits()), Fate::Wall);
        let usage = &done.outcome.usage;
        // A slow machine takes long to start a program, so it gets that many times longer.
        assert!(usage.wall >= exec.limits.wall && usage.cpu < exec.limits.wall / 3, "{level:?} {start:?}: {usage:?}");
    }
}

/// A program that computes for as many microseconds as its argument says.
fn computer() -> PathBuf {
    rust(
        "compute",
        r#"extern "C" { fn clock() -> std::os::raw::c_long; }
        fn main() { let until = std::env::args().nth(1).unwrap().parse().unwrap(); while unsafe { clock() } < until {} }"#,
    )
}

#[test]
fn on_a_crowded_machine_who_computes_may_wait_and_who_sleeps_may_not() {
    let sleeper = rust("sleep", "fn main() { std::thread::sleep(std::time::Duration::from_secs(100)) }");
    let computer = computer();
    for (level, start) in ways() {
        for (program, programs, expected) in
            [(&sleeper, 40, Fate::Wall), (&computer, 40, Fate::Code(0)), (&computer, 1, Fate::Wall)]
        {
            let mut exec = exec_by(start, program);
            // A slow machine takes long until a program computes, so all the times grow with it.
            exec.args = vec![(700_000 * u64::from(slowness())).to_string().into()];
            exec.limits.cpu = Duration::from_secs(20) * slowness();
            exec.limits.wall = Duration::from_millis(300) * slowness();
            exec.core_wait = CoreWait::Excused { programs };
            let done = run(&mut *open(level), &exec);
            assert_eq!(fate(&done, &exec.limits), expected, "{level:?} {programs} {:?}", done.outcome);
        }
    }
}

#[test]
fn time_in_the_queue_for_a_core_is_no_time_on_the_clock() {
    let Some(core) = engine::run::default_workers().1.first().copied() else { return };
    let spins = rust("spin", "fn main() { loop { std::hint::spin_loop() } }");
    let waits = rust(
        "wait-for-two",
        r#"fn main() { let words: Vec<_> = std::env::args().collect();
        let each = (words[1].parse::<u64>().unwrap() / 2).to_string();
        for _ in 0..2 { assert!(std::process::Command::new(&words[2]).arg(&each).status().unwrap().success()) } }"#,
    );
    let computes = computer();
    for (&level, (program, profile)) in
        levels().iter().flat_map(|level| [(level, (&computes, Profile::Solution)), (level, (&waits, Profile::Forking))])
    {
        let cancel = Cancel::new().unwrap();
        let cell = || bench::sandbox(level).open(Some(core)).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..6 {
                let (mut cell, mut exec, cancel) = (cell(), exec(&spins), &cancel);
                (exec.limits.cpu, exec.limits.wall) = (Duration::from_secs(600), Duration::from_secs(600));
                scope.spawn(move || cell.run(&exec, cancel).unwrap());
            }
            let mut exec = exec(program);
            (exec.profile, exec.limits.processes) = (profile, 8);
            exec.readable.push(computes.clone());
            exec.args = vec![(150_000 * slowness()).to_string().into(), computes.clone().into()];
            (exec.limits.cpu, exec.limits.wall) =
                (Duration::from_secs(20) * slowness(), Duration::from_millis(500) * slowness());
            let done = run(&mut *cell(), &exec);
            cancel.raise();
            // Seven programs share the core, and whatever else the machine does. Where that is too
            // much, the program is ended at nine guards, and never near the first.
            let (fate, wall) = (fate(&done, &exec.limits), done.outcome.usage.wall);
            let ended_late = fate == Fate::Wall && wall > exec.limits.wall * 8;
            assert!(fate == Fate::Code(0) || ended_late, "{level:?} {profile:?} {:?}", done.outcome);
            assert!(wall > exec.limits.wall, "{level:?} {profile:?} {:?}", done.outcome);
        });
    }
}

#[test]
fn writing_past_the_cap_is_output_however_the_program_takes_it() {
    let flood = |to: &str| {
        format!("use std::io::*; fn main() {{ let mut o = {to}(); loop {{ o.write_all(&[b'x'; 4096]).unwrap() }} }}")
    };
    check("flood-stdout", &flood("stdout"), Fate::Output);
    check("flood-stderr", &flood("stderr"), Fate::Output);
    let ignoring = r#"use std::io::*; extern "C" { fn signal(n: i32, h: usize) -> usize; }
        fn main() { unsafe { signal(25, 1) }; let mut o = stdout(); while o.write_all(&[b'x'; 4096]).is_ok() {} }"#;
    check("flood-ignoring", ignoring, Fate::Output);
    let both = r#"use std::io::*; fn main() { let b = vec![b'x'; 700 << 10]; stdout().write_all(&b).unwrap(); stderr().write_all(&b).unwrap() }"#;
    check("flood-both", both, Fate::Output);
}

#[test]
fn output_of_exactly_the_cap_is_allowed_and_one_byte_more_is_not() {
    for (level, start) in ways() {
        let program = rust(
            "exactly",
            r#"use std::io::*; fn main() { let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
           let _ = stdout().write_all(&vec![b'x'; n]); let _ = stdout().flush(); }"#,
        );
        let cap = limits().output;
        for (bytes, expected) in [(cap, Fate::Code(0)), (cap + 1, Fate::Output), (cap + 100_000, Fate::Output)] {
            let mut exec = exec_by(start, &program);
            exec.args = vec![bytes.to_string().into()];
            let done = run(&mut *open(level), &exec);
            assert_eq!(fate(&done, &limits()), expected, "{bytes}");
            assert_eq!((done.stdout.len, done.outcome.stdout_bytes > cap), (cap, bytes > cap));
            assert_eq!(done.stdout.file.metadata().unwrap().len(), cap);
        }
    }
}

#[test]
fn a_refused_allocation_is_memory() {
    check("one-gigabyte", "fn main() { println!(\"{}\", vec![1u8; 1 << 30].len()) }", Fate::Memory);
    let hog = "fn main() { let mut v = Vec::new(); loop { v.push(vec![1u8; 1 << 20]) } }";
    check("hog", hog, Fate::Memory);
    // The compiler would first build all of it if it were zeros.
    let bss = "static mut BIG: std::mem::MaybeUninit<[u8; 512 << 20]> = std::mem::MaybeUninit::uninit();
        fn main() { let big = (&raw mut BIG).cast::<u8>(); for i in 0..512 << 20 { unsafe { big.add(i).write_volatile(1) } } }";
    // Without a cgroup its address space is limited, and it dies before it can serve.
    check_started("huge-bss", bss, Fate::Memory, false);
}

#[test]
fn deep_recursion_within_the_memory_limit_is_allowed() {
    let body = "#[inline(never)] fn f(n: u32) -> u64 { let a = std::hint::black_box([n as u64; 32]); if n == 0 { 0 } else { f(n - 1) + a[7] } }
        fn main() { assert!(f(100_000) > 0) }";
    check("recursion", body, Fate::Code(0));
}

/// By default a thread of a C program reserves as much stack as the first thread may have.
#[test]
fn threads_have_their_stacks_at_every_level_and_their_memory_is_counted_all_the_same() {
    let source = r#"
        #include <pthread.h>
        #include <stdlib.h>
        #include <unistd.h>
        static void *nothing(void *p) { return p; }
        int main(int n, char **words) {
            pthread_t threads[7];
            for (int i = 0; i < 7; i++) if (pthread_create(threads + i, 0, nothing, 0)) return 9;
            for (int i = 0; i < 7; i++) pthread_join(threads[i], 0);
            if (n == 1) return 0;
            volatile char *all = malloc(400 << 20);
            for (long i = 0; i < 400 << 20; i += 4096) all[i] = 1;
            for (;;) pause();
        }"#;
    let Some(program) = c("threads", source) else { return };
    for &level in working() {
        let mut exec = exec(&program);
        exec.limits.processes = 8;
        assert_eq!(fate(&run(&mut *open(level), &exec), &exec.limits), Fate::Code(0), "{level:?}");
        exec.args.push("hog".into());
        assert_eq!(run(&mut *open(level), &exec).outcome.stopped, Some(StopReason::Memory), "{level:?}");
    }
}

#[test]
fn what_a_program_leaves_running_is_killed_and_counted() {
    for &level in levels() {
        let body = r#"use std::process::*; fn main() {
        for _ in 0..3 { Command::new("/bin/sh").args(["-c", "setsid sleep 1000.7531 & setsid sleep 1000.7531 & sleep 1000.7531 &"]).spawn().unwrap().wait().unwrap(); } }"#;
        let mut exec = exec(&rust("leaver", body));
        exec.profile = Profile::Tool;
        exec.readable = vec!["/usr".into(), "/bin".into()];
        exec.limits.processes = 50;
        // Twelve programs start, and starting is what an emulated machine is slowest at.
        exec.limits.cpu = Duration::from_secs(10) * slowness();
        let done = run(&mut *open(level), &exec);
        assert_eq!(fate(&done, &exec.limits), Fate::Code(0), "{}", text(&done.stderr));
        assert_eq!(alive("1000.7531"), Vec::<String>::new());
    }
}

/// Command lines of living processes that hold `needle`.
fn alive(needle: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).filter(|line| line.contains(needle)).collect()
}

#[test]
fn cpu_time_of_children_counts() {
    for &level in levels() {
        let body = r#"use std::process::*; fn main() { let sh = "i=0; while :; do i=$((i+1)); done";
        Command::new("/bin/sh").args(["-c", sh]).spawn().unwrap().wait().unwrap(); }"#;
        let mut exec = exec(&rust("spinning-child", body));
        exec.profile = Profile::Tool;
        exec.readable = vec!["/usr".into(), "/bin".into()];
        exec.limits.processes = 50;
        let done = run(&mut *open(level), &exec);
        assert_eq!(fate(&done, &exec.limits), Fate::Cpu, "{:?}", done.outcome);
        assert!(done.outcome.usage.cpu >= exec.limits.cpu);
    }
}

#[test]
fn a_missing_program_is_a_missing_tool() {
    for &level in levels() {
        for profile in [Profile::Solution, Profile::Tool] {
            for path in ["/nonexistent/program", "/dev/null/x", "/"] {
                let mut exec = exec(Path::new(path));
                exec.profile = profile;
                let fault = try_run(&mut *open(level), &exec).unwrap_err();
                assert!(matches!(fault, Error::Program { .. }), "{path} {fault}");
                assert!(fault.to_string().contains(path), "{fault}");
            }
        }
    }
}

#[test]
fn an_input_that_is_not_a_file_is_the_contents_fault() {
    for (level, start) in ways() {
        let mut exec = exec_by(start, &rust("nothing", "fn main() {}"));
        for path in ["/nonexistent", "/dev"] {
            exec.stdin = Stdin::File(path.into());
            assert!(matches!(try_run(&mut *open(level), &exec), Err(Error::Input { .. })));
        }
    }
}

#[test]
fn a_cancelled_run_ends_at_once_and_the_cell_lives_on() {
    for (level, start) in ways() {
        let program = rust("sleep", "fn main() { std::thread::sleep(std::time::Duration::from_secs(100)) }");
        let mut slow = exec_by(start, &program);
        slow.limits.wall = Duration::from_secs(100);
        let mut cell = open(level);
        for _ in 0..3 {
            let cancel = Cancel::new().unwrap();
            let other = cancel.clone();
            let started = Instant::now();
            let raiser = std::thread::spawn(move || other.raise());
            assert!(cell.run(&slow, &cancel).unwrap().is_none());
            assert!(started.elapsed() < Duration::from_secs(50));
            raiser.join().unwrap();
            let done = run(&mut *cell, &exec_by(start, &rust("nothing", "fn main() {}")));
            assert_eq!(fate(&done, &limits()), Fate::Code(0));
        }
    }
}

/// A machine may give huge pages to everybody, and then a program that touches a byte has 2 MiB: it
/// would reach its limit on one machine and not on another.
#[test]
fn no_program_is_given_huge_pages() {
    let asks = r#"extern "C" { fn prctl(what: i32, ...) -> i32; } fn main() { print!("{}", unsafe { prctl(42, 0u64, 0u64, 0u64, 0u64) }) }"#;
    let program = rust("asks-for-huge-pages", asks);
    for (level, start) in ways() {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            let done = run(&mut *open(level), &Exec { profile, ..exec_by(start, &program) });
            assert_eq!(text(&done.stdout), "1", "{level:?} {start:?} {profile:?}: {:?}", done.outcome);
        }
    }
}

#[test]
fn memory_is_the_programs_own_whatever_the_harness_holds() {
    for (level, start) in ways() {
        let ballast = std::hint::black_box(vec![1u8; 500 << 20]);
        let mut cell = open(level);
        // A cell that starts many programs is made small in another way; see `rss`.
        for starts in if start == Start::Exec { vec![64, 16] } else { vec![3] } {
            let mut readings = Vec::new();
            for _ in 0..starts {
                let done = run(&mut *cell, &exec_by(start, &rust("nothing", "fn main() {}")));
                readings.push(done.outcome.usage.memory);
            }
            readings.sort_unstable();
            // A kernel counts pages in lots for each core, so one reading may be a MiB too large.
            assert!(readings[starts / 2] < 3 * MIB, "{level:?} {start:?}: {readings:?}");
            assert!(readings[starts - 1] < 8 * MIB, "{level:?} {start:?}: {readings:?}");
        }
        drop(ballast);
    }
}

#[test]
fn a_launcher_that_is_missing_or_says_nothing_is_our_failure() {
    for &level in levels() {
        for launcher in ["/nonexistent/launcher", "/bin/true"] {
            let config = Config {
                launcher: PathBuf::from(launcher),
                level: Some(level),
                least: None,
                landlock: None,
                notes: None,
            };
            let error = sandbox::open(config).err().unwrap();
            assert!(!matches!(error, Error::Program { .. } | Error::Input { .. }), "{error}");
        }
    }
}

#[test]
fn a_program_inherits_no_descriptors() {
    let body = r#"extern "C" { fn fcntl(fd: i32, cmd: i32, ...) -> i32; }
        fn main() { for fd in 0..64 { if unsafe { fcntl(fd, 1) } >= 0 { print!("{fd} "); } } }"#;
    for (level, start) in ways() {
        let done = run(&mut *open(level), &exec_by(start, &rust("descriptors", body)));
        assert_eq!(text(&done.stdout), "0 1 2 ", "{level:?}");
    }
}

#[test]
fn a_program_starts_with_a_clean_slate_of_signals_and_no_way_up() {
    let body = r#"fn main() { let status = std::fs::read_to_string("/proc/self/status").unwrap();
        for line in status.lines() { if ["SigIgn", "SigBlk", "NoNewPrivs"].iter().any(|p| line.starts_with(p)) { println!("{line}") } } }"#;
    let done = run(&mut *open(Level::Measured), &exec(&rust("status", body)));
    // Rust's own start-up ignores SIGPIPE, bit 12.
    let expected = "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001000\nNoNewPrivs:\t1\n";
    let mut lines: Vec<String> = text(&done.stdout).lines().map(str::to_owned).collect();
    let mut wanted: Vec<String> = expected.lines().map(str::to_owned).collect();
    lines.sort();
    wanted.sort();
    assert_eq!(lines, wanted);
}

#[test]
fn the_ladder_says_of_every_level_whether_it_works_or_why_not() {
    let found = sandbox::doctor(&bench::config(Level::Measured));
    assert_eq!(found.iter().map(|(level, _)| *level).collect::<Vec<_>>(), Level::ALL);
    let working: Vec<Level> = found.iter().filter(|(_, result)| result.is_ok()).map(|(level, _)| *level).collect();
    assert_eq!(working, bench::working());
    for (level, result) in &found {
        println!("{}: {}", level.name(), result.as_ref().err().map_or_else(|| "works".to_owned(), ToString::to_string));
    }
    let best = sandbox::open(Config { level: None, ..bench::config(Level::Measured) }).unwrap();
    assert_eq!(Some(&best.level()), levels().last());
}

#[test]
fn a_remembered_level_is_the_one_that_was_chosen_and_still_contains() {
    let notes = tempfile::tempdir().unwrap();
    for wanted in [None, Some(*levels().last().unwrap())] {
        let config = Config { level: wanted, notes: Some(notes.path().into()), ..bench::config(Level::Measured) };
        let chosen = sandbox::open(config.clone()).unwrap().level();
        let remembered = sandbox::open(config).unwrap();
        assert_eq!(remembered.level(), chosen);
        // Two workers at once: one tries the level out, the other waits for it.
        std::thread::scope(|scope| {
            for core in [0, 1] {
                let remembered = &remembered;
                scope.spawn(move || {
                    let mut cell = remembered.open(Some(core)).unwrap();
                    let done = run(&mut *cell, &exec(&rust("nothing", "fn main() {}")));
                    assert_eq!(done.outcome.exit, Exit::Code(0));
                });
            }
        });
    }
    assert_eq!(std::fs::read_dir(notes.path()).unwrap().count(), 2);
}

/// A program that computes for ever would keep its core from the cell that has to end it.
#[test]
fn programs_of_a_real_time_harness_run_below_it() {
    let program = rust(
        "priority",
        r#"extern "C" { fn sched_getscheduler(p: i32) -> i32; fn sched_getparam(p: i32, a: *mut i32) -> i32; }
        fn main() { unsafe { let mut p = 0; sched_getparam(0, &mut p); print!("{} {p}", sched_getscheduler(0)) } }"#,
    );
    for (priority, expected) in [(1_i32, "0 0"), (2, "1 1")] {
        let expect = || {
            // SAFETY: changes this thread, which ends with the test; the kernel's `sched_param` is
            // one `int`.
            if unsafe { libc::syscall(libc::SYS_sched_setscheduler, 0, libc::SCHED_FIFO, &raw const priority) } != 0 {
                println!("skipped: this user may not have a real-time priority");
                return;
            }
            for (level, start) in bench::ways() {
                let done = run(&mut *open(level), &exec_by(start, &program));
                assert_eq!(text(&done.stdout), expected, "{level:?} {start:?} {:?}", done.outcome);
            }
            for &level in levels() {
                for profile in [Profile::Runtime, Profile::Tool] {
                    let done = run(&mut *open(level), &Exec { profile, ..exec(&program) });
                    assert_eq!(text(&done.stdout), expected, "{level:?} {profile:?} {:?}", done.outcome);
                }
            }
        };
        std::thread::scope(|scope| scope.spawn(expect).join().unwrap());
    }
}

#[test]
fn a_cell_runs_one_program_after_the_other() {
    let program =
        rust("who", "fn main() { print!(\"{} {}\", std::process::id(), std::os::unix::process::parent_id()) }");
    for &level in levels() {
        let mut cell = open(level);
        let mut run = || -> (u32, u32) {
            let done = cell.run(&exec(&program), &Cancel::new().unwrap()).unwrap().unwrap();
            let printed = text(&done.stdout);
            let (own, parent) = printed.split_once(' ').unwrap();
            (own.parse().unwrap(), parent.parse().unwrap())
        };
        let (first, second, third) = (run(), run(), run());
        // In a cell with a pid namespace the numbers go on rising. Without one, the cell itself is
        // the parent.
        match level {
            Level::Full | Level::FullCgroup => assert!(first.0 < second.0 && second.0 < third.0, "{level:?}"),
            Level::Measured | Level::Confined => assert!(first.1 == second.1 && second.1 == third.1, "{level:?}"),
        }
    }
}
