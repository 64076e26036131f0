//! `init.yml` as it is written: where tests lie, what they are worth, how they are judged. Nothing
//! here looks at another file.
//!
//! Source: "Problem format" of DMOJ's documentation. A test inherits what it does not set from its
//! batch, and that from the top of the file.

use crate::dmoj::comparisons::{NamedChecker, named};
use crate::fields::Fields;
use crate::mistakes::Mistakes;
use crate::node::{Node, NodeValue, PlacedValue, texts};
use crate::unsupported::UnsupportedRow;
use crate::yaml::parse;
use model::FileNames;
use std::ops::Range;

/// The file, typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Init {
    pub archive: Option<PlacedValue<String>>,
    /// In judging order; `None`: they are found by their names.
    pub cases: Option<Vec<TestEntry>>,
    /// Judged before all others.
    pub pretests: Vec<TestEntry>,
    pub checker: Option<Checker>,
    pub interactive: Option<Bridge>,
    /// Why the problem cannot be judged here: the place, and a sentence.
    pub refused: Option<(Range<usize>, String)>,
    /// Files that every solution is compiled with: the one with `main`, and the header.
    pub signature: Option<(String, String)>,
    /// Names of the files that solutions read and write; `None`: the streams.
    pub files: FileNames,
    /// A solution's output is not buffered.
    pub unbuffered: bool,
    /// Bytes that a solution may print.
    pub output_limit: Option<u64>,
    /// What the top of the file sets for every test.
    pub usual: CaseEntry,
}

/// A test, or tests that count together.
#[derive(Clone, Debug, PartialEq)]
pub enum TestEntry {
    Case(CaseEntry),
    Batch { points: f64, dependencies: Vec<usize>, cases: Vec<CaseEntry> },
}

/// What is set for one test, or for all tests below a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseEntry {
    pub input: Option<String>,
    pub answer: Option<String>,
    pub points: f64,
    pub generator: Option<Bridge>,
    /// The generator's arguments, in addition to its own or in place of them.
    pub generator_args: Vec<String>,
    pub generator_input: Option<String>,
    pub place: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Checker {
    /// One of DMOJ's own.
    Named(PlacedValue<String>, NamedChecker),
    Bridged(Bridge),
}

/// A program that judges: its sources, and its protocol. Or one that prints a test's input, and its
/// answer on standard error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bridge {
    pub place: Range<usize>,
    pub files: Vec<String>,
    /// `default`, `testlib`, `coci`, `peg`.
    pub kind: Option<String>,
    /// The arguments that it is called with: `{input_file} {output_file} {answer_file}`.
    pub format: Option<String>,
    /// Flags for its compiler.
    pub flags: Vec<String>,
    /// Its output is buffered; by default that of an interactor is not.
    pub buffered: bool,
}

/// Reads `text`. Whatever is wrong is noted, and the rest is read.
pub fn read(text: &str, mistakes: &mut Mistakes) -> Init {
    let root = parse(text, mistakes);
    let mut fields = Fields::of("", root, mistakes);
    let archive = fields.text("archive");
    let usual = inherited(&mut fields, &CaseEntry { points: 1.0, ..CaseEntry::default() });
    let mut init = Init { archive, usual, ..Init::default() };
    init.checker = fields.node("checker").and_then(|node| checker(node, fields.mistakes()));
    init.interactive = fields.node("interactive").map(|node| bridge(node, fields.mistakes()));
    let grader = fields.text("custom_judge").map(|grader| {
        (grader.place, format!("`{}` is a grader in Python for DMOJ's own judge: it is not run here", grader.it))
    });
    let links = fields.node("symlinks").map(|node| (node.place, "solutions that read links are not judged".to_owned()));
    init.refused = grader.or(links);
    init.signature = fields.node("signature_grader").and_then(|node| {
        let mut grader = Fields::of("signature_grader", Some(node), fields.mistakes());
        let files = (grader.text("entry"), grader.text("header"));
        grader.pass_over(&["allow_main", "language"]);
        grader.finish();
        Some((files.0?.it, files.1?.it))
    });
    init.output_limit = fields.whole("output_limit_length", 1..=1 << 34, "bytes").map(|limit| limit.it);
    if let Some(node) = fields.node("pretest_test_cases") {
        init.pretests = entries(&node, &init.usual, fields.mistakes());
    }
    match fields.node("test_cases") {
        Some(node @ Node { value: NodeValue::List(_), .. }) => {
            init.cases = Some(entries(&node, &init.usual, fields.mistakes()));
        }
        Some(node) => {
            let mut found = Fields::of("test_cases", Some(node), fields.mistakes());
            let own = found.text("input_format").or(found.text("output_format"));
            let title = "names of tests by expressions of one's own are not read".to_owned();
            init.refused = init.refused.or(own.map(|text| (text.place, title)));
            let instead = "each test that is found by its name is worth `points`";
            found.unsupported(&[("case_points", "", instead, "list the tests, each with its `points`")]);
            found.finish();
        }
        None => {}
    }
    if let Some(node) = fields.node("file_io") {
        let mut files = Fields::of("file_io", Some(node), fields.mistakes());
        let (input, output) = (files.text("input"), files.text("output"));
        files.finish();
        init.files = FileNames { input: input.map(|name| name.it), output: output.map(|name| name.it) };
    }
    init.unbuffered = fields.flag("unbuffered").is_some_and(|flag| flag.it);
    of_any(&mut fields);
    fields.finish();
    init
}

/// Takes the keys that may stand at the top, in a batch and in a test, and have not been read.
fn of_any(fields: &mut Fields<'_>) {
    // How much of an output is shown and when judging ends change no verdict. `meta` is for
    // programs of the package.
    fields.pass_over(&["hints", "short_circuit", "output_prefix_length", "binary_data", "meta"]);
    fields.unsupported(&UNSUPPORTED);
}

const UNSUPPORTED: [UnsupportedRow; 10] = [
    ("grader", "standard", "solutions are judged in the usual way", "use `interactive` or `signature_grader`"),
    ("pretests_only", "", "all tests are run", "choose them: `pretest/*`"),
    ("symlinks", "", "no links are made", "name the files by `file_io`"),
    ("wall_time_factor", "3", "a program's wall time is bounded as everywhere here", "leave it out"),
    // What the top of the file sets for all tests.
    ("unbuffered", "", "what the top says holds for every test", "set `unbuffered` at the top"),
    ("checker", "", "the checker at the top judges every test", "set `checker` at the top"),
    ("output_limit_length", "", "the limit at the top holds for every test", "set `output_limit_length` at the top"),
    ("file_io", "", "the names at the top hold for every test", "set `file_io` at the top"),
    ("time_limit", "", "one limit holds for every test", "leave it out: the site's limits hold there, too"),
    ("memory_limit", "", "one limit holds for every test", "leave it out: the site's limits hold there, too"),
];

/// What this map sets for itself and for everything in it.
fn inherited(fields: &mut Fields<'_>, above: &CaseEntry) -> CaseEntry {
    let points = fields.number("points", 0.0..=1e9, "");
    let generator = fields.node("generator").map(|node| generator(node, fields.mistakes()));
    let args = fields.node("generator_args").and_then(|node| texts(&node));
    // The generator's own arguments are for tests that have none.
    let own = generator.as_ref().map(|(_, args)| args.clone()).filter(|args| !args.is_empty());
    CaseEntry {
        points: points.map_or(above.points, |points| points.it),
        input: fields.text("in").map(|name| name.it).or(above.input.clone()),
        answer: fields.text("out").map(|name| name.it).or(above.answer.clone()),
        generator: generator.map(|(generator, _)| generator).or(above.generator.clone()),
        generator_args: args.or(own).unwrap_or_else(|| above.generator_args.clone()),
        generator_input: fields.text("generator_in").map(|name| name.it).or(above.generator_input.clone()),
        ..CaseEntry::default()
    }
}

fn entries(node: &Node, above: &CaseEntry, mistakes: &mut Mistakes) -> Vec<TestEntry> {
    node.items().iter().map(|item| entry(item, above, mistakes)).collect()
}

fn entry(item: &Node, above: &CaseEntry, mistakes: &mut Mistakes) -> TestEntry {
    let mut fields = Fields::of("test_cases", Some(item.clone()), mistakes);
    let batched = fields.node("batched");
    let own = inherited(&mut fields, above);
    let dependencies = fields.node("dependencies").and_then(|node| texts(&node)).unwrap_or_default();
    of_any(&mut fields);
    let entry = match batched {
        Some(node) => {
            let cases = entries(&node, &own, fields.mistakes()).into_iter().filter_map(|entry| match entry {
                TestEntry::Case(case) => Some(case),
                // Batches cannot be nested.
                TestEntry::Batch { .. } => None,
            });
            let cases = cases.collect();
            let dependencies = dependencies.iter().filter_map(|text| text.parse().ok()).collect();
            TestEntry::Batch { points: own.points, dependencies, cases }
        }
        None => TestEntry::Case(CaseEntry { place: item.place.clone(), ..own }),
    };
    fields.finish();
    entry
}

fn checker(node: Node, mistakes: &mut Mistakes) -> Option<Checker> {
    let place = node.place.clone();
    let (name, args) = match node.text() {
        Some(text) => (Some(PlacedValue { place: place.clone(), it: text.to_owned() }), None),
        None => {
            let mut fields = Fields::of("checker", Some(node), mistakes);
            let (name, args) = (fields.text("name"), fields.node("args"));
            fields.finish();
            (name, args)
        }
    };
    let (name, mut args) = (name?, Fields::of("checker.args", args, mistakes));
    let checker = match name.it.as_str() {
        "bridged" => Checker::Bridged(bridge_of(&mut args, place)),
        own => {
            let named = named(own, &mut args);
            Checker::Named(name, named)
        }
    };
    // A checker of the package may have any arguments.
    let _ = args.rest();
    Some(checker)
}

fn bridge(node: Node, mistakes: &mut Mistakes) -> Bridge {
    let place = node.place.clone();
    let mut fields = Fields::of("interactive", Some(node), mistakes);
    let bridge = bridge_of(&mut fields, place);
    let _ = fields.rest();
    bridge
}

/// The generator, and its arguments.
fn generator(node: Node, mistakes: &mut Mistakes) -> (Bridge, Vec<String>) {
    let place = node.place.clone();
    if let Some(files) = texts(&node) {
        return (Bridge { place, files, ..Bridge::default() }, Vec::new());
    }
    let mut fields = Fields::of("generator", Some(node), mistakes);
    let files = fields.texts("source").map(|files| files.it).unwrap_or_default();
    let flags = fields.node("flags").and_then(|node| texts(&node)).unwrap_or_default();
    let _ = fields.node("language");
    let args = fields.node("args").and_then(|node| texts(&node)).unwrap_or_default();
    let instead = "a generator has the limits of all the problem's programs";
    let limits = ["time_limit", "memory_limit", "compiler_time_limit"];
    fields.unsupported(&limits.map(|limit| (limit, "", instead, "leave it out")));
    fields.finish();
    (Bridge { place, files, flags, ..Bridge::default() }, args)
}

fn bridge_of(fields: &mut Fields<'_>, place: Range<usize>) -> Bridge {
    let instead = "the program's files have the names that they have here";
    fields.unsupported(&[("input_name", "", instead, "leave it out"), ("output_name", "", instead, "leave it out")]);
    Bridge {
        place,
        flags: fields.node("flags").and_then(|node| texts(&node)).unwrap_or_default(),
        buffered: fields.flag("unbuffered").is_some_and(|flag| !flag.it),
        format: fields.text("args_format_string").map(|text| text.it),
        files: fields.texts("files").map(|files| files.it).unwrap_or_default(),
        kind: fields.text("type").map(|text| text.it),
    }
}

/// `tests/<name>/test.yml` of the judge's own tests: a solution, its limits, and what it must get.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    pub source: Vec<String>,
    pub language: Option<String>,
    /// Seconds and KiB.
    pub time: Option<f64>,
    pub memory: Option<u64>,
    pub expect: Vec<String>,
    /// By the test's 1-based number.
    pub cases: Vec<(usize, Vec<String>)>,
    /// Points of all tests together.
    pub score: Option<f64>,
    pub skipped: bool,
}

/// Reads the text of a `test.yml`.
pub fn trial(text: &str, mistakes: &mut Mistakes) -> Trial {
    let root = parse(text, mistakes);
    let mut fields = Fields::of("", root, mistakes);
    let cases = fields.node("cases").map_or_else(Vec::new, |node| {
        let listed = node.items().iter().enumerate().filter_map(|(at, item)| Some((at + 1, texts(item)?)));
        let named = node.entries().iter().filter_map(|(key, item)| Some((key.it.parse().ok()?, texts(item)?)));
        listed.chain(named).collect()
    });
    let score = fields.number("score", 0.0..=1e9, "points").or(fields.number("points", 0.0..=1e9, "points"));
    let trial = Trial {
        source: fields.texts("source").map(|names| names.it).unwrap_or_default(),
        language: fields.text("language").map(|text| text.it),
        time: fields.number("time", 0.001..=3600.0, "seconds").map(|time| time.it),
        memory: fields.whole("memory", 1..=1 << 32, "KiB").map(|memory| memory.it),
        expect: fields.texts("expect").map(|codes| codes.it).unwrap_or_default(),
        cases,
        score: score.map(|score| score.it),
        skipped: fields.flag("skip").is_some_and(|flag| flag.it),
    };
    let _ = fields.rest();
    trial
}
