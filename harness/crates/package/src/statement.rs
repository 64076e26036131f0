//! A problem's statement in several languages: the files, and what their sections are.
//!
//! It reads no file's text, and does not know how a statement is shown.

use crate::tree::{ORIGINAL, file_name, files_below};
use std::path::{Path, PathBuf};

/// A natural language in which problems are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tongue {
    English,
    Chinese,
}

impl Tongue {
    /// The first is the one that every problem has.
    pub const ALL: [Tongue; 2] = [Tongue::English, Tongue::Chinese];

    /// The code of ISO 639.
    pub fn code(self) -> &'static str {
        match self {
            Tongue::English => "en",
            Tongue::Chinese => "zh",
        }
    }

    /// The language of a code, which may name a region, too: `zh-CN`.
    pub fn of_code(code: &str) -> Option<Tongue> {
        let main = code.split(['-', '_']).next().unwrap_or_default();
        Tongue::ALL.into_iter().find(|tongue| tongue.code().eq_ignore_ascii_case(main))
    }

    /// The statement's file in the problem's folder.
    pub fn file(self) -> &'static str {
        match self {
            Tongue::English => "statement.md",
            Tongue::Chinese => "statement.zh.md",
        }
    }
}

/// Whether a file of this name in a package's folder of statements is one: `problem.en.md`.
pub fn is_statement(name: &str) -> bool {
    name.starts_with("problem.")
}

/// The statements in Markdown of the problem or package in `dir`: at most one for each
/// language.
pub fn markdown(dir: &Path) -> Vec<(Tongue, PathBuf)> {
    let own = Tongue::ALL.into_iter().map(|tongue| (Some(tongue), dir.join(tongue.file())));
    let named = files(dir).into_iter().filter(|path| file_name(path).ends_with(".md"));
    // `problem.zh.md`; a name without a language means English.
    let tongue = |path: &PathBuf| match file_name(path).split('.').collect::<Vec<_>>()[..] {
        [_, _] => Some(Tongue::English),
        [_, code, _] => Tongue::of_code(code),
        _ => None,
    };
    let all: Vec<(Option<Tongue>, PathBuf)> =
        own.filter(|(_, path)| path.is_file()).chain(named.map(|path| (tongue(&path), path))).collect();
    let of = |tongue: Tongue| all.iter().find(|(own, _)| *own == Some(tongue)).map(|(_, path)| (tongue, path.clone()));
    Tongue::ALL.into_iter().filter_map(of).collect()
}

/// The statements that came with a package in `dir`, or that were kept of one.
fn files(dir: &Path) -> Vec<PathBuf> {
    let folders = ["statement", "problem_statement", "statements", "testo"];
    let folders = folders.iter().flat_map(|own| [dir.join(own), dir.join(ORIGINAL).join(own)]);
    let all = folders.flat_map(|folder| files_below(&folder)).map(|(_, path)| path);
    let is_one = |path: &PathBuf| {
        let (name, end) = (file_name(path), path.extension().unwrap_or_default());
        (is_statement(&name) || end == "pdf") && ["md", "tex", "pdf", "html"].iter().any(|own| end == *own)
    };
    all.filter(is_one).collect()
}

/// A section of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Input,
    Output,
    Constraints,
    Samples,
    Hints,
    /// What gives the solution away: the proof, the traps, and where the problem comes from.
    Later,
}

/// The headings of each section, in English and in Chinese.
const HEADINGS: [(Section, &[&str]); 8] = [
    (Section::Input, &["Input", "输入格式", "输入"]),
    (Section::Output, &["Output", "输出格式", "Interaction", "输出"]),
    (Section::Constraints, &["Constraints", "数据范围"]),
    (Section::Samples, &["Samples", "样例", "Sample", "Examples", "Example"]),
    (Section::Hints, &["Hints", "提示"]),
    (Section::Later, &["Why it works", "为什么成立", "Why it is true", "Solution", "Editorial", "题解"]),
    (Section::Later, &["Traps", "易错点"]),
    (Section::Later, &["Where it comes from", "题目来源"]),
];

impl Section {
    /// The section with this heading, in whichever language. Letter case does not matter.
    pub fn of_heading(heading: &str) -> Option<Section> {
        let heading = heading.trim().to_lowercase();
        let is_it = |names: &[&str]| names.iter().any(|name| name.to_lowercase() == heading);
        HEADINGS.iter().find(|(_, names)| is_it(names)).map(|(section, _)| *section)
    }
}

/// How much of a section is shown at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Task,
    Hints,
    /// It gives something away.
    Later,
}

/// The statement's sections: each begins with a heading of the second level. What follows a section
/// that comes later, under a heading that is not known, comes later, too.
pub fn parts(markdown: &str) -> Vec<(String, Part)> {
    let mut parts: Vec<(String, Part)> = Vec::new();
    let mut is_code = false;
    for line in markdown.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let title = line.strip_prefix("## ").filter(|_| !is_code);
        let before = parts.last().map(|(_, kind)| *kind);
        let kind = title.map(|title| match (Section::of_heading(title), before) {
            (Some(Section::Hints), _) => Part::Hints,
            (Some(Section::Later), _) | (None, Some(Part::Hints | Part::Later)) => Part::Later,
            (Some(_), _) | (None, Some(Part::Task) | None) => Part::Task,
        });
        match (kind, parts.last_mut()) {
            (None, Some((text, _))) => *text += &format!("{line}\n"),
            (kind, _) => parts.push((format!("{line}\n"), kind.unwrap_or(Part::Task))),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_known_by_its_heading_in_every_language() {
        for (section, headings) in HEADINGS {
            headings.iter().for_each(|own| assert_eq!(Section::of_heading(own), Some(section), "{own}"));
        }
        assert_eq!(Section::of_heading(" why it WORKS "), Some(Section::Later));
        assert_eq!(Section::of_heading("A worked example"), None);
    }

    #[test]
    fn a_language_is_known_by_its_code_with_or_without_a_region() {
        let check = |code: &str, tongue| assert_eq!(Tongue::of_code(code), tongue, "{code}");
        check("en", Some(Tongue::English));
        check("zh", Some(Tongue::Chinese));
        check("zh-CN", Some(Tongue::Chinese));
        check("ZH_Hans", Some(Tongue::Chinese));
        check("sv", None);
        check("", None);
    }

    #[test]
    fn a_statement_is_divided_at_its_headings_and_what_gives_something_away_is_folded() {
        let text = "# Nim\n\nx\n\n```text\n## no\n```\n## Input\n\nn\n## Hints\n1. a\n## More\ny\n## Samples\nz\n";
        let found = parts(text);
        let heads: Vec<(&str, Part)> = found.iter().map(|(text, kind)| (text.lines().next().unwrap(), *kind)).collect();
        let expected = [
            ("# Nim", Part::Task),
            ("## Input", Part::Task),
            ("## Hints", Part::Hints),
            ("## More", Part::Later),
            ("## Samples", Part::Task),
        ];
        assert_eq!(heads, expected);
        assert_eq!(found.iter().map(|(text, _)| text.as_str()).collect::<String>(), text);
    }
}
