//! Do a problem's own programs answer the same question the same way every time?
//!
//! Each validator is asked twice about every input, each checker twice about what the model
//! solution printed for every test. A verdict must not depend on a clock, on chance or on the order
//! of a hash table. Only what counts is compared: valid or not and the bounds, the verdict and the
//! points. Messages may differ: an uncaught exception names its thread, for example. Generators are
//! run twice whenever they are run (see `generate`). Interactors are not asked, because the
//! dialogue depends on the solution, too.
//!
//! One difference proves that a program is not deterministic. Agreement proves little, so this is a
//! lint, and no verdict depends on it. Agreement is remembered. Programs that fail are reported
//! where they are needed.

use crate::build::{BuildOutcome, Program, SourceFile};
use crate::fingerprint;
use crate::judge;
use crate::judge::checker::Answer;
use crate::plan::{Plan, PlannedSolution};
use crate::run::grammar::is_grammar;
use crate::run::judge_folder::CheckedOutput;
use crate::run::judge_program::{JudgeProgram, Review};
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::result_cache::{Question, ResultCache};
use crate::run::validate::{self, ValidatorInput};
use crate::run::{Build, Runner, Sink, named_files, run_test};
use model::{Diagnostic, Fault, FaultKind, Judging, Key, ProgramSpec, Test};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// What a program is asked about twice.
enum RepeatedQuestion<'a> {
    Validator(ValidatorInput),
    Checker {
        spec: &'a ProgramSpec,
        /// The model solution.
        model: &'a PlannedSolution,
        /// Its index among the models that are built.
        at: usize,
        test: &'a Arc<Test>,
    },
}

/// Two answers to one question.
type AnswerPair = (String, String);

/// The programs that answer.
struct Programs {
    tools: ProblemPrograms,
    models: Vec<Build>,
}

impl Runner<'_> {
    /// Asks every question without a remembered answer, and reports each program that gave two.
    pub fn check_determinism(&self, plan: &Plan, cache: &mut ResultCache, sink: &mut dyn Sink) -> Vec<Diagnostic> {
        let models = models(plan);
        let subjects = subjects(plan, &models);
        if subjects.is_empty() {
            return Vec::new();
        }
        let tools = self.problem_programs(subjects.iter().map(RepeatedQuestion::program), sink);
        let sources: Vec<SourceFile> = models.iter().map(|model| SourceFile::of(&model.solution)).collect();
        let models = if sources.is_empty() { Vec::new() } else { self.build(&sources, sink) };
        let programs = Programs { tools, models };

        let agree = |(first, second): &AnswerPair| first == second;
        let question = |subject| question(subject, &programs);
        let answers = self.for_each_new(&subjects, question, cache, sink, agree, |subject, worker| {
            self.ask_twice(subject, &programs, worker)
        });
        let mut reported: BTreeSet<&Path> = BTreeSet::new();
        let mut diagnostics = Vec::new();
        for (subject, answers) in answers {
            // A fault is reported where the program is needed.
            let Ok(Some(twice)) = answers else { continue };
            if !agree(&twice) && reported.insert(subject.program()) {
                diagnostics.push(self.two_answers(subject, &twice));
            }
        }
        diagnostics
    }

    /// `None`: interrupted, or there is nothing to ask about.
    fn ask_twice(
        &self,
        subject: &RepeatedQuestion<'_>,
        programs: &Programs,
        worker: &mut Worker<'_>,
    ) -> Result<Option<AnswerPair>, Fault> {
        match subject {
            RepeatedQuestion::Validator(input) => {
                let mut ask = || -> Result<Option<String>, Fault> {
                    let reply = self.ask_validator(input, &programs.tools, worker)?;
                    Ok(reply.map(|reply| reply.gist()))
                };
                Ok(ask()?.zip(ask()?))
            }
            RepeatedQuestion::Checker { spec, model, at, test } => {
                let Some(solution) = ready(&programs.models[*at]) else { return Ok(None) };
                let limits = run_test::limits(model, test, solution);
                let exec = solution.on_test(test, &limits);
                let ran = named_files::run(&exec, test, &test.input, self.ports.builds, worker)?;
                let Some(ran) = ran else { return Ok(None) };
                if judge::decide(&ran.outcome, &limits).is_some() {
                    return Ok(None);
                }
                let checker = JudgeProgram::of(&programs.tools, spec, test, &model.problem)?;
                let mut ask = || -> Result<Option<Result<String, String>>, Fault> {
                    let review = checker.review(CheckedOutput::Printed(&ran.stdout), self.ports.builds, worker);
                    match review.and_then(Review::answer) {
                        Ok(answer) => Ok(answer.map(|answer| Ok(gist(&answer)))),
                        // A checker that fails now and then is not deterministic, either.
                        Err(fault) if fault.kind == FaultKind::Checker => Ok(Some(Err(fault.message))),
                        Err(fault) => Err(fault),
                    }
                };
                Ok(match (ask()?, ask()?) {
                    // It fails every time, whatever its message.
                    (Some(Err(_)), Some(Err(_))) => None,
                    (first, second) => first.map(words).zip(second.map(words)),
                })
            }
        }
    }

    fn two_answers(&self, subject: &RepeatedQuestion<'_>, (first, second): &AnswerPair) -> Diagnostic {
        let file = subject.program();
        let display = self.display(file);
        let about = match subject {
            RepeatedQuestion::Validator(input) => format!("about {}", self.display(&input.path)),
            RepeatedQuestion::Checker { model, test, .. } => {
                format!("about what {} prints for {}", model.solution.display, test.id)
            }
        };
        let title = format!("{display} does not stay with its answer {about}: {first}, then {second}");
        let hint = "let it depend on what it is given alone: no clock, no chance, no order of a hash table";
        self.error_in(file, title, Some(hint.to_owned()))
    }
}

impl RepeatedQuestion<'_> {
    /// The source of the program that is asked.
    fn program(&self) -> &Path {
        match self {
            RepeatedQuestion::Validator(input) => &input.validator,
            RepeatedQuestion::Checker { spec, .. } => &spec.file,
        }
    }
}

/// The solution of each problem whose output its checker is asked about: the model solution, or
/// else any that must be right.
fn models(plan: &Plan) -> Vec<&PlannedSolution> {
    let of_problem = |planned: &'_ [PlannedSolution]| {
        let mut right = (0..planned.len()).filter(|at| planned[*at].solution.expectation.is_accepted());
        let model = right.clone().find(|at| planned[*at].solution.id.label.is_none());
        model.or_else(|| right.next())
    };
    plan.by_problem()
        .filter(|planned| matches!(planned[0].problem.judging, Judging::Checker(_)))
        .filter_map(|planned| of_problem(planned).map(|at| &planned[at]))
        .collect()
}

/// All questions, grouped by program.
fn subjects<'a>(plan: &Plan, models: &[&'a PlannedSolution]) -> Vec<RepeatedQuestion<'a>> {
    let mut subjects: Vec<RepeatedQuestion<'a>> = validate::inputs(plan)
        .into_iter()
        // A grammar depends on nothing but its input.
        .filter(|input| !is_grammar(&input.validator))
        .map(RepeatedQuestion::Validator)
        .collect();
    for (at, model) in models.iter().enumerate() {
        if let Judging::Checker(spec) = &model.problem.judging {
            let tests = model.tests.iter().filter(|test| !test.is_of_source());
            subjects.extend(tests.map(|test| RepeatedQuestion::Checker { spec, model, at, test }));
        }
    }
    subjects
}

fn question<'a>(subject: &'a RepeatedQuestion<'_>, programs: &'a Programs) -> Question<'a> {
    let program = programs.tools.key(subject.program());
    match subject {
        RepeatedQuestion::Validator(input) => input.question("determinism", program),
        RepeatedQuestion::Checker { spec, model, at, test } => {
            let checker = fingerprint::of_checker("determinism", spec, test, model.problem.worth_of(&test.id));
            let output = ready(&programs.models[*at]).map(|program| program.key);
            let keys = [Some(checker), output].map(|key| key.map_or([0; 32], |key| *key.as_bytes()));
            let terms = Key::of_parts(keys.iter().map(|key| &key[..]));
            Question { program, terms, files: vec![&test.input, &test.answer] }
        }
    }
}

fn ready(build: &Build) -> Option<&Program> {
    match build {
        Ok(BuildOutcome::Ready { program, .. }) => Some(program),
        Ok(BuildOutcome::Rejected { .. } | BuildOutcome::Interrupted) | Err(_) => None,
    }
}

/// An answer, or how there was none.
fn words(answer: Result<String, String>) -> String {
    answer.unwrap_or_else(|failure| failure)
}

/// The part of a checker's answer that counts.
fn gist(answer: &Answer) -> String {
    let points = answer.points.map(|points| format!(" with {points} points")).unwrap_or_default();
    let more = if answer.next_pass { " and asks for another pass" } else { "" };
    format!("{}{points}{more}", answer.verdict)
}
