//! The result of a hunt, for people. A counterexample is shown like any other failure: by judging
//! it.

use super::StressArgs;
use crate::again;
use crate::error::CliError;
use crate::outputs;
use crate::running::judge;
use crate::screen::{StandardOutput, print, say};
use crate::typed_options::TypedOptions;
use crate::workspace::Workspace;
use judge::hunt::{EndReason, Fate, Find, Notice, Origin, Outcome, Source, Stability};
use judge::model::{ByteSize, Solution, Verdict};
use judge::{Settings, Subjects, Task};
use report::text::phrase::{count, names};
use report::{Options, Tee, Verbosity};
use std::sync::Arc;

/// The first line: what is about to happen.
pub(super) fn announced(subjects: &Subjects, seed: u64) -> String {
    let suspects: Vec<String> = subjects.suspects.iter().map(|suspect| name(subjects, suspect)).collect();
    let reference = name(subjects, &subjects.right[0]);
    let source = &subjects.inputs.name;
    format!("stress: {} against {reference}, inputs of {source}, seed {seed}", names(&suspects, 6))
}

/// A solution's name here: its file if there is no workspace.
fn name(subjects: &Subjects, solution: &Solution) -> String {
    match subjects.folder {
        Some(_) => solution.display.clone(),
        None => solution.id.to_string(),
    }
}

/// The whole result.
pub(super) fn outcome(
    workspace: &Workspace,
    (args, options): (&StressArgs, &TypedOptions),
    subjects: &Subjects,
    outcome: &Outcome,
) -> Result<(), CliError> {
    let screen = &workspace.screen;
    let solutions = || subjects.right.iter().take(1).chain(&subjects.suspects);
    let fates = || [&outcome.reference].into_iter().chain(&outcome.suspects);
    for (solution, fate) in solutions().zip(fates()) {
        let name = name(subjects, solution);
        match fate {
            Fate::Rejected(words) => {
                screen.complain(&format!("{name} does not compile:\n{}", words.trim_end()), None);
            }
            Fate::Fault(fault) => screen.complain(&format!("{name}: {}", fault.message), fault.hint.as_deref()),
            Fate::Survived { .. } | Fate::Caught(_) => {}
        }
    }
    match &outcome.ended {
        EndReason::NoInputs(words) => {
            let hint = "fix what makes the inputs, or the solution that answers";
            screen.complain(&format!("no input was tried: {words}"), Some(hint));
        }
        EndReason::Fault(fault) => {
            let fault = workspace.on_input(&subjects.problem.id, fault, outcome.faulty.as_deref())?;
            screen.complain(&fault.message, fault.hint.as_deref());
        }
        EndReason::Caught | EndReason::Time | EndReason::Inputs | EndReason::Exhausted | EndReason::Interrupted => {}
    }
    let is_untried = |fate: &Fate| matches!(fate, Fate::Rejected(_) | Fate::Fault(_));
    if !outcome.suspects.is_empty() && outcome.suspects.iter().all(is_untried) {
        return Ok(());
    }
    // If nothing was tried, the error says why, and a count of zero would read as good news.
    if outcome.statistics.inputs == 0 && !matches!(outcome.ended, EndReason::Interrupted) && outcome.first().is_none() {
        return Ok(());
    }
    let is_wanted = |notice: &&Notice| args.verbose || !matches!(notice, Notice::GeneratorSays { .. });
    for notice in outcome.notices.iter().filter(is_wanted) {
        screen.note(&notice.to_string());
    }
    if let Some((suspect, find)) = outcome.first() {
        let solution = suspect.map_or(&subjects.right[0], |at| &subjects.suspects[at]);
        found(workspace, args, subjects, solution, find)?;
    }
    summary(workspace, (args, options), subjects, outcome)
}

/// The counterexample, as a failure.
fn found(
    workspace: &Workspace,
    args: &StressArgs,
    subjects: &Subjects,
    solution: &Arc<Solution>,
    find: &Find,
) -> Result<(), CliError> {
    let input = workspace.keep_find(&subjects.problem.id, find)?;
    let stable = find.stability == Stability::Stable;
    if stable {
        let (problem, solution) = subjects.with_find_alone(solution, find, &input);
        let single = workspace.holding(problem, vec![Arc::clone(&solution)]);
        let plan = single.whole_plan()?;
        let builder = single.builder()?;
        // The summary of one run of one solution comes below, in other words.
        let usual = outputs::options(&single, StandardOutput::Free);
        let options = Options { verbosity: Verbosity::Quiet, failures_alone: true, ..usual };
        let reporters = outputs::terminal(options, StandardOutput::Free, &single.screen)?;
        let given = subjects.measured(&solution, find);
        let task = Task { given, ..Task::of(&plan, Settings::of_machine(), &builder) };
        judge(&single, &args.sandbox, task, Tee::new(vec![reporters]))?;
    }
    let name = name(subjects, solution);
    let right = self::name(subjects, &subjects.right[0]);
    let gets_fewer = find.verdict == Verdict::Accepted;
    let what = if gets_fewer { format!("fewer points than {right}") } else { find.verdict.to_string() };
    let mut text = format!(
        "{name}: {what} on input {} ({})",
        find.number,
        match &find.origin {
            Origin::Generated(words) => words.join(" "),
            origin @ (Origin::Drawn(_) | Origin::Given | Origin::Edited(_)) => origin.shape(),
        }
    );
    if find.input.len() < find.found.len() {
        let (from, to) = (ByteSize(find.found.len() as u64), ByteSize(find.input.len() as u64));
        text.push_str(&format!(", made small from {from} to {to} in {}", count(find.steps as usize, "step")));
    }
    say!("{text}\n")?;
    let unlike =
        |name, what| Some(format!("run again on the same input, {name} {what}: it depends on more than its input; "));
    let before = match find.stability {
        // Judging shows failures, and this is none.
        Stability::Stable => gets_fewer.then(|| "input file: ".to_owned()),
        Stability::Interrupted => Some("interrupted before it was run again: ".to_owned()),
        Stability::Unstable => unlike("it", "did not fail in the same way"),
        Stability::ReferenceUnstable => unlike(&right, "gave another answer"),
    };
    if let Some(before) = before {
        say!("  {before}{}\n", workspace.relative(&input))?;
    }
    let of = |places: &[usize]| {
        names(&places.iter().map(|at| self::name(subjects, &subjects.right[*at])).collect::<Vec<_>>(), 6)
    };
    if subjects.inputs.are_unchecked() && find.origin.is_edit() {
        say!("  nothing says that this input is valid; if it is not, describe inputs by a grammar (docs/stress.md)\n")?;
    }
    if !find.disputed_by.is_empty() {
        say!("  {} gives another answer than {}: one of them is wrong\n", of(&find.disputed_by), of(&[0]))?;
    } else if !find.confirmed_by.is_empty() {
        say!("  the answer is confirmed by {}\n", of(&find.confirmed_by))?;
    }
    Ok(())
}

/// Prints what was tried, and how to go on.
fn summary(
    workspace: &Workspace,
    (args, options): (&StressArgs, &TypedOptions),
    subjects: &Subjects,
    outcome: &Outcome,
) -> Result<(), CliError> {
    let statistics = &outcome.statistics;
    let shapes: Vec<String> = statistics.shapes.iter().map(|(shape, count)| format!("{shape} {count}")).collect();
    let found = outcome.first().is_some();
    let head = match (&outcome.ended, found) {
        (_, true) => "found",
        (EndReason::Interrupted, false) => "interrupted",
        (EndReason::Exhausted, false) => "nothing found, and there are no more inputs",
        (_, false) => "nothing found",
    };
    let mut text = format!("{head}: {} in {:.1} s", statistics, statistics.took.as_secs_f64());
    if shapes.len() > 1 {
        text.push_str(&format!(" ({})", shapes.join(", ")));
    }
    print(workspace.screen.wrapped(&text, 4))?;
    let is_open = outcome.notices.iter().any(|notice| matches!(notice, Notice::Unmeasured { .. }));
    if !found
        && !is_open
        && statistics.inputs > 0
        && outcome.suspects.iter().all(|fate| matches!(fate, Fate::Survived { .. }))
    {
        say!("  agreement proves little where one person wrote all of them\n")?;
    }
    if !matches!(outcome.ended, EndReason::Exhausted | EndReason::NoInputs(_))
        && !matches!(subjects.inputs.source, Some(Source::Given(_)))
    {
        let next = ["--seed".to_owned(), statistics.seed.to_string(), "--from".to_owned(), statistics.next.to_string()];
        let behind = args.inputs.arguments.first().map(|_| "--".to_owned());
        let words = std::iter::once("stress".to_owned()).chain(args.what.iter().cloned());
        let words = words.chain(options.without(&["from", "seed"])).chain(next);
        let words: Vec<String> = words.chain(behind).chain(args.inputs.arguments.iter().cloned()).collect();
        say!("  go on: {}\n", again::text(&words))?;
    }
    Ok(())
}
