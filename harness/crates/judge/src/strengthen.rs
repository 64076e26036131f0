//! Finds missing tests. A test is proposed when it kills a mutant of the model
//! solution, or a wrong solution, that all tests accept. Its input is as small as it gets, valid,
//! and its answer is that of at least two right solutions.

mod ends;
mod place;

use crate::answers::{is_brute, plan_of};
use crate::error::{Error, ErrorKind, OrCannot as _, not_written, refused};
use crate::generate::is_dialogue;
use crate::inputs::Inputs;
use crate::mutate::{Mutants, MutationRequest, MutationTask, Search, lazy};
use crate::notice::Notice;
use crate::session::{Caller, Listener, Quiet, Session};
use crate::workspace::{NamedProblem, Workspace};
use lab::hunt::Find;
use lab::mutation::MutantFate;
use lab::reach::End;
use lab::strengthen::{Case, cover, matrix};
use model::phrase::names;
use model::record::Mutation;
use model::{OnlyGlobs, Solution, Test, TestId, Verdict};
use package::detect::Kind;
use package::draft::Draft;
use sandbox::Cancel;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Which solutions are broken to find missing tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenSolutions {
    /// The one that is named.
    One,
    /// Other right ones, too, while there is time.
    AllRight,
}

/// What became of the search for missing tests.
pub enum StrengthenOutcome {
    /// Tests that kill what the others let pass. Nothing is written yet.
    Tests(MissingTests),
    /// Wrong solutions pass every test, and nothing was found that tells why not.
    Uncaught,
    /// No test is missing, as far as is known.
    Nothing {
        /// What is known of the solution that was broken.
        mutation: Mutation,
        /// Some mutants were not judged for a failure of ours.
        is_faulty: bool,
        /// The time was over before all was tried.
        is_cut: bool,
    },
}

/// Tests to add.
pub struct MissingTests {
    /// In the order in which they are to be written.
    pub tests: Vec<MissingTest>,
    /// Where the answers come from, in words.
    pub origin: String,
    /// Whether a second right solution gives the answers.
    pub confirmed: bool,
    /// Where the tests will lie.
    pub folder: PathBuf,
    /// Whether that folder is another than the problem's.
    pub is_elsewhere: bool,
}

/// A test to add.
pub struct MissingTest {
    /// Its name and its files, which are not there yet.
    pub test: Arc<Test>,
    /// The bytes of the input file.
    pub input: Vec<u8>,
    /// The bytes of the answer file.
    pub answer: Vec<u8>,
    /// What the test is for.
    pub why: String,
}

impl Workspace {
    /// Looks for the fewest tests that kill what the others let pass. Writes nothing of the
    /// problem. `into`: the folder of the tests in place of the problem's own.
    ///
    /// # Errors
    /// When the solution cannot be broken, no answer can be confirmed, or it is interrupted.
    pub fn strengthen(
        &self,
        request: &MutationRequest<'_>,
        inputs: &Inputs,
        broken: BrokenSolutions,
        into: Option<&Path>,
        caller: &mut Caller<'_>,
    ) -> Result<StrengthenOutcome, Error> {
        let MutationRequest { named, solution, search, .. } = *request;
        self.with_session(&self.builder()?, lazy(), caller, |session, listener| {
            let passing = passing(session, named, listener)?;
            let breaking = MutationTask { session, named, reference: solution, search };
            let begun = Instant::now();
            let judged = breaking.judge(solution, Some(inputs), &passing, listener)?;
            if judged.interrupted {
                return Err(Error::Interrupted);
            }
            let mutation = judged.remember(session, &MutationRequest { inputs: Some(inputs), ..*request });
            if let Some(why) = judged.why_not {
                return Err(why);
            }
            let unjudged = judged.unjudged();
            unjudged.iter().for_each(|notice| listener.notice(notice));
            let mut victims = victims(&judged, &passing);
            let of_others = match broken {
                BrokenSolutions::One => Vec::new(),
                BrokenSolutions::AllRight => of_others(breaking, inputs, begun, &cases(&victims), listener)?,
            };
            victims.extend(of_others.iter().flat_map(|judged| self::victims(judged, &[])));
            let mut chosen = choose(&breaking, &victims)?;
            let (at_ends, unanswered) = ends::proposed(&breaking, inputs, &chosen)?;
            chosen.extend(at_ends);
            let uncaught = uncaught(&breaking, &passing, &judged, &chosen)?;
            say_uncaught(&uncaught, &chosen, listener);
            say_unanswered(&unanswered, &chosen, listener)?;
            match (chosen.is_empty(), uncaught.is_empty()) {
                (true, false) => Ok(StrengthenOutcome::Uncaught),
                (true, true) => {
                    let is_cut = judged.tried.cut_short || mutation.inputs == 0 && mutation.open > 0;
                    Ok(StrengthenOutcome::Nothing { mutation, is_faulty: unjudged.is_some(), is_cut })
                }
                (false, _) => proposal(&breaking, inputs, &chosen, into, listener).map(StrengthenOutcome::Tests),
            }
        })
    }

    /// Writes the tests of a proposal: all of them, or none.
    ///
    /// # Errors
    /// When it was interrupted beforehand, or the files cannot be written.
    pub fn add_tests(&self, proposal: &MissingTests, cancel: &Cancel) -> Result<(), Error> {
        let mut draft = Draft::default();
        for MissingTest { test, input, answer, .. } in &proposal.tests {
            draft.create(proposal.folder.join(format!("{}.in", test.id)), input.clone());
            draft.create(test.answer.clone(), answer.clone());
        }
        self.write(&draft, cancel)
    }
}

impl MissingTests {
    /// Why the tests cannot be written, if they cannot.
    pub fn obstacle(&self, judge: &Workspace) -> Option<Error> {
        if !self.confirmed {
            let hint = "write a second right solution: an answer that only one gives is not added";
            return Some(not_written(hint));
        }
        let is_ours = Kind::of(&judge.root) == Some(Kind::Workspace);
        let hint = "this is not a workspace of ours: name a folder for the tests";
        (!is_ours && !self.is_elsewhere).then(|| not_written(hint))
    }
}

fn say_uncaught(uncaught: &[String], chosen: &[Candidate], listener: &mut dyn Listener) {
    if uncaught.is_empty() {
        return;
    }
    let verb = if uncaught.len() == 1 { "passes" } else { "pass" };
    let what = format!("{} {verb} every test, and no input was found that tells why not", names(uncaught, 4));
    let hint = "look longer, add a test by hand, or expect it to be accepted".to_owned();
    listener.notice(&match chosen.is_empty() {
        true => Notice::complaint(what, Some(hint)),
        false => Notice::note(format!("{what}: {hint}")),
    });
}

/// # Errors
/// When ends of the grammar are all that could be reached.
fn say_unanswered(unanswered: &BTreeSet<End>, chosen: &[Candidate], listener: &mut dyn Listener) -> Result<(), Error> {
    if unanswered.is_empty() {
        return Ok(());
    }
    let ends: Vec<String> = unanswered.iter().map(ToString::to_string).collect();
    let what = format!("no test reaches {}, and nobody confirms an answer", names(&ends, 3));
    let hint = "an answer is that of two right solutions: write a second one, in another way";
    if chosen.is_empty() {
        return Err(refused(what).with_hint(hint).of_kind(ErrorKind::NotAsExpected));
    }
    listener.notice(&Notice::note(format!("{what}: {hint}")));
    Ok(())
}

/// Judges mutants of the other right solutions, while there is time: another method allows other
/// mistakes. Brute forces are left out: they fail on any large input, and so would their mutants.
/// Mutants that one of the `cases` catches need no hunt.
fn of_others(
    mut breaking: MutationTask<'_, '_>,
    inputs: &Inputs,
    begun: Instant,
    cases: &[Case],
    listener: &mut dyn Listener,
) -> Result<Vec<Mutants>, Error> {
    let MutationTask { named, reference, search: Search { seconds, .. }, .. } = breaking;
    let mut all = Vec::new();
    let is_whole = |other: &&Arc<Solution>| other.only == OnlyGlobs::default() && !is_brute(other);
    for other in named.right().into_iter().filter(|other| other.id != reference.id).filter(is_whole) {
        let left = || seconds.saturating_sub(begun.elapsed().as_secs());
        if left() * 3 < seconds {
            break;
        }
        breaking.search.seconds = left();
        // A solution that cannot be broken, or is not right itself, is not a reason to stop.
        let mut judged = match breaking.judge(other, None, &[], listener) {
            Ok(judged) if judged.interrupted => return Err(Error::Interrupted),
            Err(Error::Interrupted) => return Err(Error::Interrupted),
            Ok(judged) => judged,
            Err(_) => continue,
        };
        spare(&breaking, &mut judged, cases)?;
        breaking.search.seconds = left();
        breaking.hunt(inputs, breaking.end(), &[], &mut judged, listener)?;
        if judged.interrupted {
            return Err(Error::Interrupted);
        }
        all.push(judged);
    }
    Ok(all)
}

/// Counts mutants that one of the cases catches as dead: they need no further test.
fn spare(breaking: &MutationTask<'_, '_>, judged: &mut Mutants, cases: &[Case]) -> Result<(), Error> {
    let MutationTask { session, named, reference, .. } = *breaking;
    let mutants = &mut judged.tried.mutants;
    let alive: Vec<usize> = (0..mutants.len()).filter(|&at| mutants[at].fate == MutantFate::Alive).collect();
    let suspects: Vec<Arc<Solution>> = alive.iter().map(|&at| Arc::clone(&mutants[at].solution)).collect();
    let killed = matrix(&session.runner, &named.problem, reference, &suspects, cases, &mut Quiet)?;
    for at in killed.into_iter().flatten() {
        mutants[alive[at]].fate = MutantFate::Killed { test: TestId("found".into()), verdict: Verdict::WrongAnswer };
    }
    Ok(())
}

/// Wrong solutions that pass every test.
fn passing(
    session: &Session<'_>,
    named: &NamedProblem,
    listener: &mut dyn Listener,
) -> Result<Vec<Arc<Solution>>, Error> {
    let is_wrong = |solution: &&Arc<Solution>| !solution.expectation.is_accepted() && !is_brute(solution);
    let wrong = named.solutions.iter().filter(is_wrong);
    let wrong: Vec<Arc<Solution>> = wrong.cloned().collect();
    let plan = plan_of(&named.problem, &wrong, &named.problem.tests);
    let accepted = session.accepted(&plan, listener)?;
    Ok(wrong.into_iter().filter(|solution| accepted.contains(&solution.id.to_string())).collect())
}

/// The `passing` wrong solutions for which no input was found, and which no test `chosen` for
/// others catches.
fn uncaught(
    breaking: &MutationTask<'_, '_>,
    passing: &[Arc<Solution>],
    judged: &Mutants,
    chosen: &[Candidate],
) -> Result<Vec<String>, Error> {
    let MutationTask { session, named, reference, .. } = *breaking;
    let is_open = |at: &usize| judged.suspects.get(*at).is_none_or(Option::is_none);
    let open: Vec<Arc<Solution>> = (0..passing.len()).filter(is_open).map(|at| Arc::clone(&passing[at])).collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let cases: Vec<Case> = chosen.iter().map(|proposed| proposed.case.clone()).collect();
    let caught = matrix(&session.runner, &named.problem, reference, &open, &cases, &mut Quiet)?;
    let caught: BTreeSet<usize> = caught.into_iter().flatten().collect();
    Ok((0..open.len()).filter(|at| !caught.contains(at)).map(|at| open[at].id.to_string()).collect())
}

/// A solution or mutant that passes every test, and fails on an input that was found.
struct Victim<'j> {
    solution: Arc<Solution>,
    find: &'j Find,
    /// The name of a test that catches it.
    name: String,
}

fn victims<'j>(judged: &'j Mutants, passing: &[Arc<Solution>]) -> Vec<Victim<'j>> {
    let mutants = judged.hunted.iter().filter_map(|(at, hunted)| {
        let mutant = &judged.tried.mutants[*at];
        let name = format!("catches-{}", mutant.mutant.operator.name().replace(' ', "-"));
        Some(Victim { solution: Arc::clone(&mutant.solution), find: hunted.as_ref().ok()?, name })
    });
    let wrong = passing.iter().zip(&judged.suspects).filter_map(|(solution, find)| {
        let label = solution.id.label.as_deref().unwrap_or("wrong").replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        Some(Victim { solution: Arc::clone(solution), find: find.as_deref()?, name: format!("catches-{label}") })
    });
    mutants.chain(wrong).collect()
}

/// The finds, without duplicates.
fn cases(victims: &[Victim<'_>]) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for victim in victims {
        let case = Case { input: victim.find.input.clone(), answer: victim.find.answer.clone() };
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    cases
}

/// Words by which directives leave out large tests: `only: !secret/*-big-*`.
const SIZES: [&str; 5] = ["", "big-", "max-", "large-", "huge-"];

/// A proposed test.
struct Candidate {
    /// Right solutions that have no answer to it: brute forces, mostly.
    silent: Vec<Arc<Solution>>,
    case: Case,
    name: String,
    /// What the test is for.
    why: String,
}

impl Candidate {
    /// The test's id: one that the directives of every silent brute force leave out, here and in
    /// later runs. `None` if no id does that.
    fn id(&self, within: &str, number: u64) -> Option<TestId> {
        let id = |size: &&str| TestId(format!("{within}{number:02}-{size}{}", self.name).into());
        let left_out = |id: &TestId| !self.silent.iter().any(|solution| solution.only.holds(id));
        SIZES.iter().map(id).find(left_out)
    }
}

/// The solutions that gave no answer that counts; the first of `right` gave the answer itself. A
/// solution whose directives spare it some tests may be wrong there: a strip of 20 cells is not a
/// strip of 1000.
fn silent(right: &[Arc<Solution>], confirmed_by: &[usize], disputed_by: &[usize]) -> Vec<Arc<Solution>> {
    let gave =
        |at: &usize| confirmed_by.contains(at) || disputed_by.contains(at) && right[*at].only == OnlyGlobs::default();
    (1..right.len()).filter(|at| !gave(at)).map(|at| Arc::clone(&right[at])).collect()
}

fn choose(breaking: &MutationTask<'_, '_>, victims: &[Victim<'_>]) -> Result<Vec<Candidate>, Error> {
    let MutationTask { session, named, reference, .. } = *breaking;
    let cases = cases(victims);
    let suspects: Vec<Arc<Solution>> = victims.iter().map(|victim| Arc::clone(&victim.solution)).collect();
    let killed = matrix(&session.runner, &named.problem, reference, &suspects, &cases, &mut Quiet)?;
    let sizes: Vec<usize> = cases.iter().map(|case| case.input.len()).collect();
    let chosen = cover(&killed, &sizes);
    let right = named.right_behind(reference);
    let proposed = chosen.into_iter().map(|at| {
        // Named after the victim it was found with; it happens to catch the others, too.
        let own = victims.iter().find(|victim| victim.find.input == cases[at].input);
        let catches: Vec<String> = killed[at].iter().map(|&victim| victims[victim].solution.id.to_string()).collect();
        let name = own.map_or_else(|| "catches-more".to_owned(), |victim| victim.name.clone());
        let silent =
            own.map_or_else(Vec::new, |victim| silent(&right, &victim.find.confirmed_by, &victim.find.disputed_by));
        Candidate { silent, case: cases[at].clone(), name, why: format!("kills {}", names(&catches, 4)) }
    });
    Ok(proposed.collect())
}

/// Gives the chosen tests their places and answers.
fn proposal(
    breaking: &MutationTask<'_, '_>,
    inputs: &Inputs,
    chosen: &[Candidate],
    into: Option<&Path>,
    listener: &mut dyn Listener,
) -> Result<MissingTests, Error> {
    let MutationTask { session, named, .. } = *breaking;
    let scratch = session.builder.scratch()?;
    let own = || session.judge.root.join("testdata").join(named.problem.id.as_str());
    let folder = into.map_or_else(own, Path::to_owned);
    let placed = place::placed(named, inputs, chosen, listener);
    let mut tests = Vec::new();
    for (id, candidate) in &placed {
        let staged = scratch.path().join(format!("{}.in", tests.len()));
        fs::write(&staged, &candidate.case.input).or_cannot("write the input")?;
        let answer = folder.join(format!("{id}.ans"));
        tests.push(Arc::new(named.problem.test(id.clone(), staged, answer)));
    }
    if tests.is_empty() {
        return Err(not_written("the solutions named above would fail on every test that is missing"));
    }
    let (origin, answers, confirmed) = if is_dialogue(&named.problem) {
        session.validate(named, &tests, listener)?;
        ("empty answers, as the judge's program decides".to_owned(), vec![Vec::new(); tests.len()], true)
    } else {
        let found = session.answers(named, &tests, listener)?;
        let (origin, confirmed) = (found.origin(), !found.confirmed.is_empty());
        (origin, found.new.into_iter().map(|(_, answer)| answer).collect(), confirmed)
    };
    let tests = tests.into_iter().zip(placed).zip(answers).map(|((test, (_, candidate)), answer)| MissingTest {
        test,
        input: candidate.case.input.clone(),
        answer,
        why: candidate.why.clone(),
    });
    Ok(MissingTests { tests: tests.collect(), origin, confirmed, folder, is_elsewhere: into.is_some() })
}
