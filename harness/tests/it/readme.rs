//! The README's statements, compared with the program.

use crate::command::{harness, repository};
use crate::scene::{Scene, printed};
use std::fs;

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).unwrap()
}

#[test]
fn every_filter_of_the_table_selects_something() {
    let text = readme();
    let mut tried = 0;
    for command in text.split('`').filter_map(|part| part.strip_prefix("harness ")) {
        let first = command.split(' ').next().unwrap();
        let is_command = || harness().args(["help", first]).output().unwrap().status.success();
        // A file of the reader's own, in any folder, is not one of this repository.
        if first.starts_with('-') || first.contains('.') || is_command() {
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
    let text = readme();
    for verdict in model::Verdict::ALL {
        let row = format!("| `{}` | {}, {} |", verdict.letter(), verdict.short(), verdict.name());
        assert!(text.contains(&row), "{row}");
    }
    let help = String::from_utf8(harness().arg("--help").output().unwrap().stdout).unwrap();
    for code in ["0", "1", "2", "3", "4", "130"] {
        assert!(help.contains(&format!("{code}  ")), "{code} is not in --help");
    }
}

#[test]
fn every_command_stands_in_the_table() {
    let text = readme();
    let help = String::from_utf8(harness().arg("--help").output().unwrap().stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().lines();
    // A description may go on below.
    let own = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = own.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        assert!(text.contains(&format!("`harness {name}")), "{name} is not in the README's table");
    }
}

/// From a clone to a judged problem: the commands of the page, as a shell runs them.
#[test]
fn the_five_commands_make_a_problem_with_two_tests_and_a_judged_solution() {
    let text = readme();
    let block = text.split("```sh\n").nth(1).expect("the README has such a block").split("```").next().unwrap();
    let commands: Vec<&str> = block.lines().map(|line| line.split("  #").next().unwrap().trim()).collect();
    assert_eq!(commands.len(), 5, "{commands:?}");
    assert!(commands[0].starts_with("git clone "), "{commands:?}");
    // What a clone has apart from problems.
    let clone = Scene::new();
    clone.write("solutions/Cargo.toml", &fs::read_to_string(repository().join("solutions/Cargo.toml")).unwrap());
    let alias = fs::read_to_string(repository().join(".cargo/config.toml")).unwrap();
    assert!(alias.contains("judge = \"run --quiet --package harness --\""), "{alias}");
    let mut output = String::new();
    for command in &commands[1..] {
        assert!(command.contains("cargo judge "), "{command}");
        let command = command.replace("cargo judge", env!("CARGO_BIN_EXE_harness"));
        let mut shell = std::process::Command::new("sh");
        // The shell in between gets the test harness's settings.
        let like = harness();
        shell.args(["-c", &command]).current_dir(clone.root());
        for (name, value) in like.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let printed = printed(&mut shell, "");
        assert_eq!(printed.code, Some(0), "{command}\n{printed:?}");
        output.push_str(&printed.out);
    }
    for words in [
        "made two-heaps",
        "added testdata/two-heaps/secret/01.in",
        "1 of 1 solution as expected · 2 tests",
        "no judge set",
    ] {
        assert!(output.contains(words), "`{words}` is not in\n{output}");
    }
}
