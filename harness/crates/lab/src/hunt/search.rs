//! The search: gives inputs to workers, and failures to their suspects.

use super::confirm::{self, Confirmation, FoundFailure};
use super::dispenser::{Dispenser, Job, held};
use super::repeat::Repeats;
use super::{AnsweredInput, EndReason, Fate, Find, Heard, Hunt, Notice, Outcome, Statistics, Until};
use crate::edit::{EditSource, Validity};
use crate::source::{Feed, Recipe, Source, draw};
use ctd::{Caps, Generator};
use engine::build::BuildOutcome;
use engine::run::{Input, Objection, Patience, Runner, Sink, Trial, TrialOutcome, Trials};
use model::{Fault, FaultKind, Points, Solution, Verdict};
use std::iter;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An input is slow if a right solution takes longer than this …
const SLOW: Duration = Duration::from_millis(250);
/// … or if it and all open suspects would take longer than this together, at its speed.
const SLOW_TOGETHER: Duration = Duration::from_secs(1);
/// Where the right solution takes no more than this part of its limit, others are given up soon.
const IS_BRIEF: f64 = 0.05;
/// After this many valid inputs, the rest are taken to be valid.
const BELIEVED: u64 = 64;
/// After this many inputs that cannot be made, and none that can, a hunt ends.
const FRUITLESS: u64 = 40;

/// This many commands of a grammar make more than a megabyte of numbers. A generation that needs
/// more is stuck.
const STEPS: u64 = 5_000_000;

/// Runs the hunt. `watch` is called on this thread.
pub fn hunt(runner: &Runner<'_>, hunt: &Hunt, sink: &mut dyn Sink, watch: &mut dyn FnMut(Heard<'_>)) -> Outcome {
    let solutions: Vec<Arc<Solution>> =
        iter::once(&hunt.right[0]).chain(&hunt.suspects).chain(&hunt.right[1..]).cloned().collect();
    let trials = runner.trials(&hunt.problem, &solutions, hunt.source.as_ref().and_then(Source::generator), sink);
    let begun = Instant::now();
    let shared = Search::new(hunt, &trials, begun);
    let statistics = Statistics { seed: hunt.seed, next: hunt.from, smallest: u64::MAX, ..Statistics::default() };
    let mut state = State { finds: vec![None; shared.runs.len()], statistics, ..State::default() };
    let ended = match trials.builds() {
        [Ok(BuildOutcome::Ready { .. }), ..] => shared.search(&mut state, begun, watch),
        _ if trials.is_cancelled() => EndReason::Interrupted,
        _ => EndReason::Caught,
    };
    state.statistics.took = begun.elapsed();
    let mut fates = shared.fates(&mut state).into_iter();
    let reference = fates.next().unwrap_or(Fate::Survived { inputs: 0 });
    let notices = shared.notices(&state);
    let State { faulty, statistics, .. } = state;
    Outcome { reference, suspects: fates.collect(), ended, faulty, notices, statistics }
}

struct Search<'h, 't, 'a> {
    hunt: &'h Hunt,
    trials: &'h Trials<'t, 'a>,
    caps: Caps,
    /// Whether each solution is built: the reference, then the suspects.
    runs: Vec<bool>,
    /// The number of the first input on which each solution failed. No solution is run on an input
    /// after that.
    caught_at: Vec<AtomicU64>,
    /// Whether each solution took longer than is brief, and was right: it is not given up any more.
    takes_longer: Vec<AtomicBool>,
    /// Each solution is spared inputs from this size on.
    bears: Vec<AtomicU64>,
    /// Whether the checker has been given noise, and accepted it.
    probed: AtomicBool,
    accepts_noise: AtomicBool,
    repeats: Repeats,
    /// The first input on which a program of the problem failed, with its number.
    faulty: Mutex<Option<(u64, Vec<u8>)>>,
    /// What the generator said first, with the number of its input.
    generator_words: Mutex<Option<(u64, String)>>,
    /// Consecutive valid inputs. An invalid one resets it, so that all are checked again.
    valid: AtomicU64,
}

#[derive(Default)]
struct State {
    finds: Vec<Option<FoundFailure>>,
    statistics: Statistics,
    invalid: (u64, String),
    undrawn: (u64, String),
    unfinished: bool,
    /// An input was being tried when time ran out.
    cut: bool,
    /// The number of the first input that was taken and not tried to its end.
    open: Option<u64>,
    slow: u64,
    below: Option<u64>,
    /// Time limits that have to be measured again, alone.
    doubtful: Vec<(usize, FoundFailure)>,
    /// The number of the first input of these that time was too short for.
    unmeasured: Option<u64>,
    /// The first fault, with the number of its input.
    fault: Option<(u64, Fault)>,
    /// See [`Outcome::faulty`].
    faulty: Option<Vec<u8>>,
}

impl State {
    /// Leaves this input to the hunt that goes on where this one ends.
    fn leave(&mut self, number: u64) {
        self.open = Some(self.open.map_or(number, |first| first.min(number)));
    }

    /// Remembers a fault, and leaves its input.
    fn fail(&mut self, number: u64, fault: Fault) {
        self.leave(number);
        if self.fault.as_ref().is_none_or(|(first, _)| number < *first) {
            self.fault = Some((number, fault));
        }
    }

    fn is_fruitless(&self) -> bool {
        self.statistics.inputs == 0 && self.invalid.0 + self.undrawn.0 >= FRUITLESS
    }

    fn why_none(&self) -> String {
        match (self.undrawn.0, self.invalid.0, self.slow) {
            (1.., ..) => self.undrawn.1.clone(),
            (0, 1.., _) => format!("a validator rejects them: {}", self.invalid.1),
            (0, 0, 1..) => "the solution that answers was too slow for each".to_owned(),
            (0, 0, 0) if self.cut => "the first ones took longer to answer than all of it may".to_owned(),
            (0, 0, 0) if self.unfinished => {
                "none was made in time: the grammar has no end, or its smallest input is huge".to_owned()
            }
            (0, 0, 0) => "there are none".to_owned(),
        }
    }
}

enum Round {
    Undrawn(String),
    /// The hunt was over before the input was made.
    Unfinished,
    Invalid(String),
    /// The reference broke the time limit, which is not a find.
    Slow,
    Answered {
        answered: AnsweredInput,
        runs: u64,
        slow: bool,
        failures: Vec<(usize, FoundFailure)>,
    },
    Interrupted,
}

impl<'h, 't, 'a> Search<'h, 't, 'a> {
    fn new(hunt: &'h Hunt, trials: &'h Trials<'t, 'a>, begun: Instant) -> Search<'h, 't, 'a> {
        let builds = trials.builds().iter().take(1 + hunt.suspects.len());
        let runs: Vec<bool> = builds.map(|build| matches!(build, Ok(BuildOutcome::Ready { .. }))).collect();
        let caught_at = runs.iter().map(|_| AtomicU64::new(u64::MAX)).collect();
        Search {
            hunt,
            trials,
            // A grammar may be endless: making one input ends with the hunt.
            caps: Caps {
                bytes: hunt.bounds.bytes,
                steps: STEPS,
                cancel: Some(trials.cancel_flag()),
                deadline: hunt.bounds.time.map(|time| begun + time),
            },
            takes_longer: runs.iter().map(|_| AtomicBool::new(false)).collect(),
            bears: runs.iter().map(|_| AtomicU64::new(u64::MAX)).collect(),
            runs,
            caught_at,
            probed: AtomicBool::new(false),
            accepts_noise: AtomicBool::new(false),
            repeats: Repeats::default(),
            faulty: Mutex::new(None),
            generator_words: Mutex::new(None),
            valid: AtomicU64::new(0),
        }
    }

    fn search(&self, state: &mut State, begun: Instant, watch: &mut dyn FnMut(Heard<'_>)) -> EndReason {
        let hunt = self.hunt;
        let generator = match &hunt.source {
            Some(Source::Grammar(grammar)) => Some(Generator::new(&grammar.program, self.caps.clone())),
            Some(Source::Generator { .. } | Source::Given(_)) | None => None,
        };
        let feed = Feed::new(hunt.source.as_ref(), &hunt.corpus, hunt.seed, hunt.from);
        let dispenser = Mutex::new(Dispenser::new(feed, &hunt.bounds, begun));
        loop {
            held(&dispenser).paused = false;
            let next = || held(&dispenser).next(self.trials.is_cancelled());
            let work = |trial: &mut Trial<'_, '_, 'a>, job: &Job| self.round(trial, job, generator.as_ref());
            self.trials.each(self.caps.deadline, next, work, |job, round| {
                let pause = self.take(&job, round, state, &dispenser, watch);
                state.statistics.took = begun.elapsed();
                state.statistics.next = held(&dispenser).feed.next;
                if pause {
                    held(&dispenser).paused = true;
                }
                watch(Heard::Tried(&state.statistics));
            });
            state.doubtful.sort_by_key(|(_, found)| found.number);
            for (solution, found) in std::mem::take(&mut state.doubtful) {
                // Another worker's input with a higher number counts no more.
                if !self.wants(solution, found.number) {
                    continue;
                }
                match confirm::measured(self.trials, solution, &found, self.caps.deadline) {
                    Ok(Confirmation::Fails(tried)) => {
                        self.catch(solution, FoundFailure { tried, ..found }, state, watch);
                    }
                    Ok(Confirmation::Passes) => self.takes_longer[solution].store(true, Ordering::Relaxed),
                    Ok(Confirmation::Cut) => {
                        state.leave(found.number);
                        state.unmeasured.get_or_insert(found.number);
                    }
                    Err(fault) => state.fail(found.number, fault),
                }
            }
            state.statistics.next = self.next(state, held(&dispenser).feed.next);
            let mut dispenser = held(&dispenser);
            state.below = (dispenser.sizes.below != u64::MAX).then_some(dispenser.sizes.below);
            if let Some((number, fault)) = state.fault.take() {
                let faulty = self.faulty.lock().unwrap_or_else(PoisonError::into_inner).take();
                state.faulty = faulty.filter(|(at, _)| *at == number).map(|(_, input)| input);
                return EndReason::Fault(fault);
            }
            if self.is_done() {
                return EndReason::Caught;
            }
            if state.is_fruitless() {
                return EndReason::NoInputs(state.why_none());
            }
            if let Some(ended) = dispenser.ended.take() {
                let none = state.statistics.inputs == 0 && !matches!(ended, EndReason::Interrupted);
                return if none { EndReason::NoInputs(state.why_none()) } else { ended };
            }
        }
    }

    /// The number to go on from, where `next` was the next to be taken. Workers are some inputs
    /// ahead: one that was cut off was not tried, and after a find solutions are not run.
    fn next(&self, state: &State, next: u64) -> u64 {
        let caught = match self.hunt.until {
            Until::First => self.first_caught().saturating_add(1),
            Until::All | Until::Over => u64::MAX,
        };
        next.min(caught).min(state.open.unwrap_or(u64::MAX))
    }

    fn round(
        &self,
        trial: &mut Trial<'_, '_, 'a>,
        job: &Job,
        generator: Option<&Generator<'_>>,
    ) -> Result<Round, Fault> {
        let number = job.number;
        let bytes = match (&job.recipe, generator, &self.hunt.source) {
            (Recipe::Bytes(bytes) | Recipe::Edited(bytes, _), ..) => bytes.clone(),
            (Recipe::Drawn(shape), Some(generator), _) => match draw(generator, self.hunt.seed, number, *shape) {
                Ok(bytes) => bytes,
                Err(_) if self.caps.are_over() => return Ok(Round::Unfinished),
                Err(unsatisfied) => return Ok(Round::Undrawn(unsatisfied.to_string())),
            },
            (Recipe::Arguments(words, _), _, Some(Source::Generator { file, .. })) => match trial.generate(file, words)
            {
                Ok(Some(made)) => {
                    self.repeats.note(trial, file, words, &made.input)?;
                    self.hear(made.words, number);
                    made.input
                }
                Ok(None) => return Ok(Round::Interrupted),
                // The generator may refuse some of the chosen arguments.
                Err(fault) if fault.kind == FaultKind::Checker => return Ok(Round::Undrawn(fault.message)),
                Err(fault) => return Err(fault),
            },
            (Recipe::Drawn(_) | Recipe::Arguments(..), ..) => {
                return Err(Fault::new(FaultKind::Internal, "an input was to be made by nobody"));
            }
        };
        let input = Input::new(bytes)?;
        let is_guess = self.hunt.until == Until::Over || matches!(job.recipe, Recipe::Edited(..));
        let round = match self.tried(trial, job, &input) {
            // A judge's program that breaks says in its way that the input is not valid.
            Err(fault) if is_guess && fault.kind == FaultKind::Checker => Ok(Round::Invalid(fault.message)),
            round => round,
        };
        round.inspect_err(|_| {
            let mut faulty = self.faulty.lock().unwrap_or_else(PoisonError::into_inner);
            if faulty.as_ref().is_none_or(|(first, _)| number < *first) {
                *faulty = Some((number, input.bytes().to_vec()));
            }
        })
    }

    /// Keeps what the generator said of the first input of which it said something.
    fn hear(&self, words: Option<String>, number: u64) {
        let Some(words) = words else { return };
        let mut first = self.generator_words.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|(first, _)| number < *first) {
            *first = Some((number, words));
        }
    }

    /// The right solution and its suspects on one input.
    fn tried(&self, trial: &mut Trial<'_, '_, 'a>, job: &Job, input: &Input) -> Result<Round, Fault> {
        let number = job.number;
        let is_edited = matches!(job.recipe, Recipe::Edited(..));
        let is_edit = is_edited && !matches!(job.recipe, Recipe::Edited(_, EditSource::Example));
        // One of several validators may be the grammar.
        let is_tried = is_edit || matches!(self.hunt.source, Some(Source::Grammar(_)));
        if is_edited || self.valid.load(Ordering::Relaxed) < BELIEVED {
            let patience = if is_tried { Patience::Brief } else { Patience::Whole };
            let objection = match trial.patient(patience).objection(input) {
                // A validator that breaks on what was only tried says no in its way, and so does
                // one without an end.
                Err(fault) if is_tried && fault.kind == FaultKind::Checker => return Ok(Round::Invalid(fault.message)),
                objection => objection?,
            };
            match objection {
                None => return Ok(Round::Interrupted),
                Some(Objection::None) if is_edited => {}
                Some(Objection::None) => {
                    self.valid.fetch_add(1, Ordering::Relaxed);
                }
                Some(Objection::Invalid(words)) if is_edited => return Ok(Round::Invalid(words)),
                Some(Objection::Invalid(words)) => return Ok(self.distrust(words)),
            }
        }
        let found = |tried: TrialOutcome, best: Option<Points>, answer: &[u8]| {
            let origin = job.recipe.origin();
            FoundFailure { number, origin, input: input.bytes().to_vec(), answer: answer.to_vec(), best, tried }
        };
        let Some(reference) = trial.judge(0, input, None)? else { return Ok(Round::Interrupted) };
        let answered = |answer: Vec<u8>| AnsweredInput {
            number,
            origin: job.recipe.origin(),
            input: input.bytes().to_vec(),
            answer,
            is_slow: reference.takes_over(0.5),
        };
        let living = (1..self.runs.len()).filter(|&suspect| self.wants(suspect, number)).count() as u32;
        let slow = reference.cpu > SLOW || reference.cpu * (1 + living) > SLOW_TOGETHER;
        if reference.verdict == Verdict::TimeLimit && !self.hunt.reference_in_time {
            return Ok(Round::Slow);
        }
        let is_unchecked = is_edit && self.hunt.corpus.validity == Validity::Unchecked;
        if is_unchecked && reference.verdict != Verdict::Accepted {
            return Ok(Round::Invalid(format!("{} fails ({})", self.hunt.right[0].id, reference.verdict)));
        }
        if reference.verdict != Verdict::Accepted {
            let answered = answered(Vec::new());
            let failures = vec![(0, found(reference, None, b""))];
            return self.believed(trial, input, Round::Answered { answered, runs: 1, slow, failures });
        }
        let answer = reference.output()?;
        if !self.probed.swap(true, Ordering::Relaxed) {
            self.probe(trial, input, &answer);
        }
        let (mut runs, mut failures) = (1, Vec::new());
        for suspect in 1..self.runs.len() {
            let size = job.recipe.size().unwrap_or(0);
            if !self.wants(suspect, number) || size >= self.bears[suspect].load(Ordering::Relaxed) {
                continue;
            }
            let patience = self.patience(suspect, &reference);
            let tried = trial.patient(patience).judge(suspect, input, Some(&answer))?;
            let Some(tried) = tried else { return Ok(Round::Interrupted) };
            runs += 1;
            if tried.verdict == Verdict::TimeLimit && self.hunt.clearly_slow && reference.takes_over(0.5) {
                continue;
            }
            if self.hunt.weak.contains(&(suspect - 1)) {
                if tried.cpu > SLOW || tried.verdict.is_broken_off() {
                    self.bears[suspect].fetch_min((size * 3 / 4).max(3), Ordering::Relaxed);
                }
                if tried.verdict.is_broken_off() {
                    continue;
                }
            }
            if tried.verdict != Verdict::Accepted
                || confirm::gets_fewer(trial, (0, reference.points), input, &answer, &tried)?
            {
                failures.push((suspect, found(tried, reference.points, &answer)));
            }
        }
        self.believed(trial, input, Round::Answered { answered: answered(answer), runs, slow, failures })
    }

    /// An endless loop would be measured by each worker that meets it, and alone once more. So a
    /// suspect is given up early where the right solution is brief: it is measured alone then.
    fn patience(&self, suspect: usize, reference: &TrialOutcome) -> Patience {
        let is_weak = self.hunt.weak.contains(&(suspect - 1));
        match is_weak || reference.takes_over(IS_BRIEF) || self.takes_longer[suspect].load(Ordering::Relaxed) {
            true => Patience::Whole,
            false => Patience::Brief,
        }
    }

    /// Returns `round`, unless it has failures on an input that was taken to be valid and is not.
    fn believed(&self, trial: &mut Trial<'_, '_, 'a>, input: &Input, round: Round) -> Result<Round, Fault> {
        let failed = matches!(&round, Round::Answered { failures, .. } if !failures.is_empty());
        if !failed || self.valid.load(Ordering::Relaxed) < BELIEVED {
            return Ok(round);
        }
        Ok(match trial.objection(input)? {
            None => Round::Interrupted,
            Some(Objection::None) => round,
            Some(Objection::Invalid(words)) => self.distrust(words),
        })
    }

    /// Has the validators check every input from now on.
    fn distrust(&self, words: String) -> Round {
        self.valid.store(0, Ordering::Relaxed);
        Round::Invalid(words)
    }

    /// Gives the checker output that must not be accepted. Only whether it accepts matters here.
    fn probe(&self, trial: &mut Trial<'_, '_, 'a>, input: &Input, answer: &[u8]) {
        const NOISE: &[u8] = b"\x01 noise -77777777777777777777 \xff\n";
        let mut accepts = |output: &[u8]| matches!(trial.accepts(input, answer, output), Ok(Some(true)));
        if accepts(b"") && accepts(NOISE) {
            self.accepts_noise.store(true, Ordering::Relaxed);
        }
    }

    /// Records the outcome of an input. Returns true if the workers should stop for now.
    fn take(
        &self,
        job: &Job,
        round: Result<Round, Fault>,
        state: &mut State,
        dispenser: &Mutex<Dispenser<'_>>,
        watch: &mut dyn FnMut(Heard<'_>),
    ) -> bool {
        let is_edited = matches!(job.recipe, Recipe::Edited(..));
        if is_edited {
            let valid = match &round {
                Ok(Round::Invalid(_)) => Some(false),
                Ok(Round::Answered { .. } | Round::Slow) => Some(true),
                Ok(Round::Undrawn(_) | Round::Unfinished | Round::Interrupted) | Err(_) => None,
            };
            held(dispenser).learn(job.number, valid);
        }
        if matches!(round, Ok(Round::Interrupted | Round::Unfinished)) {
            state.leave(job.number);
        }
        let statistics = &mut state.statistics;
        let count = |(count, reason): &mut (u64, String), words: String| {
            if *count == 0 {
                *reason = words;
            }
            *count += 1;
        };
        let size = job.recipe.size().unwrap_or(0);
        match round {
            Ok(Round::Undrawn(words)) => count(&mut state.undrawn, words),
            Ok(Round::Unfinished) => state.unfinished = true,
            // The validator's no is what an edit asks for.
            Ok(Round::Invalid(_)) if is_edited => {}
            Ok(Round::Invalid(words)) => count(&mut state.invalid, words),
            Ok(Round::Slow) => {
                state.slow += 1;
                statistics.runs += 1;
                held(dispenser).sizes.note(size, true);
            }
            Ok(Round::Answered { answered, runs, slow, failures }) => {
                let bytes = answered.input.len() as u64;
                statistics.inputs += 1;
                statistics.runs += runs;
                statistics.smallest = statistics.smallest.min(bytes);
                statistics.largest = statistics.largest.max(bytes);
                *statistics.shapes.entry(answered.origin.shape()).or_default() += 1;
                state.slow += u64::from(slow);
                held(dispenser).sizes.note(size, slow);
                if !failures.iter().any(|(solution, _)| *solution == 0) {
                    watch(Heard::Answered(answered));
                }
                for (solution, found) in failures {
                    if found.tried.verdict == Verdict::TimeLimit {
                        state.doubtful.push((solution, found));
                    } else {
                        self.catch(solution, found, state, watch);
                    }
                }
            }
            Ok(Round::Interrupted) => state.cut = true,
            Err(fault) => state.fail(job.number, fault),
        }
        state.fault.is_some() || state.is_fruitless() || !state.doubtful.is_empty() || self.is_done()
    }

    /// The input with the lowest number counts, not the first that was noticed.
    fn catch(&self, solution: usize, found: FoundFailure, state: &mut State, watch: &mut dyn FnMut(Heard<'_>)) {
        if found.number < self.caught_at[solution].fetch_min(found.number, Ordering::Relaxed) {
            if solution > 0 {
                watch(Heard::Caught { suspect: solution - 1, number: found.number });
            }
            state.finds[solution] = Some(found);
        }
    }

    /// Whether a failure of this solution on this input would still count.
    fn wants(&self, solution: usize, number: u64) -> bool {
        let caught = match self.hunt.until {
            Until::First => self.first_caught(),
            Until::All | Until::Over => self.caught_at(solution),
        };
        self.runs[solution] && number <= caught && number < self.caught_at(solution)
    }

    fn caught_at(&self, solution: usize) -> u64 {
        self.caught_at[solution].load(Ordering::Relaxed)
    }

    fn first_caught(&self) -> u64 {
        (0..self.runs.len()).map(|solution| self.caught_at(solution)).min().unwrap_or(u64::MAX)
    }

    fn is_done(&self) -> bool {
        let open = |solution: usize| self.runs[solution] && self.caught_at(solution) == u64::MAX;
        match self.hunt.until {
            Until::Over => false,
            Until::All => !open(0) || !(1..self.runs.len()).any(open),
            Until::First => !open(0) || !(1..self.runs.len()).any(open) || self.first_caught() != u64::MAX,
        }
    }

    /// The fate of each solution. Small finds are made small first, because others may use them.
    fn fates(&self, state: &mut State) -> Vec<Fate> {
        let mut order: Vec<usize> = (0..self.runs.len()).collect();
        let size = |found: &FoundFailure| (found.input.len(), found.number);
        order.sort_by_key(|&solution| state.finds[solution].as_ref().map(size));
        let (mut fates, mut small) = (vec![None; order.len()], Vec::new());
        // Many finds take no longer beyond the end of the hunt than one.
        let until = self.caps.deadline.map(|end| end.max(Instant::now()) + self.hunt.shrink);
        for solution in order {
            let fate = self.fate(solution, state, (&small, until));
            small.extend(fate.find().filter(|_| solution > 0).cloned());
            fates[solution] = Some(fate);
        }
        fates.into_iter().flatten().collect()
    }

    /// The fate of a solution. Its find is run again and made small.
    fn fate(&self, solution: usize, state: &mut State, (small, until): (&[Find], Option<Instant>)) -> Fate {
        match &self.trials.builds()[solution] {
            Ok(BuildOutcome::Ready { .. }) => {}
            Ok(BuildOutcome::Rejected { messages }) => return Fate::Rejected(messages.clone()),
            Ok(BuildOutcome::Interrupted) => return Fate::Survived { inputs: 0 },
            Err(fault) => return Fate::Fault(fault.clone()),
        }
        // Each step with a loop takes its whole limit: it is made small while the hunt has time.
        let until = |found: &FoundFailure| match found.tried.verdict == Verdict::TimeLimit {
            true => self.caps.deadline.or(until),
            false => until,
        };
        match state.finds[solution].take() {
            None => Fate::Survived { inputs: state.statistics.inputs },
            // Only the first find is wanted.
            Some(found) if self.hunt.until == Until::First && self.first_caught() < found.number => {
                Fate::Survived { inputs: state.statistics.inputs }
            }
            Some(found) => match confirm::confirmed(self.hunt, self.trials, solution, &found, small, until(&found)) {
                Ok(find) => Fate::Caught(Box::new(find)),
                Err(fault) => Fate::Fault(fault),
            },
        }
    }

    fn notices(&self, state: &State) -> Vec<Notice> {
        let mut notices = Vec::new();
        if self.accepts_noise.load(Ordering::Relaxed) {
            notices.push(Notice::CheckerAcceptsNoise);
        }
        if self.repeats.differs() {
            notices.push(Notice::Unrepeatable);
        }
        if self.repeats.ignores_arguments() {
            notices.push(Notice::IgnoresArguments);
        }
        let words = self.generator_words.lock().unwrap_or_else(PoisonError::into_inner).take();
        notices.extend(words.map(|(_, words)| Notice::GeneratorSays { words }));
        if let (inputs @ 1.., reason) = state.invalid.clone() {
            notices.push(Notice::Invalid { inputs, reason });
        }
        let unmeasured = state.unmeasured.filter(|_| !self.trials.is_cancelled());
        notices.extend(unmeasured.map(|number| Notice::Unmeasured { number }));
        if let (inputs @ 1.., reason) = state.undrawn.clone() {
            notices.push(Notice::Undrawn { inputs, reason });
        }
        if let (inputs @ 1.., Some(below)) = (state.slow, state.below) {
            notices.push(Notice::Slow { inputs, below });
        }
        notices
    }
}
