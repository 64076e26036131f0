//! `task.yaml` as it is written, in English or in the older Italian.

use crate::fields::Fields;
use crate::mistakes::Mistakes;
use crate::node::{Node, number};
use crate::unsupported;
use crate::yaml::parse;
use model::FileNames;

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
    pub files: FileNames,
    /// Why it cannot be judged here.
    pub refused: Option<String>,
    /// How many processes of a solution talk with a manager.
    pub processes: u64,
    /// The solution uses its streams, and not pipes whose names it gets.
    pub by_streams: bool,
    /// Points of all tests together, where nothing else sets them.
    pub total: Option<f64>,
    /// The lowest result among the tests of a subtask counts; `Some(false)`: each test has its
    /// share.
    pub least: Option<bool>,
    /// Parts that its tests give are multiplied, where there are parts.
    pub multiplies: bool,
    /// Points, and the tests that give them.
    pub subtasks: Vec<(f64, Members)>,
}

/// The tests of a subtask.
#[derive(Clone, Debug, PartialEq)]
pub enum Members {
    /// The next ones.
    Next(usize),
    /// Those whose numbers, like `007`, begin with this regular expression.
    Matching(String),
}

/// Reads `text`. Whatever is wrong is noted, and the rest is read.
pub fn read(text: &str, mistakes: &mut Mistakes) -> Task {
    let root = parse(text, mistakes);
    let mut fields = Fields::of("", root, mistakes);
    let mut text_of = |one: &'static str, other: &'static str| {
        let (one, other) = (fields.text(one), fields.text(other));
        one.or(other).map(|text| text.it)
    };
    let mut task = Task { name: text_of("name", "nome_breve"), title: text_of("title", "nome"), ..Task::default() };
    // The usual names are the default, and an empty one is that of the stream.
    let file = |name: Option<String>, usual: &str| name.or(Some(usual.to_owned())).filter(|name| !name.is_empty());
    task.files.input = file(text_of("infile", "infile"), "input.txt");
    task.files.output = file(text_of("outfile", "outfile"), "output.txt");
    let mut seconds = |key| fields.number(key, 0.001..=3600.0, "seconds").map(|seconds| seconds.it);
    task.time_limit = seconds("time_limit").or(seconds("timeout"));
    let mut memory = |key| fields.whole(key, 1..=1 << 20, "MiB").map(|memory| memory.it);
    task.memory_limit = memory("memory_limit").or(memory("memlimit"));
    let score = fields.text("score_type").map(|score| score.it);
    task.multiplies = score.as_ref().is_some_and(|score| score.eq_ignore_ascii_case("groupmul"));
    task.least = score.as_ref().and_then(|score| match score.to_ascii_lowercase().as_str() {
        "sum" => Some(false),
        "min" | "groupmin" | "groupmul" => Some(true),
        _ => None,
    });
    // Whether a manager exists decides between these two.
    let kind = fields.text("task_type").filter(|kind| kind.it != "Batch" && kind.it != "Communication");
    if let Some(kind) = kind {
        let row = ("task_type", "", "solutions read the input and write the output", "judge it in CMS");
        unsupported::note(fields.mistakes(), &row, kind.place);
    }
    task.processes = fields.whole("num_processes", 1..=64, "processes").map_or(1, |processes| processes.it);
    task.by_streams = fields.word("user_io", &["fifo_io", "std_io"]).is_some_and(|word| word.it == 1);
    task.total = fields.number("total_value", 0.0..=1e9, "points").map(|points| points.it);
    task.subtasks = fields.node("score_type_parameters").map_or_else(Vec::new, |node| subtasks(&node));
    let output_only = fields.flag("output_only").is_some_and(|flag| flag.it);
    task.refused = match score.filter(|_| task.least.is_none()) {
        _ if output_only => Some("answers are submitted, not programs: nothing to run".to_owned()),
        Some(score) => Some(format!("points by `score_type: {score}` are not counted here")),
        None => None,
    };
    // The rest is about contests, statements and tokens.
    let _ = fields.rest();
    task
}

/// `[[30, 2], [70, "002|003"]]`: points, and how many tests or which. Names may be a list, too.
fn subtasks(node: &Node) -> Vec<(f64, Members)> {
    let pair = |item: &Node| {
        let [points, tests, ..] = item.items() else { return None };
        let counted = |text: &&str| text.parse().ok().filter(|count: &usize| count.to_string() == **text);
        let members = match tests.text() {
            Some(text) => counted(&text).map_or_else(|| Members::Matching(text.to_owned()), Members::Next),
            None => {
                let names: Vec<String> = tests.items().iter().filter_map(Node::text).map(regex_lite::escape).collect();
                Members::Matching(format!("(?:{})$", names.join("|")))
            }
        };
        Some((number(points.text()?)?, members))
    };
    node.items().iter().map(pair).collect::<Option<Vec<_>>>().unwrap_or_default()
}
