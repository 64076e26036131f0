//! Puts the files of a solution before its package's static validator. Nothing of the solution is
//! run.

use crate::judge::checker;
use crate::plan::PlannedSolution;
use crate::run::checked::{self, Folder};
use crate::run::context::Context;
use crate::run::pool::Worker;
use model::{Evidence, Fault, FaultKind, Judgement, StaticValidator, Test, Usage, Verdict};
use sandbox::Stdin;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use walkdir::WalkDir;

/// `None`: interrupted.
///
/// # Errors
/// A checker fault when the validator cannot be built, crashes or breaks its protocol.
pub(super) fn judge(
    context: &Context<'_>,
    planned: &PlannedSolution,
    test: &Test,
    validator: &StaticValidator,
    worker: &mut Worker<'_>,
) -> Result<Option<Judgement>, Fault> {
    let StaticValidator { spec, called } = validator;
    let (problem, solution) = (&planned.problem, &planned.solution);
    let program = context.programs.get(&spec.file)?;
    let mut folder = Folder::new(worker.scratch(context.ports.builds)?)?;
    copy(&solution.path, &folder.scratch).map_err(|error| {
        let what = format!("cannot copy {} for {}", solution.shown, checked::name(&spec.file));
        Fault::caused(FaultKind::Checker, what, &error)
    })?;
    let own = || [solution.language.0.to_string(), checked::name(&solution.path)];
    let [language, begins] =
        called.iter().find(|(id, _)| *id == solution.id).map_or_else(own, |(_, called)| called.clone());
    let args = [OsString::from(language), OsString::from(begins), folder.feedback_argument()];
    let exec = checked::tool(program, spec, Stdin::Empty, args, test, &problem.tool_limits, &folder.scratch);
    let Some(ran) = worker.cell.run(&exec, context.cancel)? else { return Ok(None) };
    let left = folder.left(&ran)?;
    let (name, limits) = (checked::name(&spec.file), program.limits(&problem.tool_limits));
    let finished = left.finished(&name, spec.protocol, problem.worth_of(&test.id), &ran, &limits);
    let answer = checker::interpret(&finished)?;
    let judgement = Judgement {
        checker_cpu: Some(ran.outcome.usage.cpu),
        points: answer.points,
        ..Judgement::new(answer.verdict, Usage::default())
    };
    if answer.verdict == Verdict::Accepted {
        return Ok(Some(judgement));
    }
    let note = Some(answer.note(&name));
    let evidence = Evidence { checker: name, message: answer.message, ..Evidence::default() };
    Ok(Some(Judgement { note, evidence: Some(Box::new(evidence)), ..judgement }))
}

/// The file, or everything in the folder, into another folder.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let base = if from.is_dir() { from } else { from.parent().unwrap_or(from) };
    for found in WalkDir::new(from).follow_links(true).sort_by_file_name() {
        let found = found?;
        let place = to.join(found.path().strip_prefix(base).unwrap_or(found.path()));
        if found.file_type().is_dir() {
            fs::create_dir_all(&place)?;
        } else {
            fs::copy(found.path(), &place)?;
        }
    }
    Ok(())
}
