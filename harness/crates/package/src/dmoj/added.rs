//! New tests in `init.yml`, or beside those that DMOJ finds by their names.

use super::init::{self, CaseEntry, Init, TestEntry};
use super::{FILE, names};
use crate::added::{NewTest, replaced};
use crate::draft::Draft;
use crate::folder::next::NumberedName;
use crate::mistakes::Mistakes;
use crate::node::Node;
use crate::tree::Tree;
use crate::yaml;
use beneath::Home;
use serde_json::{Value, json};
use std::path::Path;

/// The files that make these tests of the package, after the last one and worth as much, or in its
/// batch. `None` if the tests lie in an archive, or no test is listed.
pub fn with_tests(root: &Path, tests: &[NewTest<'_>]) -> Option<Draft> {
    let file = root.join(FILE);
    let text = beneath::read_to_string(&file).ok()?;
    let mut mistakes = Mistakes::new(file.clone(), text.as_str().into());
    let list = yaml::parse(&text, &mut mistakes)?.entry("test_cases").cloned();
    let init = init::read(&text, &mut mistakes);
    if init.archive.is_some() {
        return None;
    }
    let mut draft = Draft::default();
    let Some((list, cases)) = list.zip(init.cases.as_ref()) else {
        let tree = Tree::read(root, &Home::of(root), &[], |_| true, &mut Vec::new());
        let found = names::tests(tree.below("").map(|(name, _)| name), &init.usual);
        let last = last_case(&found)?;
        let (input, answer) = (last.input.as_ref()?, last.answer.as_ref()?);
        for (test, step) in tests.iter().zip(1..) {
            let next = |name: &str| NumberedName::of(Path::new(name), "").map(|last| last.with("", last.number + step));
            test.write(&mut draft, root, next(input)?, next(answer)?);
        }
        return Some(draft);
    };
    let last = last_case(cases)?;
    let folder = last.input.as_deref().and_then(|input| input.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let (mut rows, mut entries) = (Vec::new(), Vec::new());
    for test in tests {
        let [input, answer] = ["in", "out"].map(|end| format!("{folder}/{}.{end}", test.name()));
        let [input, answer] = [input.trim_start_matches('/'), answer.trim_start_matches('/')];
        test.write(&mut draft, root, input, answer);
        entries.push((Some(input.to_owned()), Some(answer.to_owned())));
        let mut row = json!({ "in": input, "out": answer });
        if last.points.to_bits() != init.usual.points.to_bits()
            && !matches!(cases.last(), Some(TestEntry::Batch { .. }))
        {
            row["points"] = yaml::amount(last.points);
        }
        rows.push(row);
    }
    let longer = longer(&text, list.items().last()?.entry("batched").unwrap_or(&list), &rows)?;
    let now = init::read(&longer, &mut Mistakes::new(file.clone(), longer.as_str().into()));
    let mut all: Vec<_> = files(&init).collect();
    all.extend(entries);
    draft.replace(file, longer);
    (files(&now).collect::<Vec<_>>() == all).then_some(draft)
}

/// What the tests of the list are made of.
fn files(init: &Init) -> impl Iterator<Item = (Option<String>, Option<String>)> {
    let cases = init.cases.iter().flatten().flat_map(|entry| match entry {
        TestEntry::Case(case) => std::slice::from_ref(case),
        TestEntry::Batch { cases, .. } => cases,
    });
    cases.map(|case| (case.input.clone(), case.answer.clone()))
}

fn last_case(cases: &[TestEntry]) -> Option<&CaseEntry> {
    match cases.last()? {
        TestEntry::Case(case) => Some(case),
        TestEntry::Batch { cases, .. } => cases.last(),
    }
}

/// The text with these rows at the end of a list, which is in brackets or has a line for each item.
fn longer(text: &str, list: &Node, rows: &[Value]) -> Option<String> {
    let last = list.items().last()?;
    if text[list.place.start..].starts_with('[') {
        let end = last.place.end;
        let rows = rows.iter().map(|row| format!(", {row}")).collect();
        return Some(replaced(text, vec![(end..end, rows)]));
    }
    // A map or list of several lines ends where the next word of the file begins.
    let inner = |node: &'_ Node| node.entries().last().map(|(_, value)| value).or(node.items().last()).cloned();
    let end = std::iter::successors(Some(last.clone()), inner).last()?.place.end;
    let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let line = text[..last.place.start].rfind('\n').map_or(0, |at| at + 1);
    let indent = text[line..last.place.start].strip_suffix("- ").filter(|blank| blank.trim().is_empty())?;
    let rows = rows.iter().map(|row| format!("\n{indent}- {row}")).collect();
    Some(replaced(text, vec![(end..end, rows)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::added::tests::{changed, lines};

    #[test]
    fn tests_follow_the_last_one_however_the_list_is_written() {
        let row = |name: &str, more: &str| format!("{{\"in\":\"{name}.in\",\"out\":\"{name}.out\"{more}}}");
        let check = |own: &str, between: &str, more: &str, rest: &str, folder: &str| {
            let names = ["3-edit", "4-random"].map(|name| format!("{folder}{name}"));
            let rows = names.map(|name| format!("{between}{}", row(&name, more))).concat();
            let files = ["3-edit.in: 3\n", "3-edit.out: 33\n", "4-random.in: 4\n", "4-random.out: 44\n"];
            let mut expected = vec![format!("{FILE}: {own}{rows}{rest}")];
            expected.extend(files.map(|file| format!("{folder}{file}")));
            expected.sort();
            assert_eq!(lines(&[(FILE, &format!("{own}{rest}"))], with_tests), expected);
        };
        check("test_cases:\n- {in: a.in, out: a.out}  # one", "\n- ", "", "\nchecker: standard\n", "");
        check("test_cases:\n  - in: t/a.in\n    out: t/a.out\n    points: 5", "\n  - ", ",\"points\":5", "", "t/");
        check("points: 5\ntest_cases:\n- in: a.in\n  out: a.out", "\n- ", "", "\n\n# end\n", "");
        check("test_cases:\n- in: a\n  out: b\n  generator_args:\n  - 1", "\n- ", "", "\nchecker: standard\n", "");
        check("test_cases: [{in: a, out: b}", ", ", "", "]\nchecker: standard\n", "");
        check("test_cases:\n- {in: a, out: b}\n- batched:\n  - {in: c, out: d}", "\n  - ", "", "\n  points: 10\n", "");
    }

    #[test]
    fn where_names_are_the_list_the_next_numbers_follow() {
        let files = |names: &[&'static str]| {
            let files: Vec<_> =
                [(FILE, "points: 1\n")].into_iter().chain(names.iter().map(|&name| (name, ""))).collect();
            changed(&files, with_tests).map(|changed| changed.into_keys().collect::<Vec<_>>().join(" "))
        };
        let of = |names: &[&'static str]| files(names).unwrap();
        assert_eq!(
            of(&["sum.8.in", "sum.8.out", "sum.9.in", "sum.9.out"]),
            "sum.10.in sum.10.out sum.11.in sum.11.out"
        );
        assert_eq!(of(&["1.1.in", "1.1.out", "2.4.in", "2.4.out"]), "2.5.in 2.5.out 2.6.in 2.6.out");
        assert_eq!(files(&[]), None);
    }

    #[test]
    fn a_list_that_cannot_be_made_longer_stays_as_it_is() {
        for text in [
            "archive: a.zip\ntest_cases:\n- {in: a, out: b}\n",
            "test_cases: []\n",
            "test_cases:\n-\n  in: a\n  out: b\n",
        ] {
            assert_eq!(changed(&[(FILE, text)], with_tests), None, "{text}");
        }
    }
}
