//! The front page and the tables it leads to, compared with the program.

use crate::command::{harness, repository};
use std::fs;

fn read(page: &str) -> String {
    fs::read_to_string(repository().join(page)).unwrap()
}

/// The names of all commands.
fn commands() -> Vec<String> {
    let help = String::from_utf8(harness().arg("--help").output().unwrap().stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().lines();
    // A description may go on below.
    let own = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    own.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

#[test]
fn every_filter_of_the_table_selects_something() {
    let text = read("README.md") + &read("docs/commands.md");
    let (commands, mut tried) = (commands(), 0);
    for command in text.split('`').filter_map(|part| part.strip_prefix("harness ")) {
        let first = command.split(' ').next().unwrap();
        // Some are for scripts, and not in the list.
        let is_hidden = || harness().args(["help", first]).output().unwrap().status.success();
        let is_command = commands.iter().any(|name| name == first) || is_hidden();
        // A file of the reader's own, in any folder, is not one of this repository.
        let stands_for_one = first.chars().all(|c| c.is_ascii_uppercase());
        if first.starts_with('-') || first.contains('.') || stands_for_one || is_command {
            continue;
        }
        let args: Vec<String> = command.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
        let listed = harness().current_dir(repository()).arg("list").args(&args).output().unwrap();
        assert!(listed.status.success(), "{command}: {}", String::from_utf8_lossy(&listed.stderr));
        tried += 1;
    }
    assert!(tried >= 3, "{tried}");
}

#[test]
fn every_letter_and_exit_code_of_the_program_is_explained() {
    let text = read("docs/reading.md");
    for verdict in model::Verdict::ALL {
        let row = format!("| `{}` | {}, {} |", verdict.letter(), verdict.short(), verdict.name());
        assert!(text.contains(&row), "{row}");
    }
    let help = String::from_utf8(harness().arg("--help").output().unwrap().stdout).unwrap();
    for code in ["0", "1", "2", "3", "4", "130"] {
        assert!(help.contains(&format!("{code}  ")), "{code} is not in --help");
        assert!(text.contains(&format!("\n| {code} | ")), "{code} is not on the page");
    }
}

#[test]
fn every_command_stands_in_the_table() {
    let (text, names) = (read("docs/commands.md"), commands());
    assert!(names.len() > 15, "{names:?}");
    for name in names.into_iter().filter(|name| name != "help") {
        assert!(text.contains(&format!("`harness {name}")), "{name} is not in the table of commands");
    }
}

/// A version is a tag, and the changes say what it has.
#[test]
fn the_version_has_a_heading_among_the_changes() {
    let version = format!("## v{}, ", env!("CARGO_PKG_VERSION"));
    let changes = read("docs/CHANGELOG.md");
    assert_eq!(changes.lines().filter(|line| line.starts_with(&version)).count(), 1, "{version}");
}

/// What must stand on one screen and a half, the places where it leads, and the languages.
#[test]
fn the_front_page_is_short_leads_everyone_on_and_names_every_language() {
    let text = read("README.md");
    let lines = text.lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 90, "{lines} lines");
    // The two commands of a fresh clone, which `.ci/run` calls as they are.
    let checks = read(".ci/run");
    for command in ["cargo run -p harness", "cargo test"] {
        assert!(text.contains(&format!("\n{command} ")), "{command}");
        assert!(checks.lines().any(|line| line.ends_with(command)), "{command}");
    }
    for page in ["solving", "setting", "grading", "embedding", "commands", "reading", "CHANGELOG"] {
        assert!(text.contains(&format!("(docs/{page}.md)")), "docs/{page}.md");
    }
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, sentence) = flat.split_once("These are known: ").unwrap();
    let sentence = sentence.split(". ").next().unwrap();
    let named: Vec<&str> = sentence.split(", ").flat_map(|part| part.split(" and ")).collect();
    let languages = engine::build::Languages::built_in().unwrap();
    // `run` scripts of packages, and a second form of one language, are not of this list.
    let is_own = |name: &&String| !["script", "executable", "command"].contains(&name.as_str()) && !name.contains('(');
    let mut words: Vec<&str> =
        languages.entries.iter().map(|entry| &entry.name).filter(is_own).map(String::as_str).collect();
    let mut sorted = named.clone();
    words.sort_unstable();
    sorted.sort_unstable();
    assert_eq!(sorted, words);
    let manifest = read("harness/Cargo.toml");
    let version =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")).map(|rest| rest.trim_end_matches('"'));
    let version = version.map_or_else(|| workspace_version(&read("Cargo.toml")), str::to_owned);
    let short =
        version.rsplit_once('.').filter(|_| version.matches('.').count() > 1).map_or(&*version, |(short, _)| short);
    assert!(text.contains(&format!("Rust](https://rustup.rs) {short} or later")), "{version}");
}

fn workspace_version(manifest: &str) -> String {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")).expect("the least Rust");
    line.trim_end_matches('"').to_owned()
}
