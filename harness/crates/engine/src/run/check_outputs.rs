//! Has outputs judged that no run printed: a jury's own answers, which must be accepted, and the
//! outputs of a package of which it says what becomes of them. What is judged otherwise is an error
//! of the package.
//!
//! The ICPC problem package format (2025-09) asks for both, of answers unless a problem is
//! interactive or multi-pass. A problem whose answers are not outputs (only the length of a proof,
//! say) opts out.

use crate::cannot_read;
use crate::fingerprint;
use crate::judge::checker::Answer;
use crate::judge::{self, Content};
use crate::plan::Plan;
use crate::run::judge_folder::CheckedOutput;
use crate::run::judge_program::JudgeProgram;
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::result_cache::{Question, ResultCache};
use crate::run::{Runner, Sink, TestFile, Validation};
use model::{Comparison, Fault, Judging, JuryRuling, Key, Problem, ProgramSpec, Test, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// An output in a file, and what must become of it.
struct KnownOutput<'a> {
    problem: &'a Problem,
    test: &'a Test,
    /// The answer itself where that is checked.
    output: &'a Path,
    must_be: JuryRuling,
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
    /// What a checker answered about the same output before is remembered.
    pub(super) fn check_outputs(
        &self,
        plan: &Plan,
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
        validation: &mut Validation,
    ) {
        let mut outputs = answers(plan, validation);
        outputs.extend(of_packages(plan));
        // A checker that cannot be built is a fault of every test it would judge, and is reported
        // there.
        outputs.retain(|output| spec(output.problem).is_none_or(|spec| programs.get(&spec.file).is_ok()));
        let question = |&KnownOutput { problem, test, output, .. }: &_| {
            let spec = spec(problem);
            let terms = |spec| fingerprint::of_checker("output/2", spec, test, problem.worth_of(&test.id));
            Question {
                program: spec.and_then(|spec| programs.key(&spec.file)),
                terms: spec.map_or(Key::of(&["compare"], b""), terms),
                files: vec![&test.input, &test.answer, output],
            }
        };
        let ask = |&KnownOutput { problem, test, output, .. }: &KnownOutput<'_>, worker: &mut Worker<'_>| {
            let spec = match &problem.judging {
                Judging::Compare(usual) => return compare(test, output, usual).map(Some),
                Judging::Checker(spec) | Judging::Interactor(spec) => spec,
            };
            let checker = JudgeProgram::of(programs, spec, test, problem)?;
            let answer = checker.review(CheckedOutput::File(output), self.ports.builds, worker)?;
            Ok(answer.map(|answer| CheckerReply::of(&answer, &checker.name)))
        };
        let mut faulty = BTreeSet::new();
        for (output, reply) in self.for_each_new(&outputs, question, cache, sink, |_| true, ask) {
            self.note_output(output, reply, &mut faulty, validation);
        }
    }

    fn note_output(
        &self,
        &KnownOutput { problem, test, output, must_be }: &KnownOutput<'_>,
        reply: Result<Option<CheckerReply>, Fault>,
        faulty: &mut BTreeSet<PathBuf>,
        validation: &mut Validation,
    ) {
        let judge = match &problem.judging {
            Judging::Compare(comparison) => format!("the comparison `{}`", comparison.name()),
            Judging::Checker(spec) | Judging::Interactor(spec) => self.display(&spec.file),
        };
        let is_answer = *output == test.answer;
        let which = format!("the {} of {}", if is_answer { "answer" } else { "output" }, test.id);
        let error = match (reply, must_be) {
            (Ok(None | Some(CheckerReply::Accepted)), JuryRuling::Accepted)
            | (Ok(None | Some(CheckerReply::Rejected(_))), JuryRuling::Refused) => return,
            (Ok(Some(CheckerReply::Accepted)), JuryRuling::Refused) => self.error_in(
                output,
                format!("{judge} accepts {which}, which it must reject"),
                Some(format!("fix {judge}, or move the output to valid_output/")),
            ),
            (Ok(Some(CheckerReply::Rejected(words))), JuryRuling::Accepted) if is_answer => {
                let title = format!("the answer of test {} is not accepted: {words}", test.id);
                let hint = format!(
                    "fix the answer, or {judge}; where answers are not outputs, write `accepts-answers = false` in \
                     [checker]"
                );
                validation.invalid.insert((problem.id.clone(), test.id.clone()));
                let error = self.error_in(output, title, Some(hint));
                return validation.refuse(&problem.id, &test.id, TestFile::Answer, error);
            }
            (Ok(Some(CheckerReply::Rejected(words))), JuryRuling::Accepted) => self.error_in(
                output,
                format!("{which} must be accepted, and is not: {words}"),
                Some(format!("fix {judge}, or the output")),
            ),
            // The first fault stands for all: a checker that crashes rarely does so only once.
            (Err(fault), _) => {
                let place = spec(problem).map_or(output, |spec| &spec.file);
                if !faulty.insert(place.to_owned()) {
                    return;
                }
                validation.faults += 1;
                self.error_in(place, format!("{} (on {which})", fault.message), fault.hint)
            }
        };
        validation.diagnostics.push(error);
    }
}

fn compare(test: &Test, output: &Path, usual: &Comparison) -> Result<CheckerReply, Fault> {
    let printed = beneath::open(output).map_err(|error| cannot_read(output.display(), &error))?;
    let difference = judge::differs(test.comparison(usual), Content::File(&test.answer), &printed)?;
    Ok(difference.map_or(CheckerReply::Accepted, |difference| CheckerReply::Rejected(difference.note)))
}

/// The checker of a problem that has one.
fn spec(problem: &Problem) -> Option<&ProgramSpec> {
    match &problem.judging {
        Judging::Checker(spec) => Some(spec),
        Judging::Interactor(_) | Judging::Compare(_) => None,
    }
}

/// The problem's checker, if it must accept the problem's own answers.
fn of_answers(problem: &Problem) -> Option<&ProgramSpec> {
    spec(problem).filter(|spec| spec.accepts_answers && problem.passes == 1)
}

/// The program that [`Runner::check_outputs`] asks.
pub(super) fn checker(problem: &Problem) -> Option<&Path> {
    let is_asked = of_answers(problem).is_some() || !problem.rules.outputs.is_empty();
    spec(problem).filter(|_| is_asked).map(|spec| &*spec.file)
}

/// The answer of every valid test of the plan, once each, where a checker must accept it.
fn answers<'p>(plan: &'p Plan, validation: &Validation) -> Vec<KnownOutput<'p>> {
    let mut seen = BTreeSet::new();
    let mut answers = Vec::new();
    for planned in plan.solutions.iter().filter(|planned| of_answers(&planned.problem).is_some()) {
        let problem = &*planned.problem;
        for test in &planned.tests {
            let place = (problem.id.clone(), test.id.clone());
            if !validation.invalid.contains(&place) && test.answer.exists() && seen.insert(place) {
                answers.push(KnownOutput { problem, test, output: &test.answer, must_be: JuryRuling::Accepted });
            }
        }
    }
    answers
}

/// The outputs of each problem's package.
fn of_packages(plan: &Plan) -> impl Iterator<Item = KnownOutput<'_>> {
    let problems = plan.by_problem().map(|planned| &*planned[0].problem);
    let is_judged = |problem: &&Problem| problem.passes == 1 && !matches!(problem.judging, Judging::Interactor(_));
    problems.filter(is_judged).flat_map(|problem| {
        let outputs = problem.rules.outputs.iter();
        outputs.map(move |of_jury| KnownOutput {
            problem,
            test: &of_jury.test,
            output: &of_jury.output,
            must_be: of_jury.must_be,
        })
    })
}
