//! `harness mutate`: breaks a right solution on purpose, and says which mistakes no test notices.

pub(crate) mod memory;
pub(crate) mod show;

use crate::args::{CommonArgs, InputArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, exit_of, refused};
use crate::exit::Exit;
use crate::live_table::Line;
use crate::opening;
use crate::screen::say;
use crate::session::{self, Results, Session};
use crate::stress::show::{noticed, on_input};
use crate::workspace::{Named, Workspace, own_folder};
use clap::Args;
use engine::run::{OnFailure, Settings};
use engine::store::Key;
use judge::Inputs;
use lab::hunt::{self, Bounds, Find, Hunt, Notice, Stability, Until};
use lab::mutation::{self, Fate, Judged, Mutation, Refused, Tried};
use model::Solution;
use model::record;
use report::text::phrase::count;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  harness mutate nim
                                   the model solution, broken in every way that is known
  harness mutate nim/bit-columns
                                   another solution
  harness mutate nim --seconds 60
                                   look longer for inputs that no test has
  harness mutate nim -- random --n {1..6} --max {1..9} --seed {seed}
                                   inputs of the problem's generator, called like this
  harness mutate --root PACKAGE heaps --input heaps.ctd
                                   any package, with a grammar of the input (docs/setting.md)
  harness mutate nim --json > m.json
                                   for programs; `harness check` and the page show it, too

A mutant is the solution with one mistake of a line or two. One that every test accepts is put before other inputs, as \
`harness stress` makes them: it is wrong on one of them (a test is missing), or it is probably equivalent. \
Exit code 0: the tests kill every mutant that is not probably equivalent; 1: they do not.";

/// Break a right solution on purpose: which mistakes do the tests not notice?
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MutateArgs {
    /// A problem, or `problem/solution` [default: the model solution]
    #[arg(value_name = "PROBLEM[/SOLUTION]", add = completions::filter())]
    target: String,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    inputs: InputArgs,
    /// Also name every mutant and what killed it
    #[arg(short, long)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// How long to look, and for what.
#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub(crate) struct SearchArgs {
    /// At most this many mutants, chosen by the seed
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub mutants: usize,
    /// Inputs that a mutant has to survive to be called probably equivalent
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub inputs: u64,
    /// Time for all of it
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub seconds: u64,
    /// The same seed tries the same inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

pub(crate) fn run(args: &MutateArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named, solution) = target(common, &args.target)?;
    let inputs = workspace.inputs(&named.problem, &args.inputs.request()?)?;
    session::with_session(&workspace, &args.sandbox, lazy(), |session| {
        let content = memory::content(&mut session.builder.store(), &named.problem, &solution, inputs.as_ref());
        let stored = memory::same(&workspace, &named.problem, &solution, &content, args.search);
        if let Some(stored) = stored.filter(|_| !args.verbose) {
            print(&workspace, args, None, &stored)?;
            return Ok(exit(&stored, Extent::All));
        }
        let breaking = Breaking { session, named: &named, reference: &solution, search: args.search };
        let mut judged = breaking.judge(&solution, inputs.as_ref(), &[])?;
        if inputs.is_none() && !judged.interrupted && judged.any_alive() {
            judged.why_not = Some(workspace.no_inputs(&named.problem, &format!("mutate {}", args.target)));
        }
        let mutation = judged.mutation(&workspace, &solution, args.search);
        memory::keep(&workspace, &named.problem, &solution, content, &judged.tried.kills, &mutation);
        print(&workspace, args, Some(&judged), &mutation)?;
        let is_faulty = judged.complain(session) || judged.why_not.as_ref().is_some_and(is_fault);
        let extent = if judged.tried.cut_short { Extent::CutShort } else { Extent::All };
        match (judged.interrupted, is_faulty) {
            (true, _) => Err(CliError::Interrupted),
            (false, true) => Ok(Exit::FaultOrIncomplete),
            (false, false) => Ok(exit(&mutation, extent)),
        }
    })
}

/// `judged` is `None` if the whole result came from memory.
fn print(
    workspace: &Workspace,
    args: &MutateArgs,
    judged: Option<&Judgement>,
    mutation: &record::Mutation,
) -> Result<(), CliError> {
    if args.json {
        let json = serde_json::to_string_pretty(mutation).unwrap_or_default();
        return say!("{json}\n");
    }
    show::all(workspace, judged, mutation, args.verbose)
}

fn is_fault(error: &CliError) -> bool {
    exit_of(error) == Exit::FaultOrIncomplete
}

/// Whether there was time for every requested mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    All,
    CutShort,
}

fn exit(mutation: &record::Mutation, extent: Extent) -> Exit {
    match (mutation.score(), extent) {
        (None, _) if mutation.is_unjudged() => Exit::NotAsExpected,
        // A mutant that was not tried might pass.
        (None | Some(100), Extent::CutShort) => Exit::NotAsExpected,
        (None | Some(100), Extent::All) => Exit::AsExpected,
        (Some(_), _) => Exit::NotAsExpected,
    }
}

/// Settings that judge a mutant until a test kills it.
pub(crate) fn lazy() -> Settings {
    Settings { on_failure: OnFailure::StopSolution, ..Settings::of_machine() }
}

/// The problem, and the solution to break.
pub(crate) fn target(common: &CommonArgs, target: &str) -> Result<(Workspace, Named, Arc<Solution>), CliError> {
    let (workspace, named, label) = opening::of_solution(common, target)?;
    let found = match &label {
        Some(name) => named.solutions.iter().find(|solution| solution.id.is_called(name)),
        None => named.model().or(right(&named).first().copied()),
    };
    let found = found.cloned().ok_or_else(|| named.no_solution(label.as_deref().unwrap_or(target)))?;
    if !found.expectation.is_accepted() {
        return Err(refused(format!("{} is expected to be wrong: only a right solution can be broken", found.id)));
    }
    Ok((workspace, named, found))
}

/// The solutions that must be accepted on every test, the model solution first.
pub(crate) fn right(named: &Named) -> Vec<&Arc<Solution>> {
    named.solutions.iter().filter(|solution| solution.expectation.is_accepted()).collect()
}

/// [`right`], with another solution first.
pub(crate) fn right_behind(named: &Named, first: &Arc<Solution>) -> Vec<Arc<Solution>> {
    let others = right(named).into_iter().filter(|other| other.id != first.id);
    std::iter::once(first).chain(others).cloned().collect()
}

/// The mutants, and what the hunt found about those that pass the tests.
pub(crate) struct Judgement {
    pub tried: Tried,
    /// By the mutant's index, the find; `Err` holds how many inputs the mutant survived.
    pub hunted: BTreeMap<usize, Result<Box<Find>, u64>>,
    /// The finds for further suspects, in their order.
    pub suspects: Vec<Option<Box<Find>>>,
    /// Why nothing was hunted.
    pub why_not: Option<CliError>,
    pub interrupted: bool,
}

/// What breaks solutions of a problem, and for how long.
#[derive(Clone, Copy)]
pub(crate) struct Breaking<'a, 's> {
    pub session: &'a Session<'s>,
    pub named: &'a Named,
    /// Gives the answers.
    pub reference: &'a Arc<Solution>,
    pub search: SearchArgs,
}

impl Breaking<'_, '_> {
    /// Judges the mutants of a solution, and hunts the survivors together with `suspects`. Without
    /// `inputs`, nothing is hunted.
    pub(crate) fn judge(
        &self,
        solution: &Arc<Solution>,
        inputs: Option<&Inputs>,
        suspects: &[Arc<Solution>],
    ) -> Result<Judgement, CliError> {
        let Breaking { session, named: Named { problem, .. }, search, .. } = *self;
        let until = self.end();
        let name = Key::of(&[&solution.display], b"").to_string();
        let folder: PathBuf = own_folder(&session.workspace.root).join("mutants").join(&name[..16]);
        let wanted = Mutation {
            problem,
            solution,
            folder: &folder,
            most: search.mutants,
            seed: search.seed,
            until: Some(until),
            kills: memory::kills(session.workspace, problem),
        };
        let mut line = Line::new(&session.workspace.screen);
        line.put(|| format!("breaking {}", solution.id));
        let mut watch =
            |done: usize, of: usize| line.put(|| format!("{done} of {of} mutants of {} judged", solution.id));
        let tried = mutation::judge(&session.runner, &mut session.result_cache(), &wanted, &mut watch);
        line.clear();
        let tried = tried.map_err(|refusal| no_mutants(solution, refusal))?;
        // The time may be over as well.
        let interrupted = session.cancel.is_raised();
        let mut judged = Judgement { tried, hunted: BTreeMap::new(), suspects: Vec::new(), why_not: None, interrupted };
        if let Some(inputs) = inputs.filter(|_| !judged.interrupted) {
            self.hunt(inputs, until, suspects, &mut judged)?;
        }
        Ok(judged)
    }

    /// When the seconds of the search are over, from now on.
    pub(crate) fn end(&self) -> Instant {
        Instant::now() + Duration::from_secs(self.search.seconds)
    }

    /// Hunts what no test kills, together with `suspects`.
    pub(crate) fn hunt(
        &self,
        inputs: &Inputs,
        until: Instant,
        suspects: &[Arc<Solution>],
        judged: &mut Judgement,
    ) -> Result<(), CliError> {
        let Breaking { session, named, reference, search } = *self;
        let mut line = Line::new(&session.workspace.screen);
        let alive: Vec<usize> =
            (0..judged.tried.mutants.len()).filter(|&at| judged.tried.mutants[at].fate == Fate::Alive).collect();
        if alive.is_empty() && suspects.is_empty() {
            return Ok(());
        }
        let mutants = alive.iter().map(|&at| Arc::clone(&judged.tried.mutants[at].solution));
        let mut wanted = Hunt {
            problem: Arc::clone(&named.problem),
            right: right_behind(named, reference),
            suspects: mutants.chain(suspects.iter().cloned()).collect(),
            source: inputs.source.clone(),
            grammar: inputs.grammar.clone(),
            seed: search.seed,
            from: 0,
            bounds: Bounds::default(),
            until: Until::All,
            shrink: Duration::from_secs(5),
            reference_in_time: false,
            clearly_slow: true,
            weak: BTreeSet::new(),
        };
        let mut watch = |statistics: &hunt::Statistics| {
            line.put(|| format!("{} survive the tests: {} inputs tried", alive.len(), statistics.inputs));
        };
        let suspected = wanted.suspects.clone();
        let mut fates: Vec<Result<Box<Find>, u64>> = suspected.iter().map(|_| Err(0)).collect();
        let mut living: Vec<usize> = (0..suspected.len()).collect();
        for (from, many) in [(0, search.inputs.div_ceil(2)), (GROWN, search.inputs / 2)] {
            let left = until.saturating_duration_since(Instant::now()).max(Duration::from_secs(1));
            wanted.from = from;
            wanted.bounds = Bounds { time: Some(left), inputs: Some(many), ..Bounds::default() };
            wanted.suspects = living.iter().map(|&at| Arc::clone(&suspected[at])).collect();
            let outcome = hunt::hunt(&session.runner, &wanted, &mut Results::default(), &mut watch);
            trusted(&outcome, reference)?;
            for (&at, fate) in living.iter().zip(outcome.suspects) {
                match (fate, &mut fates[at]) {
                    (hunt::Fate::Caught(find), fate) => *fate = Ok(find),
                    (hunt::Fate::Survived { inputs }, Err(before)) => *before += inputs,
                    _ => {}
                }
            }
            living.retain(|&at| fates[at].is_err());
            match outcome.ended {
                // Files that are given may end before the large ones begin.
                hunt::Ended::NoInputs(_) if from > 0 => {}
                hunt::Ended::NoInputs(why) => {
                    judged.why_not = Some(no_inputs(inputs, &why));
                }
                hunt::Ended::Fault(fault) => {
                    let faulty = outcome.faulty.as_deref();
                    judged.why_not = Some(on_input(session.workspace, &named.problem.id, &fault, faulty)?.into());
                }
                hunt::Ended::Interrupted => judged.interrupted = true,
                hunt::Ended::Caught | hunt::Ended::Time | hunt::Ended::Inputs | hunt::Ended::Exhausted => {}
            }
            if judged.why_not.is_some() || judged.interrupted || living.is_empty() {
                break;
            }
        }
        line.clear();
        let mut fates = fates.into_iter();
        judged.hunted = alive.into_iter().zip(fates.by_ref()).collect();
        judged.suspects = fates.map(Result::ok).collect();
        Ok(())
    }
}

fn no_inputs(inputs: &Inputs, why: &str) -> CliError {
    refused(format!("no input of {} could be tried: {why}", inputs.name))
        .with_hint("fix what makes the inputs, or name another: --input FILE")
}

/// From this number on, inputs are as large as possible. Half of the tried ones come from here.
const GROWN: u64 = 16_000;

/// Checks that the finds mean anything.
///
/// # Errors
/// When the answering solution or the checker is not reliable.
fn trusted(outcome: &hunt::Outcome, reference: &Solution) -> Result<(), CliError> {
    let mut finds = outcome.suspects.iter().filter_map(hunt::Fate::find);
    if finds.any(|find| find.stability == Stability::ReferenceUnstable) {
        let id = &reference.id;
        return Err(refused(format!("{id} gives another answer when it is run again on the same input"))
            .with_hint("let nothing but its input decide: no clock, no address, no value that was never set"));
    }
    if outcome.notices.contains(&Notice::CheckerAcceptsNoise) {
        return Err(refused(noticed(&Notice::CheckerAcceptsNoise))
            .with_hint("fix the checker first: a mutant that it accepts may be wrong"));
    }
    Ok(())
}

fn no_mutants(solution: &Solution, refusal: Refused) -> CliError {
    let id = &solution.id;
    match refusal {
        Refused::Language => {
            refused(format!("{id} is in {}: mutants are made of Rust, C++, Java and Python", solution.language))
        }
        Refused::NoProgram => refused(format!("{}: its brackets do not match", solution.display)),
        Refused::NoCompile(messages) => refused(format!("{id} does not compile:\n{}", messages.trim_end())),
        Refused::Fails { test, verdict } => {
            refused(format!("{id} is not right itself: {verdict} on {test}")).with_hint("fix it first, or the test")
        }
        Refused::Interrupted => CliError::Interrupted,
        Refused::Fault(fault) => fault.into(),
    }
}

impl Judgement {
    /// Complains about mutants that a fault kept from being judged: nothing is known about them.
    /// Returns whether there are any.
    pub(crate) fn complain(&self, session: &Session<'_>) -> bool {
        let faults = || {
            self.tried.mutants.iter().filter_map(|judged| match &judged.fate {
                Fate::Unknown(fault) => fault.as_ref(),
                Fate::Rejected | Fate::Killed { .. } | Fate::Alive => None,
            })
        };
        let Some(first) = faults().next() else { return false };
        let verb = if faults().count() == 1 { "was" } else { "were" };
        let text = format!("{} {verb} not judged: {}", count(faults().count(), "mutant"), first.message);
        session.workspace.screen.complain(&text, first.hint.as_deref());
        true
    }

    fn any_alive(&self) -> bool {
        self.tried.mutants.iter().any(|judged| judged.fate == Fate::Alive)
    }

    /// The entry for the record.
    pub(crate) fn mutation(&self, workspace: &Workspace, solution: &Solution, search: SearchArgs) -> record::Mutation {
        let count = |is: &dyn Fn(&Fate) -> bool| self.tried.mutants.iter().filter(|judged| is(&judged.fate)).count();
        let is_slow = |fate: &Fate| matches!(fate, Fate::Killed { verdict: model::Verdict::TimeLimit, .. });
        let unjudged = count(&|fate| matches!(fate, Fate::Unknown(_)));
        let uncounted = unjudged + count(&|fate| *fate == Fate::Rejected);
        let mut survivors: Vec<(u8, record::Survivor)> = Vec::new();
        for (at, judged) in self.tried.mutants.iter().enumerate() {
            if judged.fate == Fate::Alive {
                survivors.push(survivor(judged, self.hunted.get(&at), search.inputs));
            }
        }
        survivors.sort_by_key(|(kind, _)| *kind);
        let in_vain = self.hunted.values().filter_map(|hunted| hunted.as_ref().err());
        let of = |kind: u8| survivors.iter().filter(|(other, _)| *other == kind).count();
        record::Mutation {
            solution: solution.id.to_string(),
            path: workspace.relative(&solution.path),
            mutants: self.tried.mutants.len() - uncounted,
            killed: count(&|fate| matches!(fate, Fate::Killed { .. })),
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

fn survivor(judged: &Judged, hunted: Option<&Result<Box<Find>, u64>>, enough: u64) -> (u8, record::Survivor) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_tried_for_lack_of_time_may_pass_the_tests() {
        let all_killed = record::Mutation { mutants: 9, killed: 9, partial: true, ..record::Mutation::default() };
        assert_eq!(exit(&all_killed, Extent::CutShort), Exit::NotAsExpected);
        assert_eq!(exit(&all_killed, Extent::All), Exit::AsExpected, "fewer were wanted");
    }
}
