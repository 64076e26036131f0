//! What a program may do with the threads that every solution may have, and what it may not: each
//! of them is limited, contained, measured and ended like the first.

use crate::arena::{alive, attack};
use crate::bench::{Fate, MIB, c, exec, exec_by, fate, levels, run, text};
use sandbox::{CompletedRun, Exec, Level, Profile, Start};
use std::path::Path;
use std::time::Duration;

/// As many as a problem allows that says nothing.
const THREADS: u32 = 64;

fn with_threads(program: &Path) -> Exec {
    let mut exec = exec(program);
    exec.limits.processes = THREADS;
    exec
}

/// Runs a program with threads at each level, in a cell that goes on to serve.
fn check(name: &str, body: &str, expected: Fate) -> Vec<(Level, CompletedRun)> {
    let program = attack(name, body);
    let mut all = Vec::new();
    for &level in levels() {
        for profile in [Profile::Solution, Profile::Runtime] {
            let mut exec = Exec { profile, ..with_threads(&program) };
            if expected == Fate::Wall {
                exec.limits.wall = Duration::from_secs(1);
            }
            let done = run(&mut *crate::bench::open(level), &exec);
            let (out, err) = (text(&done.stdout), text(&done.stderr));
            assert_eq!(fate(&done, &exec.limits), expected, "{name} at {level:?} as {profile:?}: {out}{err}");
            assert_eq!(out, "", "{name} at {level:?} as {profile:?}");
            assert_eq!(alive(&program), Vec::<String>::new(), "{name} at {level:?} as {profile:?}");
            all.push((level, done));
        }
    }
    all
}

const SPAWN: &str =
    "fn thread(f: fn()) -> bool { std::thread::Builder::new().stack_size(256 << 10).spawn(f).is_ok() } ";

#[test]
fn the_number_of_threads_is_bounded() {
    // The first thread is one of those allowed. At `confined` an ordinary user's other programs
    // count, so the bound is far off there.
    let exact = crate::neighbours::is_root();
    let body = format!(
        "{SPAWN} fn main() {{ let mut n = 1; while n < 100_000 && thread(|| nap()) {{ n += 1 }} eprintln!(\"{{n}}\"); exit(7) }}"
    );
    for (level, done) in check("counts-its-threads", &body, Fate::Code(7)) {
        let number: u32 = text(&done.stderr).trim().parse().unwrap();
        // Something of the same user may have ended since its tasks were counted.
        let most = match level {
            Level::Full | Level::FullCgroup => THREADS,
            Level::Confined | Level::Measured if exact => THREADS + 8,
            Level::Confined | Level::Measured => THREADS + 4096,
        };
        assert!(number > 1 && number <= most, "{level:?}: {number}");
    }
    // Threads that end make room for others.
    let body = "fn main() { for _ in 0..500 { std::thread::spawn(|| ()).join().unwrap() } }";
    check("one-after-the-other", body, Fate::Code(0));
}

#[test]
fn cpu_time_of_all_threads_counts() {
    let spinning = format!("{SPAWN} fn main() {{ for _ in 0..8 {{ thread(|| spin()); }} nap() }}");
    for (level, done) in check("main-sleeps", &spinning, Fate::Cpu) {
        assert!(done.outcome.usage.cpu >= exec(Path::new("/")).limits.cpu, "{level:?}");
    }
    // None of them reaches the limit, and each has ended when the next begins.
    let relay = "fn main() { loop { std::thread::spawn(|| { let begun = Instant::now(); while begun.elapsed() < Duration::from_millis(20) { } }).join().unwrap() } }";
    check("a-relay", relay, Fate::Cpu);
}

#[test]
fn threads_that_outlive_main_are_the_program_and_end_with_it() {
    let busy = format!("{SPAWN} fn main() {{ thread(|| spin()); unsafe {{ syscall(EXIT, 0u64) }}; }}");
    check("main-is-gone-and-a-thread-computes", &busy, Fate::Cpu);
    let idle = format!("{SPAWN} fn main() {{ thread(|| nap()); unsafe {{ syscall(EXIT, 0u64) }}; }}");
    check("main-is-gone-and-a-thread-sleeps", &idle, Fate::Wall);
    let decides = format!(
        "{SPAWN} fn main() {{ thread(|| {{ std::thread::sleep(Duration::from_millis(50)); exit(7) }}); unsafe {{ syscall(EXIT, 0u64) }}; }}"
    );
    check("a-thread-ends-it-all", &decides, Fate::Code(7));
    let left = format!("{SPAWN} fn main() {{ for _ in 0..8 {{ thread(|| spin()); }} }}");
    check("main-returns", &left, Fate::Code(0));
}

#[test]
fn memory_of_all_threads_counts() {
    // 60 stacks of 2 MiB, and memory from 60 arenas: each far below the limit.
    let stacks = "fn main() { let all: Vec<_> = (0..60).map(|_| std::thread::Builder::new().stack_size(3 << 20).spawn(|| {
        let big = std::hint::black_box([1u8; 2 << 20]); std::thread::sleep(Duration::from_secs(1000)); std::hint::black_box(&big); }).unwrap()).collect();
        for one in all { let _ = one.join(); } }";
    check("sixty-stacks", stacks, Fate::Memory);
    let heaps = "fn main() { let all: Vec<_> = (0..60).map(|_| std::thread::spawn(|| {
        let big = std::hint::black_box(vec![1u8; 2 << 20]); std::thread::sleep(Duration::from_secs(1000)); std::hint::black_box(&big); })).collect();
        for one in all { let _ = one.join(); } }";
    check("sixty-heaps", heaps, Fate::Memory);
}

/// Without a cgroup, nothing refuses memory to a program with threads: it is ended soon.
#[test]
fn a_program_that_may_have_threads_is_ended_before_it_takes_the_machine() {
    let hog = "fn main() { let mut all = Vec::new(); for i in 0..16u64 << 10 { all.push(vec![1u8; 1 << 20]); std::hint::black_box(&all); } }";
    for (level, done) in check("hogs", hog, Fate::Memory) {
        assert!(done.outcome.usage.memory < 4 << 30, "{level:?}: {} MiB", done.outcome.usage.memory / MIB);
    }
}

#[test]
fn no_thread_may_do_what_the_first_may_not() {
    let body = r#"fn tries() { unsafe {
            let mut args = [0u64; 11]; args[4] = 17;
            for (what, pid) in [("fork", syscall(FORK)), ("clone", syscall(CLONE, 17u64, 0u64, 0u64, 0u64, 0u64, 0u64)), ("clone3", syscall(CLONE3, args.as_mut_ptr(), 88u64))] {
                if pid == 0 { syscall(EXIT_GROUP, 0); } if pid > 0 { println!("{what}") } }
            if std::env::args().len() == 1 { return }
            if syscall(EXECVE, c"/bin/true".as_ptr(), 0u64, 0u64) == 0 { println!("exec") }
            if std::fs::read("/etc/passwd").is_ok() { println!("passwd") }
            if std::net::UdpSocket::bind("127.0.0.1:0").is_ok() { println!("socket") }
            if setrlimit(6, &[4096, 4096]) == 0 { println!("limit") } } }
        fn main() { std::thread::spawn(|| { tries(); std::thread::spawn(tries).join().unwrap() }).join().unwrap() }"#;
    let program = attack("tries-from-threads", body);
    for &level in levels() {
        for profile in [Profile::Solution, Profile::Runtime] {
            let mut exec = Exec { profile, ..with_threads(&program) };
            // The rest is not contained at the weakest level.
            if level > Level::Measured {
                exec.args = vec!["all".into()];
            }
            let done = run(&mut *crate::bench::open(level), &exec);
            assert_eq!((fate(&done, &exec.limits), text(&done.stdout)), (Fate::Code(0), String::new()), "{level:?}");
        }
    }
}

#[test]
fn a_process_that_is_no_thread_is_refused_at_every_level() {
    let body = "fn main() { unsafe { match fork() { 0 => spin(), -1 => exit(7), _ => nap() } } }";
    check("forks-beside-threads", body, Fate::Code(7));
    let body = "fn main() { match Command::new(\"/bin/true\").spawn() { Err(_) => exit(7), Ok(_) => {} } }";
    check("spawns-beside-threads", body, Fate::Code(7));
}

/// A fork has one thread. A program that needs more is run the ordinary way, and one that does not
/// is forked as before.
#[test]
fn a_program_that_serves_has_its_threads_all_the_same() {
    let threads = "fn main() { println!(\"{}\", std::thread::spawn(|| 42).join().unwrap()) }";
    let threads = attack("serves-with-a-thread", threads);
    let plain = attack("serves-without", "fn main() { println!(\"42\") }");
    let fails = attack("serves-and-fails", "fn main() { println!(\"42\"); exit(3) }");
    for level in levels().iter().copied().filter(|level| *level >= Level::Full) {
        let mut cell = crate::bench::open(level);
        for _ in 0..2 {
            for (program, start, end) in
                [(&threads, Start::Exec, 0), (&plain, Start::Fork, 0), (&fails, Start::Exec, 3)]
            {
                let mut exec = exec_by(Start::Fork, program);
                exec.limits.processes = THREADS;
                let done = run(&mut *cell, &exec);
                assert_eq!(text(&done.stdout), "42\n", "{level:?} {}", program.display());
                assert_eq!((done.outcome.start, fate(&done, &exec.limits)), (start, Fate::Code(end)), "{level:?}");
            }
        }
    }
}

/// A thread of a C program reserves as much stack as the first one may have: 64 of them together
/// reserve far more than the memory limit, and use next to nothing.
#[test]
fn as_many_threads_as_allowed_have_their_stacks() {
    let source = r#"
        #include <pthread.h>
        #include <stdio.h>
        static pthread_barrier_t all;
        static void *meets(void *p) { pthread_barrier_wait(&all); return p; }
        int main(void) {
            pthread_t threads[63];
            pthread_barrier_init(&all, 0, 64);
            for (int i = 0; i < 63; i++) if (pthread_create(threads + i, 0, meets, 0)) { fprintf(stderr, "%d\n", i); return 9; }
            pthread_barrier_wait(&all);
            for (int i = 0; i < 63; i++) pthread_join(threads[i], 0);
        }"#;
    let Some(program) = c("sixty-four", source) else { return };
    for &level in levels() {
        let exec = with_threads(&program);
        let done = run(&mut *crate::bench::open(level), &exec);
        assert_eq!(fate(&done, &exec.limits), Fate::Code(0), "{level:?}: {}", text(&done.stderr));
    }
}
