//! `gen/GEN`: which tests there are, and in which subtasks. One line, one test.
//!
//! Source: the format as task-maker and CMS's importer of the Italian format read it.

use crate::mistakes::{Mistakes, line_around};

/// Tests that are scored together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subtask {
    pub points: f64,
    /// `#STNAME`.
    pub name: Option<String>,
    /// `#STDEP`: names of subtasks whose tests it includes, or `*`.
    pub dependencies: Vec<String>,
    pub tests: Vec<TestLine>,
}

/// Where a test's input comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum TestLine {
    /// `#COPY`: a file, by its name in the task's folder.
    Copy(String),
    /// The arguments of the generator.
    Generate(Vec<String>),
    /// A test that is there, by its number.
    Numbered(usize),
}

/// Reads `text`. Whatever is wrong is noted, and the rest is read. Tests before the first subtask
/// form one of their own, which is worth 100.
pub fn read(text: &str, mistakes: &mut Mistakes) -> Vec<Subtask> {
    let mut subtasks: Vec<Subtask> = Vec::new();
    let new = |points| Subtask { points, ..Subtask::default() };
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let place = line_around(text, at);
        at += raw.len();
        let line = raw.trim();
        if let Some(points) = after(line, "#ST:") {
            match points.parse::<f64>().ok().filter(|points| (0.0..=1e9).contains(points)) {
                Some(points) => subtasks.push(new(points)),
                None => {
                    mistakes.error(place, "a subtask without points", "expected a number behind `#ST:`");
                    subtasks.push(new(0.0));
                }
            }
        } else if let Some(about) = after(line, "#STNAME:").or(after(line, "#STDEP:")) {
            match subtasks.last_mut() {
                Some(subtask) if line.starts_with("#STNAME:") => subtask.name = Some(about.to_owned()),
                Some(subtask) => subtask.dependencies.extend(words(about)),
                None => drop(mistakes.error(place, "a name or dependencies of no subtask", "expected `#ST:` before")),
            }
        } else {
            let test = match after(line, "#COPY:") {
                Some(name) => TestLine::Copy(name.to_owned()),
                None => TestLine::Generate(words(after(line, "").unwrap_or_default())),
            };
            if test == TestLine::Generate(Vec::new()) {
                continue;
            }
            if subtasks.is_empty() {
                subtasks.push(new(100.0));
            }
            subtasks.last_mut().expect("one was pushed just now").tests.push(test);
        }
    }
    subtasks
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What follows `word`, without a comment.
fn after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    Some(line.strip_prefix(word)?.split('#').next().unwrap_or_default().trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn lines_are_tests_subtasks_and_comments() {
        let text = "# N M seed\n#ST: 0\n#COPY: gen/one.txt # the sample\n\n#ST:30\n#STNAME: line\n10 1 101\n20 2 102 # big\n#ST: x\n#STDEP: line *\n1\n#comment";
        let mut mistakes = Mistakes::new(PathBuf::from("gen/GEN"), text.into());
        let subtasks = read(text, &mut mistakes);
        let printed: Vec<_> = mistakes
            .into_diagnostics()
            .into_iter()
            .map(|printed| (printed.title, printed.snippet.unwrap().place().0))
            .collect();
        assert_eq!(printed, [("a subtask without points".to_owned(), 9)]);
        assert_eq!(subtasks.iter().map(|subtask| subtask.points).collect::<Vec<_>>(), [0.0, 30.0, 0.0]);
        assert_eq!(subtasks[0].tests, [TestLine::Copy("gen/one.txt".to_owned())]);
        let words = |line: &str| TestLine::Generate(line.split(' ').map(str::to_owned).collect());
        assert_eq!(subtasks[1].tests, [words("10 1 101"), words("20 2 102")]);
        assert_eq!(
            (subtasks[1].name.as_deref(), subtasks[2].dependencies.join("+")),
            (Some("line"), "line+*".to_owned())
        );
    }

    #[test]
    fn without_subtasks_there_is_one_worth_a_hundred() {
        let mut mistakes = Mistakes::new(PathBuf::from("gen/GEN"), "1 2\n3\n".into());
        let subtasks = read("1 2\n3\n", &mut mistakes);
        assert_eq!((subtasks.len(), subtasks[0].points, subtasks[0].tests.len()), (1, 100.0, 2));
    }
}
