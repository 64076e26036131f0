//! The order of the problems, and which part of a statement is shown when.
//!
//! Text in, text out. The order is that of the table in `problems/README.md`. A workspace without
//! one has its problems in catalog order.

use judge::formats::{Part, parts};
use judge::model::ProblemId;

/// One problem of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CourseStep {
    pub problem: ProblemId,
    /// What it adds to those before it, in Markdown.
    pub adds: Option<String>,
}

/// The steps in the order of `readme`'s table, followed by the problems that it lacks.
pub(super) fn steps(readme: &str, problems: &[ProblemId]) -> Vec<CourseStep> {
    let mut steps: Vec<CourseStep> = Vec::new();
    for line in readme.lines().filter(|line| line.trim_start().starts_with('|')) {
        let Some((_, rest)) = line.split_once("](") else { continue };
        let Some((slug, _)) = rest.split_once("/statement.md)") else { continue };
        let Some(problem) = problems.iter().find(|id| id.as_str() == slug) else { continue };
        if steps.iter().all(|step| step.problem != *problem) {
            let adds = rest.split('|').nth(1).map(|cell| cell.trim().to_owned());
            steps.push(CourseStep { problem: problem.clone(), adds: adds.filter(|cell| !cell.is_empty()) });
        }
    }
    let others: Vec<ProblemId> =
        problems.iter().filter(|id| steps.iter().all(|step| step.problem != **id)).cloned().collect();
    steps.extend(others.into_iter().map(|problem| CourseStep { problem, adds: None }));
    steps
}

/// The parts of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statement {
    /// Everything shown at first.
    pub task: String,
    pub hints: Vec<String>,
    /// Everything shown afterwards: why it works, and what goes wrong.
    pub why: Option<String>,
}

impl Statement {
    pub(super) fn parse(text: &str) -> Statement {
        let mut statement = Statement::default();
        let (mut hints, mut why) = (String::new(), String::new());
        for (text, part) in parts(text) {
            match part {
                Part::Task => statement.task.push_str(&text),
                Part::Hints => hints.push_str(&text),
                Part::Later => why.push_str(&text),
            }
        }
        statement.hints = items(&hints);
        statement.why = Some(why).filter(|why| !why.trim().is_empty());
        statement
    }
}

/// What stands behind `1. `, `* ` or `- `, if the line begins an item of a list.
pub(crate) fn item(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = line[digits..].strip_prefix(". ").filter(|_| digits > 0);
    numbered.or_else(|| line.strip_prefix("* ")).or_else(|| line.strip_prefix("- "))
}

/// The items of an unindented list, without their numbers.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("## ")) {
        match (item(line), items.last_mut()) {
            (Some(first), _) => items.push(format!("{first}\n")),
            (None, Some(item)) => {
                item.push_str(line.trim_start());
                item.push('\n');
            }
            (None, None) => {}
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(slug: &str) -> ProblemId {
        ProblemId::parse(slug).unwrap()
    }

    #[test]
    fn the_way_is_the_order_of_the_table_and_what_it_lacks_comes_behind() {
        let readme = "Read [nim](nim/statement.md).\n\n| | problem | what it adds |\n| --: | --- | --- |\n\
            | 1 | [nim](nim/statement.md) | the theorem | x |\n| 2 | [gone](gone/statement.md) | y |\n\
            | 3 | [misère](misere-nim/statement.md) | |\n";
        let steps = steps(readme, &[id("add"), id("misere-nim"), id("nim")]);
        let all: Vec<(&str, Option<&str>)> = steps.iter().map(|s| (s.problem.as_str(), s.adds.as_deref())).collect();
        assert_eq!(all, [("nim", Some("the theorem")), ("misere-nim", None), ("add", None)]);
    }

    #[test]
    fn nothing_that_comes_later_is_in_the_task() {
        let text = "# Nim\n\nStones.\n\n```text\n## Hints\n```\n\n## Input\n\nn\n\n## Hints\n\n1. Two\n   heaps.\n2. Xor?\n\n\
            ## Why it works\n\nBecause.\n\n### A proof\n\nx\n\n## Traps\n\nMany.\n";
        let statement = Statement::parse(text);
        assert!(statement.task.ends_with("## Input\n\nn\n\n") && statement.task.contains("```text\n## Hints"));
        assert_eq!(statement.hints, ["Two\nheaps.\n", "Xor?\n\n"]);
        assert!(statement.why.unwrap().starts_with("## Why it works\n\nBecause.\n\n### A proof"));
    }

    #[test]
    fn the_parts_of_a_chinese_statement_are_known_as_well() {
        let text = "# 两倍\n\n## 输入格式\n\nn\n\n## 提示\n\n1. 加\n   自己。\n2. 乘\n\n## 为什么成立\n\n定义。\n";
        let statement = Statement::parse(text);
        assert!(statement.task.ends_with("## 输入格式\n\nn\n\n"), "{}", statement.task);
        assert_eq!(statement.hints, ["加\n自己。\n", "乘\n\n"]);
        assert_eq!(statement.why.as_deref(), Some("## 为什么成立\n\n定义。\n"));
    }

    #[test]
    fn a_statement_without_hints_gives_nothing_away() {
        let statement = Statement::parse("# A\n\nx\n\n## Solution\n\nsecret\n");
        assert_eq!((statement.task.as_str(), statement.hints.len()), ("# A\n\nx\n\n", 0));
    }
}
