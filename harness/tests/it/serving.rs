//! Programs that the engine builds can serve forks of themselves, in the languages whose programs
//! it links.

use crate::command::long;
use engine::build::{BuildOutcome, Builder, Cache, Languages, Program, Purpose, SourceFile};
use engine::cell::Cell;
use model::{EffectiveLimits, Language, Limits};
use sandbox::{Cancel, CapturedStream, CompletedRun, Config, Level, Start, Stdin};
use std::fs;

struct Bench<'s> {
    folder: tempfile::TempDir,
    builder: Builder,
    cell: Cell<'s>,
}

fn check(work: impl FnOnce(&mut Bench<'_>)) {
    let config = Config {
        launcher: env!("CARGO_BIN_EXE_harness").into(),
        level: None,
        least: None,
        landlock: None,
        notes: None,
    };
    let sandbox = sandbox::open(config).unwrap();
    if sandbox.level() < Level::Full {
        println!("skipped: no program serves at level {}", sandbox.level().name());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let builder = Builder::new(Languages::built_in().unwrap(), Cache::open(&folder.path().join("cache")).unwrap());
    let cancel = Cancel::new().unwrap();
    work(&mut Bench { folder, builder, cell: Cell::new(&*sandbox, None, &cancel) });
}

impl Bench<'_> {
    /// `None` where the language is not on this machine.
    fn build(&mut self, language: &str, source: &str) -> Option<Program> {
        let language = Language(language.into());
        let found = self.builder.toolchain(&language);
        if let Err(fault) = found {
            println!("skipped: {}", fault.message);
            return None;
        }
        let extension = &self.builder.languages().get(&language).unwrap().extensions[0];
        let display = format!("twice.{extension}");
        let path = self.folder.path().join(&display);
        fs::write(&path, source).unwrap();
        let source = SourceFile {
            path,
            display,
            language,
            purpose: Purpose::Solution,
            args: Vec::new(),
            options: model::BuildOptions::default(),
        };
        match self.builder.build(&source, &mut self.cell).unwrap() {
            BuildOutcome::Ready { program, .. } => Some(program),
            other @ (BuildOutcome::Rejected { .. } | BuildOutcome::Interrupted) => panic!("{other:?}"),
        }
    }

    fn run(&mut self, program: &Program, start: Start, input: &str) -> CompletedRun {
        // A fork has one thread, and so has the run that it is compared with.
        let limits = EffectiveLimits::of_tool(&Limits { processes: 1, ..Limits::default() }, &program.share);
        let mut exec = program.exec(Stdin::Captured(CapturedStream::of(input.as_bytes()).unwrap()), &limits);
        exec.start = start;
        self.cell.run(&exec).unwrap().unwrap()
    }
}

#[test]
fn programs_that_are_linked_serve_and_print_what_they_print_otherwise() {
    let rust = "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); println!(\"{}\", 2 * s.trim().parse::<i64>().unwrap()); }";
    let c = "#include <stdio.h>\nint main(void) { long n; scanf(\"%ld\", &n); printf(\"%ld\\n\", 2 * n); return 0; }";
    let cpp = "#include <iostream>\nint main() { long n; std::cin >> n; std::cout << 2 * n << std::endl; }";
    check(|bench| {
        for (language, source) in [("rust", rust), ("c", c), ("cpp", cpp)] {
            let Some(program) = bench.build(language, source) else { continue };
            for n in [1, 21, -7] {
                for start in [Start::Exec, Start::Fork] {
                    let done = bench.run(&program, start, &format!("{n}\n"));
                    assert_eq!(done.stdout.words(99), format!("{}\n", 2 * n), "{language}");
                    assert_eq!(done.outcome.start, start, "{language}");
                }
            }
        }
    });
}

#[test]
fn a_language_that_is_not_linked_is_run_as_ever() {
    check(|bench| {
        let Some(go) = bench.build("go", "package main\nimport \"fmt\"\nfunc main() { fmt.Println(42) }\n") else {
            return;
        };
        let done = bench.run(&go, Start::Fork, "");
        assert_eq!((done.stdout.words(99).as_str(), done.outcome.start), ("42\n", Start::Exec));
    });
}

/// A warm interpreter gives the program the same as a fresh one: its own names, streams and
/// traceback.
#[test]
fn python_serves_and_says_what_it_says_otherwise() {
    let programs = [
        "print(2 * int(input()))",
        "import sys\nfor line in sys.stdin: print(line.strip(), file=sys.stderr)\nsys.exit('done')",
        "import sys\nprint(sys.stdin.read(), sys.stdin.tell(), sys.stdin.seekable(), sys.stdin.name, sys.stdout.mode, end='')\nsys.exit(7)",
        "def f(n):\n    return 1 // n\nf(0)",
        "print(sorted(globals()), __name__, __builtins__.__name__, __spec__, __annotations__, __loader__.name)",
        "import sys, os\nprint(sys.argv[1:], os.path.basename(sys.argv[0]), os.path.basename(__file__), dict(os.environ), sys.path[0] == os.path.dirname(__file__))",
        "import atexit\natexit.register(print, 'bye')\nprint('hello', end='')",
        "import sys\nsys.stdout.write('x' * 100000)\nsys.stderr.write('y' * 100)",
        "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
        "class A: pass\nprint(A.__module__, A().__class__)\nimport pickle\nprint(pickle.loads(pickle.dumps(A())).__class__)",
        "x = [0] * 10**9",
        "raise SystemExit",
        "print(open('/etc/passwd').read())",
        "import os\nos.fork()",
        "import re, heapq, math\nprint(re.sub('a', 'b', 'aa'), heapq.nsmallest(1, [2, 1]), math.gcd(4, 6))",
    ];
    // Each is started three times, so the short run takes only every other one.
    let step = if long() { 1 } else { 2 };
    check(|bench| {
        for source in programs.into_iter().step_by(step) {
            let Some(program) = bench.build("python", source) else { return };
            let mut peaks = Vec::new();
            let [exec, fork, again] = [Start::Exec, Start::Fork, Start::Fork].map(|start| {
                let done = bench.run(&program, start, "21\n4\n");
                assert_eq!(done.outcome.start, start, "{source}");
                let facts = (done.outcome.exit, done.outcome.stopped, done.outcome.memory_refused);
                peaks.push(done.outcome.usage.memory);
                (facts, done.stdout.words(9999), done.stderr.words(9999))
            });
            if exec.0.1.is_none() {
                // They differ by modules it loads for every program, and by the loading itself.
                assert!(peaks[1] < peaks[0] + (4 << 20) && peaks[1] + (4 << 20) > peaks[0], "{source}: {peaks:?}");
            }
            assert_eq!(exec, fork, "{source}");
            assert_eq!(exec, again, "{source}");
        }
    });
}

/// Exact to the call: an interpreter that is already inside a call would count one less.
#[test]
fn python_recurses_as_deep_as_ever() {
    let source = "depth = 0\ndef f():\n    global depth\n    depth += 1\n    f()\ntry:\n    f()\nexcept RecursionError:\n    print(depth)";
    check(|bench| {
        let Some(program) = bench.build("python", source) else { return };
        let depths = [Start::Exec, Start::Fork, Start::Fork]
            .map(|start| bench.run(&program, start, "").stdout.words(99).trim().parse::<i32>().unwrap());
        assert!(depths.iter().all(|depth| (depth - depths[0]).abs() <= 1), "{depths:?}");
    });
}

#[test]
fn python_draws_other_numbers_in_each_run() {
    check(|bench| {
        let Some(program) = bench.build("python", "import random\nprint(random.random())") else { return };
        let mut printed: Vec<String> = (0..3).map(|_| bench.run(&program, Start::Fork, "").stdout.words(99)).collect();
        printed.dedup();
        assert_eq!(printed.len(), 3);
    });
}

/// A fork has one thread: what ends badly in it is run the ordinary way, too.
#[test]
fn a_python_program_that_may_have_threads_serves_unless_it_needs_them() {
    let threads = "import threading\nt = threading.Thread(target=print, args=(True,))\nt.start()\nt.join()";
    check(|bench| {
        for (source, start) in [("print(True)", Start::Fork), (threads, Start::Exec)] {
            let Some(program) = bench.build("python", source) else { return };
            let mut exec = program.exec(Stdin::Empty, &EffectiveLimits::of_tool(&Limits::default(), &program.share));
            exec.start = Start::Fork;
            let done = bench.cell.run(&exec).unwrap().unwrap();
            assert_eq!((done.stdout.words(99).as_str(), done.outcome.start), ("True\n", start), "{source}");
        }
    });
}
