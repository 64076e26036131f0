//! Breaks a right solution on purpose, and says which mistakes no test notices.

mod memory;

use crate::error::{Error, not_compiled, refused};
use crate::inputs::Inputs;
use crate::notice::Notice;
use crate::places::own_folder;
use crate::session::{Caller, Listener, Quiet, Session};
use crate::workspace::{NamedProblem, Workspace};
use engine::run::{OnFailure, Settings};
use engine::store::Key;
use lab::hunt::{self, Bounds, Find, Heard, Hunt, Stability, Until};
use lab::mutation::{self, JudgedMutant, MutantFate, Mutation, MutationOutcome, NoMutants};
use model::Solution;
use model::phrase::count;
use model::record;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to look, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// At most this many mutants, chosen by the seed.
    pub mutants: usize,
    /// Inputs that a mutant has to survive to be called probably equivalent.
    pub inputs: u64,
    /// Time for all of it.
    pub seconds: u64,
    /// The same seed breaks and tries the same.
    pub seed: u64,
}

/// Which solution to break, and how.
#[derive(Clone, Copy)]
pub struct MutationRequest<'a> {
    /// The problem whose tests are tried.
    pub named: &'a NamedProblem,
    /// See [`NamedProblem::to_break`].
    pub solution: &'a Arc<Solution>,
    /// Where inputs come from that no test has; `None`: nothing says what an input looks like.
    pub inputs: Option<&'a Inputs>,
    /// For how long to look.
    pub search: Search,
}

/// Whether an earlier result will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierResult {
    /// It is taken if nothing that it depends on has changed.
    WillDo,
    /// Every mutant is judged again.
    IsLeft,
}

/// Which mistakes the tests notice.
pub struct MutationFindings {
    /// How many mistakes were made, and how many the tests noticed.
    pub mutation: record::Mutation,
    /// `None`: an earlier run has found this out.
    pub mutants: Option<Mutants>,
}

impl Workspace {
    /// Judges the mutants of a solution, and tries other inputs on those that every test accepts.
    ///
    /// # Errors
    /// When the solution cannot be broken, or is not right itself.
    pub fn mutate(
        &self,
        request: &MutationRequest<'_>,
        earlier: EarlierResult,
        caller: &mut Caller<'_>,
    ) -> Result<MutationFindings, Error> {
        let MutationRequest { named, solution, inputs, search } = *request;
        self.with_session(&self.builder()?, lazy(), caller, |session, listener| {
            let content = memory::content(&mut session.builder.store(), &named.problem, solution, inputs);
            let same = || memory::same(self, &named.problem, solution, &content, search);
            if let Some(mutation) = (earlier == EarlierResult::WillDo).then(same).flatten() {
                return Ok(MutationFindings { mutation, mutants: None });
            }
            let mutants = request.judge(session, listener)?;
            let mutation = mutants.remember(session, request);
            Ok(MutationFindings { mutation, mutants: Some(mutants) })
        })
    }
}

/// Settings that judge a mutant until a test kills it.
pub(crate) fn lazy() -> Settings {
    Settings { on_failure: OnFailure::StopSolution, ..Settings::of_machine() }
}

impl NamedProblem {
    /// The solution that a name means, or else the model solution, if it can be broken.
    ///
    /// # Errors
    /// When there is none, or it is expected to be wrong.
    pub fn to_break(&self, name: Option<&str>) -> Result<Arc<Solution>, Error> {
        let found = match name {
            Some(name) => self.solutions.iter().find(|solution| solution.id.is_called(name)),
            None => self.model().or(self.right().first().copied()),
        };
        let found = found.cloned().ok_or_else(|| self.no_solution(name.unwrap_or(self.problem.id.as_str())))?;
        if !found.expectation.is_accepted() {
            return Err(refused(format!("{} is expected to be wrong: only a right solution can be broken", found.id)));
        }
        Ok(found)
    }

    /// The solutions that must be accepted on every test.
    pub(crate) fn right(&self) -> Vec<&Arc<Solution>> {
        self.solutions.iter().filter(|solution| solution.expectation.is_accepted()).collect()
    }

    /// [`NamedProblem::right`], with another solution first.
    pub(crate) fn right_behind(&self, first: &Arc<Solution>) -> Vec<Arc<Solution>> {
        let others = self.right().into_iter().filter(|other| other.id != first.id);
        std::iter::once(first).chain(others).cloned().collect()
    }
}

/// The mutants, and what the hunt found about those that pass the tests.
pub struct Mutants {
    /// Each mutant with its fate at the tests.
    pub tried: MutationOutcome,
    /// By the mutant's index, the find; `Err` holds how many inputs the mutant survived.
    pub hunted: BTreeMap<usize, Result<Box<Find>, u64>>,
    /// Why nothing was hunted.
    pub why_not: Option<Error>,
    /// The caller cancelled it, so that some mutants have no result.
    pub interrupted: bool,
}

impl MutationRequest<'_> {
    /// Judges the mutants, and hunts the survivors. Without inputs, nothing is hunted.
    fn judge(&self, session: &Session<'_>, listener: &mut dyn Listener) -> Result<Mutants, Error> {
        let MutationRequest { named: NamedProblem { problem, .. }, solution, inputs, search } = *self;
        let until = Instant::now() + Duration::from_secs(search.seconds);
        let folder = folder_of(session.judge, solution);
        let wanted = Mutation {
            problem,
            solution,
            folder: &folder,
            most: search.mutants,
            seed: search.seed,
            until: Some(until),
            kills: memory::kills(session.judge, problem),
        };
        listener.doing(&format_args!("breaking {}", solution.id));
        let mut watch = |done: usize, of: usize| {
            listener.doing(&format_args!("{done} of {of} mutants of {} judged", solution.id));
        };
        let tried = mutation::judge(&session.runner, &mut session.result_cache(), &wanted, &mut watch);
        let tried = tried.map_err(|refusal| no_mutants(solution, refusal))?;
        // The time may be over as well.
        let interrupted = session.cancel.is_raised();
        let mut judged = Mutants { tried, hunted: BTreeMap::new(), why_not: None, interrupted };
        if let Some(inputs) = inputs.filter(|_| !judged.interrupted) {
            self.hunt(session, inputs, until, &mut judged, listener)?;
        }
        Ok(judged)
    }

    /// Hunts what no test kills.
    fn hunt(
        &self,
        session: &Session<'_>,
        inputs: &Inputs,
        until: Instant,
        judged: &mut Mutants,
        listener: &mut dyn Listener,
    ) -> Result<(), Error> {
        let MutationRequest { named, solution, search, .. } = *self;
        let mutants = &judged.tried.mutants;
        let alive = (0..mutants.len()).filter(|&at| mutants[at].fate == MutantFate::Alive);
        judged.hunted = alive.map(|at| (at, Err(0))).collect();
        let survivors = judged.hunted.len();
        let mut watch = |heard: Heard<'_>| {
            let Heard::Tried(statistics) = heard else { return };
            listener.doing(&format_args!("{survivors} survive the tests: {} inputs tried", statistics.inputs));
        };
        for (from, many) in [(0, search.inputs.div_ceil(2)), (GROWN, search.inputs / 2)] {
            let living: Vec<usize> =
                judged.hunted.iter().filter(|(_, fate)| fate.is_err()).map(|(at, _)| *at).collect();
            let left = until.saturating_duration_since(Instant::now());
            // What lives has been looked at once, and the time is over.
            if living.is_empty() || from > 0 && left.is_zero() {
                break;
            }
            let suspects = living.iter().map(|&at| Arc::clone(&mutants[at].solution)).collect();
            let wanted = Hunt {
                seed: search.seed,
                from,
                bounds: Bounds { time: Some(left.max(SHORTEST)), inputs: Some(many), ..Bounds::default() },
                until: Until::All,
                ..inputs.hunt(&named.problem, named.right_behind(solution), suspects)
            };
            let outcome = hunt::hunt(&session.runner, &wanted, &mut Quiet, &mut watch);
            trusted(&outcome, solution)?;
            for (at, fate) in living.into_iter().zip(outcome.suspects) {
                match (fate, judged.hunted.get_mut(&at)) {
                    (hunt::Fate::Caught(find), Some(fate)) => *fate = Ok(find),
                    (hunt::Fate::Survived { inputs }, Some(Err(before))) => *before += inputs,
                    _ => {}
                }
            }
            match outcome.ended {
                // Files that are given may end before the large ones begin.
                hunt::EndReason::NoInputs(_) if from > 0 => {}
                hunt::EndReason::NoInputs(why) => judged.why_not = Some(no_inputs(inputs, &why)),
                hunt::EndReason::Fault(fault) => {
                    let faulty = outcome.faulty.as_deref();
                    judged.why_not = Some(session.judge.on_input(&named.problem.id, &fault, faulty)?.into());
                }
                hunt::EndReason::Interrupted => judged.interrupted = true,
                hunt::EndReason::Caught
                | hunt::EndReason::Time
                | hunt::EndReason::Inputs
                | hunt::EndReason::Exhausted => {}
            }
            if judged.why_not.is_some() || judged.interrupted {
                break;
            }
        }
        Ok(())
    }
}

/// The shortest hunt: after judging the mutants, no time may be left.
const SHORTEST: Duration = Duration::from_secs(1);

fn no_inputs(inputs: &Inputs, why: &str) -> Error {
    refused(format!("no input of {} could be tried: {why}", inputs.name))
        .with_hint("fix what makes the inputs, or name another source")
}

/// From this number on, inputs are as large as possible. Half of the tried ones come from here.
const GROWN: u64 = 16_000;

/// Where the files of a solution's mutants lie.
pub(crate) fn folder_of(judge: &Workspace, solution: &Solution) -> PathBuf {
    let name = Key::of(&[&solution.display], b"").to_string();
    own_folder(&judge.root).join("mutants").join(&name[..16])
}

/// Checks that the finds mean anything.
///
/// # Errors
/// When the answering solution or the checker is not reliable.
fn trusted(outcome: &hunt::Outcome, reference: &Solution) -> Result<(), Error> {
    let mut finds = outcome.suspects.iter().filter_map(hunt::Fate::find);
    if finds.any(|find| find.stability == Stability::ReferenceUnstable) {
        let id = &reference.id;
        return Err(refused(format!("{id} gives another answer when it is run again on the same input"))
            .with_hint("let nothing but its input decide: no clock, no address, no value that was never set"));
    }
    if outcome.notices.contains(&hunt::Notice::CheckerAcceptsNoise) {
        return Err(refused(hunt::Notice::CheckerAcceptsNoise.to_string())
            .with_hint("fix the checker first: a mutant that it accepts may be wrong"));
    }
    Ok(())
}

fn no_mutants(solution: &Solution, refusal: NoMutants) -> Error {
    let id = &solution.id;
    match refusal {
        NoMutants::Language => {
            refused(format!("{id} is in {}: mutants are made of Rust, C++, Java and Python", solution.language))
        }
        NoMutants::NoProgram => refused(format!(
            "{}: its brackets do not match, or some 300 signs, branches or calls are in one another",
            solution.display
        )),
        NoMutants::NoCompile(messages) => not_compiled(&id.to_string(), &messages),
        NoMutants::Fails { test, verdict } => {
            refused(format!("{id} is not right itself: {verdict} on {test}")).with_hint("fix it first, or the test")
        }
        NoMutants::Interrupted => Error::Interrupted,
        NoMutants::Fault(fault) => fault.into(),
    }
}

impl Mutants {
    /// What is to be said about mutants that a fault kept from being judged: nothing is known about
    /// them.
    pub fn unjudged(&self) -> Option<Notice> {
        let faults = || {
            self.tried.mutants.iter().filter_map(|judged| match &judged.fate {
                MutantFate::Unknown(fault) => fault.as_ref(),
                MutantFate::Rejected | MutantFate::Killed { .. } | MutantFate::Alive => None,
            })
        };
        let (first, number) = (faults().next()?, faults().count());
        let verb = if number == 1 { "was" } else { "were" };
        let what = format!("{} {verb} not judged: {}", count(number, "mutant"), first.message);
        Some(Notice::complaint(what, first.hint.clone()))
    }

    /// Whether some mutant is accepted by every test.
    pub fn any_alive(&self) -> bool {
        self.tried.mutants.iter().any(|judged| judged.fate == MutantFate::Alive)
    }

    /// Stores the result for later runs, and returns it.
    pub(crate) fn remember(&self, session: &Session<'_>, request: &MutationRequest<'_>) -> record::Mutation {
        let MutationRequest { named, solution, inputs, search } = *request;
        let mutation = self.mutation(session.judge, solution, search);
        let content = memory::content(&mut session.builder.store(), &named.problem, solution, inputs);
        memory::keep(session.judge, &named.problem, solution, content, &self.tried.kills, &mutation);
        mutation
    }

    /// The entry for the record.
    fn mutation(&self, judge: &Workspace, solution: &Solution, search: Search) -> record::Mutation {
        let count =
            |is: &dyn Fn(&MutantFate) -> bool| self.tried.mutants.iter().filter(|judged| is(&judged.fate)).count();
        let is_slow = |fate: &MutantFate| matches!(fate, MutantFate::Killed { verdict: model::Verdict::TimeLimit, .. });
        let unjudged = count(&|fate| matches!(fate, MutantFate::Unknown(_)));
        let uncounted = unjudged + count(&|fate| *fate == MutantFate::Rejected);
        let mut survivors: Vec<(u8, record::Survivor)> = Vec::new();
        for (at, judged) in self.tried.mutants.iter().enumerate() {
            if judged.fate == MutantFate::Alive {
                survivors.push(survivor(judged, self.hunted.get(&at), search.inputs));
            }
        }
        survivors.sort_by_key(|(kind, _)| *kind);
        let in_vain = self.hunted.values().filter_map(|hunted| hunted.as_ref().err());
        let of = |kind: u8| survivors.iter().filter(|(other, _)| *other == kind).count();
        record::Mutation {
            solution: solution.id.to_string(),
            path: judge.relative(&solution.path),
            mutants: self.tried.mutants.len() - uncounted,
            killed: count(&|fate| matches!(fate, MutantFate::Killed { .. })),
            slow: count(&is_slow),
            found: of(FOUND),
            open: of(OPEN),
            equivalent: of(EQUIVALENT),
            uncounted,
            partial: self.tried.all > self.tried.mutants.len() || self.tried.cut_short || unjudged > 0,
            inputs: in_vain.copied().max().unwrap_or(0),
            seed: search.seed,
            outdated: false,
            survivors: survivors.into_iter().map(|(_, survivor)| survivor).collect(),
        }
    }
}

const FOUND: u8 = 0;
const OPEN: u8 = 1;
const EQUIVALENT: u8 = 2;

/// The longest part of an input that is kept for display.
const LONGEST: usize = 400;

fn survivor(judged: &JudgedMutant, hunted: Option<&Result<Box<Find>, u64>>, enough: u64) -> (u8, record::Survivor) {
    let mutant = &judged.mutant;
    let text = |bytes: &[u8]| match bytes.get(..LONGEST) {
        Some(begin) if bytes.len() > LONGEST => format!("{}…", String::from_utf8_lossy(begin)),
        Some(_) | None => String::from_utf8_lossy(bytes).into_owned(),
    };
    let survivor = record::Survivor {
        mistake: mutant.operator.name().to_owned(),
        line: mutant.line,
        before: mutant.before.clone(),
        after: mutant.after.clone(),
        ..record::Survivor::default()
    };
    match hunted {
        Some(Ok(find)) => {
            let (input, answer) = (Some(text(&find.input)), Some(text(&find.answer)));
            (FOUND, record::Survivor { input, answer, inputs: find.number + 1, ..survivor })
        }
        Some(Err(inputs)) => {
            // A hunt that ran out of time proves nothing about equivalence.
            let kind = if *inputs >= enough.min(200) { EQUIVALENT } else { OPEN };
            (kind, record::Survivor { inputs: *inputs, ..survivor })
        }
        None => (OPEN, survivor),
    }
}
