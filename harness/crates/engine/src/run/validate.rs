//! Input validators: is every test what its statement promises?
//!
//! A validator is a program of the problem's that reads a test on its standard input and exits with 42 when it is valid
//! (ICPC problem package format, "input validators"), and with any other code when it is not: an `assert` that fails is a refusal. One that
//! is killed or stopped has not decided anything: that is the validator's fault, and the test is judged. Inputs under
//! `testdata/<slug>/invalid/` are there to be refused. On its standard output a
//! validator may tell how far a test goes, one line a quantity: `bound <name> <lowest allowed> <highest allowed> <smallest seen> <largest seen>`.

use crate::build::Program;
use crate::plan::Plan;
use crate::run::memo::{Memo, Reader, Writer};
use crate::run::pool::{Pool, Worker};
use crate::run::tools::{self, BuiltTools, Tools};
use crate::run::{Runner, Sink};
use crate::store::Key;
use model::{Diagnostic, Fault, Problem, ProblemId, Progress, Severity, Test, TestId};
use sandbox::{Exit, Stdin};
use std::collections::{BTreeMap, BTreeSet};
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
    /// How many validators do not compile or do not behave; a diagnostic tells of each.
    pub faults: usize,
}

/// How far a problem's tests go in one quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub path: PathBuf,
    /// `None`: it lies in `invalid/` and must be refused.
    test: Option<TestId>,
}

/// What a validator said about one input.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    Valid(Vec<(String, Bound)>),
    Invalid(String),
    /// It ended without an answer.
    Odd {
        /// How, behind its name.
        how: String,
        words: String,
    },
    Interrupted,
}

/// A validator that ended oddly, always in the same way.
struct Odd {
    validator: PathBuf,
    how: String,
    /// The first input that this happened on, what was said there, and how many others there are.
    first: PathBuf,
    words: String,
    others: usize,
}

impl Runner<'_> {
    /// Puts the tests of `plan` before their problems' validators, and the `invalid/` inputs of these problems; then the answers before
    /// the checkers. What was said of the same files before is remembered.
    pub fn validate(&self, plan: &Plan, memo: &mut Memo, sink: &mut dyn Sink) -> Validation {
        let inputs = inputs(plan);
        let mut validation = Validation::default();
        let tools = Tools::of(inputs.iter().map(|input| input.validator.as_path()), self.root, self.ports.builds);
        let sources: Vec<_> = tools.sources().cloned().collect();
        let built = tools.built(self.build(&sources, sink));

        let mut answers: Vec<Option<Result<Answer, Fault>>> = inputs.iter().map(|_| None).collect();
        let names = recall(&inputs, &built, memo, &self.pool, &mut answers);
        let jobs: Vec<usize> = (0..inputs.len()).filter(|index| answers[*index].is_none()).collect();
        let work = |worker: &mut Worker<'_>, index: usize| {
            let input = &inputs[jobs[index]];
            if self.cancel.is_raised() {
                return Ok(Answer::Interrupted);
            }
            self.consult(input, built.get(&input.validator)?, worker)
        };
        let (mut done, total) = (0, jobs.len());
        self.pool.in_order(usize::MAX, total, work, |index, answer| {
            answers[jobs[index]] = Some(answer);
            done += 1;
            sink.progress(&Progress::Validating { done, total });
        });
        keep(&inputs, &built, memo, &jobs, &names, &answers);
        let mut odd: Vec<Odd> = Vec::new();
        for (input, answer) in inputs.iter().zip(answers.into_iter().flatten()) {
            self.note(&mut validation, &mut odd, input, answer);
        }
        validation.faults += odd.len();
        validation.diagnostics.extend(odd.iter().map(|odd| odd.told(self.root)));
        self.check_answers(plan, memo, sink, &mut validation);
        validation
    }

    /// Puts an input before its validator.
    ///
    /// # Errors
    /// A sandbox fault.
    pub(super) fn consult(&self, input: &Input, program: &Program, worker: &mut Worker<'_>) -> Result<Answer, Fault> {
        let limits = &input.problem.tool_limits;
        let exec = program.tool(Stdin::File(input.path.clone()), Vec::new(), limits, &[], None);
        let Some(completed) = worker.cell.run(&exec, self.cancel)? else { return Ok(Answer::Interrupted) };
        let words = completed.stderr.words(4096);
        if let Some(how) = tools::misbehaviour(&completed.outcome, limits) {
            return Ok(Answer::Odd { how, words });
        }
        Ok(match completed.outcome.exit {
            Exit::Code(VALID) => Answer::Valid(bounds(&completed.stdout.words(1 << 20))),
            // Without a reason the code is one: 0, say, where somebody knew another protocol.
            Exit::Code(code) if words.trim().is_empty() => {
                Answer::Invalid(format!("exit code {code}, and {VALID} says valid"))
            }
            // A signal is misbehaviour.
            Exit::Code(_) | Exit::Signal(_) => Answer::Invalid(words),
        })
    }

    fn note(&self, validation: &mut Validation, odd: &mut Vec<Odd>, input: &Input, answer: Result<Answer, Fault>) {
        let error = |title: String, hint: String| Diagnostic {
            severity: Severity::Error,
            title,
            path: input.path.strip_prefix(self.root).unwrap_or(&input.path).to_path_buf(),
            snippet: None,
            hint: Some(hint),
        };
        let validator = tools::shown(&input.validator, self.root);
        match (answer, &input.test) {
            (Ok(Answer::Valid(bounds)), Some(_)) => {
                for (name, bound) in bounds {
                    let key = (input.problem.id.clone(), name);
                    validation.bounds.entry(key).and_modify(|known| known.widen(bound)).or_insert(bound);
                }
            }
            (Ok(Answer::Invalid(words)), Some(test)) => {
                let words = tools::said(&words).unwrap_or_default();
                validation.diagnostics.push(error(
                    format!("test {test} is not valid: {words}"),
                    format!("mend the test, or the rule in {validator}; it is left out of this run"),
                ));
                validation.invalid.insert((input.problem.id.clone(), test.clone()));
            }
            (Ok(Answer::Valid(_)), None) => validation.diagnostics.push(error(
                "this input is there to be refused, but the validator accepts it".to_owned(),
                format!("add the rule it breaks to {validator}, or move it to the tests"),
            )),
            (Ok(Answer::Odd { how, words }), _) => {
                match odd.iter_mut().find(|odd| odd.validator == input.validator && odd.how == how) {
                    Some(known) => known.others += 1,
                    None => {
                        let (validator, first) = (input.validator.clone(), input.path.clone());
                        odd.push(Odd { validator, how, first, words, others: 0 });
                    }
                }
            }
            (Ok(Answer::Invalid(_)), None) | (Ok(Answer::Interrupted), _) => {}
            // The same fault for every test of a problem, such as a validator that does not compile, is one fault.
            (Err(fault), _) => {
                // A compiler says a lot: what it is about stands in its first two lines.
                let told = Diagnostic {
                    severity: Severity::Error,
                    title: tools::said(&fault.message).unwrap_or_default(),
                    path: input.validator.strip_prefix(self.root).unwrap_or(&input.validator).to_path_buf(),
                    snippet: None,
                    hint: fault.hint,
                };
                if !validation.diagnostics.contains(&told) {
                    validation.diagnostics.push(told);
                    validation.faults += 1;
                }
            }
        }
    }
}

impl Odd {
    fn told(&self, root: &Path) -> Diagnostic {
        let mut title =
            format!("{} {} on {}", tools::shown(&self.validator, root), self.how, tools::shown(&self.first, root));
        match self.others {
            0 => {}
            1 => title.push_str(" and another input"),
            others => title.push_str(&format!(" and {others} other inputs")),
        }
        if let Some(said) = tools::said(&self.words) {
            title.push_str(": ");
            title.push_str(&said);
        }
        Diagnostic {
            severity: Severity::Error,
            title,
            path: self.validator.strip_prefix(root).unwrap_or(&self.validator).to_path_buf(),
            snippet: None,
            hint: Some(format!(
                "a validator must read any input and decide: exit code {VALID} for a valid one, another code for another"
            )),
        }
    }
}

impl Bound {
    fn widen(&mut self, other: Bound) {
        self.smallest_seen = self.smallest_seen.min(other.smallest_seen);
        self.largest_seen = self.largest_seen.max(other.largest_seen);
    }
}

/// Every test of the plan once, and the inputs to be refused of every problem in it.
pub(super) fn inputs(plan: &Plan) -> Vec<Input> {
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut inputs = Vec::new();
    for planned in &plan.solutions {
        let Some(validator) = &planned.problem.validator else { continue };
        let tests = planned.tests.iter().map(|test: &Arc<Test>| (test.input.clone(), Some(test.id.clone())));
        let refused = planned.problem.invalid.iter().map(|path| (path.clone(), None));
        for (path, test) in tests.chain(refused) {
            if seen.insert(path.clone()) {
                inputs.push(Input { problem: Arc::clone(&planned.problem), validator: validator.clone(), path, test });
            }
        }
    }
    inputs
}

/// Fills in the answers that are remembered, and gives what each input's answer is kept under.
fn recall(
    inputs: &[Input],
    built: &BuiltTools,
    memo: &mut Memo,
    pool: &Pool<'_>,
    answers: &mut [Option<Result<Answer, Fault>>],
) -> Vec<Option<Key>> {
    memo.hash(inputs.iter().map(|input| &*input.path), pool);
    let mut names = vec![None; inputs.len()];
    let mut at = 0;
    // One validator's inputs lie together.
    for of_validator in inputs.chunk_by(|a, b| a.validator == b.validator) {
        let program = built.get(&of_validator[0].validator).ok();
        let section = program.map(|program| memo.of_program(program));
        for input in of_validator {
            if let (Some(program), Some(section), Some(content)) = (program, &section, memo.content(&input.path)) {
                names[at] = memo.key(&[b"validation", program.key.as_bytes(), content.as_bytes()]);
                answers[at] = names[at].and_then(|name| Answer::read(section.get(&name)?)).map(Ok);
            }
            at += 1;
        }
    }
    names
}

/// Keeps the answers of `jobs`, those that were given just now.
fn keep(
    inputs: &[Input],
    built: &BuiltTools,
    memo: &mut Memo,
    jobs: &[usize],
    names: &[Option<Key>],
    answers: &[Option<Result<Answer, Fault>>],
) {
    for of_validator in jobs.chunk_by(|a, b| inputs[*a].validator == inputs[*b].validator) {
        let Ok(program) = built.get(&inputs[of_validator[0]].validator) else { continue };
        let fresh: Vec<_> = of_validator
            .iter()
            .filter(|job| memo.unchanged(&[&inputs[**job].path]))
            .filter_map(|job| Some((names[*job]?, answers[*job].as_ref()?.as_ref().ok()?.write()?)))
            .collect();
        memo.keep(program, fresh);
    }
}

impl Answer {
    /// What counts of it, for people; `None` when nothing was answered.
    pub fn told(&self) -> Option<String> {
        Some(match self {
            Answer::Valid(bounds) => {
                let seen = |(name, bound): &(String, Bound)| {
                    format!(", {name} from {} to {}", bound.smallest_seen, bound.largest_seen)
                };
                format!("valid{}", bounds.iter().map(seen).collect::<String>())
            }
            Answer::Invalid(_) => "not valid".to_owned(),
            Answer::Odd { how, .. } => format!("it {}", how),
            Answer::Interrupted => return None,
        })
    }

    /// For the memory; `None` when nothing was answered, or nothing that is worth remembering.
    fn write(&self) -> Option<Vec<u8>> {
        let mut to = Writer(Vec::new());
        match self {
            Answer::Valid(bounds) => {
                to.flag(true);
                to.list(bounds, |to, (name, bound)| {
                    let Bound { lowest_allowed, highest_allowed, smallest_seen, largest_seen } = *bound;
                    to.bytes(name.as_bytes());
                    for number in [lowest_allowed, highest_allowed, smallest_seen, largest_seen] {
                        to.wide(number);
                    }
                });
            }
            Answer::Invalid(words) => {
                to.flag(false);
                to.bytes(words.as_bytes());
            }
            Answer::Odd { .. } | Answer::Interrupted => return None,
        }
        Some(to.0)
    }

    fn read(bytes: &[u8]) -> Option<Answer> {
        let mut from = Reader(bytes);
        let answer = match from.flag()? {
            true => Answer::Valid(from.list(|from| {
                let name = from.string()?;
                let [lowest_allowed, highest_allowed, smallest_seen, largest_seen] =
                    [from.wide()?, from.wide()?, from.wide()?, from.wide()?];
                Some((name, Bound { lowest_allowed, highest_allowed, smallest_seen, largest_seen }))
            })?),
            false => Answer::Invalid(from.string()?),
        };
        from.0.is_empty().then_some(answer)
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
    fn answers_are_remembered_as_they_were_given() {
        let bound = Bound { lowest_allowed: i128::MIN, highest_allowed: i128::MAX, smallest_seen: -3, largest_seen: 7 };
        let valid = Answer::Valid(vec![("n".to_owned(), bound), (String::new(), bound)]);
        for answer in [valid, Answer::Valid(Vec::new()), Answer::Invalid("line 1".to_owned())] {
            let bytes = answer.write().unwrap();
            assert_eq!(Answer::read(&bytes), Some(answer));
            assert_eq!(Answer::read(&bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(Answer::Interrupted.write(), None);
        assert_eq!(Answer::Odd { how: String::new(), words: String::new() }.write(), None);
    }

    #[test]
    fn bounds_of_several_tests_are_joined() {
        let mut bound = Bound { lowest_allowed: 1, highest_allowed: 9, smallest_seen: 3, largest_seen: 4 };
        bound.widen(Bound { smallest_seen: 2, largest_seen: 3, ..bound });
        assert_eq!((bound.smallest_seen, bound.largest_seen), (2, 4));
    }
}
