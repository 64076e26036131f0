//! New tests at the end of those in `problem.xml`.

use super::{FILE, xml};
use crate::added::{NewTest, replaced};
use crate::draft::Draft;
use crate::mistakes::Mistakes;
use crate::xml::{child, listed, parse};
use std::path::Path;

/// The files that make these tests of the package, in the group of the last test. They are worth
/// nothing by themselves. `None` if it lists no test.
pub fn with_tests(root: &Path, tests: &[NewTest<'_>]) -> Option<Draft> {
    let file = root.join(FILE);
    let text = beneath::read_to_string(&file).ok()?;
    let listed = |text: &str| Some(xml::read(text, &mut Mistakes::new(file.clone(), text.into()))?.tests);
    let longer = longer(&text, tests)?;
    let (before, now) = (listed(&text)?.len(), listed(&longer)?);
    let mut draft = Draft::default();
    for (test, entry) in tests.iter().zip(now.get(before..before + tests.len())?) {
        test.write(&mut draft, root, &entry.input, &entry.answer);
    }
    draft.replace(file.clone(), longer);
    Some(draft)
}

fn longer(text: &str, tests: &[NewTest<'_>]) -> Option<String> {
    let document = parse(text, &mut Mistakes::new(FILE.into(), text.into()))?;
    let set = xml::judging_set(child(document.root_element(), "judging")?)?;
    let all = listed(set, "tests", "test");
    let last = all.last()?;
    let before = &text[..last.range().start];
    let indent = &before[before.trim_end().len()..];
    let group = last.attribute_node("group").map_or("", |group| &text[group.range_value()]);
    let group = if group.is_empty() { String::new() } else { format!(" group=\"{group}\"") };
    let points = if last.has_attribute("points") { " points=\"0.0\"" } else { "" };
    let row = |test: &NewTest<'_>| {
        format!("{indent}<test description=\"{}\" method=\"manual\"{group}{points}/>", test.name())
    };
    let end = last.range().end;
    let mut places = vec![(end..end, tests.iter().map(row).collect())];
    let count = child(set, "test-count").and_then(|count| count.first_child());
    places.extend(count.map(|words| (words.range(), (all.len() + tests.len()).to_string())));
    Some(replaced(text, places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::added::tests::{changed, lines};

    fn package(tests: &str) -> String {
        format!(
            "<problem>\n  <!-- ours --><judging><testset name=\"tests\">\n  <test-count>2</test-count>\n  \
             <input-path-pattern>t/%02d</input-path-pattern>{tests}\n</testset></judging>\n</problem>\n"
        )
    }

    #[test]
    fn tests_follow_the_last_one_in_its_group() {
        let with = |own: &str, group: &str, count: usize| {
            let rows = "<test method=\"manual\" group=\"1\"/>\n    <test cmd=\"gen 1\"".to_owned() + own + "/>";
            let new = |name: &str| format!("\n    <test description=\"{name}\" method=\"manual\"{group}/>");
            let new = if count == 2 { String::new() } else { new("3-edit") + &new("4-random") };
            let count = format!("<test-count>{count}</test-count>");
            package(&format!("<tests>\n    {rows}{new}\n  </tests>")).replace("<test-count>2</test-count>", &count)
        };
        for (own, group) in [
            ("", ""),
            (" group=\"a &amp; b\" points=\"5\"", " group=\"a &amp; b\" points=\"0.0\""),
            (" points=\"5\"", " points=\"0.0\""),
        ] {
            let files = ["t/03: 3\n", "t/04: 4\n", "tests/03.a: 33\n", "tests/04.a: 44\n"];
            let expected = [format!("{FILE}: {}", with(own, group, 4))].into_iter().chain(files.map(str::to_owned));
            assert_eq!(lines(&[(FILE, &with(own, "", 2))], with_tests), expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_number_of_tests_may_stand_behind_them() {
        let xml = |tests: &str, count: usize| {
            let set = format!("<tests>{tests}</tests><test-count>{count}</test-count>");
            format!("<problem><judging><testset name=\"tests\">{set}</testset></judging></problem>")
        };
        let new = |name: &str| format!("<test description=\"{name}\" method=\"manual\"/>");
        let expected = format!("{FILE}: {}", xml(&["<test/>", &new("3-edit"), &new("4-random")].concat(), 3));
        assert_eq!(lines(&[(FILE, &xml("<test/>", 1))], with_tests)[0], expected);
    }

    #[test]
    fn without_a_test_there_is_no_list() {
        assert_eq!(changed(&[(FILE, &package("<tests/>"))], with_tests), None);
        assert_eq!(changed(&[(FILE, "<problem>")], with_tests), None);
    }
}
