//! A small set of inputs that kills everything that can be killed: finds which suspects fail on
//! which inputs, and which inputs are enough.

use crate::hunt::gets_fewer;
use engine::run::{Input, Objection, Runner, Sink};
use model::{Fault, Problem, Solution, Verdict};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An input with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub input: Vec<u8>,
    pub answer: Vec<u8>,
}

/// Finds out, for each case, which of the suspects fail on it, or get fewer points than `right`.
///
/// # Errors
/// When a suspect cannot be judged.
pub fn matrix(
    runner: &Runner<'_>,
    problem: &Arc<Problem>,
    right: &Arc<Solution>,
    suspects: &[Arc<Solution>],
    cases: &[Case],
    sink: &mut dyn Sink,
) -> Result<Vec<BTreeSet<usize>>, Fault> {
    let all: Vec<Arc<Solution>> = suspects.iter().chain([right]).cloned().collect();
    let trials = runner.trials(problem, &all, None, sink);
    let taken = AtomicUsize::new(0);
    let next = || {
        let at = taken.fetch_add(1, Ordering::Relaxed);
        (at < cases.len() && !trials.is_cancelled()).then_some(at)
    };
    let mut killed = vec![BTreeSet::new(); cases.len()];
    let mut failed = Ok(());
    trials.each(
        None,
        next,
        |trial, &at| {
            let input = Input::new(cases[at].input.clone())?;
            let answer = &cases[at].answer;
            let mut killed = BTreeSet::new();
            for suspect in 0..suspects.len() {
                let Some(tried) = trial.judge(suspect, &input, Some(answer))? else { continue };
                let right = (suspects.len(), None);
                if tried.verdict != Verdict::Accepted || gets_fewer(trial, right, &input, answer, &tried)? {
                    killed.insert(suspect);
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

/// The share of its time limit that a right solution may take on a test: on a busy machine it takes
/// more.
const MOST: f64 = 0.75;

/// An input with the first right solution's answer, and the indices of the others that agree or
/// disagree.
#[derive(Clone, Debug)]
pub struct AnsweredInput {
    pub case: Case,
    pub confirmed_by: Vec<usize>,
    pub disputed_by: Vec<usize>,
}

/// Asks the first of several right solutions for answers, and the others for their opinion. `None`
/// if it has no answer, or the validators object. A solution that takes most of its time limit is
/// not counted: on a slower machine it would fail a test made of such an input.
///
/// # Errors
/// When the first one cannot be run.
pub fn answered(
    runner: &Runner<'_>,
    problem: &Arc<Problem>,
    right: &[Arc<Solution>],
    inputs: &[Vec<u8>],
    sink: &mut dyn Sink,
) -> Result<Vec<Option<AnsweredInput>>, Fault> {
    let trials = runner.trials(problem, right, None, sink);
    let mut all = Vec::new();
    for input in inputs {
        if trials.is_cancelled() {
            break;
        }
        // Most of these inputs are large, so a time limit counts.
        all.push(trials.alone(|trial| {
            let input = Input::new(input.clone())?;
            if trial.objection(&input)? != Some(Objection::None) {
                return Ok(None);
            }
            let Some(first) = trial.judge(0, &input, None)? else { return Ok(None) };
            if first.verdict != Verdict::Accepted || first.takes_over(MOST) {
                return Ok(None);
            }
            let case = Case { input: input.bytes().to_vec(), answer: first.output()? };
            let mut answered = AnsweredInput { case, confirmed_by: Vec::new(), disputed_by: Vec::new() };
            for other in 1..right.len() {
                match trial.judge(other, &input, Some(&answered.case.answer)) {
                    Ok(Some(tried)) if tried.takes_over(MOST) => {}
                    Ok(Some(tried)) if tried.verdict == Verdict::Accepted => {
                        if let Ok(false) = gets_fewer(trial, (0, None), &input, &answered.case.answer, &tried) {
                            answered.confirmed_by.push(other);
                        }
                    }
                    Ok(Some(tried)) if tried.verdict == Verdict::WrongAnswer => answered.disputed_by.push(other),
                    // A solution that is not built says nothing about the answer.
                    Ok(_) | Err(_) => {}
                }
            }
            Ok(Some(answered))
        })?);
    }
    Ok(all)
}

/// Cases that together kill everything that any of them kills. Greedy; of cases that kill as many,
/// the shorter comes first. Leaves out cases that the others make redundant.
pub fn cover(killed: &[BTreeSet<usize>], sizes: &[usize]) -> Vec<usize> {
    let mut open: BTreeSet<usize> = killed.iter().flatten().copied().collect();
    let killers = |one: &usize| killed.iter().filter(|other| other.contains(one)).count();
    // A case that alone kills something must be chosen.
    let only = |at: &usize| killed[*at].iter().any(|one| killers(one) == 1);
    let mut chosen: Vec<usize> = (0..killed.len()).filter(only).collect();
    for &at in &chosen {
        open.retain(|one| !killed[at].contains(one));
    }
    while !open.is_empty() {
        let new = |at: &usize| (killed[*at].intersection(&open).count(), Reverse(sizes[*at]), Reverse(*at));
        let Some(best) = (0..killed.len()).max_by_key(new) else { break };
        open.retain(|one| !killed[best].contains(one));
        chosen.push(best);
    }
    // The last cases chosen may have made an early one redundant.
    for at in chosen.clone() {
        let others = || chosen.iter().filter(|other| **other != at);
        if killed[at].iter().all(|one| others().any(|other| killed[*other].contains(one))) {
            chosen.retain(|other| *other != at);
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_kills_all_with_few_short_cases() {
        let check = |killed: &[&[usize]], sizes: &[usize], expected: &[usize]| {
            let killed: Vec<BTreeSet<usize>> = killed.iter().map(|all| all.iter().copied().collect()).collect();
            assert_eq!(cover(&killed, sizes), expected, "{killed:?}");
        };
        check(&[&[0, 1], &[1, 2], &[0], &[2, 0]], &[3, 3, 1, 3], &[0, 1]);
        // Of two cases that kill as many, the shorter one.
        check(&[&[0], &[0], &[0]], &[5, 2, 3], &[1]);
        // Cases that alone kill something come first; then the large one is redundant.
        check(&[&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5]], &[1, 1, 1], &[1, 2]);
        check(&[&[], &[]], &[1, 1], &[]);
        check(&[], &[], &[]);
    }
}
