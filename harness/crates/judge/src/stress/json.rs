//! The result of a hunt, as JSON for programs.

use super::Subjects;
use lab::hunt::{EndReason, Fate, Find, Notice, Outcome, Stability};
use model::Solution;
use serde_json::{Value, json};
use std::sync::Arc;

/// The outcome as indented JSON, with a line end.
pub(super) fn document(subjects: &Subjects, outcome: &Outcome) -> String {
    let solutions = subjects.right.iter().take(1).chain(&subjects.suspects);
    let fates = [&outcome.reference].into_iter().chain(&outcome.suspects);
    let one = |(solution, fate): (&Arc<Solution>, &Fate)| {
        let (fate, words, find) = match fate {
            Fate::Survived { .. } => ("survived", None, None),
            Fate::Caught(find) => ("caught", None, Some(input(subjects, find))),
            Fate::Rejected(words) => ("rejected", Some(words), None),
            Fate::Fault(fault) => ("fault", Some(&fault.message), None),
        };
        json!({ "solution": solution.id.to_string(), "fate": fate, "words": words, "find": find })
    };
    let (ended, reason) = match &outcome.ended {
        EndReason::Caught => ("caught", None),
        EndReason::Time => ("time", None),
        EndReason::Inputs => ("inputs", None),
        EndReason::Exhausted => ("exhausted", None),
        EndReason::Interrupted => ("interrupted", None),
        EndReason::NoInputs(words) => ("no-inputs", Some(words)),
        EndReason::Fault(fault) => ("fault", Some(&fault.message)),
    };
    let statistics = &outcome.statistics;
    let document = json!({
        "problem": subjects.problem.id.as_str(),
        // The solution that gives the answers, then the suspects.
        "solutions": solutions.zip(fates).map(one).collect::<Vec<_>>(),
        "ended": ended,
        "reason": reason,
        "notices": outcome.notices.iter().map(notice).collect::<Vec<_>>(),
        "inputs": statistics.inputs,
        "runs": statistics.runs,
        "took-s": statistics.took.as_secs_f64(),
        "smallest-bytes": if statistics.inputs == 0 { 0 } else { statistics.smallest },
        "largest-bytes": statistics.largest,
        "shapes": statistics.shapes,
        "seed": statistics.seed,
        // The number of the next input.
        "next": statistics.next,
    });
    format!("{document:#}\n")
}

fn input(subjects: &Subjects, find: &Find) -> Value {
    // Bytes that are not UTF-8 are replaced.
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    json!({
        "number": find.number,
        "shape": find.origin.shape(),
        "verdict": find.verdict.name(),
        "note": find.note,
        "input": text(&find.input),
        "answer": text(&find.answer),
        "found-bytes": find.found.len(),
        "steps": find.steps,
        "stable": find.stability == Stability::Stable,
        "confirmed-by": subjects.right_ones(&find.confirmed_by),
        "disputed-by": subjects.right_ones(&find.disputed_by),
    })
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
