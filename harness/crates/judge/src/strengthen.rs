//! Makes tests: tries inputs on right and wrong solutions for a while, and keeps those that show
//! most.
//!
//! Inputs come from the problem's own source and from edits of its tests, and the validators say
//! which are valid. The quickest right solution answers them; wrong solutions that pass every test
//! are judged on each. Meanwhile mutants of right solutions are built. They only help to choose
//! among the inputs. All right solutions must agree on what is kept.

mod proposal;

use crate::answers::{is_brute, plan_of};
use crate::error::{Error, not_written, refused};
use crate::inputs::Inputs;
use crate::mutate::folder_of;
use crate::notice::Notice;
use crate::places::unpacked;
use crate::session::{Caller, Listener, Quiet, Session, one_at_a_time};
use crate::workspace::{NamedProblem, Workspace};
use engine::build::{BuildOutcome, SourceFile};
use engine::run::{Ports, Settings, beside};
use lab::hunt::{self, AnsweredInput, Bounds, Fate, Heard, Hunt, Until};
use lab::mutation::{self, Mutation};
use lab::strengthen::{Candidate, Case, drawn, first_kills, keep};
use model::phrase::{count, names};
use model::record::TestRecord;
use model::{Key, OnlyGlobs, Solution, Test, TestId, Verdict};
use package::added::{NewTest, in_folder};
use package::detect::{Kind, PackageFormat};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A larger input is one of the large ones.
const LARGE: usize = 1 << 10;
/// A test up to this size is tried on mutants.
const TRIED_BYTES: usize = 1 << 20;
/// Mutants are made of so many right solutions: who solves it otherwise makes other mistakes.
const MODELS: usize = 2;
/// At most so many mutants of each are built.
const MUTANTS: usize = 120;
/// At most so many inputs of each size are tried on the mutants.
const TRIED: [usize; 2] = [600, 60];
/// The parts of the time for trying inputs, and for trying some of them on mutants. The rest is for
/// the other right solutions.
const HUNTING: f64 = 0.45;
const CHOOSING: f64 = 0.4;

/// How many tests to make, and for how long to look.
#[derive(Clone, Copy)]
pub struct StrengthenRequest<'a> {
    /// The problem that gets them.
    pub named: &'a NamedProblem,
    /// Where inputs come from.
    pub inputs: &'a Inputs,
    /// How many secret tests there are to be, small and large ones.
    pub tests: [usize; 2],
    /// Time for all of it.
    pub time: Duration,
    /// At most so many inputs are tried.
    pub most: Option<u64>,
    /// The same seed tries the same inputs.
    pub seed: u64,
}

/// Tests to add.
pub struct MissingTests {
    /// In the order in which they are to be written. There may be none.
    pub tests: Vec<MissingTest>,
    /// How many inputs were tried.
    pub tried: u64,
    /// It was interrupted: the tests are from what was found until then, and only two right
    /// solutions agree on the answers.
    pub interrupted: bool,
    /// Wrong solutions that pass every test, the new ones, too.
    pub uncaught: Vec<String>,
    /// Where the tests will lie.
    pub folder: PathBuf,
    /// The format of the folder, if it is a package, which may list its tests in a file.
    format: Option<PackageFormat>,
}

/// A test to add.
pub struct MissingTest {
    /// Its name. A package that numbers its tests gives it another one.
    pub id: TestId,
    /// The bytes of the input file.
    pub input: Vec<u8>,
    /// The bytes of the answer file.
    pub answer: Vec<u8>,
    /// What the test is for.
    pub why: String,
}

impl Workspace {
    /// Makes tests that show what the ones that are there do not. Writes nothing of the problem.
    /// `into`: the folder of the tests in place of the problem's own.
    ///
    /// # Errors
    /// When no right solution passes the tests, or it is interrupted before it has looked.
    pub fn strengthen(
        &self,
        request: &StrengthenRequest<'_>,
        into: Option<&Path>,
        caller: &mut Caller<'_>,
    ) -> Result<MissingTests, Error> {
        let (folder, format) = match into {
            Some(folder) => (folder.to_owned(), None),
            None => self.place_of_tests(request.named)?,
        };
        self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            let mut task = TestMaker { session, request, begun: Instant::now(), time: request.time };
            let right = task.right(listener)?;
            let wrong = task.passing(listener)?;
            // However long the builds took, half of the time is for inputs.
            task.time = request.time.saturating_sub(task.begun.elapsed()).max(request.time / 2);
            task.begun = Instant::now();
            let mut found = task.hunt(&right, &wrong, listener)?;
            task.try_mutants(&right[0], &mut found)?;
            let (tests, uncaught) = task.proposal(&right, &wrong, &found, listener)?;
            let interrupted = session.cancel.is_raised();
            Ok(MissingTests { tests, tried: found.tried, interrupted, uncaught, folder, format })
        })
    }

    /// Writes the tests of a proposal: all of them, or none.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn add_tests(&self, proposal: &MissingTests) -> Result<(), Error> {
        let MissingTests { tests, folder, format, .. } = proposal;
        let new = tests.iter().map(|test| NewTest { id: &test.id, input: &test.input, answer: &test.answer });
        let tests: Vec<NewTest<'_>> = new.collect();
        let draft = match format {
            Some(format) => format.with_tests(folder, &tests).ok_or_else(has_no_end)?,
            None => in_folder(folder, &tests),
        };
        Ok(draft.write_below(&self.root)?)
    }

    /// The folder into which the tests of a problem go.
    ///
    /// # Errors
    /// When it cannot be changed: it is in a zip file, its list of tests cannot be made longer, or
    /// something is in the way.
    fn place_of_tests(&self, named: &NamedProblem) -> Result<(PathBuf, Option<PackageFormat>), Error> {
        let problem = &named.problem;
        if self.root.starts_with(unpacked()) {
            return Err(not_written("unpack the zip file first, or name a folder for the tests"));
        }
        match Kind::of(&problem.dir) {
            Some(Kind::Package(format)) => {
                let id = TestId(format!("secret/{:02}-any", named.next_number()).into());
                let any = NewTest { id: &id, input: b"", answer: b"" };
                let draft = format.with_tests(&problem.dir, &[any]).ok_or_else(has_no_end)?;
                draft.check_places()?;
                Ok((problem.dir.clone(), Some(format)))
            }
            Some(_) | None => Ok((self.root.join("testdata").join(problem.id.as_str()), None)),
        }
    }
}

fn has_no_end() -> Error {
    not_written("its list of tests cannot be made longer: name a folder for the tests")
}

/// What makes the tests.
struct TestMaker<'a, 's> {
    session: &'a Session<'s>,
    request: &'a StrengthenRequest<'a>,
    begun: Instant,
    /// What is left of the time from then on.
    time: Duration,
}

/// Inputs that were tried, with what is known of them.
struct Gathering {
    tried: u64,
    /// The tests that are there come first.
    before: usize,
    cases: Vec<Case>,
    candidates: Vec<Candidate>,
    /// Each input's place.
    places: BTreeMap<Key, usize>,
    /// What the wrong programs are called, by their index in a candidate.
    wrong: Vec<String>,
    /// By their index in a candidate.
    mutants: Vec<Arc<Solution>>,
}

impl Gathering {
    /// With the tests that are there.
    fn new(wrong: &[Arc<Solution>], there: Vec<Case>) -> Gathering {
        let wrong = wrong.iter().map(|solution| solution.id.to_string()).collect();
        let (cases, candidates, places) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut found = Gathering { tried: 0, before: 0, cases, candidates, places, wrong, mutants: Vec::new() };
        there.into_iter().for_each(|case| found.add("known", case, BTreeSet::new()));
        found.before = found.cases.len();
        found
    }

    fn add(&mut self, kind: &str, case: Case, wrong: BTreeSet<usize>) {
        let place = *self.places.entry(Key::of(&[], &case.input)).or_insert(self.cases.len());
        if let Some(candidate) = self.candidates.get_mut(place) {
            candidate.wrong.extend(wrong);
            return;
        }
        let (kind, bytes, answer) = (kind.to_owned(), case.input.len(), Key::of(&[], &case.answer));
        self.candidates.push(Candidate { kind, bytes, answer, wrong, mutants: BTreeSet::new() });
        self.cases.push(case);
    }

    /// The places of new candidates, small or large ones.
    fn new_of_size(&self, size: usize) -> Vec<usize> {
        let is_of_size = |at: &usize| usize::from(self.candidates[*at].bytes > LARGE) == size;
        (self.before..self.candidates.len()).filter(is_of_size).collect()
    }

    /// `most` of these that show most, beside those that are spent.
    fn best(&self, size: usize, most: usize, spent: &BTreeSet<usize>) -> Vec<usize> {
        let mut places = self.new_of_size(size);
        places.retain(|at| !spent.contains(at));
        let candidates: Vec<&Candidate> = places.iter().map(|&at| &self.candidates[at]).collect();
        keep(&candidates, most).into_iter().map(|at| places[at]).collect()
    }
}

impl TestMaker<'_, '_> {
    fn end(&self, part: f64) -> Instant {
        self.begun + self.time.mul_f64(part)
    }

    /// The right solutions that pass the tests, the quickest first. Brute forces come last.
    fn right(&self, listener: &mut dyn Listener) -> Result<Vec<Arc<Solution>>, Error> {
        let TestMaker { session, request: StrengthenRequest { named, .. }, .. } = *self;
        let all: Vec<Arc<Solution>> = named.right().into_iter().cloned().collect();
        let plan = plan_of(&named.problem, &all, &named.problem.tests);
        let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
        let mut right = Vec::new();
        for (planned, result) in plan.solutions.iter().zip(&results) {
            let is_right = !result.tests.is_empty() && result.tests.iter().all(TestRecord::is_accepted);
            let longest = result.tests.iter().filter_map(|test| test.cpu).max();
            right.extend(is_right.then(|| (longest.unwrap_or_default(), Arc::clone(&planned.solution))));
        }
        right.sort_by_key(|(longest, solution)| {
            (is_brute(solution), solution.only != OnlyGlobs::default(), *longest, solution.id.clone())
        });
        if right.is_empty() {
            let hint = "add one, or fix what it fails on";
            return Err(refused(format!("no solution of {} passes its tests", named.problem.id)).with_hint(hint));
        }
        Ok(right.into_iter().map(|(_, solution)| solution).collect())
    }

    /// Wrong solutions that pass every test.
    fn passing(&self, listener: &mut dyn Listener) -> Result<Vec<Arc<Solution>>, Error> {
        let NamedProblem { problem, solutions, .. } = self.request.named;
        let is_wrong = |solution: &&Arc<Solution>| !solution.expectation.is_accepted() && !is_brute(solution);
        let wrong: Vec<Arc<Solution>> = solutions.iter().filter(is_wrong).cloned().collect();
        let accepted = self.session.accepted(&plan_of(problem, &wrong, &problem.tests), listener)?;
        Ok(wrong.into_iter().filter(|solution| accepted.contains(&solution.id.to_string())).collect())
    }

    /// The tests that are there, small enough to be tried.
    fn cases_there(&self) -> Vec<Case> {
        let read = |test: &Arc<Test>| {
            let case = Case { input: beneath::read(&test.input).ok()?, answer: beneath::read(&test.answer).ok()? };
            (case.input.len() <= TRIED_BYTES).then_some(case)
        };
        self.request.named.problem.tests.iter().filter_map(read).collect()
    }

    /// What is hunted: wrong solutions, and the second right one, which must agree.
    fn wanted(&self, right: &[Arc<Solution>], wrong: &[Arc<Solution>]) -> Hunt {
        let StrengthenRequest { named, inputs, seed, most, .. } = *self.request;
        let second = right.get(1).cloned();
        let suspects: Vec<Arc<Solution>> = wrong.iter().cloned().chain(second).collect();
        let time = self.end(HUNTING).saturating_duration_since(Instant::now());
        Hunt {
            weak: (wrong.len()..suspects.len()).collect(),
            seed,
            bounds: Bounds { time: Some(time), inputs: most, ..Bounds::default() },
            until: Until::Over,
            shrink: Duration::ZERO,
            ..inputs.hunt(&named.problem, vec![Arc::clone(&right[0])], suspects)
        }
    }

    /// Tries inputs while mutants are built. One on which a right solution fails is named: perhaps
    /// no validator checks what the statement promises.
    ///
    /// # Errors
    /// When the first right solution fails on every input.
    fn hunt(
        &self,
        right: &[Arc<Solution>],
        wrong: &[Arc<Solution>],
        listener: &mut dyn Listener,
    ) -> Result<Gathering, Error> {
        let wanted = self.wanted(right, wrong);
        let mut found = Gathering::new(wrong, self.cases_there());
        let mut answered: Vec<AnsweredInput> = Vec::new();
        let (mutants, outcome) = {
            let mut hear = |heard: Heard<'_>| match heard {
                Heard::Tried(statistics) => {
                    found.tried = statistics.inputs;
                    listener.doing(statistics);
                }
                // An answer that took long here would take too long elsewhere.
                Heard::Answered(one) => answered.extend((!one.is_slow).then_some(one)),
                Heard::Caught { suspect, .. } => {
                    let after = self.begun.elapsed().as_secs_f64();
                    let dies = wrong.get(suspect).map(|wrong| format!("after {after:.1} s: {} dies", wrong.id));
                    dies.into_iter().for_each(|dies| listener.notice(&Notice::note(dies)));
                }
            };
            let hunt = || hunt::hunt(&self.session.runner, &wanted, &mut Quiet, &mut hear);
            beside(|| self.mutants(right), hunt)
        };
        if let hunt::EndReason::Fault(fault) = &outcome.ended {
            let (judge, faulty) = (self.session.judge, outcome.faulty.as_deref());
            return Err(judge.on_input(&wanted.problem.id, fault, faulty)?.into());
        }
        if let Some(find) = outcome.reference.find() {
            let what = format!("{} fails ({}) on the input\n{}", right[0].id, find.verdict, head(&find.found));
            listener.notice(&Notice::complaint(what, None));
            if answered.is_empty() {
                return Err(refused(format!("{} fails on every valid input", right[0].id))
                    .with_hint("fix it, or what is called right; nothing but its input may decide what it prints"));
            }
        }
        if outcome.notices.contains(&hunt::Notice::CheckerAcceptsNoise) {
            return Err(refused(hunt::Notice::CheckerAcceptsNoise.to_string()).with_hint("fix the checker first"));
        }
        // Workers end in any order.
        answered.sort_by_key(|one| one.number);
        for AnsweredInput { origin, input, answer, .. } in answered {
            found.add(&origin.kind(), Case { input, answer }, BTreeSet::new());
        }
        for (suspect, fate) in outcome.suspects.iter().enumerate() {
            let Fate::Caught(find) = fate else { continue };
            if suspect < wrong.len() {
                let case = Case { input: find.found.clone(), answer: find.answer.clone() };
                found.add(&find.origin.kind(), case, BTreeSet::from([suspect]));
            } else if find.verdict != Verdict::Accepted {
                let (one, other) = (&right[0].id, &wanted.suspects[suspect].id);
                let what =
                    format!("{one} and {other} disagree, so one of them is wrong, on the input\n{}", head(&find.found));
                listener.notice(&Notice::complaint(what, None));
            }
        }
        found.mutants = mutants.unwrap_or_default();
        Ok(found)
    }

    /// Mutants of right solutions as programs. None where there are none to be had: they only help
    /// to choose.
    fn mutants(&self, right: &[Arc<Solution>]) -> Vec<Arc<Solution>> {
        let Session { judge, sandbox, builder, cancel, .. } = *self.session;
        let limits = crate::limits::PackageLimits::of(judge);
        let ports = Ports { sandbox, builds: builder, limits: &limits };
        let settings = one_at_a_time();
        let Ok(runner) = judge.runner(ports, settings, cancel) else { return Vec::new() };
        let mut files: Vec<Vec<Arc<Solution>>> = Vec::new();
        for solution in right.iter().take(MODELS) {
            let wanted = Mutation {
                problem: &self.request.named.problem,
                solution,
                folder: &folder_of(judge, solution),
                most: MUTANTS,
                seed: self.request.seed,
                until: Some(self.end(HUNTING)),
                kills: BTreeMap::new(),
            };
            let mut staged = mutation::staged(&runner, &mut self.session.result_cache(), &wanted).unwrap_or_default();
            staged.sort_by(|one, other| one.path.cmp(&other.path));
            files.extend(staged.chunk_by(|one, next| one.path == next.path).map(<[_]>::to_vec));
        }
        // One program may have most of them, and the rest are not worth a compile each.
        files.sort_by_key(|mutants| Reverse(mutants.len()));
        let mut built = Vec::new();
        for mutants in files {
            let is_over = Instant::now() >= self.end(HUNTING) || cancel.is_raised();
            if is_over || (mutants.len() == 1 && built.len() >= MUTANTS / 2) {
                break;
            }
            let build = runner.build(&[SourceFile::of(&mutants[0])], &mut Quiet).pop();
            if let Some(Ok(BuildOutcome::Ready { .. })) = build {
                built.extend(mutants);
            }
        }
        built
    }

    /// Tries inputs on the mutants, in the order of the lottery.
    fn try_mutants(&self, right: &Arc<Solution>, found: &mut Gathering) -> Result<(), Error> {
        let mut places: Vec<usize> = (0..found.before).collect();
        for (size, most) in TRIED.into_iter().enumerate() {
            let new = found.new_of_size(size);
            let candidates: Vec<&Candidate> = new.iter().map(|&at| &found.candidates[at]).collect();
            places.extend(drawn(&candidates).into_iter().take(most).map(|at| new[at]));
        }
        let cases: Vec<Case> = places.iter().map(|&at| found.cases[at].clone()).collect();
        let problem = &self.request.named.problem;
        let until = Some(self.end(HUNTING + CHOOSING));
        let runner = &self.session.runner;
        let killed = first_kills(runner, problem, right, &found.mutants, &cases, until, &mut Quiet)?;
        for (at, killed) in places.into_iter().zip(killed) {
            found.candidates[at].mutants = killed;
        }
        Ok(())
    }
}

/// The first letters of an input, for a message.
fn head(input: &[u8]) -> String {
    String::from_utf8_lossy(input).chars().take(200).collect()
}

/// A test without a place.
struct TestDraft {
    case: Case,
    /// The kind of its input, which its name says.
    kind: String,
    /// The wrong solutions that fail on it.
    wrong: Vec<String>,
    /// What the test is for.
    why: String,
}

impl TestDraft {
    fn of(found: &Gathering, at: usize) -> TestDraft {
        let Candidate { kind, wrong, mutants, .. } = &found.candidates[at];
        let wrong: Vec<String> = wrong.iter().map(|&at| found.wrong[at].clone()).collect();
        let why = match (&wrong[..], mutants.len()) {
            ([], 0) => "for variety".to_owned(),
            ([], mutants) => format!("kills {} more", count(mutants, "mutant")),
            (wrong, _) => format!("kills {}", names(wrong, 4)),
        };
        TestDraft { case: found.cases[at].clone(), kind: kind.clone(), wrong, why }
    }
}
