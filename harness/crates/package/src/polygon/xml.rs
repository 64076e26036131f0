//! `problem.xml` as it is written: names, limits, tests, programs. Nothing here looks at another
//! file, or knows what this means for a run.
//!
//! There is no specification. This reads what Polygon writes into its packages.

use crate::mistakes::Mistakes;
use crate::unsupported::{self, UnsupportedRow};
use crate::xml::{child, child_text, listed, parse, place};
use model::FileNames;
use roxmltree::Node;
use std::ops::Range;

/// The file, typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    pub short_name: Option<String>,
    pub url: Option<String>,
    /// Language and title: `english`, `russian`, `chinese`.
    pub names: Vec<(String, String)>,
    /// Names of the files that solutions read and write; `None`: the streams.
    pub files: FileNames,
    /// The limits of the test set that judges, in milliseconds and bytes.
    pub time_limit: Option<u64>,
    pub memory_limit: Option<u64>,
    pub tests: Vec<XmlTest>,
    pub groups: Vec<GroupEntry>,
    pub checker: Option<XmlProgram>,
    /// The standard checker's name: `std::ncmp.cpp`.
    pub checker_name: Option<String>,
    pub interactor: Option<XmlProgram>,
    pub validators: Vec<XmlProgram>,
    pub solutions: Vec<SolutionEntry>,
    pub executables: Vec<XmlProgram>,
}

/// A source file with the code of its language.
#[derive(Clone, Debug, PartialEq)]
pub struct XmlProgram {
    pub path: String,
    pub code: String,
    pub place: Range<usize>,
}

/// A test of the judging set, by its number.
#[derive(Clone, Debug, PartialEq)]
pub struct XmlTest {
    /// Names of its files.
    pub input: String,
    pub answer: String,
    pub sample: bool,
    pub group: Option<String>,
    pub points: f64,
    /// The command that makes the input, without its number.
    pub command: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GroupEntry {
    pub name: String,
    /// The points of the whole group, if it sets them itself.
    pub points: Option<f64>,
    /// All tests must be passed for any points; otherwise each test counts.
    pub complete: bool,
    pub dependencies: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SolutionEntry {
    pub program: XmlProgram,
    pub tag: String,
    /// What it gets on a group: its name and a tag.
    pub of_groups: Vec<(String, String)>,
    pub place: Range<usize>,
}

const UNSUPPORTED: [UnsupportedRow; 8] = [
    (
        "files/resources/file/assets/asset@name",
        "checker|interactor|validator",
        "solutions are compiled without files of the package: those that need one will not link",
        "put it into each of them",
    ),
    ("judging@run-count", "1", "only the first run of a solution is judged", "judge the later ones in Polygon"),
    ("assets/scorer", "", "points are those of tests and groups", "judge the points in Polygon"),
    ("assets/checker@type", "testlib", "the checker is called as one of testlib is", "write it with testlib"),
    ("assets/checker/testset", "", "the checker's own tests are not tried", "Polygon tries them"),
    ("assets/validators/validator/testset", "", "the validator's own tests are not tried", "Polygon tries them"),
    (
        "assets/solutions/solution/extra-tags/extra-tag@testset",
        "tests",
        "what a solution must get on another set of tests is not judged",
        "tag it for a group, or as a whole",
    ),
    ("judging/testset@name", "tests|pretests", "only the set `tests` is judged", "move its tests there"),
];

/// Reads `text`. Whatever is wrong is noted, and the rest is read; `None` if it is not XML.
pub fn read(text: &str, mistakes: &mut Mistakes) -> Option<Description> {
    let document = parse(text, mistakes)?;
    let root = document.root_element();
    let attribute = |name| root.attribute(name).map(str::to_owned);
    let mut read = Description { short_name: attribute("short-name"), url: attribute("url"), ..Description::default() };
    let name = |node: Node<'_, '_>| Some((node.attribute("language")?.to_owned(), node.attribute("value")?.to_owned()));
    read.names = listed(root, "names", "name").into_iter().filter_map(name).collect();
    if let Some(files) = child(root, "files") {
        read.executables = listed(files, "executables", "executable").into_iter().filter_map(source).collect();
    }
    if let Some(judging) = child(root, "judging") {
        self::judging(judging, &mut read, mistakes);
    }
    if let Some(assets) = child(root, "assets") {
        self::assets(assets, &mut read);
    }
    unsupported::elements(root, &UNSUPPORTED, mistakes);
    Some(read)
}

/// The tests that judge. Other sets are `pretests`, which are among them.
pub fn judging_set<'d, 'i>(judging: Node<'d, 'i>) -> Option<Node<'d, 'i>> {
    let sets = || judging.children().filter(|node| node.has_tag_name("testset"));
    sets().find(|set| set.attribute("name") == Some("tests")).or(sets().next())
}

fn judging(judging: Node<'_, '_>, read: &mut Description, mistakes: &mut Mistakes) {
    let named = |attribute: &str| {
        let name = judging.attribute(attribute).map(str::trim).unwrap_or_default();
        (!name.is_empty()).then(|| name.to_owned())
    };
    read.files.input = named("input-file").filter(|name| name != "stdin");
    read.files.output = named("output-file").filter(|name| name != "stdout");
    let Some(set) = judging_set(judging) else {
        mistakes.error(place(judging, "input-file"), "no test set", "expected a `testset`");
        return;
    };
    let mut number = |name: &str| {
        let (text, place) = child_text(set, name)?;
        let number = text.parse::<u64>().ok().filter(|number| *number > 0);
        if number.is_none() {
            mistakes.error(place, format!("`{name}` is not a number"), "expected a whole number above 0");
        }
        number
    };
    read.time_limit = number("time-limit");
    read.memory_limit = number("memory-limit");
    let pattern = |name: &str, usual: &str| child_text(set, name).map_or(usual, |(text, _)| text).to_owned();
    let (input, answer) = (pattern("input-path-pattern", "tests/%02d"), pattern("answer-path-pattern", "tests/%02d.a"));
    let points = |node: Node<'_, '_>, mistakes: &mut Mistakes| {
        let text = node.attribute("points")?;
        let points = text.parse::<f64>().ok().filter(|points| *points >= 0.0 && points.is_finite());
        if points.is_none() {
            mistakes.error(place(node, "points"), "no number of points", "expected a number from 0 upwards");
        }
        points
    };
    for (at, test) in listed(set, "tests", "test").into_iter().enumerate() {
        read.tests.push(XmlTest {
            input: numbered(&input, at + 1),
            answer: numbered(&answer, at + 1),
            sample: test.attribute("sample") == Some("true"),
            group: test.attribute("group").map(str::to_owned),
            points: points(test, mistakes).unwrap_or(0.0),
            // A command that makes several tests writes them into files; its own output is not a
            // test.
            command: test.attribute("cmd").filter(|_| !test.has_attribute("from-file")).map(str::to_owned),
        });
    }
    for group in listed(set, "groups", "group") {
        let Some(name) = group.attribute("name") else { continue };
        let dependencies = listed(group, "dependencies", "dependency");
        read.groups.push(GroupEntry {
            name: name.to_owned(),
            points: points(group, mistakes),
            complete: group.attribute("points-policy") == Some("complete-group"),
            dependencies: dependencies.iter().filter_map(|node| node.attribute("group")).map(str::to_owned).collect(),
        });
    }
}

fn assets(assets: Node<'_, '_>, read: &mut Description) {
    if let Some(checker) = child(assets, "checker") {
        read.checker_name = checker.attribute("name").map(str::to_owned);
        read.checker = source(checker);
        // The copy at the top of the package is the same file.
        if read.checker.is_none() {
            read.checker = child(checker, "copy").and_then(program);
        }
    }
    read.interactor = child(assets, "interactor").and_then(source);
    read.validators = listed(assets, "validators", "validator").into_iter().filter_map(source).collect();
    for solution in listed(assets, "solutions", "solution") {
        let Some(program) = source(solution) else { continue };
        let of_group =
            |extra: &Node<'_, '_>| Some((extra.attribute("group")?.to_owned(), extra.attribute("tag")?.to_owned()));
        read.solutions.push(SolutionEntry {
            program,
            tag: solution.attribute("tag").unwrap_or("accepted").to_owned(),
            of_groups: listed(solution, "extra-tags", "extra-tag").iter().filter_map(of_group).collect(),
            place: place(solution, "tag"),
        });
    }
}

fn source(node: Node<'_, '_>) -> Option<XmlProgram> {
    program(child(node, "source")?)
}

fn program(node: Node<'_, '_>) -> Option<XmlProgram> {
    let path = node.attribute("path")?.trim().replace('\\', "/");
    let code = node.attribute("type").unwrap_or_default().to_owned();
    (!path.is_empty()).then(|| XmlProgram { path, code, place: place(node, "path") })
}

/// Fills this number into a pattern of C's `printf`: `tests/%02d`.
fn numbered(pattern: &str, number: usize) -> String {
    let Some((before, rest)) = pattern.split_once('%') else { return pattern.to_owned() };
    let Some((width, after)) = rest.split_once('d') else { return pattern.to_owned() };
    let zeros = width.starts_with('0');
    match width.parse::<usize>().ok().filter(|width| zeros && *width <= 20) {
        Some(width) => format!("{before}{number:0width$}{after}"),
        None => format!("{before}{number}{after}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_where_printf_puts_them() {
        for (pattern, expected) in
            [("tests/%02d", "tests/07"), ("%d.in", "7.in"), ("t/%03d.a", "t/007.a"), ("no", "no"), ("%s", "%s")]
        {
            assert_eq!(numbered(pattern, 7), expected);
        }
        assert_eq!(numbered("tests/%02d", 123), "tests/123");
    }
}
