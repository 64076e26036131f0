//! docs/walks.md: its files are written, the shell runs its commands, and the output it shows must
//! come out, in this order. Times and tools of other machines may differ.

use crate::command::{copy, left_to_long, repository, shell, user_cache};
use crate::getting::Waiting;
use crate::scene::{Scene, has, printed};
use std::fs;

/// A fenced block: the text after the fence, and its lines.
struct Block<'t> {
    info: &'t str,
    lines: Vec<&'t str>,
}

/// The blocks of the section with this heading.
fn blocks<'t>(text: &'t str, heading: &str) -> Vec<Block<'t>> {
    let section = text.split("\n## ").find_map(|section| section.strip_prefix(heading)).expect("such a section");
    let fenced = section.split("\n```").skip(1).step_by(2);
    let block = |block: &'t str| {
        let mut lines = block.lines();
        Block { info: lines.next().unwrap_or_default(), lines: lines.collect() }
    };
    fenced.map(block).collect()
}

/// A command with the lines it reads, and what it prints.
struct Step<'t> {
    script: String,
    printed: Vec<&'t str>,
}

fn steps<'t>(block: &Block<'t>) -> Vec<Step<'t>> {
    let mut steps: Vec<Step<'t>> = Vec::new();
    for line in &block.lines {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { script: command.to_owned(), printed: Vec::new() });
            continue;
        }
        let step = steps.last_mut().expect("a console begins with a command");
        match line.strip_prefix("> ") {
            Some(input) if step.script.contains("<<END") => step.script.push_str(&format!("\n{input}")),
            Some(_) | None => step.printed.push(line),
        }
    }
    steps
}

/// The part of a line that is the same on every machine; `None` where nothing is.
fn lasting(line: &str) -> Option<String> {
    const MACHINE: [&str; 5] = ["Judging ", "containment)", "slowest accepted: ", "ms / ", "waiting for "];
    if line.trim().is_empty() || line == "…" || MACHINE.iter().any(|words| line.trim().starts_with(words)) {
        return None;
    }
    let ends = ["  max ", "  checker: ", " tests in ", " test in "];
    let end = ends.iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
    Some(line[..end].trim_end().to_owned()).filter(|line| !line.ends_with("full+cgroup"))
}

/// Runs a section in `scene`. Returns the number of its commands.
fn walk(scene: &Scene, heading: &str) -> usize {
    let text = fs::read_to_string(repository().join("docs/walks.md")).unwrap();
    let (cache, mut commands) = (user_cache(), 0);
    for block in blocks(&text, heading) {
        if let Some((_, file)) = block.info.split_once(' ') {
            scene.write(file, &format!("{}\n", block.lines.join("\n")));
            continue;
        }
        assert_eq!(block.info, "console");
        for step in steps(&block) {
            let out = match step.script.as_str() {
                "harness get" => posted(scene),
                script => {
                    let mut command = shell(&format!("exec 2>&1\n{script}"));
                    command.current_dir(scene.root()).env("COLUMNS", "80").env_remove("HARNESS_CACHE_DIR");
                    command.env("XDG_CACHE_HOME", cache.path());
                    printed(&mut command, "").out
                }
            };
            let mut real = out.lines().filter_map(lasting);
            for line in step.printed.iter().copied().filter_map(lasting) {
                assert!(real.any(|real| real == line), "`{line}` is not in what `{}` printed:\n{out}", step.script);
            }
            commands += 1;
        }
    }
    commands
}

/// Runs `harness get` and sends it what the browser would.
fn posted(scene: &Scene) -> String {
    let waiting = Waiting::on(scene, &[]);
    let problems = [
        ("A. Two Stacks", "A", r#"{"input":"3\n1 2 3\n","output":"6\n"},{"input":"1\n5\n","output":"5\n"}"#),
        ("B. Mirror", "B", r#"{"input":"abc\n","output":"cba\n"}"#),
        ("C. Even Heaps", "C", r#"{"input":"4\n1 2 3 4\n","output":"2\n"}"#),
    ];
    for (name, letter, tests) in problems {
        let url = format!("https://codeforces.com/gym/104000/problem/{letter}");
        let post = format!(
            r#"{{"name":"{name}","group":"Codeforces - Round","url":"{url}","interactive":false,"memoryLimit":256,
            "timeLimit":1000,"tests":[{tests}],"batch":{{"id":"b","size":3}}}}"#
        );
        waiting.post(&post);
    }
    waiting.ended().1
}

#[test]
fn a_contest_from_an_empty_folder_to_three_submitted_files() {
    if !has("g++") {
        return;
    }
    let scene = Scene::empty();
    assert_eq!(walk(&scene, "A contest, from an empty folder to three submitted files\n"), 11);
}

#[test]
fn two_games_are_learned() {
    if left_to_long("each of its commands compiles") {
        return;
    }
    let scene = Scene::empty();
    for folder in ["problems", "testdata", "solutions"] {
        copy(&repository().join(folder), &scene.path(folder));
    }
    assert_eq!(walk(&scene, "Two games, learned\n"), 7);
}
