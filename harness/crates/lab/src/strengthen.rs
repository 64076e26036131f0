//! Which inputs become tests: on which of them programs fail, and which of them, of a number that a
//! setter names, show most.

use crate::hunt::gets_fewer;
use crate::mix::mixed;
use engine::run::{Input, Patience, Runner, Sink};
use model::{Fault, FaultKind, Key, Problem, Solution, Verdict};
use std::cmp::Reverse;
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

/// Returns, for each case, the suspects of which it is the first that they fail: by a wrong answer,
/// a crash, or fewer points than `right`. Being slow does not count: a suspect that takes much
/// longer than usual is given up. No suspect fails a case that is not tried before `until`.
///
/// # Errors
/// When a suspect cannot be judged.
pub fn first_kills(
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
    // The first case on which each one fails. Workers end in any order: an earlier case is tried
    // though a later one was quicker.
    let first: Vec<AtomicUsize> = suspects.iter().map(|_| AtomicUsize::new(usize::MAX)).collect();
    let is_over = || trials.is_cancelled() || until.is_some_and(|until| Instant::now() >= until);
    let next = || {
        let at = taken.fetch_add(1, Ordering::Relaxed);
        (at < cases.len() && !is_over()).then_some(at)
    };
    let mut failed = Ok(());
    trials.each(
        until,
        next,
        |trial, &at| {
            let input = Input::new(cases[at].input.clone())?;
            let answer = &cases[at].answer;
            for suspect in (0..suspects.len()).filter(|&suspect| trials.is_built(suspect)) {
                if late[suspect].load(Ordering::Relaxed) >= LATE || first[suspect].load(Ordering::Relaxed) < at {
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
                    first[suspect].fetch_min(at, Ordering::Relaxed);
                }
            }
            Ok(())
        },
        |_, result| {
            if let Err(fault) = result {
                failed = Err(fault);
            }
        },
    );
    failed?;
    let mut killed = vec![BTreeSet::new(); cases.len()];
    for (suspect, first) in first.into_iter().enumerate() {
        if let Some(killed) = killed.get_mut(first.into_inner()) {
            killed.insert(suspect);
        }
    }
    Ok(killed)
}

/// What choosing needs to know of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The kind of input.
    pub kind: String,
    pub bytes: usize,
    pub answer: Key,
    /// Wrong programs that fail on it.
    pub wrong: BTreeSet<usize>,
    /// Mutants of a right program that fail on it, and on none that was tried before: they stand
    /// for what others may do wrong.
    pub mutants: BTreeSet<usize>,
}

/// Chooses `most` candidates: first those that kill a wrong program that no other one kills, beyond
/// `most`, too; then the smallest one; then those that find out most mutants. The others are
/// [`drawn`].
pub fn keep(candidates: &[&Candidate], most: usize) -> Vec<usize> {
    let mut caught = BTreeSet::new();
    let mut chosen = Vec::new();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&at| (Reverse(candidates[at].wrong.len()), candidates[at].bytes, at));
    for at in order {
        if !candidates[at].wrong.is_subset(&caught) {
            caught.extend(&candidates[at].wrong);
            chosen.push(at);
        }
    }
    let smallest = (0..candidates.len()).min_by_key(|&at| candidates[at].bytes);
    let mut others = drawn(candidates);
    others.retain(|at| !chosen.contains(at));
    others.sort_by_key(|&at| (Some(at) != smallest, Reverse(candidates[at].mutants.len())));
    let more = most.saturating_sub(chosen.len());
    chosen.extend(others.into_iter().take(more));
    chosen
}

/// Returns the places of all candidates in the order of a lottery, which is always the same: of an
/// answer that is four times as frequent, one has half the chance. Other ways to tell candidates
/// apart (by kind and size, or by further kills of the same mutants) were measured, and kill no
/// more wrong programs than chance.
///
/// Weighted sampling without replacement as of Efraimidis and Spirakis, 2006.
pub fn drawn(candidates: &[&Candidate]) -> Vec<usize> {
    let mut alike: BTreeMap<Key, f64> = BTreeMap::new();
    for candidate in candidates {
        *alike.entry(candidate.answer).or_default() += 1.0;
    }
    let lot = |at: usize| {
        let chance = (mixed(&[at as u64]) as f64 + 1.0) / (u64::MAX as f64 + 2.0);
        -chance.ln() * alike[&candidates[at].answer].sqrt()
    };
    let mut places: Vec<usize> = (0..candidates.len()).collect();
    places.sort_by(|one, other| lot(*one).total_cmp(&lot(*other)));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(bytes: usize, wrong: &[usize], mutants: &[usize]) -> Candidate {
        let (wrong, mutants) = (wrong.iter().copied().collect(), mutants.iter().copied().collect());
        Candidate { kind: "edit".to_owned(), bytes, answer: Key::of(&[], b""), wrong, mutants }
    }

    fn chosen(candidates: &[Candidate], most: usize) -> Vec<usize> {
        keep(&candidates.iter().collect::<Vec<_>>(), most)
    }

    #[test]
    fn what_alone_kills_a_wrong_program_is_always_kept_then_the_smallest_and_what_finds_out_most_mutants() {
        let all = [
            candidate(4, &[], &[0]),
            candidate(4, &[], &[1, 2]),
            candidate(4, &[7], &[]),
            candidate(5, &[8], &[3, 4, 5]),
            candidate(6, &[8], &[]),
            candidate(2, &[], &[]),
        ];
        assert_eq!(chosen(&all, 1), [2, 3], "each kills a wrong program that nothing before it kills");
        assert_eq!(chosen(&all, 5), [2, 3, 5, 1, 0]);
        assert_eq!(chosen(&all, 9).len(), 6);
    }

    #[test]
    fn the_others_are_drawn_by_lot_and_always_the_same_ones() {
        let all = vec![candidate(4, &[], &[]); 1000];
        let drawn = chosen(&all, 40);
        assert_eq!(drawn, chosen(&all, 40));
        let in_each_part = (0..4).all(|part| drawn.iter().filter(|at| **at / 250 == part).count() > 3);
        assert!(in_each_part && !drawn.is_sorted(), "{drawn:?}");
    }

    #[test]
    fn what_has_a_rare_answer_is_drawn_sooner() {
        let mut all = vec![candidate(4, &[], &[]); 1000];
        (0..100).for_each(|at| all[10 * at].answer = Key::of(&[], b"rare"));
        let rare = chosen(&all, 100).iter().filter(|at| all[**at].answer != all[1].answer).count();
        // By number it would be 10, and with half of the draws 50.
        assert!((15..45).contains(&rare), "{rare}");
    }
}
