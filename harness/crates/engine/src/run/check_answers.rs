//! Runs each problem's checker on its own answers, as if they were outputs: when it rejects one,
//! the answer or the checker is wrong.
//!
//! The ICPC problem package format (2025-09) asks for this unless a problem is interactive or
//! multi-pass. A problem whose answers are not outputs (only the length of a proof, say) opts out.

use crate::fingerprint;
use crate::judge::checker::Answer;
use crate::plan::Plan;
use crate::run::judge_folder::CheckedOutput;
use crate::run::judge_program::{JudgeProgram, Review};
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::result_cache::{Question, ResultCache};
use crate::run::{Runner, Sink, TestFile, Validation};
use model::{Fault, Judging, Problem, ProgramSpec, Test, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// An output in a file, and the checker that judges it.
#[derive(Clone, Copy)]
pub(super) struct OutputFile<'a> {
    pub problem: &'a Problem,
    pub spec: &'a ProgramSpec,
    pub test: &'a Test,
    /// Lies beside the test's input or answer. It is the answer itself where that is checked.
    pub output: &'a Path,
}

/// What a checker answered about an output.
#[derive(Serialize, Deserialize)]
pub(super) enum CheckerReply {
    Accepted,
    /// With the checker's message.
    Rejected(String),
}

impl CheckerReply {
    pub(super) fn of(answer: &Answer, checker: &str) -> CheckerReply {
        match answer.verdict == Verdict::Accepted {
            true => CheckerReply::Accepted,
            false => CheckerReply::Rejected(answer.cause(checker).to_string()),
        }
    }
}

impl Runner<'_> {
    /// Has the answers of the plan's tests judged by their problems' checkers. What a checker
    /// answered about the same answer before is remembered.
    pub(super) fn check_answers(
        &self,
        plan: &Plan,
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
        validation: &mut Validation,
    ) {
        let mut answers = answers(plan, validation);
        // A checker that cannot be built is a fault of every test it would judge, and is reported
        // there.
        answers.retain(|answer| programs.get(&answer.spec.file).is_ok());
        let mut faulty = BTreeSet::new();
        for (answer, reply) in self.ask_checkers(&answers, programs, cache, sink) {
            self.note_answer(answer, reply, &mut faulty, validation);
        }
    }

    /// Has outputs judged by their checkers, except those with a remembered reply.
    pub(super) fn ask_checkers<'o>(
        &self,
        outputs: &'o [OutputFile<'_>],
        programs: &'o ProblemPrograms,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
    ) -> Vec<(&'o OutputFile<'o>, Result<Option<CheckerReply>, Fault>)> {
        let question = |&OutputFile { problem, spec, test, output }: &'o OutputFile<'_>| Question {
            program: programs.key(&spec.file),
            terms: fingerprint::of_checker("output", spec, test, problem.worth_of(&test.id)),
            files: vec![&test.input, &test.answer, output],
        };
        let ask = |&OutputFile { problem, spec, test, output }: &OutputFile<'_>, worker: &mut Worker<'_>| {
            let checker = JudgeProgram::of(programs, spec, test, problem)?;
            let review = checker.review(CheckedOutput::File(output), self.ports.builds, worker)?;
            Ok(Review::answer(review)?.map(|answer| CheckerReply::of(&answer, &checker.name)))
        };
        self.for_each_new(outputs, question, cache, sink, |_| true, ask)
    }

    fn note_answer(
        &self,
        answer: &OutputFile<'_>,
        reply: Result<Option<CheckerReply>, Fault>,
        faulty: &mut BTreeSet<PathBuf>,
        validation: &mut Validation,
    ) {
        let OutputFile { problem, spec, test, output } = answer;
        match reply {
            Ok(Some(CheckerReply::Accepted) | None) => {}
            Ok(Some(CheckerReply::Rejected(words))) => {
                let title = format!("the answer of test {} is not accepted: {words}", test.id);
                let checker = self.display(&spec.file);
                let hint = format!(
                    "fix the answer, or {checker}; where answers are not outputs, write `accepts-answers = false` \
                     in [checker]"
                );
                let error = self.error_in(output, title, Some(hint));
                validation.refuse(&problem.id, &test.id, TestFile::Answer, error);
                validation.invalid.insert((problem.id.clone(), test.id.clone()));
            }
            // The first fault stands for all: a checker that crashes rarely does so only once.
            Err(fault) => {
                if faulty.insert(spec.file.clone()) {
                    let title = format!("{} (on the answer of {})", fault.message, test.id);
                    validation.diagnostics.push(self.error_in(&spec.file, title, fault.hint));
                    validation.faults += 1;
                }
            }
        }
    }
}

/// The problem's checker, if it must accept the problem's own answers.
pub(super) fn checker(problem: &Problem) -> Option<&ProgramSpec> {
    match &problem.judging {
        Judging::Checker(spec) if spec.accepts_answers && problem.passes == 1 => Some(spec),
        Judging::Checker(_) | Judging::Interactor(_) | Judging::Compare(_) => None,
    }
}

/// The answer of every valid test of the plan, once each, where a checker must accept it.
fn answers<'p>(plan: &'p Plan, validation: &Validation) -> Vec<OutputFile<'p>> {
    let mut seen = BTreeSet::new();
    let mut answers = Vec::new();
    for planned in &plan.solutions {
        let problem = &*planned.problem;
        let Some(spec) = checker(problem) else { continue };
        for test in planned.tests.iter().filter(|test| !test.is_of_source()) {
            let place = (problem.id.clone(), test.id.clone());
            if !validation.invalid.contains(&place) && test.answer.exists() && seen.insert(place) {
                answers.push(OutputFile { problem, spec, test, output: &test.answer });
            }
        }
    }
    answers
}
