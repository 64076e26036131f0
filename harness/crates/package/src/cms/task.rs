//! `task.yaml` as it is written, in English or in the older Italian.

use crate::mistakes::Mistakes;
use crate::unsupported;
use crate::yaml::{Fields, Node, number, parse};

/// The file, typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    pub name: Option<String>,
    pub title: Option<String>,
    /// Seconds.
    pub time_limit: Option<f64>,
    /// MiB.
    pub memory_limit: Option<u64>,
    /// Names of the files that solutions read and write; `None`: the streams.
    pub input_file: Option<String>,
    pub output_file: Option<String>,
    pub output_only: bool,
    /// How many processes of a solution talk with a manager.
    pub processes: u64,
    /// The solution uses its streams, and not pipes whose names it gets.
    pub by_streams: bool,
    /// Points of all tests together, where nothing else sets them.
    pub total: Option<f64>,
    /// The lowest result among the tests of a subtask counts; `Some(false)`: each test has its
    /// share.
    pub least: Option<bool>,
    /// Points, and the number of tests.
    pub subtasks: Vec<(f64, usize)>,
}

/// Reads `text`. Whatever is wrong is noted, and the rest is read.
pub fn read(text: &str, mistakes: &mut Mistakes) -> Task {
    let root = parse(text, mistakes);
    let mut fields = Fields::of("", root, mistakes);
    let mut text_of = |one: &'static str, other: &'static str| {
        let (one, other) = (fields.text(one), fields.text(other));
        one.or(other).map(|text| text.it)
    };
    let (name, title) = (text_of("name", "nome_breve"), text_of("title", "nome"));
    // The usual names are the default.
    let file = |name: Option<String>, usual: &str| {
        let name = name.unwrap_or_else(|| usual.to_owned());
        Some(name).filter(|name| !name.is_empty())
    };
    let (input_file, output_file) = (text_of("infile", "infile"), text_of("outfile", "outfile"));
    let seconds = fields.number("time_limit", 0.001..=3600.0, "seconds");
    let seconds = seconds.or(fields.number("timeout", 0.001..=3600.0, "seconds"));
    let memory = fields.whole("memory_limit", 1..=1 << 20, "MiB").or(fields.whole("memlimit", 1..=1 << 20, "MiB"));
    let kind = fields.text("score_type");
    let least = kind.as_ref().and_then(|kind| match kind.it.to_ascii_lowercase().as_str() {
        "sum" => Some(false),
        "min" | "groupmin" | "groupmul" | "groupthreshold" => Some(true),
        _ => None,
    });
    if let Some(kind) = kind.filter(|kind| least.is_none() || kind.it == "GroupMul" || kind.it == "GroupThreshold") {
        let title = format!("`{}` is read as `GroupMin`", kind.it);
        fields.mistakes().warning(kind.place, title, "the least that a test gets counts");
    }
    // Whether a manager exists decides between these two.
    let kind = fields.text("task_type").filter(|kind| kind.it != "Batch" && kind.it != "Communication");
    if let Some(kind) = kind {
        let row = ("task_type", "", "solutions read the input and write the output", "judge it in CMS");
        unsupported::note(fields.mistakes(), &row, kind.place);
    }
    let processes = fields.whole("num_processes", 1..=64, "processes").map_or(1, |processes| processes.it);
    let by_streams = fields.word("user_io", &["fifo_io", "std_io"]).is_some_and(|word| word.it == 1);
    let total = fields.number("total_value", 0.0..=1e9, "points").map(|points| points.it);
    let parameters = fields.node("score_type_parameters").map_or_else(Vec::new, |node| subtasks(&node));
    let output_only = fields.flag("output_only").is_some_and(|flag| flag.it);
    // The rest is about contests, statements and tokens.
    let _ = fields.rest();
    Task {
        name,
        title,
        time_limit: seconds.map(|seconds| seconds.it),
        memory_limit: memory.map(|memory| memory.it),
        input_file: file(input_file, "input.txt"),
        output_file: file(output_file, "output.txt"),
        output_only,
        processes,
        by_streams,
        total,
        least,
        subtasks: parameters,
    }
}

/// `[[30, 2], [70, "002|003"]]`: points, and how many tests or which.
fn subtasks(node: &Node) -> Vec<(f64, usize)> {
    let pair = |item: &Node| {
        let [points, tests] = item.items() else { return None };
        let (points, tests) = (number(points.text()?)?, tests.text()?);
        Some((points, tests.parse().unwrap_or_else(|_| tests.split('|').count())))
    };
    node.items().iter().map(pair).collect::<Option<Vec<_>>>().unwrap_or_default()
}
