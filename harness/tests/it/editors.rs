//! The settings of docs/editors.md, held against what the harness prints.

use crate::command::repository;
use crate::scene::{Scene, has, printed};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};

/// The first block of the page in this language.
fn block(language: &str) -> String {
    let page = fs::read_to_string(repository().join("docs/editors.md")).unwrap();
    let (_, block) = page.split_once(&format!("```{language}\n")).expect("the page has such a block");
    block.split("```").next().unwrap().to_owned()
}

/// A folder with a program that rustc refuses on its second line.
fn scene() -> Scene {
    let scene = Scene::empty();
    scene.write("typo.rs", "fn main() {\n    let x: i32 = \"a\";\n}\n");
    scene.write("typo.in", "1\n");
    scene.write("typo.ans", "1\n");
    scene
}

#[test]
fn the_task_of_vs_code_calls_what_there_is() {
    let tasks: Value = serde_json::from_str(&block("json")).unwrap();
    let task = &tasks["tasks"][0];
    assert_eq!(task["command"], "harness");
    let args = task["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap());
    let args: Vec<String> = args.map(|arg| arg.replace("${fileBasename}", "typo.rs")).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let scene = scene();
    let refused = printed(&mut scene.command(&args), "");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    // What the patterns for rustc look for.
    let lines: Vec<&str> = refused.out.lines().map(str::trim_start).collect();
    let place = lines.iter().position(|line| *line == "--> typo.rs:2:18").unwrap_or_else(|| panic!("{refused:?}"));
    assert!(lines[place - 1].starts_with("error[E0308]: "), "{refused:?}");
}

#[test]
fn vim_jumps_to_what_does_not_compile() {
    if !has("vim") {
        println!("skipped: no vim here");
        return;
    }
    let scene = scene();
    scene.write("settings.vim", &block("vim"));
    let ours = scene.command(&[]);
    let harness = std::path::Path::new(ours.get_program());
    let path = std::env::var_os("PATH").unwrap();
    let folders = std::iter::once(harness.parent().unwrap().to_owned()).chain(std::env::split_paths(&path));
    let mut vim = Command::new("vim");
    vim.args(["-u", "NONE", "-es", "-S", "settings.vim", "-c", "edit typo.rs", "-c", "silent make"]);
    vim.args(["-c", "redir! > found | clist | redir END", "-c", "qa!"]).current_dir(scene.root());
    for (name, value) in ours.get_envs() {
        vim.env(name, value.unwrap_or_default());
    }
    vim.env("PATH", std::env::join_paths(folders).unwrap()).stdin(Stdio::null()).output().unwrap();
    let found = fs::read_to_string(scene.root().join("found")).unwrap();
    assert!(found.contains("typo.rs:2 col 18 error"), "{found}");
}
