//! How fast two programs are compared on inputs made on the fly, for each way of running them: the
//! rates of alternating rounds, within one session. Not a test: numbers to read.
//!
//! `cargo bench --bench stress`; for another number of inputs per round: `-- 100`. Read
//! `benches/README.md` first.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[cfg(target_os = "linux")]
mod bare;

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("programs serve forks of themselves on Linux only");
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::bare::{Bare, Pinned};
    use engine::build::{BuildOutcome, Builder, Cache, Languages, Program, Purpose, SourceFile};
    use engine::cell;
    use model::{EffectiveLimits, Language, Limits};
    use sandbox::{self, Cancel, CapturedStream, Cell, CompletedRun, Config, Exit, Sandbox, Start, Stdin};
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::time::Instant;

    const ROUNDS: usize = 5;

    /// Two programs that print the sum of what they read.
    const RUST: [&str; 2] = [
        "use std::io::Read;\nfn main() { let mut s = String::new(); std::io::stdin().read_to_string(&mut s).unwrap(); println!(\"{}\", s.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum::<i64>()); }",
        "fn main() { let mut sum = 0i64; for line in std::io::stdin().lines() { for n in line.unwrap().split(' ') { sum += n.parse::<i64>().unwrap(); } } println!(\"{sum}\"); }",
    ];
    const CPP: [&str; 2] = [
        "#include <cstdio>\nint main() { long n, sum = 0; while (scanf(\"%ld\", &n) == 1) sum += n; printf(\"%ld\\n\", sum); }",
        "#include <iostream>\n#include <vector>\nint main() { std::vector<long> v; long n, sum = 0; while (std::cin >> n) v.push_back(n); for (long x : v) sum += x; std::cout << sum << std::endl; }",
    ];
    const PYTHON: [&str; 2] = [
        "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n",
        "total = 0\nfor n in input().split():\n    total += int(n)\nprint(total)\n",
    ];
    /// The generator for the shell's loop.
    const GENERATOR: &str = "fn main() { let mut seed: u64 = std::env::args().nth(1).unwrap().parse().unwrap(); let mut words = Vec::new(); for _ in 0..8 { seed = seed * 25214903917 % 281474976710656 + 11; words.push((seed % 1000).to_string()); } println!(\"{}\", words.join(\" \")); }";

    pub fn main() {
        let inputs = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(1000);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stress-bench");
        fs::create_dir_all(&folder).unwrap();
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!("load average {}", load.split(' ').next().unwrap_or("unknown"));
        let config = Config {
            launcher: env!("CARGO_BIN_EXE_harness").into(),
            level: None,
            least: None,
            landlock: None,
            notes: None,
        };
        let sandbox = sandbox::open(config).unwrap();
        let (workers, cores) = engine::run::default_workers();
        println!("inputs a second, both programs run and compared on each; medians of {ROUNDS} rounds of {inputs}");
        println!("{workers} workers at level {}, the shell alone", sandbox.level().name());
        let generator = build(&folder, &*sandbox, "generator", "rust", GENERATOR).unwrap().0;
        for (name, language, sources, fewer) in
            [("Rust", "rust", RUST, 1), ("C++", "cpp", CPP, 1), ("Python", "python", PYTHON, 20)]
        {
            let built = sources
                .iter()
                .enumerate()
                .map(|(at, source)| build(&folder, &*sandbox, &format!("{language}-{at}"), language, source));
            match built.collect::<Option<(Vec<Program>, Vec<PathBuf>)>>() {
                Some((programs, sources)) => {
                    let (folder, sandbox, cores) = (&*folder, &*sandbox, &*cores);
                    let bench = Bench { folder, sandbox, programs, sources, cores, workers };
                    bench.all(name, &generator, inputs / fewer);
                }
                None => println!("{name}: not on this machine"),
            }
        }
    }

    fn build(
        folder: &Path,
        sandbox: &dyn Sandbox,
        stem: &str,
        language: &str,
        source: &str,
    ) -> Option<(Program, PathBuf)> {
        let builder = Builder::new(Languages::built_in().unwrap(), Cache::open(&folder.join("cache")).unwrap());
        let language = Language(language.into());
        builder.toolchain(&language).ok()?;
        let display = format!("{stem}.{}", builder.languages().get(&language).unwrap().extensions[0]);
        let path = folder.join(&display);
        fs::write(&path, source).unwrap();
        let source = SourceFile {
            path: path.clone(),
            display,
            language,
            purpose: Purpose::Solution,
            args: Vec::new(),
            options: model::BuildOptions::default(),
        };
        let built = builder.build(&source, &mut cell::Cell::new(sandbox, None, &Cancel::new().unwrap())).unwrap();
        let BuildOutcome::Ready { program, .. } = built else { panic!("{built:?}") };
        Some((program, path))
    }

    struct Bench<'b> {
        folder: &'b Path,
        sandbox: &'b dyn Sandbox,
        programs: Vec<Program>,
        sources: Vec<PathBuf>,
        cores: &'b [usize],
        workers: usize,
    }

    impl Bench<'_> {
        fn all(&self, name: &str, generator: &Program, inputs: usize) {
            let sample = self.folder.join("sample.in");
            fs::write(&sample, input(1)).unwrap();
            let own: Vec<_> = self.programs.iter().map(parts).collect();
            let plain: Vec<_> =
                self.programs.iter().zip(&self.sources).map(|(program, source)| plain(program, source)).collect();
            let mut cells: Vec<_> =
                (0..self.workers).map(|worker| self.sandbox.open(self.cores.get(worker).copied()).unwrap()).collect();
            let mut rates = [const { Vec::<f64>::new() }; 5];
            for round in 0..ROUNDS {
                // So that what one way leaves behind in the machine affects all the others equally
                // often.
                for way in (0..5).map(|at| (at + round) % 5) {
                    let many = if way == 3 { inputs.div_ceil(4) } else { inputs };
                    let begun = Instant::now();
                    match way {
                        0 => self.bare(&own, &sample, many),
                        1 => self.contained(&mut cells, Start::Exec, many),
                        2 => self.contained(&mut cells, Start::Fork, many),
                        3 => self.shell(generator, &plain, many),
                        _ => self.bare(&plain, &sample, many),
                    }
                    rates[way].push(many as f64 / begun.elapsed().as_secs_f64());
                }
            }
            let [bare, exec, fork, shell, usual] = rates.map(|mut rates| {
                rates.sort_by(f64::total_cmp);
                rates[ROUNDS / 2]
            });
            println!("{name}");
            println!("  bare vfork, exec, wait   {bare:>8.0}   nothing made, contained, measured or compared");
            println!("  the same, as people link {usual:>8.0}");
            println!("  a loop of sh             {shell:>8.0}");
            println!("  ordinary runs            {exec:>8.0}   x {:.2} of bare", exec / bare);
            println!(
                "  forks                    {fork:>8.0}   x {:.2} of bare, x {:.2} as people link, x {:.1} of the shell, x {:.2} of ordinary",
                fork / bare,
                fork / usual,
                fork / shell,
                fork / exec
            );
        }

        /// Runs both programs as often without containment, each worker on its core, always on the
        /// same input.
        fn bare(&self, programs: &[(PathBuf, Vec<String>)], sample: &Path, inputs: usize) {
            std::thread::scope(|scope| {
                for worker in 0..self.workers {
                    scope.spawn(move || {
                        let pinned = self.cores.get(worker).map(|core| Pinned::to(*core));
                        let programs: Vec<Bare> = programs.iter().map(|(file, args)| Bare::new(file, args)).collect();
                        for _ in (worker..inputs).step_by(self.workers) {
                            programs.iter().for_each(|program| program.run(Some(sample)));
                        }
                        drop(pinned);
                    });
                }
            });
        }

        /// Does what a hunt does: makes an input, runs both programs on it, and compares what they
        /// print.
        fn contained(&self, cells: &mut [Box<dyn Cell>], start: Start, inputs: usize) {
            std::thread::scope(|scope| {
                for (worker, cell) in cells.iter_mut().enumerate() {
                    scope.spawn(move || {
                        let cancel = Cancel::new().unwrap();
                        for n in (worker..inputs).step_by(self.workers) {
                            let input = CapturedStream::of(input(n).as_bytes()).unwrap();
                            let outputs: Vec<Vec<u8>> = self
                                .programs
                                .iter()
                                .map(|program| {
                                    let mut exec = program.exec(
                                        Stdin::Captured(input.clone()),
                                        &EffectiveLimits::of_tool(&Limits::default(), &program.share),
                                    );
                                    exec.start = start;
                                    let done: CompletedRun = cell.run(&exec, &cancel).unwrap().unwrap();
                                    assert_eq!((done.outcome.exit, done.outcome.start), (Exit::Code(0), start));
                                    done.stdout.bytes(u64::MAX).unwrap()
                                })
                                .collect();
                            assert_eq!(outputs[0], outputs[1]);
                        }
                    });
                }
            });
        }

        /// Runs the shell loop that people type.
        fn shell(&self, generator: &Program, programs: &[(PathBuf, Vec<String>)], inputs: usize) {
            let script = "i=0; while [ $i -lt $1 ]; do $2 $i > in; $3 < in > a; $4 < in > b; cmp -s a b || exit 1; i=$((i+1)); done";
            let commands = [&parts(generator), &programs[0], &programs[1]]
                .map(|(file, args)| format!("{} {}", file.display(), args.join(" ")));
            let mut shell = Command::new("sh");
            shell.args(["-c", script, "sh", &inputs.to_string()]).args(commands).current_dir(self.folder);
            assert!(shell.status().unwrap().success());
        }
    }

    fn parts(program: &Program) -> (PathBuf, Vec<String>) {
        let exec = program.exec(Stdin::Empty, &EffectiveLimits::of_tool(&Limits::default(), &program.share));
        let args = exec.args.iter().map(|arg| arg.to_str().unwrap().to_owned()).collect();
        (exec.program, args)
    }

    /// The program of a source file, linked so that its libraries are loaded at each start. A
    /// program that needs no linking stays the same.
    fn plain(program: &Program, source: &Path) -> (PathBuf, Vec<String>) {
        let to = source.with_extension("plain");
        let mut compiler = match source.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => Command::new("rustc"),
            Some("cpp") => Command::new("g++"),
            _ => return parts(program),
        };
        assert!(compiler.arg("-O").arg(source).arg("-o").arg(&to).status().unwrap().success());
        (to, Vec::new())
    }

    fn input(n: usize) -> String {
        let mut seed = n as u64;
        let mut number = || {
            seed = seed.wrapping_mul(25_214_903_917) % (1 << 48) + 11;
            (seed % 1000).to_string()
        };
        let words: Vec<String> = (0..8).map(|_| number()).collect();
        words.join(" ") + "\n"
    }
}
