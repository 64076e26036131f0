//! The statements: one form, samples that equal the sample files, formulas that GitHub renders,
//! hints that can be given one at a time. And the repository's pages: links that lead somewhere.

use crate::command::repository;
use crate::scene::Scene;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The sections of every statement, in this order. Other sections are one level deeper.
const SECTIONS: [&str; 8] =
    ["Input", "Output", "Constraints", "Samples", "Hints", "Why it works", "Traps", "Where it comes from"];

/// Each problem's name with its statement.
fn statements() -> Vec<(String, String)> {
    let mut statements = Vec::new();
    for entry in fs::read_dir(repository().join("problems")).unwrap() {
        let path = entry.unwrap().path();
        if let Ok(text) = fs::read_to_string(path.join("statement.md")) {
            statements.push((path.file_name().unwrap().to_string_lossy().into_owned(), text));
        }
    }
    assert!(!statements.is_empty());
    statements
}

/// The lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let fence = line.starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    })
}

fn section<'t>(text: &'t str, title: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("\n## {title}\n")).expect(title);
    rest.split("\n## ").next().unwrap()
}

#[test]
fn every_statement_has_the_same_sections_in_the_same_order() {
    for (problem, text) in statements() {
        let sections: Vec<&str> = prose(&text).filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(sections, SECTIONS, "{problem}");
    }
}

#[test]
fn samples_are_the_sample_files_byte_for_byte() {
    for (problem, text) in statements() {
        let folder = repository().join("testdata").join(&problem).join("sample");
        let mut inputs: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        inputs.retain(|path| path.extension().is_some_and(|extension| extension == "in"));
        inputs.sort();
        let answers = inputs.iter().map(|input| input.with_extension("ans"));
        let files: Vec<String> =
            inputs.iter().cloned().zip(answers).flat_map(|(input, answer)| [input, answer]).map(read).collect();
        let blocks = section(&text, "Samples").split("```text\n").skip(1);
        let blocks: Vec<&str> = blocks.map(|rest| rest.split("```").next().unwrap()).collect();
        assert_eq!(blocks, files, "{problem}");
    }
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

#[test]
fn every_statement_has_two_to_four_numbered_hints() {
    for (problem, text) in statements() {
        let hints = section(&text, "Hints").lines().filter(|line| !line.is_empty() && !line.starts_with("   "));
        let numbers: Vec<&str> = hints.map(|line| line.split(". ").next().unwrap()).collect();
        let wanted = ["1", "2", "3", "4"];
        assert!(numbers.len() >= 2 && numbers[..] == wanted[..numbers.len().min(4)], "{problem}: {numbers:?}");
    }
}

/// GitHub takes `$…$` for a formula where neither end could be an amount of money, and Markdown
/// consumes backslashes before punctuation.
#[test]
fn formulas_are_such_as_github_draws() {
    for (problem, text) in statements() {
        for line in prose(&text).filter(|line| !line.starts_with("$$")) {
            // Code spans hold no formulas.
            let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
            let parts: Vec<&str> = plain.split('$').collect();
            assert!(parts.len() % 2 == 1, "{problem}: a formula has one end: {line}");
            for (at, formula) in parts.iter().enumerate().skip(1).step_by(2) {
                let before = parts[at - 1].chars().last();
                let after = parts[at + 1].chars().next();
                assert!(before.is_none_or(|c| c == ' ' || c == '('), "{problem}: before ${formula}$ in {line}");
                assert!(after.is_none_or(|c| " .,:;)?".contains(c)), "{problem}: after ${formula}$ in {line}");
                assert_eq!(formula.trim(), *formula, "{problem}: {line}");
                let letter = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
                assert!(formula.split('\\').skip(1).all(letter), "{problem}: an escape in ${formula}$");
                assert!(!formula.contains(['<', '>', '*', '|']), "{problem}: ${formula}$");
                assert!(!formula.contains("operatorname"), "{problem}: ${formula}$");
            }
        }
    }
}

/// The exercise in the problems' README: the first guess fails where the page says, and the two
/// lines fix it.
#[test]
fn the_first_exercise_goes_as_the_page_says() {
    let page = read(repository().join("problems/README.md"));
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let [guess, mended] = blocks[..] else { panic!("{} blocks", blocks.len()) };
    let scene = Scene::new();
    for entry in WalkDir::new(repository().join("testdata/nim")).into_iter().map(Result::unwrap) {
        if entry.file_type().is_file() {
            let file = entry.path().strip_prefix(repository()).unwrap();
            scene.write(&file.to_string_lossy(), &read(entry.path()));
        }
    }
    scene.write("problems/nim/problem.toml", "title = \"Nim\"\n");
    scene.write("solutions/src/bin/nim--mine.rs", guess);
    let printed = scene.run(&["nim/mine"]);
    assert!(
        printed.out.contains("64/106") && printed.out.contains("input  (2 lines, 6 bytes)\n    2\n    1 3\n"),
        "{}",
        printed.out
    );
    assert!(page.contains("It passes 64 of 106 tests") && page.contains("two heaps, 1 and 3"));

    let lines: Vec<&str> = guess.lines().filter(|line| !line.contains("total")).collect();
    let [lines @ .., end] = &lines[..] else { panic!("an empty program") };
    scene.write("solutions/src/bin/nim--mine.rs", &format!("{}\n{mended}{end}\n", lines.join("\n")));
    let printed = scene.run(&["nim/mine"]);
    assert_eq!(printed.code, Some(0), "{}", printed.out);
    assert!(printed.out.contains("106/106"), "{}", printed.out);
}

/// The anchor that GitHub makes of a heading.
fn anchor(heading: &str) -> String {
    let lines =
        heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
    lines.replace(' ', "-")
}

fn anchors(text: &str) -> BTreeSet<String> {
    prose(text).filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

#[test]
fn every_link_of_every_page_leads_to_a_file_and_a_heading() {
    let root = repository();
    let pages =
        ["README.md", "docs", "problems", "harness"].into_iter().flat_map(|place| WalkDir::new(root.join(place)));
    let pages =
        pages.map(|entry| entry.unwrap().into_path()).filter(|path| path.extension().is_some_and(|e| e == "md"));
    let mut links = 0;
    for page in pages.filter(|path| !path.components().any(|part| part.as_os_str() == "fixtures")) {
        let text = read(page.clone());
        for line in prose(&text) {
            let plain: String = line.split('`').step_by(2).collect();
            for rest in plain.split("](").skip(1) {
                links += usize::from(leads_somewhere(&page, &text, rest.split(')').next().unwrap()));
            }
        }
    }
    assert!(links > 50, "{links}");
}

/// Checks that a link leads to something. Returns false for links out of the repository.
fn leads_somewhere(page: &Path, text: &str, link: &str) -> bool {
    if link.starts_with("http") {
        return false;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().join(file) };
    assert!(target.exists(), "{}: {link}", page.display());
    if !heading.is_empty() {
        let other = if file.is_empty() { anchors(text) } else { anchors(&read(target)) };
        assert!(other.contains(heading), "{}: {link} is none of {other:?}", page.display());
    }
    true
}
