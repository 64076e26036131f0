//! `harness strengthen`: finds missing tests, and redundant ones.

mod ends;
mod place;

use crate::answers::{self, agreed};
use crate::args::{CommonArgs, InputArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::mutate::{self, Breaking, Judgement, SearchArgs};
use crate::screen::{first_lines, say};
use crate::session::{self, Results, Session};
use crate::workspace::Named;
use clap::Args;
use engine::run::{OnFailure, Settings};
use judge::{Inputs, is_brute, is_dialogue, not_written, plan_of};
use lab::hunt::Find;
use lab::mutation::Fate;
use lab::strengthen::{Case, cover, matrix};
use model::{Only, Solution, Test, TestId, Verdict};
use package::detect::Kind;
use package::draft::Draft;
use report::text::phrase::{count, names};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  harness strengthen nim
                                   propose tests, show them, ask
  harness strengthen nim --yes
                                   write them
  harness strengthen --root PACKAGE heaps --input heaps.ctd --into /tmp/tests
                                   any package: the tests go into a folder of their own
  harness strengthen nim --minimize
                                   which tests catch nothing that others do not

A test is proposed when it kills a mutant of the model solution, or a wrong solution, that all tests accept. Its input is \
as small as it gets, valid, and its answer is that of at least two right solutions.";

/// Propose the fewest tests that kill the mutants which the others let pass
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StrengthenArgs {
    /// A problem, or `problem/solution` to break [default: the model solution]
    #[arg(value_name = "PROBLEM[/SOLUTION]", add = completions::filter())]
    target: String,
    /// Write without asking
    #[arg(short, long)]
    yes: bool,
    /// Write into this folder, and leave the problem as it is
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Name the tests that catch nothing new, and write nothing
    #[arg(long, conflicts_with_all = ["yes", "into"])]
    minimize: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &StrengthenArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named, solution) = mutate::target(common, &args.target)?;
    if args.minimize {
        let settings = Settings { on_failure: OnFailure::Continue, ..mutate::lazy() };
        return session::with_session(&workspace, &args.sandbox, settings, |session| {
            let search = SearchArgs { inputs: 0, ..args.search };
            minimize(&Breaking { session, named: &named, reference: &solution, search })
        });
    }
    answers::refuse_in_ci()?;
    let inputs = workspace
        .inputs(&named.problem, &args.inputs.request()?)?
        .ok_or_else(|| workspace.no_inputs(&named.problem, &format!("strengthen {}", args.target)))?;
    session::with_session(&workspace, &args.sandbox, mutate::lazy(), |session| {
        let passing = passing(session, &named)?;
        let breaking = Breaking { session, named: &named, reference: &solution, search: args.search };
        let begun = Instant::now();
        let judged = breaking.judge(&solution, Some(&inputs), &passing)?;
        if judged.interrupted {
            return Err(CliError::Interrupted);
        }
        let mutation = judged.mutation(&workspace, &solution, args.search);
        let content = mutate::memory::content(&mut session.builder.store(), &named.problem, &solution, Some(&inputs));
        mutate::memory::keep(&workspace, &named.problem, &solution, content, &judged.tried.kills, &mutation);
        if let Some(why) = judged.why_not {
            return Err(why);
        }
        let is_faulty = judged.complain(session);
        let mut victims = victims(&judged, &passing);
        // Whoever names a solution wants no other one broken.
        let of_others = match args.target.contains('/') {
            true => Vec::new(),
            false => of_others(breaking, &inputs, begun, &cases(&victims))?,
        };
        victims.extend(of_others.iter().flat_map(|judged| self::victims(judged, &[])));
        let mut chosen = choose(&breaking, &victims)?;
        let (at_ends, unanswered) = ends::proposed(&breaking, &inputs, &chosen)?;
        chosen.extend(at_ends);
        let uncaught = uncaught(&breaking, &passing, &judged, &chosen)?;
        if !uncaught.is_empty() {
            let verb = if uncaught.len() == 1 { "passes" } else { "pass" };
            let words = format!("{} {verb} every test, and no input was found that tells why not", names(&uncaught, 4));
            let hint = "look longer (--inputs, --seconds), add a test by hand, or expect it to be accepted";
            match chosen.is_empty() {
                true => workspace.screen.complain(&words, Some(hint)),
                false => workspace.screen.note(&format!("{words}: {hint}")),
            }
        }
        if !unanswered.is_empty() {
            let ends: Vec<String> = unanswered.iter().map(ToString::to_string).collect();
            let words = format!("no test reaches {}, and nobody confirms an answer", names(&ends, 3));
            let hint = "an answer is that of two right solutions: write a second one, in another way";
            if chosen.is_empty() {
                return Err(refused(words).with_hint(hint).of_kind(ErrorKind::NotAsExpected));
            }
            workspace.screen.note(&format!("{words}: {hint}"));
        }
        if chosen.is_empty() && !uncaught.is_empty() {
            return Ok(Exit::NotAsExpected);
        }
        if chosen.is_empty() {
            let is_cut = judged.tried.cut_short || mutation.inputs == 0 && mutation.open > 0;
            let verdict = match (mutation.inputs, is_cut) {
                _ if is_faulty => "nothing was found, and not all was tried".to_owned(),
                (_, true) => "nothing was found, and not all was tried: look longer with --seconds".to_owned(),
                (0, false) => "no test is missing: no mutant passes the tests".to_owned(),
                (inputs, false) => format!(
                    "no test is missing, as far as {} can say",
                    count(usize::try_from(inputs).unwrap_or(usize::MAX), "input")
                ),
            };
            say!("{}\n{verdict}\n", mutate::show::summary(&mutation).plain())?;
            return Ok(if is_faulty { Exit::FaultOrIncomplete } else { Exit::AsExpected });
        }
        write(session, &named, args, &inputs, &chosen)
    })
}

/// Judges mutants of the other right solutions, while there is time: another method allows other
/// mistakes. Brute forces are left out: they fail on any large input, and so would their mutants.
/// Mutants that one of the `cases` catches need no hunt.
fn of_others(
    mut breaking: Breaking<'_, '_>,
    inputs: &Inputs,
    begun: Instant,
    cases: &[Case],
) -> Result<Vec<Judgement>, CliError> {
    let Breaking { named, reference, search: SearchArgs { seconds, .. }, .. } = breaking;
    let mut all = Vec::new();
    let is_whole = |other: &&&Arc<Solution>| other.only == Only::default() && !is_brute(other);
    for other in mutate::right(named).iter().filter(|other| other.id != reference.id).filter(is_whole) {
        let left = || seconds.saturating_sub(begun.elapsed().as_secs());
        if left() * 3 < seconds {
            break;
        }
        breaking.search.seconds = left();
        // A solution that cannot be broken, or is not right itself, is not a reason to stop.
        let mut judged = match breaking.judge(other, None, &[]) {
            Ok(judged) if judged.interrupted => return Err(CliError::Interrupted),
            Err(CliError::Interrupted) => return Err(CliError::Interrupted),
            Ok(judged) => judged,
            Err(_) => continue,
        };
        spare(&breaking, &mut judged, cases)?;
        breaking.search.seconds = left();
        breaking.hunt(inputs, breaking.end(), &[], &mut judged)?;
        if judged.interrupted {
            return Err(CliError::Interrupted);
        }
        all.push(judged);
    }
    Ok(all)
}

/// Counts mutants that one of the cases catches as dead: they need no further test.
fn spare(breaking: &Breaking<'_, '_>, judged: &mut Judgement, cases: &[Case]) -> Result<(), CliError> {
    let Breaking { session, named, reference, .. } = *breaking;
    let mutants = &mut judged.tried.mutants;
    let alive: Vec<usize> = (0..mutants.len()).filter(|&at| mutants[at].fate == Fate::Alive).collect();
    let suspects: Vec<Arc<Solution>> = alive.iter().map(|&at| Arc::clone(&mutants[at].solution)).collect();
    let killed = matrix(&session.runner, &named.problem, reference, &suspects, cases, &mut Results::default())?;
    for at in killed.into_iter().flatten() {
        mutants[alive[at]].fate = Fate::Killed { test: TestId("found".into()), verdict: Verdict::WrongAnswer };
    }
    Ok(())
}

/// Wrong solutions that pass every test.
fn passing(session: &Session<'_>, named: &Named) -> Result<Vec<Arc<Solution>>, CliError> {
    let is_wrong = |solution: &&Arc<Solution>| !solution.expectation.is_accepted() && !is_brute(solution);
    let wrong = named.solutions.iter().filter(is_wrong);
    let wrong: Vec<Arc<Solution>> = wrong.cloned().collect();
    let plan = plan_of(&named.problem, &wrong, &named.problem.tests);
    let accepted = session.accepted(&plan)?;
    Ok(wrong.into_iter().filter(|solution| accepted.contains(&solution.id.to_string())).collect())
}

/// The `passing` wrong solutions for which no input was found, and which no test `chosen` for
/// others catches.
fn uncaught(
    breaking: &Breaking<'_, '_>,
    passing: &[Arc<Solution>],
    judged: &Judgement,
    chosen: &[Proposed],
) -> Result<Vec<String>, CliError> {
    let Breaking { session, named, reference, .. } = *breaking;
    let is_open = |at: &usize| judged.suspects.get(*at).is_none_or(Option::is_none);
    let open: Vec<Arc<Solution>> = (0..passing.len()).filter(is_open).map(|at| Arc::clone(&passing[at])).collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let cases: Vec<Case> = chosen.iter().map(|proposed| proposed.case.clone()).collect();
    let caught = matrix(&session.runner, &named.problem, reference, &open, &cases, &mut Results::default())?;
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

fn victims<'j>(judged: &'j Judgement, passing: &[Arc<Solution>]) -> Vec<Victim<'j>> {
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

/// How many letters of a line of an input are shown.
const LONGEST: usize = 90;

/// Words by which directives leave out large tests: `only: !secret/*-big-*`.
const SIZES: [&str; 5] = ["", "big-", "max-", "large-", "huge-"];

/// A proposed test.
struct Proposed {
    /// Right solutions that have no answer to it: brute forces, mostly.
    silent: Vec<Arc<Solution>>,
    case: Case,
    name: String,
    /// What the test is for.
    why: String,
}

impl Proposed {
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
    let gave = |at: &usize| confirmed_by.contains(at) || disputed_by.contains(at) && right[*at].only == Only::default();
    (1..right.len()).filter(|at| !gave(at)).map(|at| Arc::clone(&right[at])).collect()
}

fn choose(breaking: &Breaking<'_, '_>, victims: &[Victim<'_>]) -> Result<Vec<Proposed>, CliError> {
    let Breaking { session, named, reference, .. } = *breaking;
    let cases = cases(victims);
    let suspects: Vec<Arc<Solution>> = victims.iter().map(|victim| Arc::clone(&victim.solution)).collect();
    let killed = matrix(&session.runner, &named.problem, reference, &suspects, &cases, &mut Results::default())?;
    let sizes: Vec<usize> = cases.iter().map(|case| case.input.len()).collect();
    let chosen = cover(&killed, &sizes);
    let right = mutate::right_behind(named, reference);
    let proposed = chosen.into_iter().map(|at| {
        // Named after the victim it was found with; it happens to catch the others, too.
        let own = victims.iter().find(|victim| victim.find.input == cases[at].input);
        let catches: Vec<String> = killed[at].iter().map(|&victim| victims[victim].solution.id.to_string()).collect();
        let name = own.map_or_else(|| "catches-more".to_owned(), |victim| victim.name.clone());
        let silent =
            own.map_or_else(Vec::new, |victim| silent(&right, &victim.find.confirmed_by, &victim.find.disputed_by));
        Proposed { silent, case: cases[at].clone(), name, why: format!("kills {}", names(&catches, 4)) }
    });
    Ok(proposed.collect())
}

fn write(
    session: &Session<'_>,
    named: &Named,
    args: &StrengthenArgs,
    inputs: &Inputs,
    chosen: &[Proposed],
) -> Result<Exit, CliError> {
    let (workspace, scratch) = (session.workspace, session.builder.scratch()?);
    let native = Kind::of(&workspace.root) == Some(Kind::Workspace);
    let folder = match &args.into {
        Some(folder) => folder.clone(),
        None => workspace.root.join("testdata").join(named.problem.id.as_str()),
    };
    let placed = place::placed(workspace, named, inputs, chosen);
    let mut tests = Vec::new();
    for (id, proposed) in &placed {
        let staged = scratch.path().join(format!("{}.in", tests.len()));
        fs::write(&staged, &proposed.case.input).or_cannot("write the input")?;
        let answer = folder.join(format!("{id}.ans"));
        tests.push(Arc::new(named.problem.test(id.clone(), staged, answer)));
    }
    if tests.is_empty() {
        return Err(not_written("the solutions named above would fail on every test that is missing"));
    }
    let (from, new, confirmed) = if is_dialogue(&named.problem) {
        session.validate(named, &tests, &mut session.teller())?;
        let new = tests.iter().map(|test| (Arc::clone(test), Vec::new())).collect();
        ("empty answers, as the judge's program decides".to_owned(), new, true)
    } else {
        let found = session.answers(named, &tests, &mut session.teller())?;
        (found.origin(), found.new.clone(), !found.confirmed.is_empty())
    };
    answers::show(workspace, &from, &new)?;
    for (test, (_, proposed)) in tests.iter().zip(&placed) {
        let input = String::from_utf8_lossy(&proposed.case.input).into_owned();
        let cut = |line: &str| match line.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("    {} …\n", &line[..at]),
            None => format!("    {line}\n"),
        };
        let lines: String = first_lines(&input, 6).map(cut).collect();
        say!("{} {}\n{lines}", test.id, proposed.why)?;
    }
    if !confirmed {
        let hint = "write a second right solution: an answer that only one gives is not added";
        return Err(not_written(hint));
    }
    if !native && args.into.is_none() {
        return Err(not_written("this is not a workspace of ours: name a folder with --into DIR"));
    }
    let question = format!("write {}?", count(tests.len(), "test"));
    if !args.yes && args.into.is_none() && !agreed(session.cancel, &question)? {
        return Err(not_written("say --yes to write them without being asked"));
    }
    let mut draft = Draft::default();
    for ((test, (_, proposed)), (_, answer)) in tests.iter().zip(&placed).zip(new) {
        draft.create(folder.join(format!("{}.in", test.id)), proposed.case.input.clone());
        draft.create(test.answer.clone(), answer);
    }
    let exit = session.write(&draft)?;
    say!("added {} to {}\n", count(tests.len(), "test"), workspace.relative(&folder))?;
    Ok(exit)
}

/// Finds tests that are enough to kill everything that any test kills.
fn minimize(breaking: &Breaking<'_, '_>) -> Result<Exit, CliError> {
    let Breaking { session, named, reference, .. } = *breaking;
    let judged = breaking.judge(reference, None, &[])?;
    if judged.interrupted {
        return Err(CliError::Interrupted);
    }
    judged.complain(session);
    let wrong = named.solutions.iter().filter(|solution| !solution.expectation.is_accepted());
    let plan = plan_of(&named.problem, &wrong.cloned().collect::<Vec<_>>(), &named.problem.tests);
    let (results, _) = session.judge(&plan, &mut session.result_cache())?;
    let tests = &named.problem.tests;
    let places: BTreeMap<&TestId, usize> = tests.iter().enumerate().map(|(at, test)| (&test.id, at)).collect();
    let mut killed = vec![BTreeSet::new(); tests.len()];
    let mutants = judged.tried.mutants.iter().filter(|mutant| matches!(mutant.fate, Fate::Killed { .. }));
    let by_mutant = mutants.map(|mutant| mutant.killers.iter().cloned().collect::<Vec<_>>());
    let by_wrong = results.iter().map(|result| {
        let fails = result.tests.iter().filter(|test| test.verdict.is_some_and(|v| v != Verdict::Accepted));
        fails.map(|test| test.test.clone()).collect()
    });
    let mut victims = 0;
    // A test may also stay because only it reaches an end of the grammar.
    let reached = ends::reached(session.workspace, named)?;
    for killers in by_mutant.chain(by_wrong) {
        killers.iter().filter_map(|test| places.get(test)).for_each(|&at| {
            killed[at].insert(victims);
        });
        victims += 1;
    }
    let size = |test: &Arc<Test>| fs::metadata(&test.input).map_or(usize::MAX, |meta| meta.len() as usize);
    let sizes: Vec<usize> = tests.iter().map(size).collect();
    let kills: Vec<usize> = killed.iter().map(BTreeSet::len).collect();
    for (killed, ends) in killed.iter_mut().zip(&reached) {
        killed.extend(ends.iter().map(|end| victims + end));
    }
    let enough = cover(&killed, &sizes);
    let idle = (0..tests.len()).filter(|at| killed[*at].is_empty() && !tests[*at].id.0.starts_with("sample/"));
    let idle: Vec<&str> = idle.map(|at| &*tests[at].id.0).collect();
    let spare = (0..tests.len()).filter(|at| !enough.contains(at) && !killed[*at].is_empty());
    let spare: Vec<&str> = spare.map(|at| &*tests[at].id.0).filter(|id| !id.starts_with("sample/")).collect();
    say!(
        "{} of {} kill everything that any of them kills ({}){}\n",
        enough.len(),
        count(tests.len(), "test"),
        count(victims, "mutant or wrong solution").replace("solutions", "solution"),
        if reached.iter().all(BTreeSet::is_empty) {
            ""
        } else {
            ", and reach each end of what is allowed that any does"
        }
    )?;
    for at in enough {
        let reaches = match reached.get(at).map_or(0, BTreeSet::len) {
            0 => String::new(),
            ends => format!(", reaches {}", count(ends, "end")),
        };
        say!("  {}  kills {}{reaches}\n", tests[at].id, kills[at])?;
    }
    if !spare.is_empty() {
        say!("catch nothing that these do not: {}\n", spare.join(", "))?;
    }
    if !idle.is_empty() {
        say!("catch nothing at all: {}\n", idle.join(", "))?;
    }
    say!("A test may be there for a mistake that nobody has made yet: nothing was removed.\n")?;
    Ok(Exit::AsExpected)
}
