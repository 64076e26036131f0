//! Which inputs become tests: on which of them programs fail, and which of them, of a number that a
//! setter names, show most.

use crate::hunt::gets_fewer;
use engine::run::{Input, Patience, Runner, Sink};
use model::{Fault, FaultKind, Key, Problem, Solution, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// An input with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub input: Vec<u8>,
    pub answer: Vec<u8>,
}

/// After so many inputs on which it takes too long, a suspect is not run any more.
const LATE: usize = 2;
/// A suspect that fails on so many cases is not run any more: what it would say of others hardly
/// counts.
const ENOUGH: usize = 3;

/// Finds out, for each case, which of the suspects give a wrong answer or crash, or get fewer
/// points than `right`. Being slow does not count: a suspect that takes much longer than usual is
/// given up. Cases that are not tried before `until` kill nothing.
///
/// # Errors
/// When a suspect cannot be judged.
pub fn matrix(
    runner: &Runner<'_>,
    problem: &Arc<Problem>,
    right: &Arc<Solution>,
    suspects: &[Arc<Solution>],
    cases: &[Case],
    until: Option<Instant>,
    sink: &mut dyn Sink,
) -> Result<Vec<BTreeSet<usize>>, Fault> {
    let all: Vec<Arc<Solution>> = suspects.iter().chain([right]).cloned().collect();
    let trials = runner.trials(problem, &all, None, sink);
    let taken = AtomicUsize::new(0);
    let late: Vec<AtomicUsize> = suspects.iter().map(|_| AtomicUsize::new(0)).collect();
    let dead: Vec<AtomicUsize> = suspects.iter().map(|_| AtomicUsize::new(0)).collect();
    let is_over = || trials.is_cancelled() || until.is_some_and(|until| Instant::now() >= until);
    let next = || {
        let at = taken.fetch_add(1, Ordering::Relaxed);
        (at < cases.len() && !is_over()).then_some(at)
    };
    let mut killed = vec![BTreeSet::new(); cases.len()];
    let mut failed = Ok(());
    trials.each(
        until,
        next,
        |trial, &at| {
            let input = Input::new(cases[at].input.clone())?;
            let answer = &cases[at].answer;
            let mut killed = BTreeSet::new();
            for suspect in (0..suspects.len()).filter(|&suspect| trials.is_built(suspect)) {
                if late[suspect].load(Ordering::Relaxed) >= LATE || dead[suspect].load(Ordering::Relaxed) >= ENOUGH {
                    continue;
                }
                let tried = match trial.patient(Patience::Brief).judge(suspect, &input, Some(answer)) {
                    Ok(Some(tried)) => tried,
                    Ok(None) => break,
                    // The checker cannot judge what no person has written: that says nothing.
                    Err(fault) if fault.kind == FaultKind::Checker => continue,
                    Err(fault) => return Err(fault),
                };
                if tried.verdict == Verdict::TimeLimit {
                    late[suspect].fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                let right = (suspects.len(), None);
                if tried.verdict != Verdict::Accepted || gets_fewer(trial, right, &input, answer, &tried)? {
                    killed.insert(suspect);
                    dead[suspect].fetch_add(1, Ordering::Relaxed);
                }
            }
            Ok(killed)
        },
        |at, result| match result {
            Ok(found) => killed[at] = found,
            Err(fault) => failed = Err(fault),
        },
    );
    failed.map(|()| killed)
}

/// What choosing needs to know of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The kind of input; of each kind some are kept.
    pub kind: String,
    pub bytes: usize,
    /// Stands for its answer.
    pub answer: Key,
    /// Wrong programs that fail on it.
    pub wrong: BTreeSet<usize>,
    /// Mutants of a right program that fail on it: they stand for what others may do wrong.
    pub mutants: BTreeSet<usize>,
}

/// Chooses `most` candidates, the most useful first: those that kill what the ones before kill
/// least often, then those that differ in kind, in size and in their answer. What alone kills a
/// wrong program is chosen beyond `most`. `before`: tests that are there.
pub fn keep(candidates: &[&Candidate], before: &[Candidate], most: usize) -> Vec<usize> {
    let mut seen = Coverage::default();
    before.iter().for_each(|candidate| seen.take(candidate));
    let mut chosen = Vec::new();
    let mut open: BTreeSet<usize> = (0..candidates.len()).collect();
    loop {
        let worth = |at: &usize| (seen.worth(candidates[*at]), std::cmp::Reverse((candidates[*at].bytes, *at)));
        let best = open.iter().copied().max_by(|a, b| worth(a).partial_cmp(&worth(b)).expect("no worth is NaN"));
        let Some(best) = best else { break };
        if chosen.len() >= most && !seen.is_needed(candidates[best]) {
            break;
        }
        open.remove(&best);
        seen.take(candidates[best]);
        chosen.push(best);
    }
    chosen
}

/// What the chosen ones show.
#[derive(Default)]
struct Coverage<'c> {
    wrong: BTreeMap<usize, i32>,
    mutants: BTreeMap<usize, i32>,
    kinds: BTreeMap<(&'c str, u32), i32>,
    answers: BTreeMap<Key, i32>,
}

impl<'c> Coverage<'c> {
    /// Each further kill of the same program is worth half of the one before. A wrong program that
    /// somebody wrote comes before any number of mutants.
    fn worth(&self, candidate: &Candidate) -> f64 {
        fn halved<K: Ord>(times: &BTreeMap<K, i32>, key: &K) -> f64 {
            0.5_f64.powi(times.get(key).copied().unwrap_or(0))
        }
        let wrong: f64 = candidate.wrong.iter().map(|one| 1000.0 * halved(&self.wrong, one)).sum();
        let mutants: f64 = candidate.mutants.iter().map(|one| halved(&self.mutants, one)).sum();
        wrong + mutants + halved(&self.kinds, &kind(candidate)) + halved(&self.answers, &candidate.answer)
    }

    /// Whether it kills a wrong program that no other one kills so far.
    fn is_needed(&self, candidate: &Candidate) -> bool {
        candidate.wrong.iter().any(|one| !self.wrong.contains_key(one))
    }

    fn take(&mut self, candidate: &'c Candidate) {
        candidate.wrong.iter().for_each(|one| *self.wrong.entry(*one).or_default() += 1);
        candidate.mutants.iter().for_each(|one| *self.mutants.entry(*one).or_default() += 1);
        *self.kinds.entry(kind(candidate)).or_default() += 1;
        *self.answers.entry(candidate.answer).or_default() += 1;
    }
}

/// The kind of a candidate, and its order of magnitude.
fn kind(candidate: &Candidate) -> (&str, u32) {
    (&candidate.kind, candidate.bytes.max(1).ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(kind: &str, bytes: usize, wrong: &[usize], mutants: &[usize]) -> Candidate {
        let (wrong, mutants) = (wrong.iter().copied().collect(), mutants.iter().copied().collect());
        Candidate { kind: kind.to_owned(), bytes, answer: Key::of(&[], b""), wrong, mutants }
    }

    fn chosen(candidates: &[Candidate], before: &[Candidate], most: usize) -> Vec<usize> {
        keep(&candidates.iter().collect::<Vec<_>>(), before, most)
    }

    #[test]
    fn what_kills_most_comes_first_and_what_alone_kills_a_wrong_program_is_always_kept() {
        let all = [
            candidate("edit", 4, &[], &[0]),
            candidate("edit", 4, &[], &[0, 1, 2]),
            candidate("edit", 4, &[7], &[]),
            candidate("random", 4, &[], &[3]),
            candidate("edit", 4, &[8], &[]),
        ];
        assert_eq!(chosen(&all, &[], 1), [2, 4], "both kill a wrong program that nothing else kills");
        assert_eq!(chosen(&all, &[], 3), [2, 4, 1]);
        assert_eq!(chosen(&all, &[], 4), [2, 4, 1, 3], "3 kills a mutant that no other one kills");
        assert_eq!(
            chosen(&all, &[candidate("edit", 4, &[7, 8], &[])], 0),
            [0; 0],
            "the tests that are there kill them"
        );
    }

    #[test]
    fn what_kills_nothing_is_kept_for_its_kind_its_size_and_its_answer() {
        let mut all = vec![candidate("edit", 4, &[], &[]); 4];
        all[2].answer = Key::of(&[], b"1");
        all[3].kind = "random".to_owned();
        assert_eq!(BTreeSet::from_iter(chosen(&all, &[], 3)), BTreeSet::from([0, 2, 3]));
        let mut all = vec![candidate("edit", 4, &[], &[]); 4];
        all[3].bytes = 64;
        assert_eq!(chosen(&all, &[], 2), [0, 3]);
    }
}
