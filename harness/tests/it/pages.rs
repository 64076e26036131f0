//! The pages of the repository: every block of commands runs in a fresh folder, as printed, through
//! bash, and each command ends with the exit code that the page implies.
//!
//! A comment in front of a block says where and how:
//!
//! ```text
//! <!-- run in WORLD: exit 0 1 -->     in a fresh folder with the files of that world
//! <!-- run: exit 0 1 -->              in the folder where the block before ended
//! <!-- not run: REASON -->
//! ```
//!
//! Without codes each command must end with 0. `docs/walks.md` has its own test (`walking.rs`).

use crate::command::{copy, left_to_long, own_files, repository, shell_of};
use crate::scene::has;
use ctd::{Caps, Generator, Policy, Program, Reading, Shape, validate};
use model::record::Report;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A fenced block of commands.
struct Block {
    /// The comment in front of it.
    directive: Option<String>,
    commands: Vec<String>,
}

/// The blocks of commands of a page.
fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut directive) = (Vec::new(), None);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if ["sh", "bash"].contains(&info) {
                blocks.push(Block { directive: directive.take(), commands: commands(&body) });
            }
            directive = None;
        } else if line.starts_with("<!-- ") {
            directive = Some(line.trim_start_matches("<!-- ").trim_end_matches(" -->").to_owned());
        } else if !line.is_empty() {
            directive = None;
        }
    }
    blocks
}

/// A line each, or several that end with a backslash.
fn commands(lines: &[&str]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        match commands.last_mut().filter(|_| goes_on) {
            Some(command) => *command += &format!("\n{line}"),
            None => commands.push((*line).to_owned()),
        }
        goes_on = line.ends_with('\\');
    }
    commands.retain(|command| !command.trim().is_empty() && !command.trim().starts_with('#'));
    commands
}

/// Makes a folder `here` with the files of a world, in a folder of its own.
fn world(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("here");
    fs::create_dir(&here).unwrap();
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pages");
    if ["repository", "class", "packages"].contains(&name) {
        for problem in ["nim", "nim-moves", "play-nim"] {
            for part in ["problems", "testdata"] {
                copy(&repository().join(part).join(problem), &here.join(part).join(problem));
            }
        }
        let solutions = here.join("solutions/src/bin");
        fs::create_dir_all(&solutions).unwrap();
        for name in ["nim", "nim--brute", "nim--sum-parity", "nim-moves", "nim-moves--columns", "play-nim"] {
            let file = format!("{name}.rs");
            fs::copy(repository().join("solutions/src/bin").join(&file), solutions.join(file)).unwrap();
        }
    }
    match name {
        "empty" | "repository" => {}
        "solver" => copy(&pages.join("solver"), &here),
        "class" => copy(&pages.join("class"), &here.join("class")),
        "packages" => {
            let export = "harness export kattis nim --lossy --no-judge -o ../contest && \
                          harness export icpc nim --lossy --no-judge -o ../nim.zip";
            assert!(shell_of("bash", export).current_dir(&here).output().unwrap().status.success());
        }
        other => panic!("there is no world `{other}`"),
    }
    folder
}

/// What became of a page's blocks.
#[derive(Default)]
struct Tally {
    run: usize,
    left_out: Vec<String>,
}

fn walk(page: &Path) -> Tally {
    let text = fs::read_to_string(page).unwrap();
    let mut tally = Tally::default();
    // The folder of the world, and the one where the commands are.
    let mut place: Option<(TempDir, PathBuf)> = None;
    for Block { directive, commands } in blocks(&text) {
        let directive = directive.unwrap_or_default();
        if let Some(reason) = directive.strip_prefix("not run: ") {
            assert!(reason.len() > 10, "{}: {reason}", page.display());
            tally.left_out.push(format!("{}: {reason}", page.display()));
            continue;
        }
        let (where_to, codes) = directive.split_once(": exit ").unwrap_or((&directive, ""));
        if let Some(name) = where_to.strip_prefix("run in ") {
            let folder = world(name);
            let here = folder.path().join("here");
            place = Some((folder, here));
        }
        let Some((_, here)) = &mut place else {
            panic!("{}: nothing says where, or why not, these are run: {commands:?}", page.display())
        };
        let codes: Vec<&str> = codes.split_whitespace().collect();
        let expected = if codes.is_empty() { vec!["0"; commands.len()] } else { codes };
        assert_eq!(expected.len(), commands.len(), "{}: codes for {commands:?}", page.display());
        run(page, here, &commands, &expected);
        tally.run += commands.len();
    }
    tally
}

/// Runs the commands in one shell, begun in `here`, which becomes the folder where they ended.
fn run(page: &Path, here: &mut PathBuf, commands: &[String], expected: &[&str]) {
    let notes = tempfile::tempdir().unwrap();
    let note = |name: &str| notes.path().join(name);
    // Cargo's alias of the repository.
    let mut script =
        "set +e\ncargo() { if [ \"$1\" = judge ]; then shift; harness \"$@\"; else command cargo \"$@\"; fi; }\n"
            .to_owned();
    for (at, command) in commands.iter().enumerate() {
        let (out, codes) = (note(&format!("out-{at}")), note("codes"));
        // A command that redirects its own output keeps it.
        script +=
            &format!("{{ {command}\n}} < /dev/null > '{}' 2>&1; echo $? >> '{}'\n", out.display(), codes.display());
    }
    script += &format!("pwd > '{}'\n", note("folder").display());
    let ran = shell_of("bash", &script).current_dir(&here).output().unwrap();
    assert!(ran.status.success(), "{}: {}", page.display(), String::from_utf8_lossy(&ran.stderr));
    let codes = fs::read_to_string(note("codes")).unwrap();
    for (at, ((command, code), expected)) in commands.iter().zip(codes.lines()).zip(expected).enumerate() {
        let out = fs::read(note(&format!("out-{at}"))).unwrap();
        assert_eq!(code, *expected, "{}: {command}\n{}", page.display(), String::from_utf8_lossy(&out));
    }
    *here = PathBuf::from(fs::read_to_string(note("folder")).unwrap().trim_end());
}

/// All pages but those of problems, which have their own form.
fn pages() -> Vec<PathBuf> {
    own_files(&["README.md", "CONTRIBUTING.md", "docs", "problems/README.md", "harness", "packaging", ".github"], "md")
}

/// All pages in the long run, and else those of the front door.
#[test]
fn the_commands_of_the_pages_end_as_the_pages_say() {
    if !has("g++") || !has("python3") {
        return;
    }
    let front = ["README.md", "docs/solving.md", "docs/grammar.md"].map(|page| repository().join(page));
    let all = !left_to_long("all pages judge several problems");
    let mut tally = Tally::default();
    for page in if all { pages() } else { front.to_vec() } {
        let of_page = walk(&page);
        assert!(of_page.run >= 4 || !front.contains(&page), "{}: {}", page.display(), of_page.run);
        tally.run += of_page.run;
        tally.left_out.extend(of_page.left_out);
    }
    println!("{} commands run; left out:\n{}", tally.run, tally.left_out.join("\n"));
    assert!(tally.run >= if all { 45 } else { 8 }, "{}", tally.run);
    // Whoever adds one counts it here.
    assert!(tally.left_out.len() <= 9, "{:#?}", tally.left_out);
}

#[test]
fn every_block_of_commands_says_where_it_is_run_or_why_not() {
    let mut blocks_of_commands = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let is_walk = page.ends_with("docs/walks.md");
        assert!(is_walk || !text.contains("\n```console"), "{}: the blocks of a walk", page.display());
        let mut is_somewhere = false;
        for block in blocks(&text) {
            let directive = block.directive.unwrap_or_default();
            is_somewhere |= directive.starts_with("run in ");
            let is_left_out = directive.starts_with("not run: ");
            assert!(is_somewhere || is_left_out, "{}: {:?}", page.display(), block.commands);
            blocks_of_commands += 1;
        }
        // What looks like a session is one, and is run.
        let fences = text.split("\n```text\n").skip(1).map(|rest| rest.split("\n```").next().unwrap());
        for fence in fences.filter(|_| !is_walk) {
            let looks_run = fence.lines().any(|line| line.starts_with("harness ") || line.starts_with("cargo "));
            assert!(!looks_run, "{}: commands in a block of text: {fence}", page.display());
        }
    }
    assert!(blocks_of_commands >= 20, "{blocks_of_commands}");
}

/// The paths of a value: `solutions/tests/verdict`.
fn paths(value: &Value, at: &str, all: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            all.insert(format!("{at}/{name}"));
            paths(value, &format!("{at}/{name}"), all);
        }),
        Value::Array(items) => items.iter().for_each(|item| paths(item, at, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn the_sample_of_the_report_has_the_fields_of_such_a_report() {
    if !has("g++") {
        return;
    }
    let page = fs::read_to_string(repository().join("docs/embedding.md")).unwrap();
    let sample = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    Report::parse(sample.as_bytes()).unwrap();
    let folder = world("solver");
    let here = folder.path().join("here");
    let script = "printf '3\\n1000000000 1000000000 1000000000\\n' > 2.in; printf '3000000000\\n' > 2.out
        harness a.cpp --no-cache --report json=report.json > /dev/null || true";
    assert!(shell_of("bash", script).current_dir(&here).output().unwrap().status.success());
    let report = fs::read_to_string(here.join("report.json")).unwrap();
    let fields = |text: &str| {
        let mut all = BTreeSet::new();
        paths(&serde_json::from_str(text).unwrap(), "", &mut all);
        // The page leaves them out, and says so.
        all.retain(|path| !path.contains("/evidence"));
        all
    };
    let (ours, theirs) = (fields(sample), fields(&report));
    // Whether a result came from the cache depends on what ran before.
    let differ: Vec<&String> = ours.symmetric_difference(&theirs).filter(|path| !path.ends_with("/cached")).collect();
    assert!(differ.is_empty(), "{differ:?}");
}

#[test]
fn the_programs_that_the_page_shows_are_the_examples_of_the_crate() {
    let page = fs::read_to_string(repository().join("docs/embedding.md")).unwrap();
    let programs: Vec<&str> = page.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(programs.len(), 3);
    for (program, name) in programs.iter().zip(["judge_a_file", "judge_strings", "grade_a_class"]) {
        let example = repository().join(format!("harness/crates/judge/examples/{name}.rs"));
        let example = fs::read_to_string(example).unwrap();
        assert!(example.ends_with(program) && program.lines().count() <= 25, "{program}");
    }
}

/// The input in the comments beside a grammar.
fn input_beside(grammar: &str) -> String {
    grammar.lines().filter_map(|line| line.split_once(" # ")).map(|(_, input)| format!("{input}\n")).collect()
}

#[test]
fn each_grammar_of_the_page_follows_its_text_and_makes_inputs() {
    let page = fs::read_to_string(repository().join("docs/grammar.md")).unwrap();
    let mut grammars = 0;
    for part in page.split("```ctd\n").skip(1) {
        let (grammar, text) = part.split_once("```\n").unwrap();
        let text = text.split("\n## ").next().unwrap();
        let program = Program::parse(grammar.as_bytes()).unwrap_or_else(|mistake| panic!("{mistake}"));
        let check = |input: &str| validate(&program, input.as_bytes(), &Reading::default());
        check(&input_beside(grammar)).unwrap_or_else(|rejection| panic!("{grammar}\n{rejection}"));
        // Of the words in quotes, those with ends of lines are inputs.
        let refused: Vec<String> = text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|word| *word != "⏎" && word.ends_with('⏎'))
            .map(|word| word.replace('⏎', "\n"))
            .collect();
        assert!(!refused.is_empty(), "{text}");
        for input in refused {
            assert!(check(&input).is_err(), "{grammar}\n{input}");
        }
        let generator = Generator::new(&program, Caps::default());
        let made = Policy::ALL.into_iter().zip(0..).map(|(policy, seed)| {
            let input = generator
                .generate(Shape { policy, size: 8 }, seed)
                .unwrap_or_else(|error| panic!("{grammar}\n{error}"));
            let input = String::from_utf8(input).unwrap();
            check(&input).unwrap_or_else(|rejection| panic!("{grammar}\n{rejection}"));
            input
        });
        let made: BTreeSet<String> = made.collect();
        assert!(made.len() >= 4, "{grammar}\n{made:?}");
        grammars += 1;
    }
    assert_eq!(grammars, 11);
}

#[test]
fn the_steps_of_the_checks_are_those_of_the_script() {
    let script = fs::read_to_string(repository().join(".ci/run")).unwrap();
    let page = fs::read_to_string(repository().join("CONTRIBUTING.md")).unwrap();
    let steps = script.lines().filter_map(|line| line.trim().strip_prefix("say \"")?.strip_suffix('"'));
    let mut all = 0;
    // Which other user it is depends on who runs it.
    for step in steps.filter(|step| !step.ends_with("as root")) {
        assert!(page.contains(&format!("\n| {step} | ")), "{step}");
        all += 1;
    }
    assert!(all >= 10, "{all}");
}

#[test]
fn what_can_be_added_has_its_place_where_the_page_says() {
    let page = fs::read_to_string(repository().join("harness/ARCHITECTURE.md")).unwrap();
    let section = page.split("## Adding things\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| what"));
    let mut places = 0;
    for name in rows.flat_map(|row| row.split('`').skip(1).step_by(2)) {
        let is_path = name.contains('/') && !name.contains('<');
        if is_path {
            let harness = repository().join("harness");
            let found = [harness.join(name), harness.join("crates").join(name), repository().join(name)];
            assert!(found.iter().any(|path| path.exists()), "{name}");
            places += 1;
        }
    }
    assert!(places >= 18, "{places}");
}
