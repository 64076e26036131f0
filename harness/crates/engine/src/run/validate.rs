//! Input validators: is every test what its statement promises?
//!
//! A validator reads a test on standard input and exits with 42 when it is valid (ICPC problem
//! package format, "input validators"). Any other code rejects it, a failed `assert` too. A
//! validator that is killed or stopped has decided nothing: that is its own fault, and the test is
//! judged. Inputs under `testdata/<slug>/invalid/` must be rejected. On standard output a validator
//! may report how far a test goes, one line for each quantity: `bound <name> <lowest allowed>
//! <highest allowed> <smallest seen> <largest seen>`.

use crate::build::Program;
use crate::plan::Plan;
use crate::run::pool::Worker;
use crate::run::problem_programs::{self, ProblemPrograms};
use crate::run::result_cache::{Question, ResultCache};
use crate::run::{Runner, Sink, check_answers};
use model::{Diagnostic, Fault, Key, Limits, Problem, ProblemId, Test, TestId};
use sandbox::{Exit, Stdin};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the validators said.
#[derive(Clone, Debug, Default)]
pub struct Validation {
    /// An error for each invalid test, and for each input that should have been refused.
    pub diagnostics: Vec<Diagnostic>,
    /// The tests that must not be judged.
    pub invalid: BTreeSet<(ProblemId, TestId)>,
    /// What each problem's tests reach, by problem and name.
    pub bounds: BTreeMap<(ProblemId, String), Bound>,
    /// Validators that do not compile or misbehave; there is a diagnostic for each.
    pub faults: usize,
}

/// How far a problem's tests go in one quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    pub lowest_allowed: i128,
    pub highest_allowed: i128,
    pub smallest_seen: i128,
    pub largest_seen: i128,
}

/// The exit code that says *valid*.
const VALID: i32 = 42;

/// One input to be put before a validator.
pub(super) struct Input {
    problem: Arc<Problem>,
    pub validator: PathBuf,
    args: Vec<String>,
    pub path: PathBuf,
    /// `None`: it lies in `invalid/` and must be refused.
    test: Option<TestId>,
}

/// What a validator said about one input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Reply {
    Valid(Vec<(String, Bound)>),
    Invalid(String),
    /// It ended without an answer.
    Odd {
        /// How, behind its name.
        how: String,
        words: String,
    },
}

/// A validator that ended oddly, always in the same way.
struct Odd {
    validator: PathBuf,
    how: String,
    /// The first such input, the words there, and the number of other inputs.
    first: PathBuf,
    words: String,
    others: usize,
}

impl Runner<'_> {
    /// Runs the validators on the plan's tests and on `invalid/` inputs, then the checkers on the
    /// answers. Replies about unchanged files are remembered.
    pub fn validate(&self, plan: &Plan, cache: &mut ResultCache, sink: &mut dyn Sink) -> Validation {
        let programs = self.problem_programs(validating(plan), sink);
        self.validate_with(plan, &programs, cache, sink)
    }

    /// As [`Runner::validate`], with these programs.
    pub(super) fn validate_with(
        &self,
        plan: &Plan,
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
    ) -> Validation {
        let inputs = inputs(plan);
        let question = |input| {
            let Input { validator, path, args, .. }: &Input = input;
            let terms = Key::of(&["validation", &args.join("\0")], b"");
            Question { program: programs.get(validator).ok(), terms, files: vec![path] }
        };
        let questions: Vec<_> = inputs.iter().map(question).collect();
        let lasting = |reply: &Reply| matches!(reply, Reply::Valid(_) | Reply::Invalid(_));
        let replies = self.for_each_new(&questions, cache, sink, lasting, |at, worker| {
            self.ask_validator(&inputs[at], programs.get(&inputs[at].validator)?, worker)
        });
        let mut validation = Validation::default();
        let mut odd: Vec<Odd> = Vec::new();
        // One validator that refuses what is there to be refused is enough.
        let refuses = |(input, reply): (&Input, &Result<Option<Reply>, Fault>)| {
            let refused = input.test.is_none() && matches!(reply, Ok(Some(Reply::Invalid(_))));
            refused.then(|| input.path.clone())
        };
        let refused: BTreeSet<PathBuf> = inputs.iter().zip(&replies).filter_map(refuses).collect();
        for (input, reply) in inputs.iter().zip(replies) {
            if !refused.contains(&input.path) {
                self.note(&mut validation, &mut odd, input, reply);
            }
        }
        validation.faults += odd.len();
        validation.diagnostics.extend(odd.iter().map(|odd| self.odd_validator(odd)));
        self.check_answers(plan, programs, cache, sink, &mut validation);
        validation
    }

    /// Puts an input before its validator.
    ///
    /// # Errors
    /// A sandbox fault.
    pub(super) fn ask_validator(
        &self,
        input: &Input,
        program: &Program,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Reply>, Fault> {
        let (stdin, limits) = (Stdin::File(input.path.clone()), &input.problem.tool_limits);
        self.put_before_validator(program, stdin, &input.args, limits, worker)
    }

    /// # Errors
    /// A sandbox fault.
    pub(super) fn put_before_validator(
        &self,
        program: &Program,
        input: Stdin,
        args: &[String],
        limits: &Limits,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Reply>, Fault> {
        let args = args.iter().map(OsString::from).collect();
        let exec = program.tool(input, args, limits, &[], None);
        let Some(completed) = worker.cell.run(&exec, self.cancel)? else { return Ok(None) };
        let words = completed.stderr.words(4096);
        if let Some(how) = problem_programs::misbehaviour(&completed.outcome, limits) {
            return Ok(Some(Reply::Odd { how, words }));
        }
        Ok(Some(match completed.outcome.exit {
            Exit::Code(VALID) => Reply::Valid(bounds(&completed.stdout.words(1 << 20))),
            // With no words, name the code: perhaps 0, from another protocol.
            Exit::Code(code) if words.trim().is_empty() => {
                Reply::Invalid(format!("exit code {code}, and {VALID} says valid"))
            }
            // A signal is misbehaviour.
            Exit::Code(_) | Exit::Signal(_) => Reply::Invalid(words),
        }))
    }

    fn note(
        &self,
        validation: &mut Validation,
        odd: &mut Vec<Odd>,
        input: &Input,
        reply: Result<Option<Reply>, Fault>,
    ) {
        let error = |title: String, hint: String| self.error_in(&input.path, title, Some(hint));
        let validator = self.shown(&input.validator);
        match (reply, &input.test) {
            (Ok(Some(Reply::Valid(bounds))), Some(_)) => {
                for (name, bound) in bounds {
                    let key = (input.problem.id.clone(), name);
                    validation.bounds.entry(key).and_modify(|known| known.widen(bound)).or_insert(bound);
                }
            }
            (Ok(Some(Reply::Invalid(words))), Some(test)) => {
                let words = problem_programs::first_words(&words).unwrap_or_default();
                validation.diagnostics.push(error(
                    format!("test {test} is not valid: {words}"),
                    format!("mend the test, or the rule in {validator}; it is left out of this run"),
                ));
                validation.invalid.insert((input.problem.id.clone(), test.clone()));
            }
            (Ok(Some(Reply::Valid(_))), None) => validation.diagnostics.push(error(
                "this input is there to be refused, but the validator accepts it".to_owned(),
                format!("add the rule it breaks to {validator}, or move it to the tests"),
            )),
            (Ok(Some(Reply::Odd { how, words })), _) => {
                match odd.iter_mut().find(|odd| odd.validator == input.validator && odd.how == how) {
                    Some(known) => known.others += 1,
                    None => {
                        let (validator, first) = (input.validator.clone(), input.path.clone());
                        odd.push(Odd { validator, how, first, words, others: 0 });
                    }
                }
            }
            (Ok(Some(Reply::Invalid(_))), None) | (Ok(None), _) => {}
            // The same fault for every test of a problem, such as a validator that does not
            // compile, is one fault.
            (Err(fault), _) => {
                // A compiler says a lot: what it is about stands in its first two lines.
                let title = problem_programs::first_words(&fault.message).unwrap_or_default();
                let error = self.error_in(&input.validator, title, fault.hint);
                if !validation.diagnostics.contains(&error) {
                    validation.diagnostics.push(error);
                    validation.faults += 1;
                }
            }
        }
    }

    fn odd_validator(&self, odd: &Odd) -> Diagnostic {
        let mut title = format!("{} {} on {}", self.shown(&odd.validator), odd.how, self.shown(&odd.first));
        match odd.others {
            0 => {}
            1 => title.push_str(" and another input"),
            others => title.push_str(&format!(" and {others} other inputs")),
        }
        if let Some(words) = problem_programs::first_words(&odd.words) {
            title.push_str(&format!(": {words}"));
        }
        let hint = format!(
            "a validator must read any input and decide: exit code {VALID} for a valid one, another code for another"
        );
        self.error_in(&odd.validator, title, Some(hint))
    }
}

impl Bound {
    fn widen(&mut self, other: Bound) {
        self.smallest_seen = self.smallest_seen.min(other.smallest_seen);
        self.largest_seen = self.largest_seen.max(other.largest_seen);
    }
}

/// The programs that [`Runner::validate`] runs.
pub(super) fn validating(plan: &Plan) -> impl Iterator<Item = &Path> {
    plan.solutions.iter().flat_map(|planned| {
        let validators = planned.problem.validators.iter().map(PathBuf::as_path);
        validators.chain(check_answers::checker(&planned.problem).map(|spec| spec.file.as_path()))
    })
}

/// Every test of the plan once, and the inputs to be refused of every problem in it.
pub(super) fn inputs(plan: &Plan) -> Vec<Input> {
    let mut seen: BTreeSet<(PathBuf, PathBuf, Vec<String>)> = BTreeSet::new();
    let mut inputs = Vec::new();
    for planned in &plan.solutions {
        for validator in &planned.problem.validators {
            let of_test = |test: &Arc<Test>| {
                let args = test.validator_args(validator).to_vec();
                (test.input.clone(), Some(test.id.clone()), args)
            };
            let refused = planned.problem.invalid.iter().map(|path| (path.clone(), None, Vec::new()));
            for (path, test, args) in planned.tests.iter().map(of_test).chain(refused) {
                if seen.insert((validator.clone(), path.clone(), args.clone())) {
                    let (problem, validator) = (Arc::clone(&planned.problem), validator.clone());
                    inputs.push(Input { problem, validator, args, path, test });
                }
            }
        }
    }
    inputs
}

impl Reply {
    /// What counts of it, for people.
    pub(super) fn gist(&self) -> String {
        match self {
            Reply::Valid(bounds) => {
                let seen = |(name, bound): &(String, Bound)| {
                    format!(", {name} from {} to {}", bound.smallest_seen, bound.largest_seen)
                };
                format!("valid{}", bounds.iter().map(seen).collect::<String>())
            }
            Reply::Invalid(_) => "not valid".to_owned(),
            Reply::Odd { how, .. } => format!("it {how}"),
        }
    }
}

/// The `bound` lines of a validator's output; other lines are its own business.
fn bounds(text: &str) -> Vec<(String, Bound)> {
    let mut bounds = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["bound", name, numbers @ ..] = words.as_slice() else { continue };
        let numbers: Vec<i128> = numbers.iter().filter_map(|n| n.parse().ok()).collect();
        if let [lowest_allowed, highest_allowed, smallest_seen, largest_seen] = numbers[..] {
            let bound = Bound { lowest_allowed, highest_allowed, smallest_seen, largest_seen };
            bounds.push(((*name).to_owned(), bound));
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bound_lines_are_read_and_others_passed_over() {
        let text = "hello\nbound n 1 100 3 7\nbound n 1 100\nbound x 0 9 a b\n";
        let bound = Bound { lowest_allowed: 1, highest_allowed: 100, smallest_seen: 3, largest_seen: 7 };
        assert_eq!(bounds(text), [("n".to_owned(), bound)]);
    }

    #[test]
    fn replies_are_remembered_as_they_were_given() {
        let bound = Bound { lowest_allowed: i128::MIN, highest_allowed: i128::MAX, smallest_seen: -3, largest_seen: 7 };
        let valid = Reply::Valid(vec![("n".to_owned(), bound), (String::new(), bound)]);
        for reply in [valid, Reply::Valid(Vec::new()), Reply::Invalid("line 1\n".to_owned())] {
            let bytes = serde_json::to_vec(&reply).unwrap();
            assert_eq!(serde_json::from_slice::<Reply>(&bytes).unwrap(), reply);
        }
    }

    #[test]
    fn bounds_of_several_tests_are_joined() {
        let mut bound = Bound { lowest_allowed: 1, highest_allowed: 9, smallest_seen: 3, largest_seen: 4 };
        bound.widen(Bound { smallest_seen: 2, largest_seen: 3, ..bound });
        assert_eq!((bound.smallest_seen, bound.largest_seen), (2, 4));
    }
}
