//! What does a checker make of outputs that no solution should be accepted for?
//!
//! Each checker is given an empty output, noise, and its tests' answers with a word too many, cut
//! in half, and with numbers out of any range. It has to reject them, never to fail: the solution
//! that prints such a thing would be a fault, and not wrong. On some tests an empty output may be
//! right; so only what is accepted on every test that is tried is reported. A checker that fails is
//! tried no further: each trial may take as long.
//!
//! This is a lint, and no verdict depends on it. What a checker answers is remembered, but not that
//! it fails. Interactors are left out, because what they are given depends on what they say.

use crate::cell;
use crate::fingerprint;
use crate::plan::Plan;
use crate::run::check_outputs::CheckerReply;
use crate::run::judge_folder::CheckedOutput;
use crate::run::judge_program::JudgeProgram;
use crate::run::result_cache::{Question, ResultCache};
use crate::run::{Runner, Sink};
use model::{Diagnostic, Fault, FaultKind, Judging, Points, Problem, ProgramSpec, Test, Verdict};
use sandbox::CapturedStream;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// How many tests of a problem are tried: a checker that accepts junk rarely does so on one test
/// alone.
const MOST_TESTS: usize = 3;

const NOISE: &[u8] = b"\x01 noise -77777777777777777777 \xff\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Junk {
    Empty,
    Noise,
    Surplus,
    Half,
    /// An unchecked index leads out of any array.
    Huge,
    Negative,
}

impl Junk {
    const ALL: [Junk; 6] = [Junk::Empty, Junk::Noise, Junk::Surplus, Junk::Half, Junk::Huge, Junk::Negative];

    fn in_words(self) -> &'static str {
        match self {
            Junk::Empty => "an empty output",
            Junk::Noise => "noise",
            Junk::Surplus => "the answer followed by another word",
            Junk::Half => "the first half of the answer",
            Junk::Huge => "the answer with 1000000007 for each number",
            Junk::Negative => "the answer with -1000000007 for each number",
        }
    }

    /// What is wrong with a checker that accepts this on every test. `None` where it may be as
    /// right as the answer: half of the answer, or another number.
    fn must_be_rejected(self) -> Option<&'static str> {
        match self {
            Junk::Empty => Some("a solution that prints nothing would be accepted: reject an output that lacks a word"),
            Junk::Noise => Some("let it read each word of the output, and compare it with what it must be"),
            Junk::Surplus => Some("let it read to the end of the output, and reject what is left there"),
            Junk::Half | Junk::Huge | Junk::Negative => None,
        }
    }

    /// `None` if there is no such output, or if it may be right.
    fn output(self, answer: &[u8], spec: &ProgramSpec) -> Option<Vec<u8>> {
        let is_blank = answer.trim_ascii().is_empty();
        let of_answer = (spec.accepts_answers && !is_blank).then_some(answer);
        match self {
            Junk::Empty => (!is_blank).then(Vec::new),
            Junk::Noise => Some(NOISE.to_vec()),
            Junk::Surplus => of_answer.map(|answer| [answer.trim_ascii_end(), b"\nsurplus\n"].concat()),
            Junk::Half => of_answer.map(|answer| answer[..answer.trim_ascii_end().len() / 2].to_vec()),
            Junk::Huge => of_answer.and_then(|answer| with_number(answer, b"1000000007")),
            Junk::Negative => of_answer.and_then(|answer| with_number(answer, b"-1000000007")),
        }
    }
}

/// The text with `number` in place of each word that is a whole number. `None` if there is none.
fn with_number(text: &[u8], number: &[u8]) -> Option<Vec<u8>> {
    let is_number = |word: &[u8]| str::from_utf8(word).is_ok_and(|word| word.parse::<i128>().is_ok());
    let mut made = Vec::with_capacity(text.len());
    let mut any = false;
    for piece in text.split_inclusive(u8::is_ascii_whitespace) {
        let word = piece.trim_ascii_end();
        let found = is_number(word);
        any |= found;
        made.extend_from_slice(if found { number } else { word });
        made.extend_from_slice(&piece[word.len()..]);
    }
    any.then_some(made)
}

/// A question to a checker.
struct Probe<'a> {
    problem: &'a Problem,
    spec: &'a ProgramSpec,
    test: &'a Test,
    junk: Junk,
    output: Vec<u8>,
}

impl Runner<'_> {
    /// Gives junk to each checker of the plan, and reports the checkers that accept it or fail.
    pub fn check_junk(&self, plan: &Plan, cache: &mut ResultCache, sink: &mut dyn Sink) -> Vec<Diagnostic> {
        let mut probes = probes(plan);
        let programs = self.problem_programs(probes.iter().map(|probe| &*probe.spec.file), sink);
        // A checker that cannot be built is a fault of every test it would judge.
        probes.retain(|probe| programs.get(&probe.spec.file).is_ok());
        let broken: Mutex<BTreeSet<&Path>> = Mutex::default();
        let broken = || broken.lock().unwrap_or_else(PoisonError::into_inner);
        let question = |&Probe { problem, spec, test, ref junk, .. }: &_| {
            let terms = fingerprint::of_checker(&format!("junk {junk:?}"), spec, test, problem.worth_of(&test.id));
            Question { program: programs.key(&spec.file), terms, files: vec![&test.input, &test.answer] }
        };
        let answered = self.for_each_new(
            &probes,
            question,
            cache,
            sink,
            |_| true,
            |probe, worker| {
                let Probe { problem, spec, test, output, .. } = probe;
                if broken().contains(&*spec.file) {
                    return Ok(None);
                }
                let checker = JudgeProgram::of(&programs, spec, test, problem)?;
                let output = CapturedStream::of(output).map_err(|error| cell::fault(&error))?;
                let review = checker.review(CheckedOutput::Printed(&output), self.ports.builds, worker);
                // A failure of the sandbox is not the checker's.
                if review.as_ref().is_err_and(|fault| fault.kind == FaultKind::Checker) {
                    broken().insert(&spec.file);
                }
                Ok(review?.map(|answer| {
                    match answer.verdict == Verdict::Accepted && answer.points == Some(Points::default()) {
                        true => CheckerReply::Rejected(answer.cause(&checker.name).to_string()),
                        false => CheckerReply::of(&answer, &checker.name),
                    }
                }))
            },
        );
        let of_checkers =
            answered.chunk_by(|(a, _), (b, _)| a.spec.file == b.spec.file && a.problem.id == b.problem.id);
        of_checkers.flat_map(|answered| self.of_checker(answered)).collect()
    }

    /// Returns the diagnostics about one checker.
    fn of_checker(&self, answered: &[(&Probe<'_>, Result<Option<CheckerReply>, Fault>)]) -> Vec<Diagnostic> {
        // The first failure stands for all.
        let failed = answered.iter().find_map(|(probe, reply)| {
            let fault = reply.as_ref().err().filter(|fault| fault.kind == FaultKind::Checker)?;
            let title = format!("given {} for {}, {}", probe.junk.in_words(), probe.test.id, fault.message);
            let hint = "a solution may print anything: it would be a fault, and not wrong".to_owned();
            Some(self.error_in(&probe.spec.file, title, Some(hint)))
        });
        // Which other trials had ended by then depends on chance.
        if let Some(failed) = failed {
            return vec![failed];
        }
        let accepted = Junk::ALL.into_iter().filter_map(|junk| {
            let hint = junk.must_be_rejected()?;
            let mut of_junk = answered.iter().filter(|(probe, _)| probe.junk == junk).peekable();
            let (first, _) = of_junk.peek()?;
            let (spec, test) = (first.spec, &first.test.id);
            let accepts = of_junk.all(|(_, reply)| matches!(reply, Ok(Some(CheckerReply::Accepted))));
            let title = format!("the checker accepts {}, as of {test}", junk.in_words());
            accepts.then(|| self.error_in(&spec.file, title, Some(hint.to_owned())))
        });
        accepted.collect()
    }
}

/// Junk for a few tests of each problem that has a checker, spread over all of them.
fn probes(plan: &Plan) -> Vec<Probe<'_>> {
    let mut probes = Vec::new();
    for solutions in plan.by_problem() {
        let problem = &*solutions[0].problem;
        let Judging::Checker(spec) = &problem.judging else { continue };
        if problem.passes > 1 {
            continue;
        }
        let mut seen = BTreeSet::new();
        let tests = solutions.iter().flat_map(|planned| &planned.tests);
        let tests: Vec<&Test> = tests.map(|test| &**test).filter(|test| seen.insert(&test.id)).collect();
        for test in tests.iter().step_by(tests.len().div_ceil(MOST_TESTS).max(1)) {
            let Ok(answer) = beneath::read(&test.answer) else { continue };
            let made = Junk::ALL.into_iter().filter_map(|junk| Some((junk, junk.output(&answer, spec)?)));
            probes.extend(made.map(|(junk, output)| Probe { problem, spec, test, junk, output }));
        }
    }
    probes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let made = with_number(text.as_bytes(), b"-8").map(|made| String::from_utf8(made).unwrap());
        assert_eq!(made.as_deref(), expected, "{text:?}");
    }

    #[test]
    fn numbers_are_replaced_and_all_between_them_stays() {
        check("3\n1 -2  x3\n", Some("-8\n-8 -8  x3\n"));
        check("12", Some("-8"));
        check("yes 1.5\n", None);
        check("", None);
    }
}
