//! Do a problem's own programs say the same of the same thing every time?
//!
//! Each validator is asked twice about every input, each checker twice about what the model solution printed for every test. A verdict that depends on
//! a clock, on a seed of chance or on the order of a hash table is none. Compared is what counts: valid or not and the bounds, the
//! verdict and the points. Words may differ, as an uncaught exception names its thread. Generators are run twice whenever they are
//! run (see `generate`). Interactors are not asked: the dialogue is another one as soon as the solution is.
//!
//! One difference proves that a program wavers; that there was none proves little, so this is a lint, and no verdict depends on it. What was found steady is
//! remembered, under everything that it depends on. A program that fails here is told of where it is needed.

use crate::build::{Built, Program, Purpose, SourceFile};
use crate::judge;
use crate::judge::checker::Answer;
use crate::plan::{Plan, PlannedSolution};
use crate::run::checked;
use crate::run::memo::Memo;
use crate::run::pool::Worker;
use crate::run::tools::{self, BuiltTools, Tools};
use crate::run::validate::{self, Input};
use crate::run::{Build, Runner, Sink};
use crate::store::{Key, Section};
use model::{Diagnostic, Fault, Judging, ProgramSpec, Progress, Severity, Test};
use sandbox::Stdin;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Something that a program is asked twice.
struct Question<'a> {
    asked: Asked<'a>,
    /// What is kept under this name is steady.
    name: Option<Key>,
}

enum Asked<'a> {
    Validator(Input),
    Checker {
        spec: &'a ProgramSpec,
        /// Of the model solution.
        model: &'a PlannedSolution,
        /// Its place among those that are built.
        at: usize,
        test: &'a Arc<Test>,
    },
}

/// Two answers to one question.
type Twice = (String, String);

/// What the questions are put to.
struct Programs {
    tools: BuiltTools,
    models: Vec<Build>,
}

impl Runner<'_> {
    /// Asks everything that is not remembered, and tells of each program that did not stay with its answer.
    pub fn steady(&self, plan: &Plan, memo: &mut Memo, sink: &mut dyn Sink) -> Vec<Diagnostic> {
        let models = models(plan);
        let mut questions = questions(plan, &models);
        let tools = Tools::of(questions.iter().map(|question| question.asked.file()), self.root, self.ports.builds);
        let mut sources: Vec<SourceFile> = tools.sources().cloned().collect();
        let first_model = sources.len();
        sources.extend(models.iter().map(|model| SourceFile {
            path: model.solution.path.clone(),
            shown: model.solution.shown.clone(),
            language: model.solution.language.clone(),
            purpose: Purpose::Solution,
        }));
        if questions.is_empty() {
            return Vec::new();
        }
        let mut built = self.build(&sources, sink);
        let models = built.split_off(first_model);
        let programs = Programs { tools: tools.built(built), models };

        memo.hash(questions.iter().flat_map(|question| question.asked.about()), &self.pool);
        questions = open(questions, &programs, memo);
        let work = |worker: &mut Worker<'_>, at: usize| match self.cancel.is_raised() {
            true => Ok(None),
            false => self.twice(&questions[at].asked, &programs, worker),
        };
        let mut answers: Vec<Option<Twice>> = questions.iter().map(|_| None).collect();
        let (mut done, total) = (0, questions.len());
        self.pool.in_order(usize::MAX, total, work, |at, twice| {
            // A fault is told of where the program is needed.
            answers[at] = twice.ok().flatten();
            done += 1;
            sink.progress(&Progress::Validating { done, total });
        });
        let answered: Vec<(Question<'_>, Twice)> =
            questions.into_iter().zip(answers).filter_map(|(question, twice)| Some((question, twice?))).collect();
        keep(&answered, &programs, memo);
        let mut told: BTreeSet<&Path> = BTreeSet::new();
        let wavering = answered.iter().filter(|(_, (first, second))| first != second);
        wavering.filter(|(question, _)| told.insert(question.asked.file())).map(|both| self.told_of(both)).collect()
    }

    /// `None`: interrupted, or there is nothing to ask about.
    fn twice(&self, asked: &Asked<'_>, programs: &Programs, worker: &mut Worker<'_>) -> Result<Option<Twice>, Fault> {
        let program = programs.tools.get(asked.file())?;
        match asked {
            Asked::Validator(input) => {
                let mut ask = || -> Result<Option<String>, Fault> { Ok(self.consult(input, program, worker)?.told()) };
                Ok(ask()?.zip(ask()?))
            }
            Asked::Checker { spec, model, at, test } => {
                let Some(solution) = ready(&programs.models[*at]) else { return Ok(None) };
                let limits = model.limits_of(&test.id);
                let exec = solution.exec(Stdin::File(test.input.clone()), limits);
                let Some(ran) = worker.cell.run(&exec, self.cancel)? else { return Ok(None) };
                let limits = solution.limits(limits);
                let case = checked::case(&ran, &limits, &test.input, test);
                if judge::by_facts(&case, &checked::name(&spec.file))?.is_some() {
                    return Ok(None);
                }
                let problem = &model.problem;
                let mut ask = || -> Result<Option<String>, Fault> {
                    let answer = self.put(problem, spec, test, Some(&ran.stdout), program, worker);
                    // One that fails now and then wavers, too.
                    answer.map_or_else(|fault| Ok(Some(fault.message)), |answer| Ok(answer.map(|answer| told(&answer))))
                };
                Ok(ask()?.zip(ask()?))
            }
        }
    }

    fn told_of(&self, (question, (first, second)): &(Question<'_>, Twice)) -> Diagnostic {
        let file = question.asked.file();
        let shown = tools::shown(file, self.root);
        let about = match &question.asked {
            Asked::Validator(input) => format!("about {}", tools::shown(&input.path, self.root)),
            Asked::Checker { model, test, .. } => format!("about what {} prints for {}", model.solution.shown, test.id),
        };
        Diagnostic {
            severity: Severity::Error,
            title: format!("{shown} does not stay with its answer {about}: {first}, then {second}"),
            path: file.strip_prefix(self.root).unwrap_or(file).to_path_buf(),
            snippet: None,
            hint: Some(
                "let it depend on what it is given alone: no clock, no chance, no order of a hash table".to_owned(),
            ),
        }
    }
}

impl Asked<'_> {
    /// The program that is asked.
    fn file(&self) -> &Path {
        match self {
            Asked::Validator(input) => &input.validator,
            Asked::Checker { spec, .. } => &spec.file,
        }
    }

    /// The files whose content the answer depends on.
    fn about(&self) -> Vec<&Path> {
        match self {
            Asked::Validator(input) => vec![&input.path],
            Asked::Checker { test, .. } => vec![&test.input, &test.answer],
        }
    }
}

/// The solution of each problem whose output its checker is asked about: the one that stands for the problem, else any that must be right.
fn models(plan: &Plan) -> Vec<&PlannedSolution> {
    let of_problem = |planned: &'_ [PlannedSolution]| {
        let mut right = (0..planned.len()).filter(|at| planned[*at].solution.expectation.is_accepted());
        let model = right.clone().find(|at| planned[*at].solution.id.label.is_none());
        model.or_else(|| right.next())
    };
    plan.solutions
        .chunk_by(|a, b| a.problem.id == b.problem.id)
        .filter(|planned| matches!(planned[0].problem.judging, Judging::Checker(_)))
        .filter_map(|planned| of_problem(planned).map(|at| &planned[at]))
        .collect()
}

/// Everything that there is to ask; the questions for one program lie together.
fn questions<'a>(plan: &Plan, models: &[&'a PlannedSolution]) -> Vec<Question<'a>> {
    let validators = validate::inputs(plan).into_iter().map(Asked::Validator);
    let checkers = models.iter().enumerate().flat_map(|(at, model)| {
        let spec = match &model.problem.judging {
            Judging::Checker(spec) => Some(spec),
            Judging::Compare(_) | Judging::Interactor(_) => None,
        };
        spec.into_iter()
            .flat_map(move |spec| model.tests.iter().map(move |test| Asked::Checker { spec, model, at, test }))
    });
    validators.chain(checkers).map(|asked| Question { asked, name: None }).collect()
}

/// Those that are not known to be steady, each with its name.
fn open<'a>(questions: Vec<Question<'a>>, programs: &Programs, memo: &mut Memo) -> Vec<Question<'a>> {
    let mut left = Vec::new();
    let mut last: Option<(PathBuf, Section)> = None;
    for mut question in questions {
        let file = question.asked.file();
        let Ok(program) = programs.tools.get(file) else { continue };
        if last.as_ref().is_none_or(|(of, _)| of != file) {
            last = Some((file.to_path_buf(), memo.of_program(program)));
        }
        question.name = name(&question.asked, program, programs, memo);
        let section = last.as_ref().map(|(_, section)| section);
        if section.zip(question.name).and_then(|(section, name)| section.get(&name)).is_none() {
            left.push(question);
        }
    }
    left
}

fn name(asked: &Asked<'_>, program: &Program, programs: &Programs, memo: &Memo) -> Option<Key> {
    let (how, model) = match asked {
        Asked::Validator(_) => (String::new(), None),
        Asked::Checker { spec, model, at, test } => {
            let worth = model.problem.worth_of(&test.id);
            let how = format!("{:?} {:?} {worth:?}", spec.protocol, spec.args);
            (how, Some(ready(&programs.models[*at])?.key))
        }
    };
    let contents: Option<Vec<Key>> = asked.about().into_iter().map(|file| memo.content(file).copied()).collect();
    let contents = contents?;
    let keys = [program.key].into_iter().chain(model).chain(contents);
    let keys: Vec<[u8; 32]> = keys.map(|key| *key.as_bytes()).collect();
    let mut parts: Vec<&[u8]> = vec![b"steady", how.as_bytes()];
    parts.extend(keys.iter().map(|key| &key[..]));
    memo.key(&parts)
}

/// Keeps what was steady.
fn keep(answered: &[(Question<'_>, Twice)], programs: &Programs, memo: &mut Memo) {
    for of_program in answered.chunk_by(|(a, _), (b, _)| a.asked.file() == b.asked.file()) {
        let Ok(program) = programs.tools.get(of_program[0].0.asked.file()) else { continue };
        let steady: Vec<_> = of_program
            .iter()
            .filter(|(question, (first, second))| first == second && memo.unchanged(&question.asked.about()))
            .filter_map(|(question, _)| Some((question.name?, vec![1])))
            .collect();
        memo.keep(program, steady);
    }
}

fn ready(build: &Build) -> Option<&Program> {
    match build {
        Ok(Built::Ready { program, .. }) => Some(program),
        Ok(Built::Rejected { .. } | Built::Interrupted) | Err(_) => None,
    }
}

/// What counts of a checker's answer.
fn told(answer: &Answer) -> String {
    let points = answer.points.map(|points| format!(" with {points} points")).unwrap_or_default();
    let more = if answer.next_pass { " and asks for another pass" } else { "" };
    format!("{}{points}{more}", answer.verdict)
}
