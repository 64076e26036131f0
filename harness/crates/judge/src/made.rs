//! Tests that a package describes but does not carry: its own generators and its main solution make
//! them, once, in the user's cache. Nothing is written into the package.

use crate::error::Error;
use crate::judge::Judge;
use crate::notice::Notice;
use crate::places::copies_of;
use crate::session::{Caller, Listener, Session};
use engine::run::{CapturedOutput, CapturedRun, Line, Settings};
use model::phrase::count;
use model::{Fault, Recipe, Test, TestId, TimeFactor, UnmadeTests};
use package::draft::{DraftError, write_below};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

impl Judge {
    /// Makes those of the tests that can be made. What opens the place again finds them.
    ///
    /// # Errors
    /// When no program can be run here, or it is interrupted.
    pub fn make(&self, unmade: &[&UnmadeTests], caller: &mut Caller<'_>) -> Result<(), Error> {
        self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            unmade.iter().try_for_each(|unmade| make(session, unmade, listener))
        })
    }
}

/// Makes the missing inputs, then the answers. Tests that cannot be made stay missing.
fn make(session: &Session<'_>, unmade: &UnmadeTests, listener: &mut dyn Listener) -> Result<(), Error> {
    let UnmadeTests { problem, solution, tests } = unmade;
    listener.notice(&Notice::Remark(format!("making {} of {}", count(tests.len(), "test"), problem.id)));
    let home = copies_of(&session.judge.root);
    let write = |place: PathBuf, bytes: &[u8]| -> Result<(), DraftError> { write_below(&home, place, bytes) };
    let places: BTreeMap<&str, &Recipe> = tests.iter().map(|recipe| (&*recipe.id.0, recipe)).collect();
    let line = |recipe: &Recipe| {
        Some(Line { problem: Arc::clone(problem), test: recipe.id.clone(), call: recipe.made_by.clone()? })
    };
    let lines: Vec<Line> = tests.iter().filter_map(line).collect();
    let made = session.runner.generate(&lines, listener);
    let interrupted = session.cancel.is_raised();
    let mut failed = MakeFailures::default();
    for made in made {
        match (made.input, places.get(&*made.test.0)) {
            (Ok(bytes), Some(recipe)) => {
                // The input comes last: a test that has one is not made again.
                let beside = made.beside.iter().map(|(kind, bytes)| (recipe.made_beside(kind), bytes));
                for (place, bytes) in beside.chain([(recipe.input.clone(), &bytes)]) {
                    // Files that the package holds take precedence.
                    if !place.is_file() {
                        write(place, bytes)?;
                    }
                }
            }
            (Ok(_), None) => {}
            (Err(_), _) if interrupted => {}
            (Err(fault), _) => {
                let line = lines.iter().find(|line| line.test == made.test);
                let args = line.map(|line| line.call.args.join(" ")).unwrap_or_default();
                failed.add(&made.test, &args, fault);
            }
        }
    }
    for (fault, (_, others)) in failed.0 {
        let more = if others == 0 { String::new() } else { format!(" (and so for {})", count(others, "other test")) };
        listener.notice(&Notice::Trouble { what: format!("{}{more}", fault.message.trim_end()), hint: fault.hint });
    }
    if interrupted {
        return Err(Error::Interrupted);
    }
    let there: Vec<&Recipe> =
        tests.iter().filter(|recipe| recipe.input.is_file() && !recipe.answer.is_file()).collect();
    let Some(solution) = solution else {
        return Ok(there.iter().try_for_each(|recipe| write(recipe.answer.clone(), b""))?);
    };
    let test = |recipe: &&Recipe| {
        let plain = Test::new(recipe.id.clone(), recipe.input.clone(), recipe.answer.clone());
        Arc::new(Test { judged: recipe.judged.clone(), ..plain })
    };
    let all: Vec<Arc<Test>> = there.iter().map(test).collect();
    // The limit is for judged solutions: an answer made slowly is still the answer.
    let (stated, time) = (|test: &Test| problem.limits_of(&test.id), TimeFactor::times(PATIENCE));
    let printed = session.runner.capture(solution, &all, stated, time, listener);
    for (test, printed) in all.iter().zip(printed) {
        match printed {
            Ok(CapturedOutput::Ended(CapturedRun { failure: None, stdout, .. })) => {
                write(test.answer.clone(), &stdout)?;
            }
            Ok(CapturedOutput::Ended(CapturedRun { failure: Some(how), .. })) => {
                let (solution, test, how) = (solution.id.to_string(), test.id.clone(), how.to_string());
                listener.notice(&Notice::NoAnswer { solution, test, how });
            }
            Ok(CapturedOutput::Rejected(words)) => {
                let what = format!("{} does not compile, so there are no answers:\n{}", solution.id, words.trim_end());
                listener.notice(&Notice::Trouble { what, hint: None });
                break;
            }
            Ok(CapturedOutput::Interrupted) => return Err(Error::Interrupted),
            Err(fault) => {
                listener.notice(&Notice::Trouble { what: fault.message, hint: fault.hint });
                break;
            }
        }
    }
    Ok(())
}

/// Failures to make tests, each with the number of other tests of which the same is said.
#[derive(Default)]
struct MakeFailures(Vec<(Fault, Failure)>);

/// What is said of a test, without its name and arguments, and of how many other tests.
type Failure = (String, usize);

impl MakeFailures {
    /// Adds the failure of `test`, which is made with `args`.
    fn add(&mut self, test: &TestId, args: &str, fault: Fault) {
        // Arguments such as `1` occur anywhere: in a folder's name, or in a compiler's words, which
        // are the same with them.
        let called = fault.message.split_once(&format!(" {args} (for ")).and_then(|(program, rest)| {
            let (_, how) = rest.split_once(&format!("/{test})"))?;
            Some(format!("{program}{how}"))
        });
        let own = called.unwrap_or_else(|| fault.message.clone());
        let is_same = |(earlier, (first, _)): &&mut (Fault, Failure)| earlier.message == fault.message || *first == own;
        let same = self.0.iter_mut().find(is_same);
        match same {
            Some((_, (_, others))) => *others += 1,
            None => self.0.push((fault, (own, 0))),
        }
    }
}

/// How many times its limit the main solution may take for an answer.
const PATIENCE: u16 = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use model::FaultKind;

    #[test]
    fn the_same_failure_of_a_generator_is_told_once() {
        let mut failed = MakeFailures::default();
        for (test, args, how) in [("a/1", "5 6", "no module"), ("a/2", "7", "no module"), ("a/3", "8", "n is odd")] {
            let text = format!("gen.py {args} (for sum/{test}) {how}");
            failed.add(&TestId(test.into()), args, Fault::new(FaultKind::Checker, text));
        }
        assert_eq!(failed.0.iter().map(|(_, (_, others))| *others).collect::<Vec<_>>(), [1, 0]);
        let mut failed = MakeFailures::default();
        for (test, args) in [("1", "1"), ("2", "2")] {
            let text = format!("/c/12/gen.py {args} (for sum/{test}) ended with exit code 1: line 12");
            failed.add(&TestId(test.into()), args, Fault::new(FaultKind::Checker, text));
        }
        assert_eq!(failed.0.iter().map(|(_, (_, others))| *others).collect::<Vec<_>>(), [1]);
        // A generator that does not compile.
        let mut failed = MakeFailures::default();
        for (test, args) in [("a/1", "1"), ("a/2", "2"), ("a/3", "3")] {
            let fault = Fault::new(FaultKind::Checker, "gen.py does not compile: line 2: sys.argv[1]".to_owned());
            failed.add(&TestId(test.into()), args, fault);
        }
        assert_eq!(failed.0.iter().map(|(_, (_, others))| *others).collect::<Vec<_>>(), [2]);
    }
}
