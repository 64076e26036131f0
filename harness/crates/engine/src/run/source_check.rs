//! Has a package's static validator judge the files of a solution. Nothing of the solution is run.

use crate::build::sources;
use crate::judge::checker;
use crate::plan::PlannedSolution;
use crate::run::context::Context;
use crate::run::judge_folder::JudgeFolder;
use crate::run::judge_program::{self, JudgeProgram};
use crate::run::pool::Worker;
use beneath::Home;
use model::{Evidence, Fault, FaultKind, Judgement, StaticValidator, Test, Usage, Verdict};
use sandbox::Stdin;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;

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
    let validator = JudgeProgram::of(context.programs, spec, test, problem)?;
    let mut folder = JudgeFolder::for_submission(worker.scratch(context.ports.builds)?)?;
    let home = sources::around(&solution.path, &context.ports.builds.home());
    copy(&solution.path, &folder.scratch, &home).map_err(|error| {
        let what = format!("cannot copy {} for {}", solution.display, validator.name);
        Fault::caused(FaultKind::Checker, what, &error)
    })?;
    let own = || [solution.language.0.to_string(), judge_program::name(&solution.path)];
    let [language, begins] =
        called.iter().find(|(id, _)| *id == solution.id).map_or_else(own, |(_, called)| called.clone());
    let args = [OsString::from(language), OsString::from(begins), folder.feedback_argument()];
    let Some((ran, left)) = validator.run((Stdin::Empty, args), &mut folder, worker)? else { return Ok(None) };
    let answer = checker::interpret(&validator.finished(&left, &ran))?;
    let judgement = Judgement {
        checker_cpu: Some(ran.outcome.usage.cpu),
        points: answer.points,
        ..Judgement::new(answer.verdict, Usage::default())
    };
    if answer.verdict == Verdict::Accepted {
        return Ok(Some(judgement));
    }
    let cause = Some(answer.cause(&validator.name));
    let evidence = Evidence { checker: validator.name, message: answer.message, ..Evidence::default() };
    Ok(Some(Judgement { cause, evidence: Some(Box::new(evidence)), ..judgement }))
}

/// Copies a file, or the files of a folder, into another folder: what came along with `home`.
fn copy(from: &Path, to: &Path, home: &Home) -> io::Result<()> {
    let one = |path: &Path, place: &Path| {
        let made = File::create(place).and_then(|mut to| io::copy(&mut home.open(path)?, &mut to));
        made.map(drop)
    };
    if !from.is_dir() {
        return one(from, &to.join(from.file_name().unwrap_or_default()));
    }
    for found in home.files(from) {
        let found = found?;
        let place = to.join(&found.name);
        place.parent().map_or(Ok(()), fs::create_dir_all)?;
        one(&found.path, &place)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe in the folder would be read forever.
    #[test]
    fn a_folder_is_copied_without_pipes_and_hidden_files() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(from.path().join("lib")).unwrap();
        for file in ["main.py", "lib/more.py", ".hidden"] {
            fs::write(from.path().join(file), file).unwrap();
        }
        let pipe = std::process::Command::new("mkfifo").arg(from.path().join("pipe")).status();
        assert!(pipe.unwrap().success());
        copy(from.path(), to.path(), &Home::alone(from.path())).unwrap();
        let names = |entry: walkdir::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let copied = walkdir::WalkDir::new(to.path()).sort_by_file_name().into_iter().skip(1).flatten().map(names);
        assert_eq!(copied.collect::<Vec<_>>(), ["lib", "more.py", "main.py"]);
        copy(&from.path().join("main.py"), &to.path().join("lib"), &Home::alone(from.path())).unwrap();
        assert_eq!(fs::read(to.path().join("lib/main.py")).unwrap(), b"main.py");
    }
}
