//! Answers from the model solution, after everyone has agreed.
//!
//! Nothing is written before every other solution that should be right agrees with the new answers,
//! and the question was answered with yes. An answer stays as it is if the model's output is
//! accepted by it, and the checker accepts it as an output.

use crate::answers::{model, note_of, plan_of, verdict_of};
use crate::error::{Error, not_compiled, not_written, refused};
use crate::notice::Notice;
use crate::proposal::{Confidence, Proposal};
use crate::session::{Caller, Listener, Session};
use crate::workspace::{NamedProblem, Workspace};
use engine::run::{RefusedFile, Settings};
use model::record::{self, Build};
use model::{Test, Verdict};
use package::draft::Draft;
use std::path::PathBuf;
use std::sync::Arc;

impl Workspace {
    /// Writes the missing and the wrong answers of a problem, once the listener agrees. Returns
    /// where they are.
    ///
    /// # Errors
    /// When a validator refuses an input, the model solution fails, a solution disagrees, or no
    /// program can be run here. Notices say at which tests.
    pub fn bless(&self, named: &NamedProblem, caller: &mut Caller<'_>) -> Result<Vec<PathBuf>, Error> {
        if named.problem.is_dialogue() {
            return Err(refused("the answers of an interactive problem are not a solution's output")
                .with_hint("the interactor defines what they contain: write them by hand; they may be empty"));
        }
        let answers = self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            let all: Vec<Arc<Test>> = named.problem.tests.iter().chain(&named.unanswered).cloned().collect();
            let refused = session.validate(named, &all, listener)?;
            let found = session.to_be_answered(named, &refused, listener)?;
            if found.is_empty() { Ok(None) } else { session.answers(named, &found, listener).map(Some) }
        })?;
        let Some(answers) = answers else { return Ok(Vec::new()) };
        let proposal = Proposal { origin: &answers.origin(), answers: &answers.new, standing: Confidence::Changed };
        caller.listener.agrees(&proposal)?;
        let mut draft = Draft::default();
        for (test, bytes) in &answers.new {
            draft.replace(test.answer.clone(), bytes.clone());
        }
        self.write(&draft, caller.cancel)?;
        Ok(answers.new.into_iter().map(|(test, _)| test.answer.clone()).collect())
    }
}

impl Session<'_> {
    /// The tests whose answer is missing, those whose answer is `refused`, and those whose answer
    /// contradicts the model solution's output.
    fn to_be_answered(
        &self,
        named: &NamedProblem,
        refused: &[RefusedFile],
        listener: &mut dyn Listener,
    ) -> Result<Vec<Arc<Test>>, Error> {
        let model = model(named)?;
        let mut tests = named.unanswered.clone();
        let is_refused = |test: &&Arc<Test>| refused.iter().any(|refused| refused.test == test.id);
        tests.extend(named.problem.tests.iter().filter(is_refused).cloned());
        let mut failed = false;
        if !named.problem.tests.is_empty() {
            let plan = plan_of(&named.problem, &[Arc::clone(model)], &named.problem.tests);
            for result in self.judge(&plan, &mut self.result_cache(), listener)?.0 {
                was_built(&result)?;
                for test in &result.tests {
                    let verdict = verdict_of(test)?;
                    if matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError) {
                        tests.extend(named.problem.tests.iter().find(|own| own.id == test.test).cloned());
                    } else if verdict != Verdict::Accepted && test.is_surprise() {
                        let how = format!("{verdict}{}", note_of(test));
                        let text = format!("{} has no answer for {}: {how}", result.name, test.test);
                        listener.notice(&Notice::complaint(text, None));
                        failed = true;
                    }
                }
            }
        }
        if failed {
            return Err(not_written("fix the model solution, or the test"));
        }
        tests.sort_by(|a, b| a.id.cmp(&b.id));
        // An answer may be refused and contradict the output, too.
        tests.dedup_by(|a, b| a.id == b.id);
        Ok(tests)
    }
}

/// # Errors
/// When the model solution could not be built: then it agrees with no answer.
fn was_built(model: &record::SolutionRecord) -> Result<(), Error> {
    match &model.build {
        Build::Ready { .. } | Build::Skipped => Ok(()),
        Build::Rejected { messages } => Err(not_compiled(&model.name, messages)),
        Build::Fault { fault } | Build::NoTool { fault } => Err(fault.clone().into()),
    }
}
