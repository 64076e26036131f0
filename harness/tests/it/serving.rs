//! What the engine builds can serve forks of itself, in the languages whose programs it links.

use engine::build::{Builder, Built, Cache, Languages, Program, Purpose, SourceFile};
use engine::cell::Cell;
use model::{Language, Limits};
use sandbox::{Cancel, Captured, Completed, Config, Level, Start, Stdin};
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
    work(&mut Bench { folder, builder, cell: Cell::new(&*sandbox, None) });
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
        let shown = format!("twice.{extension}");
        let path = self.folder.path().join(&shown);
        fs::write(&path, source).unwrap();
        let source = SourceFile { path, shown, language, purpose: Purpose::Solution, args: Vec::new() };
        match self.builder.build(&source, &mut self.cell, &Cancel::new().unwrap()).unwrap() {
            Built::Ready { program, .. } => Some(program),
            other @ (Built::Rejected { .. } | Built::Interrupted) => panic!("{other:?}"),
        }
    }

    fn run(&mut self, program: &Program, start: Start, input: &str) -> Completed {
        let mut exec = program.exec(Stdin::Captured(Captured::of(input.as_bytes()).unwrap()), &Limits::default());
        exec.start = start;
        self.cell.run(&exec, &Cancel::new().unwrap()).unwrap().unwrap()
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
