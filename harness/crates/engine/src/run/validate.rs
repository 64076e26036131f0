//! Input validators: is every test what its statement promises?
//!
//! A validator reads a test on standard input and exits with 42 when it is valid (ICPC problem
//! package format, "input validators"). Any other code rejects the test, and so does a failed
//! `assert`. A validator that is killed or stopped has decided nothing: that is its own fault, and
//! the test is judged. Inputs under `testdata/<slug>/invalid/` must be rejected. On standard output
//! a validator may report how far a test goes, one line for each quantity:
//! `bound <name> <lowest allowed> <highest allowed> <smallest seen> <largest seen>`.
//!
//! A package may have validators of answers, too. They read an answer, and get the path of its
//! input before their other arguments. A test whose answer they refuse is an error, but it is
//! judged.

use crate::judge::checker::ended_for_memory;
use crate::judge::words::first_words;
use crate::plan::Plan;
use crate::run::grammar::{Mistake, is_grammar};
use crate::run::pool::Worker;
use crate::run::problem_programs::{self, ProblemPrograms};
use crate::run::reply::{Bound, ValidatorReply, bounds};
use crate::run::result_cache::{Question, ResultCache};
use crate::run::{Runner, Sink, check_outputs, named_files};
use model::{
    Diagnostic, EffectiveLimits, Fault, FaultKind, FileBeside, JuryRuling, Key, Limits, Problem, ProblemId, Test,
    TestId,
};
use sandbox::{Exit, Start, Stdin};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The outcome of validation.
#[derive(Clone, Debug, Default)]
pub struct Validation {
    /// An error for each invalid test, and for each input that should have been refused.
    pub diagnostics: Vec<Diagnostic>,
    /// The tests that must not be judged.
    pub invalid: BTreeSet<(ProblemId, TestId)>,
    /// The inputs and answers of tests that a validator or a checker refuses.
    pub refused: Vec<RefusedFile>,
    /// The range that each problem's tests cover, by problem and name.
    pub bounds: BTreeMap<(ProblemId, String), Bound>,
    /// Validators that do not compile or misbehave; there is a diagnostic for each.
    pub faults: usize,
}

/// A test's input or answer that one of the problem's own programs refuses.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedFile {
    pub problem: ProblemId,
    pub test: TestId,
    pub file: TestFile,
    /// Says it of the test, with the program's own words.
    pub title: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestFile {
    Input,
    Answer,
}

impl Validation {
    /// Notes that `file` of a test is refused, which `error` says.
    pub(super) fn refuse(&mut self, problem: &ProblemId, test: &TestId, file: TestFile, error: Diagnostic) {
        let (problem, test, title) = (problem.clone(), test.clone(), error.title.clone());
        self.refused.push(RefusedFile { problem, test, file, title });
        self.diagnostics.push(error);
    }
}

/// The exit code that says *valid*.
const VALID: i32 = 42;

/// An input for a validator to check.
pub(super) struct ValidatorInput {
    problem: Arc<Problem>,
    validator: PathBuf,
    pub path: PathBuf,
    /// The test whose input or answer it is, or that a package says must be refused. `None` for a
    /// file in `invalid/`.
    test: Option<Arc<Test>>,
    must_be: JuryRuling,
    /// For an answer: the input that it belongs to.
    answers: Option<PathBuf>,
}

impl ValidatorInput {
    /// A file that must be refused.
    fn of(problem: &Arc<Problem>, validator: &Path, path: &Path) -> ValidatorInput {
        let (problem, validator, path) = (Arc::clone(problem), validator.to_owned(), path.to_owned());
        ValidatorInput { problem, validator, path, test: None, must_be: JuryRuling::Refused, answers: None }
    }

    fn with_test(self, test: &Arc<Test>, must_be: JuryRuling) -> ValidatorInput {
        ValidatorInput { test: Some(Arc::clone(test)), must_be, ..self }
    }

    pub(super) fn args(&self) -> &[String] {
        self.test.as_ref().map_or(&[], |test| test.validator_args(&self.validator))
    }

    /// What it is as an input to be refused: inputs with the same text may differ in their
    /// arguments.
    fn to_refuse(&self) -> Option<(&Path, Option<&TestId>)> {
        let is_refused = self.must_be == JuryRuling::Refused;
        is_refused.then(|| (&*self.path, self.test.as_ref().map(|test| &test.id)))
    }

    /// The question to `program`, the validator's.
    fn question<'q>(&'q self, program: Option<&'q Key>) -> Question<'q> {
        let beside = self.beside().iter().map(|file| format!("{}\0{}\0", file.name, file.content));
        let terms = Key::of(&["validation", &self.args().join("\0"), &beside.collect::<String>()], b"");
        let own = [Some(&self.path), self.answers.as_ref()].into_iter().flatten();
        // With their content as it was loaded, these are in the terms. Here they are looked at once
        // more before a reply is kept.
        let beside = self.beside().iter().map(|file| &file.path);
        Question { program, terms, files: own.chain(beside).map(PathBuf::as_path).collect() }
    }

    /// The files that lie beside the test and are part of its input.
    fn beside(&self) -> &[FileBeside] {
        self.test.as_ref().filter(|_| self.answers.is_none()).map_or(&[], |test| test.beside())
    }
}

/// What a validator is given.
pub(super) struct ValidatorCall<'a> {
    pub stdin: Stdin,
    /// For an answer: the input that it belongs to.
    pub answers: Option<&'a Path>,
    pub args: &'a [String],
    /// The files that it finds in its folder.
    pub beside: &'a [FileBeside],
    pub start: Start,
}

impl Runner<'_> {
    /// Runs the validators on the plan's tests and on `invalid/` inputs, then has the outputs
    /// judged that no run printed. Replies about unchanged files are remembered.
    pub fn validate(&self, plan: &Plan, cache: &mut ResultCache, sink: &mut dyn Sink) -> Validation {
        let programs = self.problem_programs(validating(plan), sink);
        self.validate_with(plan, &programs, cache, sink)
    }

    /// Like [`Runner::validate`], with these programs.
    pub(super) fn validate_with(
        &self,
        plan: &Plan,
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
    ) -> Validation {
        let inputs = inputs(plan);
        let lasting = |reply: &ValidatorReply| matches!(reply, ValidatorReply::Valid(_) | ValidatorReply::Invalid(_));
        let question = |input| ValidatorInput::question(input, programs.key(&input.validator));
        let replies = self.for_each_new(&inputs, question, cache, sink, lasting, |input, worker| {
            self.ask_validator(input, programs, worker)
        });
        let broken = programs.grammars.iter().filter_map(|(file, grammar)| Some((file, grammar.as_ref().err()?)));
        let mut validation = Validation {
            diagnostics: broken.map(|(file, mistake)| self.mistake_in(file, mistake)).collect(),
            ..Validation::default()
        };
        // The validators that ended oddly, and how: the first such input stands for all.
        let mut odd: BTreeSet<(&Path, String)> = BTreeSet::new();
        // It is enough that one validator refuses an input that must be refused.
        let invalid = replies.iter().filter(|(_, reply)| matches!(reply, Ok(Some(ValidatorReply::Invalid(_)))));
        let refused: BTreeSet<(&Path, Option<&TestId>)> = invalid.filter_map(|(input, _)| input.to_refuse()).collect();
        for (input, reply) in replies {
            if !input.to_refuse().is_some_and(|input| refused.contains(&input)) {
                self.note(&mut validation, &mut odd, input, reply);
            }
        }
        self.check_outputs(plan, programs, cache, sink, &mut validation);
        validation
    }

    /// Has an input checked by its validator. `None`: interrupted, or nobody can say because its
    /// grammar is broken.
    ///
    /// # Errors
    /// A sandbox fault, or the fault that kept the validator from being built.
    fn ask_validator(
        &self,
        input: &ValidatorInput,
        programs: &ProblemPrograms,
        worker: &mut Worker<'_>,
    ) -> Result<Option<ValidatorReply>, Fault> {
        let (stdin, limits) = (Stdin::File(input.path.clone()), &input.problem.tool_limits);
        let given = ValidatorCall {
            stdin,
            answers: input.answers.as_deref(),
            args: input.args(),
            beside: input.beside(),
            start: Start::Exec,
        };
        self.put_before(&input.validator, programs, given, limits, worker)
    }

    /// Like [`Runner::ask_validator`], for an input from anywhere.
    ///
    /// # Errors
    /// Those of [`Runner::ask_validator`].
    pub(super) fn put_before(
        &self,
        validator: &Path,
        programs: &ProblemPrograms,
        given: ValidatorCall<'_>,
        limits: &Limits,
        worker: &mut Worker<'_>,
    ) -> Result<Option<ValidatorReply>, Fault> {
        if let Some(grammar) = programs.grammars.get(validator) {
            let Ok(grammar) = grammar else { return Ok(None) };
            return Ok(grammar.ask(&bytes(&given.stdin)?, self.cancel));
        }
        let ValidatorCall { stdin, answers, args, beside, start } = given;
        let args = answers.iter().map(OsString::from).chain(args.iter().map(OsString::from)).collect();
        let program = programs.get(validator)?;
        let readable: Vec<PathBuf> = answers.iter().map(PathBuf::from).collect();
        let folder = match beside {
            [] => None,
            beside => Some(named_files::folder(beside, self.ports.builds, worker)?),
        };
        let limits = EffectiveLimits::of_tool(limits, &program.share);
        let exec = match start {
            Start::Exec => program.tool(stdin, args, &limits, &readable, folder),
            Start::Fork => program.computing_tool(stdin, args, &limits),
        };
        let Some(completed) = worker.cell.run(&exec)? else { return Ok(None) };
        let words = completed.stderr.words(4096);
        if let Some(how) = problem_programs::misbehaviour(&completed.outcome, &limits) {
            return Ok(Some(ValidatorReply::Odd { how, words }));
        }
        Ok(Some(match completed.outcome.exit {
            Exit::Code(0) if program.speaks_testlib() => ValidatorReply::Valid(Vec::new()),
            Exit::Code(VALID) => ValidatorReply::Valid(bounds(&completed.stdout.words(1 << 20))),
            // Most runtimes then exit with a code of their own, which says nothing about the input.
            Exit::Code(_) if ended_for_memory(&completed.outcome, words.as_bytes()) => {
                ValidatorReply::Odd { how: format!("was refused memory at the limit of {}", limits.memory), words }
            }
            // Without a message, name the code: it may be 0, from another protocol.
            Exit::Code(code) if words.trim().is_empty() => {
                ValidatorReply::Invalid(format!("the validator exited with {code}; {VALID} means valid"))
            }
            // Signals were handled above, as misbehaviour.
            Exit::Code(_) | Exit::Signal(_) => ValidatorReply::Invalid(words),
        }))
    }

    fn mistake_in(&self, file: &Path, Mistake { title, snippet }: &Mistake) -> Diagnostic {
        let hint = "see docs/grammar.md for the language; until then the tests are judged as they are";
        Diagnostic { snippet: snippet.clone(), ..self.error_in(file, title.clone(), Some(hint.to_owned())) }
    }

    fn note<'i>(
        &self,
        validation: &mut Validation,
        odd: &mut BTreeSet<(&'i Path, String)>,
        input: &'i ValidatorInput,
        reply: Result<Option<ValidatorReply>, Fault>,
    ) {
        let error = |title: String, hint: String| self.error_in(&input.path, title, Some(hint));
        let validator = self.display(&input.validator);
        match (reply, input.must_be, &input.test) {
            (Ok(Some(ValidatorReply::Valid(bounds))), JuryRuling::Accepted, _) => {
                for (name, bound) in bounds {
                    let key = (input.problem.id.clone(), name);
                    validation.bounds.entry(key).and_modify(|all| all.widen(&bound)).or_insert(bound);
                }
            }
            (Ok(Some(ValidatorReply::Invalid(words))), JuryRuling::Accepted, Some(test)) => {
                let words = first_words(&words).unwrap_or_default();
                let (file, what, fix, then) = match input.answers {
                    Some(_) => (TestFile::Answer, "the answer of test", "answer", "the test is judged all the same"),
                    None => (TestFile::Input, "test", "test", "it is left out of this run"),
                };
                let title = format!("{what} {} is not valid: {words}", test.id);
                let hint = format!("fix the {fix}, or the rule in {validator}; {then}");
                validation.refuse(&input.problem.id, &test.id, file, error(title, hint));
                if file == TestFile::Input {
                    validation.invalid.insert((input.problem.id.clone(), test.id.clone()));
                }
            }
            (Ok(Some(ValidatorReply::Valid(_))), JuryRuling::Refused, test) => {
                let test = test.as_ref().map_or_else(String::new, |test| format!("{}: ", test.id));
                let what = if input.answers.is_some() { "answer" } else { "input" };
                let title = format!("{test}the validator accepts this {what}, which it must reject");
                // Once, however many validators there are: none of them refuses it.
                if !validation.diagnostics.iter().any(|earlier| earlier.path == input.path && earlier.title == title) {
                    let hint = format!("add the rule it breaks to {validator}, or move it to the tests");
                    validation.diagnostics.push(error(title, hint));
                }
            }
            (Ok(Some(ValidatorReply::Odd { how, words })), ..) => {
                if odd.insert((&input.validator, how.clone())) {
                    validation.faults += 1;
                    let words = first_words(&words).map_or_else(String::new, |words| format!(": {words}"));
                    let title = format!("{validator} {how} on {}{words}", self.display(&input.path));
                    let hint = match is_grammar(&input.validator) {
                        true => "a grammar must be able to read any input".to_owned(),
                        false => format!(
                            "a validator must read any input and decide: exit code {VALID} for a valid one, another \
                             code for another"
                        ),
                    };
                    validation.diagnostics.push(self.error_in(&input.validator, title, Some(hint)));
                }
            }
            (Ok(None | Some(ValidatorReply::Invalid(_))), ..) => {}
            // The same fault for every test of a problem, such as a validator that does not
            // compile, counts once.
            (Err(fault), ..) => {
                // A compiler prints a lot. Its first two lines say what it is about.
                let title = first_words(&fault.message).unwrap_or_default();
                let error = self.error_in(&input.validator, title, fault.hint);
                if !validation.diagnostics.contains(&error) {
                    validation.diagnostics.push(error);
                    validation.faults += 1;
                }
            }
        }
    }
}

/// The programs and grammars that [`Runner::validate`] asks.
pub(super) fn validating(plan: &Plan) -> impl Iterator<Item = &Path> {
    plan.solutions.iter().flat_map(|planned| {
        let of_answers = &planned.problem.rules.answer_validators;
        let validators = planned.problem.validators.iter().chain(of_answers).map(PathBuf::as_path);
        validators.chain(check_outputs::checker(&planned.problem))
    })
}

/// Every test of the plan and every input to be refused of its problems, each once. Then the
/// answers, where there are validators for them.
pub(super) fn inputs(plan: &Plan) -> Vec<ValidatorInput> {
    use JuryRuling::{Accepted, Refused};
    let (mut seen, mut inputs) = (BTreeSet::new(), Vec::new());
    let mut add = |input: ValidatorInput| {
        let refused = input.to_refuse().and_then(|(_, test)| test.cloned());
        if seen.insert((input.validator.clone(), input.path.clone(), input.args().to_vec(), refused)) {
            inputs.push(input);
        }
    };
    for planned in &plan.solutions {
        let (problem, rules) = (&planned.problem, &planned.problem.rules);
        for validator in &problem.validators {
            let plain = |path: &&PathBuf| rules.refused.iter().all(|test| test.input != **path);
            let tests = planned.tests.iter();
            tests.for_each(|test| add(ValidatorInput::of(problem, validator, &test.input).with_test(test, Accepted)));
            let invalid = problem.invalid.iter().filter(plain);
            invalid.for_each(|path| add(ValidatorInput::of(problem, validator, path)));
        }
        for validator in &rules.answer_validators {
            let of = |answer: &Path, input: &Path| ValidatorInput {
                answers: Some(input.to_owned()),
                ..ValidatorInput::of(problem, validator, answer)
            };
            let tests = planned.tests.iter().filter(|test| test.answer.exists());
            tests.for_each(|test| add(of(&test.answer, &test.input).with_test(test, Accepted)));
            rules.invalid_answers.iter().for_each(|(input, answer)| add(of(answer, input)));
        }
    }
    for problem in plan.solutions.iter().map(|planned| &planned.problem) {
        for validator in &problem.validators {
            let refused = problem.rules.refused.iter();
            refused.for_each(|test| add(ValidatorInput::of(problem, validator, &test.input).with_test(test, Refused)));
        }
    }
    inputs
}

fn bytes(input: &Stdin) -> Result<Vec<u8>, Fault> {
    let read = match input {
        Stdin::Empty => Ok(Vec::new()),
        Stdin::File(path) => beneath::read(path),
        Stdin::Captured(captured) => captured.bytes(u64::MAX),
    };
    read.map_err(|error| Fault::caused(FaultKind::Content, "cannot read an input", &error))
}
