//! Finds are run again with nothing else running, and made small.

use super::{Find, Hunt, Stability};
use crate::source::{Feed, Grammar, Origin, Recipe, Source};
use ctd::{shrink, validate};
use engine::run::{Input, Objection, Trial, TrialOutcome, Trials};
use model::{Fault, Points, Verdict};
use std::time::Instant;

/// How often a time limit is measured again.
const ATTEMPTS: usize = 3;
/// A run that is measured alone is stopped a tenth beyond its limit.
const FAR: f64 = 1.09;
/// How often a find is run again. A program that fails at random easily fails once more, but rarely
/// three times.
const REPEATS: usize = 3;
/// How many inputs that catch other suspects are tried first.
const SHARED: usize = 8;
/// A larger input was not made small in time, so another one may be easier.
const SHARED_BYTES: usize = 1000;
/// The maximum number of smaller texts looked at.
const STEPS: u64 = 20_000;
/// The maximum number of further inputs that a generator makes in search of a smaller one.
const DRAWS: u64 = 300;

/// A failure as it was found.
#[derive(Clone, Debug)]
pub(super) struct FoundFailure {
    pub number: u64,
    pub origin: Origin,
    pub input: Vec<u8>,
    pub answer: Vec<u8>,
    /// The points of the right solution.
    pub best: Option<Points>,
    pub tried: TrialOutcome,
}

/// What a measurement alone says of a run that took long beside others.
pub(super) enum Confirmation {
    /// It fails on that input.
    Fails(TrialOutcome),
    /// It is within its limit, and right.
    Passes,
    /// Time was over, or Ctrl-C came, before it ended, or the machine is busy.
    Cut,
}

/// Measures a run alone that was stopped for time beside others, or given up, until the hunt ends.
///
/// # Errors
/// When the solution cannot be run.
pub(super) fn measured(
    trials: &Trials<'_, '_>,
    solution: usize,
    found: &FoundFailure,
    until: Option<Instant>,
) -> Result<Confirmation, Fault> {
    let input = Input::new(found.input.clone())?;
    let answer = (solution > 0).then_some(&found.answer[..]);
    trials.alone(|trial| {
        let mut trial = trial.by(until);
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let Some(tried) = trial.judge(solution, &input, answer)? else {
                return Ok(Confirmation::Cut);
            };
            if tried.verdict == Verdict::Accepted {
                let fewer = solution > 0 && gets_fewer(&mut trial, (0, found.best), &input, &found.answer, &tried)?;
                return Ok(if fewer { Confirmation::Fails(tried) } else { Confirmation::Passes });
            }
            // It was stopped far beyond the limit: no other run of it is within it.
            let is_settled = tried.verdict != Verdict::TimeLimit || tried.takes_over(FAR);
            last = Some(tried);
            if is_settled {
                break;
            }
        }
        Ok(match last {
            Some(tried) if tried.proves(tried.verdict) => Confirmation::Fails(tried),
            Some(_) | None => Confirmation::Cut,
        })
    })
}

/// Runs a find again, and makes it small. `small` are the finds of other suspects: if one of these
/// inputs catches this solution as well, nothing need be made small, and one test is enough for
/// both. Nothing is made smaller after `until`.
///
/// # Errors
/// When the solution cannot be run.
pub(super) fn confirmed(
    hunt: &Hunt,
    trials: &Trials<'_, '_>,
    solution: usize,
    found: &FoundFailure,
    small: &[Find],
    until: Option<Instant>,
) -> Result<Find, Fault> {
    let right = 1 + hunt.suspects.len()..hunt.suspects.len() + hunt.right.len();
    trials.alone(|trial| {
        let longest = Instant::now() + hunt.shrink;
        let small_by = until.map_or(longest, |until| until.min(longest));
        let subject = Subject { hunt, trials, solution, verdict: found.tried.verdict, small_by };
        if let Some(shared) = subject.shared(trial, found, small)? {
            return Ok(shared);
        }
        let stability = subject.stability(trial, found)?;
        let mut find = Find {
            number: found.number,
            origin: found.origin.clone(),
            found: found.input.clone(),
            input: found.input.clone(),
            answer: found.answer.clone(),
            verdict: found.tried.verdict,
            note: found.tried.note.clone(),
            measured: found.tried.measured.clone(),
            steps: 0,
            stability,
            confirmed_by: Vec::new(),
            disputed_by: Vec::new(),
        };
        if stability == Stability::Stable && !hunt.shrink.is_zero() {
            let as_found = find.clone();
            // A run that is under way when there is no time left makes nothing smaller.
            let by = Some(small_by);
            if subject.verdict == Verdict::TimeLimit {
                subject.shrink(&mut trial.by(by), &mut find)?;
            } else {
                // An interpreter takes longer to start than to run, so shrinking forks one that has
                // started. The result must fail once more in a program started the usual way.
                subject.shrink(&mut trial.by(by).quick(), &mut find)?;
                let input = Input::new(find.input.clone())?;
                let other = find.input != as_found.input && subject.fails(trial, &input)?.is_none();
                // On an interrupt, the user wants what there is.
                if other && !trials.is_cancelled() {
                    find = as_found;
                    subject.shrink(&mut trial.by(by), &mut find)?;
                }
            }
        }
        if solution > 0 {
            let input = Input::new(find.input.clone())?;
            for (at, other) in right.clone().enumerate() {
                // A solution that is not built, or fails here, says nothing about the answer.
                match trial.judge(other, &input, Some(&find.answer)) {
                    Ok(Some(tried)) if tried.verdict == Verdict::Accepted => {
                        // One that is worth less is another answer.
                        if let Ok(false) = gets_fewer(trial, (0, None), &input, &find.answer, &tried) {
                            find.confirmed_by.push(1 + at);
                        }
                    }
                    Ok(Some(tried)) if tried.verdict == Verdict::WrongAnswer => find.disputed_by.push(1 + at),
                    Ok(_) | Err(_) => {}
                }
            }
        }
        Ok(find)
    })
}

/// Whether an accepted output is worth less than `best`, the points of the right solution, or than
/// those of the solution `right` if `best` is not known: it may not have been passed to the checker
/// when it gave the answer.
///
/// # Errors
/// When the right solution cannot be judged.
pub(crate) fn gets_fewer(
    trial: &mut Trial<'_, '_, '_>,
    (right, best): (usize, Option<Points>),
    input: &Input,
    answer: &[u8],
    tried: &TrialOutcome,
) -> Result<bool, Fault> {
    // A checker that reports no points gives all of them.
    let Some(points) = tried.points else { return Ok(false) };
    let judged = match best {
        None => trial.judge(right, input, Some(answer))?,
        Some(_) => None,
    };
    let best = best.or(judged.and_then(|judged| judged.points)).or(trial.most_points());
    Ok(best.is_some_and(|best| points < best))
}

/// A solution that failed, and how.
struct Subject<'h, 't, 'a> {
    hunt: &'h Hunt,
    trials: &'h Trials<'t, 'a>,
    solution: usize,
    verdict: Verdict,
    /// When making its find small ends.
    small_by: Instant,
}

/// A failure on a smaller input.
struct Failure {
    answer: Vec<u8>,
    tried: TrialOutcome,
}

/// Both on the same input once more.
struct Attempt {
    /// What the right solution prints, if it needs no other judgement and is accepted.
    answer: Option<Vec<u8>>,
    /// Set if the solution fails in the same way.
    failure: Option<TrialOutcome>,
}

impl Subject<'_, '_, '_> {
    /// The smallest of these inputs on which this solution fails in the same way.
    fn shared(
        &self,
        trial: &mut Trial<'_, '_, '_>,
        found: &FoundFailure,
        small: &[Find],
    ) -> Result<Option<Find>, Fault> {
        let fits = |find: &&Find| {
            find.stability == Stability::Stable && find.input.len() <= found.input.len().min(SHARED_BYTES)
        };
        let mut small: Vec<&Find> = small.iter().filter(fits).collect();
        small.sort_by_key(|find| (find.input.len(), &find.input));
        small.dedup_by_key(|find| &find.input);
        // A slow solution is measured on its own find, because trying others may take seconds each.
        let most = if self.verdict == Verdict::TimeLimit { 0 } else { SHARED };
        for find in small.into_iter().take(most) {
            let input = Input::new(find.input.clone())?;
            let Some(failure) = self.fails(&mut trial.quick(), &input)? else { continue };
            let again = FoundFailure { input: find.input.clone(), answer: failure.answer, ..found.clone() };
            if self.stability(trial, &again)? == Stability::Stable {
                return Ok(Some(Find {
                    number: found.number,
                    origin: found.origin.clone(),
                    found: found.input.clone(),
                    verdict: self.verdict,
                    note: failure.tried.note,
                    measured: None,
                    steps: 0,
                    ..find.clone()
                }));
            }
        }
        Ok(None)
    }

    fn stability(&self, trial: &mut Trial<'_, '_, '_>, found: &FoundFailure) -> Result<Stability, Fault> {
        let input = Input::new(found.input.clone())?;
        // A time limit has already been measured again that often.
        let repeats = if self.verdict == Verdict::TimeLimit { 0 } else { REPEATS };
        for _ in 0..repeats {
            let Attempt { answer, failure } = self.attempt(trial, &input)?;
            if self.solution > 0 && answer.is_some_and(|answer| answer != found.answer) {
                // With a checker there may be several right answers, but a deterministic program
                // gives the same one twice.
                return Ok(Stability::ReferenceUnstable);
            }
            if failure.is_none() {
                if self.trials.is_cancelled() {
                    return Ok(Stability::Interrupted);
                }
                return Ok(match self.gives_another_answer(trial, &input, &found.answer)? {
                    true => Stability::ReferenceUnstable,
                    false => Stability::Unstable,
                });
            }
        }
        Ok(Stability::Stable)
    }

    /// Whether the right solution's answer has changed. Then the solution compared with it did
    /// nothing wrong.
    fn gives_another_answer(&self, trial: &mut Trial<'_, '_, '_>, input: &Input, answer: &[u8]) -> Result<bool, Fault> {
        if self.solution == 0 {
            return Ok(false);
        }
        let Some(reference) = trial.judge(0, input, None)? else { return Ok(false) };
        Ok(reference.verdict == Verdict::Accepted && reference.output()? != answer)
    }

    /// `None` if the solution does not fail in the same way on an input, or this cannot be decided.
    fn fails(&self, trial: &mut Trial<'_, '_, '_>, input: &Input) -> Result<Option<Failure>, Fault> {
        let Attempt { answer, failure } = self.attempt(trial, input)?;
        Ok(failure.map(|tried| Failure { answer: answer.unwrap_or_default(), tried }))
    }

    /// Runs both on an input.
    fn attempt(&self, trial: &mut Trial<'_, '_, '_>, input: &Input) -> Result<Attempt, Fault> {
        let nothing = Attempt { answer: None, failure: None };
        let Some(reference) = trial.judge(0, input, None)? else { return Ok(nothing) };
        if self.solution == 0 {
            let failure = reference.proves(self.verdict).then_some(reference);
            return Ok(Attempt { failure, ..nothing });
        }
        if reference.verdict != Verdict::Accepted {
            return Ok(nothing);
        }
        let answer = reference.output()?;
        let Some(tried) = trial.judge(self.solution, input, Some(&answer))? else {
            return Ok(Attempt { answer: Some(answer), ..nothing });
        };
        let fails = tried.proves(self.verdict)
            && (self.verdict != Verdict::Accepted || gets_fewer(trial, (0, reference.points), input, &answer, &tried)?);
        Ok(Attempt { answer: Some(answer), failure: fails.then_some(tried) })
    }

    fn shrink(&self, trial: &mut Trial<'_, '_, '_>, find: &mut Find) -> Result<(), Fault> {
        let accepts = |grammar: &Grammar, bytes: &[u8]| validate(&grammar.program, bytes, &grammar.reading).is_ok();
        let grammar = self.hunt.grammar().filter(|grammar| accepts(grammar, &find.found));
        if grammar.is_none() && self.hunt.problem.validators.is_empty() {
            return self.draw_smaller(trial, find);
        }
        let (mut steps, mut best) = (0, None);
        let still_fails = |bytes: &[u8]| -> Option<bool> {
            if self.is_over() {
                return None;
            }
            if grammar.is_some_and(|grammar| !accepts(grammar, bytes)) {
                return Some(false);
            }
            steps += 1;
            let attempt = Input::new(bytes.to_vec()).and_then(|input| {
                let failure = self.fails(trial, &input)?;
                // Validators run last, because most smaller inputs do not fail.
                let valid = failure.is_some() && trial.objection(&input)? == Some(Objection::None);
                Ok(failure.filter(|_| valid))
            });
            // A checker that breaks on a smaller input ends the shrinking, but the find stands.
            let failure = attempt.ok()?;
            let fails = failure.is_some();
            best = failure.or(best.take());
            Some(fails)
        };
        find.input = shrink(&find.found, still_fails, STEPS);
        find.steps = steps;
        if let Some(Failure { answer, tried }) = best {
            (find.answer, find.note, find.measured) = (answer, tried.note, tried.measured);
        }
        Ok(())
    }

    /// Whether no time is left to make anything smaller.
    fn is_over(&self) -> bool {
        Instant::now() >= self.small_by || self.trials.is_cancelled()
    }

    /// Looks for a smaller input among the next ones of the generator. Without a description of
    /// valid inputs, cutting the text could leave a `3` before only two numbers: programs that read
    /// as many as announced would then differ, though none is wrong.
    fn draw_smaller(&self, trial: &mut Trial<'_, '_, '_>, find: &mut Find) -> Result<(), Fault> {
        let Some(source @ Source::Generator { file, .. }) = &self.hunt.source else { return Ok(()) };
        let mut feed = Feed::of(source, self.hunt.seed, find.number + 1);
        for _ in 0..DRAWS {
            if self.is_over() {
                break;
            }
            let Some((number, recipe)) = feed.recipe() else { break };
            let Recipe::Arguments(words, _) = &recipe else { break };
            // The generator may refuse some of the chosen arguments.
            let Ok(Some(made)) = trial.generate(file, words) else { continue };
            if made.input.len() >= find.input.len() {
                continue;
            }
            let input = Input::new(made.input)?;
            if let Some(Failure { answer, tried }) = self.fails(trial, &input)? {
                (find.number, find.origin) = (number, recipe.origin());
                (find.answer, find.note, find.measured) = (answer, tried.note, tried.measured);
                find.found = input.into_bytes();
                find.input.clone_from(&find.found);
            }
        }
        Ok(())
    }
}
