//! The result of a hunt, as JSON for programs.

use super::Subjects;
use lab::hunt::{EndReason, Fate, Find, Notice, Outcome, Stability};
use model::Solution;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct HuntDocument<'a> {
    problem: &'a str,
    /// The solution that gives the answers, then the suspects.
    solutions: Vec<HuntedSolution>,
    /// Why it ended: `caught`, `time`, `inputs`, `exhausted`, `interrupted`, `no-inputs`, `fault`.
    ended: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    notices: Vec<String>,
    inputs: u64,
    runs: u64,
    took_s: f64,
    smallest_bytes: u64,
    largest_bytes: u64,
    shapes: &'a BTreeMap<String, u64>,
    seed: u64,
    /// The number of the next input, for `--from`.
    next: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct HuntedSolution {
    solution: String,
    /// `survived`, `caught`, `rejected`, `fault`.
    fate: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    find: Option<FoundInput>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct FoundInput {
    number: u64,
    shape: String,
    verdict: &'static str,
    note: Option<String>,
    /// Bytes that are not UTF-8 are replaced.
    input: String,
    answer: String,
    found_bytes: usize,
    steps: u64,
    stable: bool,
    confirmed_by: Vec<String>,
    disputed_by: Vec<String>,
}

/// The outcome as indented JSON, with a line end.
pub(super) fn document(subjects: &Subjects, outcome: &Outcome) -> String {
    let solutions = subjects.right.iter().take(1).chain(&subjects.suspects);
    let fates = [&outcome.reference].into_iter().chain(&outcome.suspects);
    let (ended, reason) = match &outcome.ended {
        EndReason::Caught => ("caught", None),
        EndReason::Time => ("time", None),
        EndReason::Inputs => ("inputs", None),
        EndReason::Exhausted => ("exhausted", None),
        EndReason::Interrupted => ("interrupted", None),
        EndReason::NoInputs(words) => ("no-inputs", Some(words.as_str())),
        EndReason::Fault(fault) => ("fault", Some(fault.message.as_str())),
    };
    let statistics = &outcome.statistics;
    let document = HuntDocument {
        problem: subjects.problem.id.as_str(),
        solutions: solutions.zip(fates).map(|(solution, fate)| one(subjects, solution, fate)).collect(),
        ended,
        reason,
        notices: outcome.notices.iter().map(notice).collect(),
        inputs: statistics.inputs,
        runs: statistics.runs,
        took_s: statistics.took.as_secs_f64(),
        smallest_bytes: if statistics.inputs == 0 { 0 } else { statistics.smallest },
        largest_bytes: statistics.largest,
        shapes: &statistics.shapes,
        seed: statistics.seed,
        next: statistics.next,
    };
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn one(subjects: &Subjects, solution: &Solution, fate: &Fate) -> HuntedSolution {
    let (fate, words, find) = match fate {
        Fate::Survived { .. } => ("survived", None, None),
        Fate::Caught(find) => ("caught", None, Some(found(subjects, find))),
        Fate::Rejected(words) => ("rejected", Some(words.clone()), None),
        Fate::Fault(fault) => ("fault", Some(fault.message.clone()), None),
    };
    HuntedSolution { solution: solution.id.to_string(), fate, words, find }
}

fn found(subjects: &Subjects, find: &Find) -> FoundInput {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    FoundInput {
        number: find.number,
        shape: find.origin.shape(),
        verdict: find.verdict.name(),
        note: find.note.clone(),
        input: text(&find.input),
        answer: text(&find.answer),
        found_bytes: find.found.len(),
        steps: find.steps,
        stable: find.stability == Stability::Stable,
        confirmed_by: subjects.right_ones(&find.confirmed_by),
        disputed_by: subjects.right_ones(&find.disputed_by),
    }
}

fn notice(notice: &Notice) -> String {
    match notice {
        Notice::CheckerAcceptsNoise => "checker-accepts-noise".to_owned(),
        Notice::Unrepeatable => "unrepeatable".to_owned(),
        Notice::GeneratorSays { words } => format!("generator-said: {words}"),
        Notice::IgnoresArguments => "ignores-arguments".to_owned(),
        Notice::Invalid { inputs, reason } => format!("invalid: {inputs} inputs: {reason}"),
        Notice::Slow { inputs, below } => format!("slow: {inputs} inputs, sizes below {below}"),
        Notice::Unmeasured { number } => format!("unmeasured: input {number}"),
        Notice::Undrawn { inputs, reason } => format!("undrawn: {inputs} inputs: {reason}"),
    }
}
