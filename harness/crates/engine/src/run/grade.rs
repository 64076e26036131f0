//! A package's own grader: computes the results of a solution's groups once all of its tests have
//! theirs.
//!
//! Source: "Graders" of the Kattis problem package format (legacy). The grader reads a line for
//! each result, a verdict and a score, and prints one such line. Anything else is its failure, and
//! so ours: the solution then has no score, but keeps its verdicts.

use crate::build::Program;
use crate::judge::decide;
use crate::judge::words::first_words;
use crate::run::pool::Worker;
use crate::run::problem_programs::{ProblemPrograms, misbehaviour};
use crate::run::result_cache::{Question, ResultCache};
use crate::run::{Runner, Sink};
use model::{EffectiveLimits, Fault, FaultKind, Grade, GroupGrade, Key, Points, Problem, TestId, Verdict};
use sandbox::{CompletedRun, Stdin};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;

/// How much is read of its answer.
const ANSWER: u64 = 4096;

/// The grades of a solution's tests.
pub(super) type Grades = HashMap<TestId, Grade>;
/// The grades of its groups. `None`: not known.
pub(super) type OfGroups = Option<Result<Vec<GroupGrade>, Fault>>;

impl Runner<'_> {
    /// Grades the groups of each solution with the grader of `problem`. `None` where the run was
    /// interrupted.
    pub(super) fn grade(
        &self,
        problem: &Problem,
        solutions: &[Grades],
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
    ) -> Vec<OfGroups> {
        let (Some(grading), Some(file)) = (&problem.rules.grading, &problem.rules.grader) else {
            return solutions.iter().map(|_| None).collect();
        };
        let program = programs.get(file);
        let tests: Vec<&TestId> = problem.tests.iter().map(|test| &test.id).chain(&problem.rules.absent).collect();
        let limits = &problem.tool_limits;
        let question = |grades: &Grades| {
            let got = tests.iter().map(|test| format!("{test} {:?}", grades.get(*test))).collect::<Vec<_>>().join("\n");
            let terms = Key::of(&["grade/1", &format!("{grading:?} {limits:?}"), &got], b"");
            Question { program: program.as_ref().ok().map(|program| &program.key), terms, files: Vec::new() }
        };
        let name = super::judge_program::name(file);
        let ask = |grades: &Grades, worker: &mut Worker<'_>| {
            let program = program.as_ref().map_err(|fault| (*fault).clone())?;
            let limits = EffectiveLimits::of_tool(limits, &program.share);
            let mut interrupted = false;
            let graded = grading.evaluate(&tests, &|test| grades.get(test).copied(), &mut |flags, results| {
                let ran = self.run_grader(program, &limits, flags, results, worker)?;
                interrupted |= ran.is_none();
                ran.map(|ran| answer(&name, &ran, &limits)).transpose()
            })?;
            Ok(Some(graded).filter(|_| !interrupted))
        };
        let answers = self.for_each_new(solutions, question, cache, sink, |_| true, ask);
        answers.into_iter().map(|(_, answer)| answer.transpose()).collect()
    }

    /// `None`: interrupted.
    fn run_grader(
        &self,
        program: &Program,
        limits: &EffectiveLimits,
        flags: &[String],
        results: &[(Verdict, f64)],
        worker: &mut Worker<'_>,
    ) -> Result<Option<CompletedRun>, Fault> {
        let text: String =
            results.iter().map(|(verdict, score)| format!("{} {score}\n", of_format(*verdict).short())).collect();
        let file = worker.given(self.ports.builds)?.join("results");
        let cannot = |error| Fault::caused(FaultKind::Sandbox, format_args!("cannot write {}", file.display()), &error);
        fs::write(&file, text).map_err(cannot)?;
        let scratch = worker.scratch(self.ports.builds)?.to_path_buf();
        let args = flags.iter().map(OsString::from).collect();
        let mut exec = program.tool(Stdin::File(file), args, limits, &[], Some(scratch.clone()));
        exec.env.extend([("PATH".into(), "/usr/bin:/bin".into()), ("TMPDIR".into(), scratch.into())]);
        worker.cell.run(&exec)
    }
}

/// What the grader called `name` answered.
///
/// # Errors
/// A checker fault for everything that is not one verdict and one score.
fn answer(name: &str, ran: &CompletedRun, limits: &EffectiveLimits) -> Result<(Verdict, f64), Fault> {
    let misbehaved = misbehaviour(&ran.outcome, limits)
        .or_else(|| decide(&ran.outcome, limits).map(|decision| format!("failed: {}", decision.cause)));
    let text = ran.stdout.words(ANSWER);
    let how = match (misbehaved, parse(&text)) {
        (None, Some(answer)) => return Ok(answer),
        (Some(how), _) => how,
        (None, None) => format!("gave no grade: `{}`", text.trim().chars().take(60).collect::<String>()),
    };
    let words = first_words(&ran.stderr.words(ANSWER)).map_or_else(String::new, |words| format!(": {words}"));
    let fault = Fault::new(FaultKind::Checker, format!("the grader {name} {how}{words}"));
    Err(fault.hint("a grader prints one verdict and one score, like `AC 40`, and ends with exit code 0"))
}

/// The verdict of the format that stands for `verdict`: the format has none for white space, and
/// judges give a run-time error for what else it lacks. Its words are our short ones.
const fn of_format(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Accepted | Verdict::WrongAnswer | Verdict::TimeLimit => verdict,
        Verdict::PresentationError => Verdict::WrongAnswer,
        Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::RunTimeError | Verdict::CompileError => {
            Verdict::RunTimeError
        }
    }
}

fn parse(text: &str) -> Option<(Verdict, f64)> {
    let mut words = text.split_whitespace();
    let (verdict, score) = (words.next()?, words.next()?);
    let verdict = Verdict::ALL.into_iter().find(|own| own.short() == verdict && is_grade(*own))?;
    let score = score.parse::<f64>().ok().filter(|score| Points::from_score(*score).is_some())?;
    words.next().is_none().then_some((verdict, score))
}

/// Whether a grader may give a group this verdict.
const fn is_grade(verdict: Verdict) -> bool {
    verdict.is_broken_off() || matches!(verdict, Verdict::Accepted | Verdict::WrongAnswer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grader_reads_the_words_of_its_format_alone() {
        let words = Verdict::ALL.map(|verdict| of_format(verdict).short());
        assert_eq!(words, ["AC", "WA", "WA", "TLE", "RTE", "RTE", "RTE", "RTE"]);
    }

    #[test]
    fn a_grade_is_one_verdict_and_one_score() {
        for (text, expected) in [
            ("AC 40\n", Some((Verdict::Accepted, 40.0))),
            (" WA\t-1.5 ", Some((Verdict::WrongAnswer, -1.5))),
            ("RTE 0", Some((Verdict::RunTimeError, 0.0))),
            ("MLE 0", Some((Verdict::MemoryLimit, 0.0))),
            ("OLE 0", Some((Verdict::OutputLimit, 0.0))),
            ("JE 0", None),
            ("PE 0", None),
            ("CE 0", None),
            ("AC", None),
            ("AC many", None),
            ("AC nan", None),
            ("AC 1\nAC 2\n", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text:?}");
        }
    }
}
