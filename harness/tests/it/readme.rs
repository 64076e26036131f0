//! The README's words, held against the program.

use crate::command::{harness, repository};
use std::fs;

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).unwrap()
}

#[test]
fn every_link_leads_somewhere() {
    let text = readme();
    let mut links = 0;
    for rest in text.split("](").skip(1) {
        let target = rest.split(')').next().unwrap();
        if !target.starts_with("http") {
            links += 1;
            assert!(repository().join(target).exists(), "{target}");
        }
    }
    assert!(links > 0);
}

#[test]
fn every_filter_of_the_table_selects_something() {
    let text = readme();
    let mut tried = 0;
    for command in text.split('`').filter_map(|part| part.split_once("-- ").map(|(_, args)| args)) {
        let first = command.split(' ').next().unwrap();
        let is_command = || harness().args(["help", first]).output().unwrap().status.success();
        if first.starts_with('-') || is_command() {
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
    for verdict in harness::model::Verdict::ALL {
        let row = format!("| `{}` | {}, {} |", verdict.letter(), verdict.short(), verdict.name());
        assert!(text.contains(&row), "{row}");
    }
    let help = String::from_utf8(harness().arg("--help").output().unwrap().stdout).unwrap();
    for code in ["0", "1", "2", "3", "4", "130"] {
        assert!(help.contains(&format!("{code}  ")), "{code} is not in --help");
    }
}
