//! The statements: one form, samples that equal the sample files, formulas that GitHub renders,
//! hints that can be given one at a time. And the repository's pages: links that lead somewhere.

use crate::command::{own_files, repository};
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

/// Each problem's name with its statement in English and the one in Chinese.
fn in_both_languages() -> Vec<(String, String, String)> {
    let both = |(problem, english): (String, String)| {
        let chinese = read(repository().join("problems").join(&problem).join("statement.zh.md"));
        (problem, english, chinese)
    };
    statements().into_iter().map(both).collect()
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
    let both = in_both_languages().into_iter().flat_map(|(problem, en, zh)| [(problem.clone(), en), (problem, zh)]);
    for (problem, text) in both {
        for line in prose(&text).filter(|line| !line.starts_with("$$")) {
            // Code spans hold no formulas.
            let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
            let parts: Vec<&str> = plain.split('$').collect();
            assert!(parts.len() % 2 == 1, "{problem}: a formula has one end: {line}");
            for (at, formula) in parts.iter().enumerate().skip(1).step_by(2) {
                let before = parts[at - 1].chars().last();
                let after = parts[at + 1].chars().next();
                assert!(before.is_none_or(|c| " (（*".contains(c)), "{problem}: before ${formula}$ in {line}");
                assert!(
                    after.is_none_or(|c| " .,:;)?，。：；、）（".contains(c)),
                    "{problem}: after ${formula}$ in {line}"
                );
                assert_eq!(formula.trim(), *formula, "{problem}: {line}");
                let letter = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
                assert!(formula.split('\\').skip(1).all(letter), "{problem}: an escape in ${formula}$");
                assert!(!formula.contains(['<', '>', '*', '|']), "{problem}: ${formula}$");
                assert!(!formula.contains("operatorname"), "{problem}: ${formula}$");
            }
        }
    }
}

/// The formulas of the lines outside of code, without the words in them.
fn formulas(text: &str) -> BTreeSet<String> {
    let mut formulas = BTreeSet::new();
    for line in prose(text) {
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
        let parts: Vec<&str> = match plain.strip_prefix("$$") {
            Some(display) => vec!["", display.trim_end_matches('$')],
            None => plain.split('$').collect(),
        };
        for formula in parts.iter().skip(1).step_by(2) {
            let mut pieces = formula.split("\\text{");
            let mut wordless = pieces.next().unwrap().to_owned();
            pieces.for_each(|piece| wordless.push_str(piece.split_once('}').unwrap().1));
            formulas.insert(wordless.split_whitespace().collect());
        }
    }
    formulas
}

/// What stands in code quotes: names of programs, words of inputs and outputs.
fn quotes(text: &str) -> BTreeSet<String> {
    let text: Vec<&str> = prose(text).collect();
    text.join(" ").split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The files that a statement links to, in order; which language's statement is the same to it.
fn targets(text: &str) -> Vec<String> {
    let mut targets: Vec<String> = prose(text)
        .flat_map(|line| {
            line.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap().replace(".zh.md", ".md"))
        })
        .collect();
    targets.sort();
    targets
}

/// The numbers and formulas of each row of a table of bounds: everything but the words.
fn bounds(table: &str) -> Vec<Vec<String>> {
    let words_left_out = |row: &str| {
        // The first cell says what is bounded.
        let row = row.split('|').skip(2).collect::<Vec<_>>().join(" ");
        let is_part = |c: char| c.is_ascii_digit() || "$^{}.-=".contains(c);
        row.split(|c| !is_part(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    table.lines().filter(|line| line.starts_with("| ")).skip(2).map(words_left_out).collect()
}

#[test]
fn both_languages_have_the_same_sections_bounds_samples_formulas_quotes_and_links() {
    let chinese_sections = ["输入格式", "输出格式", "数据范围", "样例", "提示", "为什么成立", "易错点", "题目来源"];
    for (problem, english, chinese) in in_both_languages() {
        let sections: Vec<&str> = prose(&chinese).filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(sections, chinese_sections, "{problem}");
        let title = read(repository().join("problems").join(&problem).join("problem.toml"));
        let title =
            title.lines().find_map(|line| line.strip_prefix("title-zh = \"")).unwrap_or_else(|| panic!("{problem}"));
        assert!(chinese.starts_with(&format!("# {}\n", title.trim_end_matches('"'))), "{problem}: {title}");
        assert_eq!(
            bounds(section(&chinese, "数据范围")),
            bounds(section(&english, "Constraints")),
            "{problem}: bounds"
        );
        let blocks = |text: &str| {
            text.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(blocks(section(&chinese, "样例")), blocks(section(&english, "Samples")), "{problem}: samples");
        assert_eq!(blocks(&chinese).len(), blocks(&english).len(), "{problem}: pictures");
        assert_eq!(formulas(&chinese), formulas(&english), "{problem}: formulas");
        assert_eq!(quotes(&chinese), quotes(&english), "{problem}: quotes");
        assert_eq!(targets(&chinese), targets(&english), "{problem}: links");
        let depth = |text: &str, title: &str| {
            section(text, title).lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count()
        };
        assert_eq!(depth(&chinese, "提示"), depth(&english, "Hints"), "{problem}: hints");
        let rows = |text: &str| prose(text).filter(|line| line.starts_with("| ")).count();
        assert_eq!(rows(&chinese), rows(&english), "{problem}: rows of tables");
    }
}

/// The words by which people search for these games in Chinese.
#[test]
fn the_words_of_the_chinese_texts_are_there() {
    let all: String = in_both_languages().into_iter().map(|(_, _, chinese)| chinese).collect();
    let words = [
        "必胜态",
        "必败态",
        "先手",
        "后手",
        "异或",
        "公平组合游戏",
        "有向图游戏",
        "阶梯博弈",
        "威佐夫博弈",
        "奇异局势",
        "反 Nim",
        "巴什博弈",
        "斐波那契博弈",
    ];
    for word in words {
        assert!(all.contains(word), "{word}");
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
    let mut links = 0;
    for page in own_files(&["README.md", "docs", "problems", "harness"], "md") {
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
