//! Answers: what the model solution prints, once every other solution that should be right agrees.
//!
//! Nothing is written here.

use crate::error::{Error, ErrorKind, OrCannot as _, not_compiled, not_written, refused};
use crate::notice::Notice;
use crate::proposal::AnsweredTest;
use crate::session::{Listener, Session};
use crate::workspace::NamedProblem;
use engine::build::Staging;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{CapturedOutput, CapturedRun, RefusedFile, TestFile};
use model::phrase::{count, names};
use model::record::{self, Build};
use model::{Fault, FaultKind, Problem, Solution, SolutionId, Test, TimeAllowed, TimeFactor, Verdict, Worth};
use std::fs;
use std::io;
use std::sync::Arc;

/// New answers that every other right solution agrees with.
pub(crate) struct Answers {
    /// The solution that printed them.
    pub model: Arc<Solution>,
    pub new: Vec<AnsweredTest>,
    /// The solutions that confirmed every one of them.
    pub confirmed: Vec<String>,
    /// The solutions that did not confirm them all, and why.
    pub silent: Vec<String>,
}

impl Session<'_> {
    /// Lets the model solution answer, and judges the other right solutions by its answers. Writes
    /// nothing.
    ///
    /// # Errors
    /// When the validator refuses an input, the model solution fails, or a solution disagrees.
    /// Notices say at which tests.
    pub(crate) fn answers(
        &self,
        named: &NamedProblem,
        tests: &[Arc<Test>],
        listener: &mut dyn Listener,
    ) -> Result<Answers, Error> {
        let model = model(named)?;
        self.validate(named, tests, listener)?;
        let scratch = self.builder.scratch()?;
        let new = self.outputs(named, model, tests, listener)?;
        let staged = stage(&scratch, &new).or_cannot("write the answers")?;
        // The judge tries every answer as an output. It would refuse these, and leave their tests
        // out.
        if complain(&self.refused_files(named, &staged, listener)?, TestFile::Answer, listener) > 0 {
            let hint = format!("these are what {} prints: fix it, or the checker", model.id);
            return Err(not_written(hint));
        }
        let others: Vec<Arc<Solution>> = named.solutions.iter().filter(|s| should_be_right(s)).cloned().collect();
        let plan = plan_of(&named.problem, &others, &staged);
        let (results, _) = self.judge(&plan, &mut self.result_cache(), listener)?;
        let mut answers = Answers { model: Arc::clone(model), new, confirmed: Vec::new(), silent: Vec::new() };
        let mut disagreeing = false;
        for result in &results {
            match opinion(&named.problem, result)? {
                Opinion::Agrees if result.name == model.id.to_string() => {}
                Opinion::Agrees if result.tests.len() < answers.new.len() => {
                    let part = count(result.tests.len(), "test");
                    answers.silent.push(format!("{} is judged on {part} of them and agrees", result.name));
                }
                Opinion::Agrees => answers.confirmed.push(result.name.clone()),
                Opinion::Silent(why) => answers.silent.push(format!("{} {why}", result.name)),
                Opinion::Disagrees(how) => {
                    let text = format!("{} does not agree with {}: {how}", result.name, model.id);
                    listener.notice(&Notice::complaint(text, None));
                    disagreeing = true;
                }
            }
        }
        if disagreeing {
            let hint = "one of them is wrong: find out which, fix it, or give the wrong one an `expect` directive";
            return Err(not_written(hint));
        }
        Ok(answers)
    }

    /// What the model solution prints for each test.
    fn outputs(
        &self,
        named: &NamedProblem,
        model: &Arc<Solution>,
        tests: &[Arc<Test>],
        listener: &mut dyn Listener,
    ) -> Result<Vec<AnsweredTest>, Error> {
        let (mut new, mut failed) = (Vec::new(), false);
        let stated = |test: &Test| named.problem.limits_of(&test.id);
        let captured = self.runner.capture(model, tests, stated, TimeFactor::default(), listener);
        for (test, captured) in tests.iter().zip(captured) {
            match captured? {
                CapturedOutput::Ended(CapturedRun { failure: None, stdout, .. }) => {
                    new.push((Arc::clone(test), stdout));
                }
                CapturedOutput::Ended(CapturedRun { failure: Some(how), .. }) => {
                    let text = format!("{} has no answer for {}: {how}", model.id, test.id);
                    listener.notice(&Notice::complaint(text, None));
                    failed = true;
                }
                CapturedOutput::Rejected(words) => {
                    return Err(not_compiled(&model.id.to_string(), &words));
                }
                CapturedOutput::Interrupted => return Err(Error::Interrupted),
            }
        }
        if failed { Err(not_written("fix the model solution, or the test")) } else { Ok(new) }
    }

    /// Validates the inputs: one that the problem's own validator refuses gets no answer. Returns
    /// the answers that are refused.
    ///
    /// # Errors
    /// When it refuses one, or fails. Notices say which.
    pub(crate) fn validate(
        &self,
        named: &NamedProblem,
        tests: &[Arc<Test>],
        listener: &mut dyn Listener,
    ) -> Result<Vec<RefusedFile>, Error> {
        let refused = self.refused_files(named, tests, listener)?;
        match complain(&refused, TestFile::Input, listener) {
            0 => Ok(refused),
            _ => Err(not_written("fix the input, or the validator's rule").of_kind(ErrorKind::UsageOrContent)),
        }
    }

    /// The inputs and answers of these tests that the problem's validators and its checker refuse.
    ///
    /// # Errors
    /// When one of these programs fails. Notices say what else was found.
    pub(crate) fn refused_files(
        &self,
        named: &NamedProblem,
        tests: &[Arc<Test>],
        listener: &mut dyn Listener,
    ) -> Result<Vec<RefusedFile>, Error> {
        // A plan lists tests by solution; which solution makes no difference here.
        let Some(any) = named.model().or(named.solutions.first()) else { return Ok(Vec::new()) };
        let whole = Arc::new(Solution { only: Default::default(), ..(**any).clone() });
        let plan = plan_of(&named.problem, &[whole], tests);
        // The inputs in `invalid/` are left to `check`.
        let validation = self.runner.validate(&plan, &mut self.result_cache(), listener);
        if self.cancel.is_raised() {
            return Err(Error::Interrupted);
        }
        if validation.faults == 0 {
            return Ok(validation.refused);
        }
        for found in validation.diagnostics {
            listener.notice(&Notice::complaint(found.title, found.hint));
        }
        Err(not_written("fix the program first").of_kind(ErrorKind::Incomplete))
    }
}

/// Sends a notice of each refused file of this kind, and returns how many there are.
pub(crate) fn complain(refused: &[RefusedFile], file: TestFile, listener: &mut dyn Listener) -> usize {
    let own = refused.iter().filter(|refused| refused.file == file);
    own.map(|refused| listener.notice(&Notice::complaint(&refused.title, None))).count()
}

enum Opinion {
    Agrees,
    Disagrees(String),
    /// Failed where its directives allow it, or cannot be run on this machine.
    Silent(String),
}

/// # Errors
/// When nobody knows it: a fault kept the solution from being judged.
fn opinion(problem: &Problem, result: &record::SolutionRecord) -> Result<Opinion, Fault> {
    match &result.build {
        Build::Rejected { .. } => return Ok(Opinion::Disagrees("it does not compile".to_owned())),
        Build::NoTool { fault } => return Ok(Opinion::Silent(format!("was not asked: {}", fault.message))),
        Build::Fault { fault } => return Err(fault.clone()),
        Build::Ready { .. } | Build::Skipped => {}
    }
    let mut silent = None;
    for test in &result.tests {
        let verdict = verdict_of(test)?;
        let what = format!("{verdict} on {}{}", test.test, note_of(test));
        let is_wrong = matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError);
        if verdict == Verdict::Accepted {
            // What is worth less is another answer.
            if let (Worth::UpTo(most), Some(points)) = (problem.worth_of(&test.test), test.points)
                && points < most
            {
                silent = Some(Opinion::Silent(format!("gets {points} of {most} points on {}", test.test)));
            }
        } else if is_wrong || test.is_surprise() {
            return Ok(Opinion::Disagrees(what));
        } else {
            silent = Some(Opinion::Silent(format!("has no word on it: {what}")));
        }
    }
    Ok(silent.unwrap_or(Opinion::Agrees))
}

/// # Errors
/// When the test was not judged.
pub(crate) fn verdict_of(test: &record::TestRecord) -> Result<Verdict, Fault> {
    let not_run = || Fault::new(FaultKind::Internal, format!("{} was not run", test.test));
    test.verdict.ok_or_else(|| test.fault.clone().unwrap_or_else(not_run))
}

/// What was said of a test, in brackets.
pub(crate) fn note_of(test: &record::TestRecord) -> String {
    test.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"))
}

/// Returns whether its name says that it is a brute force.
pub(crate) fn is_brute(solution: &Solution) -> bool {
    solution.id.label.as_deref().is_some_and(|label| label.starts_with("brute"))
}

/// Returns whether it must be accepted everywhere, or is a brute force and right wherever it can
/// run.
pub(crate) fn should_be_right(solution: &Solution) -> bool {
    is_brute(solution) || solution.expectation.is_accepted()
}

/// The solution that gives the answers: in a package, the first one that should be right.
///
/// # Errors
/// When there is none.
pub(crate) fn model(named: &NamedProblem) -> Result<&Arc<Solution>, Error> {
    let id = &named.problem.id;
    if named.is_package {
        let first = named.solutions.iter().find(|solution| solution.expectation.is_accepted());
        let hint = "add one to submissions/accepted/";
        return first.ok_or_else(|| refused(format!("{id} has no solution that should be right")).with_hint(hint));
    }
    let lacks =
        || refused(format!("`{id}` has no model solution")).with_hint(format!("write solutions/src/bin/{id}.rs"));
    named.model().ok_or_else(lacks)
}

/// What to do where tests have no answer.
pub(crate) fn how_to_answer(problem: &Problem) -> String {
    match problem.is_dialogue() {
        true => "write them by hand: they may be empty".to_owned(),
        false => format!("bless `{}`", problem.id),
    }
}

/// The tests with the new answers in place of their own.
fn stage(scratch: &Staging, new: &[AnsweredTest]) -> io::Result<Vec<Arc<Test>>> {
    let staged = new.iter().enumerate().map(|(at, (test, bytes))| {
        let answer = scratch.path().join(format!("{at}.ans"));
        fs::write(&answer, bytes)?;
        Ok(Arc::new(Test { answer, ..(**test).clone() }))
    });
    staged.collect()
}

/// A plan of these solutions on those of the tests that each is judged on.
pub(crate) fn plan_of(problem: &Arc<Problem>, solutions: &[Arc<Solution>], tests: &[Arc<Test>]) -> Plan {
    let planned = solutions.iter().map(|solution| {
        let tests = tests.iter().filter(|test| solution.only.holds(&test.id)).cloned().collect();
        PlannedSolution::of(problem, solution, tests, TimeAllowed::Limit(TimeFactor::default()))
    });
    Plan { solutions: planned.filter(|planned| !planned.tests.is_empty()).collect() }
}

/// `2 answers from nim/nim.rs, confirmed by nim/brute.rs`.
pub(crate) fn origin(answers: usize, model: &SolutionId, confirmed: &[String]) -> String {
    let by = match confirmed {
        [] => " (no other solution confirms it)".to_owned(),
        others => format!(", confirmed by {}", names(others, 4)),
    };
    format!("{} from {model}{by}", count(answers, "answer"))
}

impl Answers {
    /// [`origin`], and the solutions that did not confirm all.
    pub(crate) fn origin(&self) -> String {
        let mut text = origin(self.new.len(), &self.model.id, &self.confirmed);
        for silent in &self.silent {
            text.push_str(&format!("; {silent}"));
        }
        text
    }
}
