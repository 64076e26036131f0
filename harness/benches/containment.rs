//! What containment and measuring cost: ratios of medians of interleaved runs, within one session.
//! Not a test: numbers to read.
//!
//! `cargo bench --bench containment`; for one part: `-- run`, `-- whole`, `-- time`, `-- memory`.
//! Read `benches/README.md` first.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[cfg(target_os = "linux")]
mod bare;

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("containment is built for Linux only");
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::bare::{Bare, Pinned};
    use model::ByteSize;
    use sandbox::{self, Cancel, Cell, Config, Exec, Exit, Level, Limits, Profile};
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    pub fn main() {
        let parts: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
        let is_wanted = |name: &str| parts.is_empty() || parts.iter().any(|part| part == name);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("containment-bench");
        fs::create_dir_all(&folder).unwrap();
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!("load average {}", load.split(' ').next().unwrap_or("unknown"));
        if is_wanted("run") {
            run(&folder);
        }
        if is_wanted("whole") {
            whole(&folder);
        }
        if is_wanted("time") {
            time();
        }
        if is_wanted("memory") {
            memory(&folder);
        }
    }

    /// Compares a contained run with only starting and reaping the same program, both on one core.
    fn run(folder: &Path) {
        let pinned = Pinned::to(0);
        let works: Vec<Level> =
            sandbox::doctor(&config(None)).into_iter().filter(|(_, works)| works.is_ok()).map(|(l, _)| l).collect();
        println!("run: medians of 600 interleaved runs, on one core; of a bare vfork + exec + wait");
        for (name, program) in [("ordinary Rust program", ordinary(folder)), ("program that only exits", tiny(folder))]
        {
            let mut cells: Vec<_> = works
                .iter()
                .map(|level| (*level, sandbox::open(config(Some(*level))).unwrap().open(Some(0)).unwrap()))
                .collect();
            let exec = exec(&program);
            let bare = Bare::new(&program, &[]);
            let cancel = Cancel::new().unwrap();
            let mut times = vec![Vec::new(); cells.len() + 1];
            for round in 0..620 {
                // Each round begins with another one, so that none always runs in the caches left
                // by the same predecessor.
                for step in 0..=cells.len() {
                    let slot = (step + round) % (cells.len() + 1);
                    let begun = Instant::now();
                    match slot.checked_sub(1) {
                        None => bare.run(None),
                        Some(cell) => _ = contained(&mut *cells[cell].1, &exec, &cancel),
                    }
                    let time = begun.elapsed();
                    if round >= 20 {
                        times[slot].push(time);
                    }
                }
            }
            let floor = median(&mut times[0]);
            println!("  {name}: bare {floor:.1?}");
            for (slot, (level, _)) in cells.iter().enumerate() {
                let time = median(&mut times[slot + 1]);
                println!("    {:<12} {time:>10.1?}   x {:.2}", level.name(), ratio(time, floor));
            }
        }
        drop(pinned);
    }

    /// Compares the whole harness on many tiny tests, without cached results, with starting the
    /// same program as often on the same cores.
    fn whole(folder: &Path) {
        const TESTS: usize = 10_000;
        const ROUNDS: usize = 3;
        let root = folder.join("whole");
        let write = |file: &str, text: &str| {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let source = "use std::io::Read;\nfn main() { let mut s = String::new(); std::io::stdin().read_to_string(&mut s).unwrap(); println!(\"{}\", 2 * s.trim().parse::<u64>().unwrap()) }\n";
        write("problems/twice/problem.toml", "title = \"Twice\"\n");
        write("solutions/src/bin/twice.rs", source);
        for n in 0..TESTS {
            write(&format!("testdata/twice/secret/{n}.in"), &format!("{n}\n"));
            write(&format!("testdata/twice/secret/{n}.ans"), &format!("{}\n", 2 * n));
        }
        let program = compile(folder, "twice", source, &["-O"]);
        let (workers, cores) = engine::run::default_workers();
        let judge = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
            command.arg("-q").arg("--no-cache").arg("--root").arg(&root).env("HARNESS_CACHE_DIR", folder.join("cache"));
            assert!(command.stdout(Stdio::null()).status().unwrap().success());
        };
        let floor = || {
            std::thread::scope(|scope| {
                for worker in 0..workers {
                    let (program, root, cores) = (&program, &root, &cores);
                    scope.spawn(move || {
                        let pinned = cores.get(worker).map(|core| Pinned::to(*core));
                        let bare = Bare::new(program, &[]);
                        for n in (worker..TESTS).step_by(workers) {
                            bare.run(Some(&root.join(format!("testdata/twice/secret/{n}.in"))));
                        }
                        drop(pinned);
                    });
                }
            });
        };
        // Builds the solution.
        judge();
        let timed = |work: &dyn Fn()| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        };
        let (mut whole, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            bare.push(timed(&floor));
            whole.push(timed(&judge));
        }
        let (whole, bare) = (median(&mut whole), median(&mut bare));
        println!("whole: {TESTS} tiny tests, {workers} workers, medians of {ROUNDS}");
        println!("  bare {bare:.2?}   harness {whole:.2?}   x {:.2}", ratio(whole, bare));
    }

    /// Measures the CPU time reported for a program of 100 ms, alone and with one on every worker,
    /// and what the kernel reports for the same program without a sandbox, which is as exact as
    /// this machine can be.
    fn time() {
        const ROUNDS: usize = 40;
        let (workers, cores) = engine::run::default_workers();
        let level = sandbox::open(config(None)).unwrap();
        let core = |worker: usize| cores.get(worker).copied();
        let mut cells: Vec<_> = (0..workers).map(|worker| level.open(core(worker)).unwrap()).collect();
        let rounds = |rounds: u64| sandbox::exercise(&config(None), rounds);
        let cancel = Cancel::new().unwrap();
        let trial = (0..5).map(|_| contained(&mut *cells[0], &rounds(10_000_000), &cancel)).min().unwrap();
        let program = rounds((10_000_000.0 * 0.1 / trial.as_secs_f64()) as u64);
        // Reported and bare, alone and on every worker.
        let mut times = [const { Vec::<Duration>::new() }; 4];
        for round in 0..ROUNDS {
            // So that what one part leaves behind in the machine affects all the others equally
            // often.
            for part in (0..4).map(|i| (i + round) % 4) {
                let cells = cells.iter_mut().take(if part < 2 { 1 } else { workers }).enumerate();
                let (program, cancel) = (&program, &cancel);
                std::thread::scope(|scope| {
                    let run = |(worker, cell): (usize, &'_ mut Box<dyn Cell>)| match part % 2 {
                        0 => contained(&mut **cell, program, cancel),
                        _ => uncontained(program, core(worker)),
                    };
                    let running: Vec<_> = cells.map(|of_worker| scope.spawn(move || run(of_worker))).collect();
                    times[part].extend(running.into_iter().map(|run| run.join().unwrap()));
                });
            }
        }
        println!("time: CPU time of a program of 100 ms at {}, {ROUNDS} times, pinned", level.level().name());
        let medians = times.each_mut().map(|times| median(times));
        for (part, name) in ["alone".to_owned(), format!("{workers} at a time")].iter().enumerate() {
            let (printed, bare) = (2 * part, 2 * part + 1);
            println!(
                "  {name}: {:.2?}, x {:.3} of alone, spread {:.2} %; bare {:.2?}, x {:.3}, spread {:.2} %",
                medians[printed],
                ratio(medians[printed], medians[0]),
                spread(&times[printed]),
                medians[bare],
                ratio(medians[bare], medians[1]),
                spread(&times[bare])
            );
        }
    }

    /// CPU time of one run with nothing around it, as the kernel reports it.
    fn uncontained(exec: &Exec, core: Option<usize>) -> Duration {
        let _pinned = core.map(Pinned::to);
        let mut command = Command::new(&exec.program);
        command.args(&exec.args).env_clear().envs(exec.env.iter().cloned()).stdin(Stdio::null()).stdout(Stdio::null());
        #[expect(clippy::zombie_processes, reason = "it is waited for below, by the one call that tells its times")]
        let child = command.spawn().unwrap();
        let mut status = 0;
        // SAFETY: our own child, which nobody else waits for; an all-zero rusage is valid.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            assert!(libc::wait4(child.id() as libc::pid_t, &raw mut status, 0, &raw mut usage) > 0);
            usage
        };
        assert_eq!(status, 0);
        let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1_000);
        time(usage.ru_utime) + time(usage.ru_stime)
    }

    /// Measures the memory reported for an empty program while its judge holds much.
    fn memory(folder: &Path) {
        let ballast = std::hint::black_box(vec![1u8; 500 << 20]);
        println!("memory: of an empty program while the harness holds 500 MB");
        let empty = compile(folder, "empty", "fn main() {}", &["-O"]);
        for (name, program) in [("empty Rust program", empty), ("program that only exits", tiny(folder))] {
            for (level, _) in sandbox::doctor(&config(None)).into_iter().filter(|(_, works)| works.is_ok()) {
                let mut cell = sandbox::open(config(Some(level))).unwrap().open(None).unwrap();
                let peak = |cell: &mut dyn Cell| {
                    let done = cell.run(&exec(&program), &Cancel::new().unwrap()).unwrap().unwrap();
                    done.outcome.usage.memory
                };
                let peaks: Vec<ByteSize> = (0..20).map(|_| ByteSize(peak(&mut *cell))).collect();
                println!("  {name} at {:<12} at most {}", level.name(), peaks.iter().max().unwrap());
            }
        }
        drop(ballast);
    }

    /// CPU time of one run that must end well.
    fn contained(cell: &mut dyn Cell, exec: &Exec, cancel: &Cancel) -> Duration {
        let done = cell.run(exec, cancel).unwrap().unwrap();
        assert_eq!(done.outcome.exit, Exit::Code(0));
        done.outcome.usage.cpu
    }

    fn config(level: Option<Level>) -> Config {
        Config { launcher: env!("CARGO_BIN_EXE_harness").into(), level, least: None, landlock: None, notes: None }
    }

    fn exec(program: &Path) -> Exec {
        Exec::new(program, Profile::Solution, Limits { wall: Duration::from_secs(60), ..Limits::default() })
    }

    fn ordinary(folder: &Path) -> PathBuf {
        compile(folder, "ordinary", "fn main() { println!(\"{}\", 42) }", &["-O"])
    }

    fn tiny(folder: &Path) -> PathBuf {
        const SOURCE: &str = r#"#![no_std] #![no_main]
            #[panic_handler] fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
            #[unsafe(no_mangle)] pub extern "C" fn _start() -> ! { unsafe {
            #[cfg(target_arch = "x86_64")] core::arch::asm!("syscall", in("rax") 231, in("rdi") 0, options(noreturn));
            #[cfg(target_arch = "aarch64")] core::arch::asm!("svc 0", in("x8") 94, in("x0") 0, options(noreturn)); } }"#;
        let flags =
            ["-O", "-Cpanic=abort", "-Clink-arg=-nostartfiles", "-Clink-arg=-static", "-Crelocation-model=static"];
        compile(folder, "tiny", SOURCE, &flags)
    }

    fn compile(folder: &Path, name: &str, source: &str, flags: &[&str]) -> PathBuf {
        let (from, to) = (folder.join(format!("{name}.rs")), folder.join(name));
        fs::write(&from, source).unwrap();
        let status =
            Command::new("rustc").arg("--edition=2024").args(flags).arg("-o").args([&to, &from]).status().unwrap();
        assert!(status.success());
        to
    }

    fn median(times: &mut [Duration]) -> Duration {
        times.sort();
        times[times.len() / 2]
    }

    fn ratio(time: Duration, floor: Duration) -> f64 {
        time.as_secs_f64() / floor.as_secs_f64()
    }

    /// Standard deviation over the median, in percent, of sorted times.
    fn spread(times: &[Duration]) -> f64 {
        let seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        let variance = seconds.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (seconds.len() - 1) as f64;
        variance.sqrt() / seconds[seconds.len() / 2] * 100.0
    }
}
