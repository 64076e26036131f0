//! `harness export`: a problem of the workspace as a package of another format.
//!
//! What the format cannot express is listed, and nothing is written before that is agreed to. Every
//! package is judged before it is written, and its verdicts are compared with the problem's.

use crate::args::{CommonArgs, SandboxArgs, SelectArgs, one_of};
use crate::bundle;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::limits;
use crate::screen::say;
use crate::session;
use crate::workspace::{Named, Workspace};
use clap::{Args, ValueHint};
use ctd::{Caps, Reading, WhiteSpace};
use engine::build::{Builder, KIT};
use engine::plan::TimeFactor;
use engine::run::OnFailure;
use model::{Languages as _, Problem, Solution, SolutionId, TestId};
use package::detect::Kind;
use package::draft::Draft;
use package::export::{self, Export, Format, Loss, Wishes};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod judged;

const EXAMPLES: &str = "\
Examples:
  harness export kattis nim        the folder nim/ in the format that verifyproblem reads; lists what it cannot say
  harness export kattis nim --lossy -o ../contest
                                   writes ../contest/nim/ although something cannot be said
  harness export icpc nim s-nim    version 2025-09, which BAPCtools reads
  harness export domjudge nim      nim.zip, as DOMjudge takes it; with `-o DIR` the folder DIR/nim/
  harness export polygon-files nim files for the pages of Polygon

Every package is judged first: one that gives other verdicts than the problem is not written, unless `--no-judge` is given.
What has no place in the format lies in the package's folder harness/: `harness import` takes it back.";

/// The licences that the format knows.
const LICENSES: [&str; 6] = ["cc by-sa", "cc by", "cc0", "public domain", "educational", "permission"];

/// Export problems as packages for Kattis, the ICPC or DOMjudge, or as files for Polygon
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExportArgs {
    /// The format
    #[arg(value_name = "FORMAT", value_parser = one_of(FORMATS, name))]
    format: Format,
    /// Names of problems
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    /// The folder to put the package's folder into, or a zip file [default: this folder; for
    /// domjudge NAME.zip]
    #[arg(short, long, value_name = "DIR|ZIP", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
    /// Write it even if the format cannot express everything
    #[arg(long)]
    lossy: bool,
    /// Write it without judging it first
    #[arg(long)]
    no_judge: bool,
    /// The licence
    #[arg(long, value_name = "LICENCE", value_parser = LICENSES)]
    license: Option<String>,
    /// Who holds the rights
    #[arg(long, value_name = "NAME")]
    rights_owner: Option<String>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

const FORMATS: [Format; 4] = [Format::Kattis, Format::Icpc, Format::Domjudge, Format::PolygonFiles];

fn name(format: Format) -> &'static str {
    match format {
        Format::Kattis => "kattis",
        Format::Icpc => "icpc",
        Format::Domjudge => "domjudge",
        Format::PolygonFiles => "polygon-files",
    }
}

pub(crate) fn run(args: &ExportArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let workspace = limits::open(common)?;
    if Kind::of(&workspace.root) != Some(Kind::Workspace) {
        return Err(refused(format!("{} is not a workspace", workspace.root.display()))
            .with_hint("`harness import PACKAGE` brings a package into a workspace; from there it is exported"));
    }
    let zip = args.output.as_ref().is_some_and(|path| path.extension().is_some_and(|own| own == "zip"));
    if zip && args.names.len() > 1 {
        return Err(refused("one zip file holds one package").with_hint("name a folder: `-o DIR`"));
    }
    let builder = workspace.builder()?;
    let scratch = builder.scratch()?;
    let mut exit = Exit::AsExpected;
    for name in &args.names {
        let mut named = workspace.problem(name)?;
        for solution in &mut named.solutions {
            *solution = bundle::one_file(&builder, solution, scratch.path())?.solution;
        }
        let mut export = of_problem(&workspace, &builder, args, &named)?;
        export.losses.extend(slow_languages(&workspace, &named));
        if !export.missing.is_empty() {
            let missing = [&export.missing[..], &export.losses].concat();
            crate::screen::print(listed(&format!("{}: nobody could judge it", export.name), &missing))?;
            workspace.screen.complain(&format!("{} was not written", export.name), None);
            exit = Exit::UsageOrContent;
            continue;
        }
        for text in listed("", &export.remarks).lines() {
            workspace.screen.note(text.trim());
        }
        if !of_losses(&format!("{}: the format cannot say", export.name), &export.losses, args.lossy)? {
            exit = Exit::UsageOrContent;
            continue;
        }
        let place = place(args, &export);
        if fs::symlink_metadata(&place).is_ok() {
            return Err(refused(format!("cannot write {}: it is there already", place.display()))
                .with_hint("remove it, or name another folder: `-o DIR`"));
        }
        if !args.no_judge && args.format != Format::PolygonFiles {
            let found = judged::differences(&workspace, &args.sandbox, &named, &export, scratch.path())?;
            if let Some(found) = found {
                workspace.screen.complain(&not_as_here(&export, &found), Some("`--no-judge` writes it all the same"));
                exit = found.exit;
                continue;
            }
        }
        // From here on Ctrl-C waits for the end of the package: half of one would be left behind.
        let cancel = session::cancel_on_signals()?;
        if cancel.is_raised() {
            return Err(CliError::Interrupted);
        }
        if place.extension().is_some_and(|own| own == "zip") {
            write_zip(&export, &place)?;
        } else {
            export.write(&place).or_cannot(format!("write {}", place.display()))?;
        }
        say!("wrote {}: {} files\n", place.display(), export.files.len())?;
        if cancel.is_raised() {
            return Err(CliError::Interrupted);
        }
    }
    Ok(exit)
}

/// Says how a package is judged otherwise than its problem.
fn not_as_here(export: &Export, found: &judged::Differences) -> String {
    const MOST: usize = 5;
    let mut text = format!("{} is not judged there as it is here, and was not written", export.name);
    for line in found.lines.iter().take(MOST) {
        text.push_str(&format!("\n  {line}"));
    }
    if let Some(more) = found.lines.len().checked_sub(MOST).filter(|more| *more > 0) {
        text.push_str(&format!("\n  and {more} more"));
    }
    text
}

/// Languages of the problem's solutions that get more time here. No format can express that.
fn slow_languages(workspace: &Workspace, named: &Named) -> Vec<Loss> {
    let languages: BTreeSet<_> = named.solutions.iter().map(|solution| &solution.language).collect();
    let entries = languages.into_iter().filter_map(|language| workspace.languages.get(language));
    let time = &named.problem.limits.languages.time;
    let factors = entries.map(|entry| (time.of(&entry.id, entry.time_factor), &entry.name));
    let slow = factors.filter(|(factor, _)| *factor > 1.0);
    slow.map(|(factor, name)| Loss {
        what: format!("{factor} times the time limit for {name}"),
        why: "the time limit is the same for every language there".to_owned(),
    })
    .collect()
}

fn place(args: &ExportArgs, export: &Export) -> PathBuf {
    match &args.output {
        Some(path) if path.extension().is_some_and(|own| own == "zip") => path.clone(),
        given => {
            let folder = given.clone().unwrap_or_default();
            let ending = if args.format == Format::Domjudge && given.is_none() { ".zip" } else { "" };
            folder.join(format!("{}{ending}", export.name))
        }
    }
}

/// All of it or nothing: half an archive is worse than none.
fn write_zip(export: &Export, place: &Path) -> Result<(), CliError> {
    let cannot = || format!("write {}", place.display());
    let mut archive = Vec::new();
    export::zip::write(export, &mut archive).or_cannot(cannot())?;
    let mut draft = Draft::default();
    draft.create(std::path::absolute(place).or_cannot(cannot())?, archive);
    Ok(draft.write()?)
}

/// Lists the losses below `head`. Returns whether the files may be written.
pub(crate) fn of_losses(head: &str, losses: &[Loss], lossy: bool) -> Result<bool, CliError> {
    if losses.is_empty() {
        return Ok(true);
    }
    let mut text = listed(head, losses);
    if !lossy {
        text.push_str("nothing was written: --lossy writes it all the same\n");
    }
    crate::screen::print(text)?;
    Ok(lossy)
}

/// `head`, and a line for each reason with what it holds for.
pub(crate) fn listed(head: &str, losses: &[Loss]) -> String {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for Loss { what, why } in losses {
        match kinds.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, all)) => all.push(what),
            None => kinds.push((why, vec![what])),
        }
    }
    let mut text = if head.is_empty() { String::new() } else { format!("{head}\n") };
    for (why, what) in kinds {
        let more = what.len().saturating_sub(3);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let visible = &what[..what.len() - more];
        text.push_str(&format!("  {}{rest}: {why}\n", visible.join(", ")));
    }
    text
}

/// The headers of the problem's own programs, wherever they are found.
fn headers(builder: &Builder, problem: &Problem) -> BTreeMap<PathBuf, Vec<(String, PathBuf)>> {
    let programs = problem.validators.iter().map(PathBuf::as_path).chain(problem.judges());
    let language = |file: &Path| builder.languages().of_extension(file.extension()?.to_str()?);
    let headers = |file: &Path| Some((file.to_owned(), builder.headers_of_tool(file, language(file)?)));
    programs.filter_map(headers).collect()
}

fn of_problem(workspace: &Workspace, builder: &Builder, args: &ExportArgs, named: &Named) -> Result<Export, CliError> {
    let problem = &named.problem;
    let mut wishes = Wishes {
        license: args.license.clone(),
        rights_owner: args.rights_owner.clone(),
        headers: headers(builder, problem),
        kit: &KIT,
        ..Wishes::default()
    };
    ask_grammars(problem, &mut wishes)?;
    let make = |wishes: &Wishes| {
        let export = export::package(&workspace.root, problem, &named.solutions, args.format, wishes);
        export.or_cannot(format!("read the files of {}", problem.id))
    };
    let export = make(&wishes)?;
    let left_out = &export.left_out;
    let wrong = |solution: &&Arc<Solution>| !solution.expectation.is_accepted() && solution.only.globs.is_empty();
    let wrong: Vec<&Arc<Solution>> = named.solutions.iter().filter(wrong).collect();
    if left_out.is_empty() || wrong.is_empty() {
        return Ok(export);
    }
    wishes.passing = passing(workspace, args, problem, &wrong, left_out)?;
    if wishes.passing.is_empty() { Ok(export) } else { make(&wishes) }
}

/// Finds the tests that a grammar refuses as other tools read it: our comment that allows more
/// white space means nothing to them. A package needs samples, so those are laid out afresh.
fn ask_grammars(problem: &Problem, wishes: &mut Wishes) -> Result<(), CliError> {
    for file in problem.validators.iter().filter(|file| file.extension().is_some_and(|own| own == "ctd")) {
        let text = fs::read(file).or_cannot(format!("read {}", file.display()))?;
        // `check` reports mistakes in a grammar.
        let Ok(grammar) = ctd::Program::parse(&text) else { continue };
        for test in &problem.tests {
            let input = fs::read(&test.input).or_cannot(format!("read {}", test.input.display()))?;
            if ctd::validate(&grammar, &input, &Reading::default()).is_ok() {
                continue;
            }
            match relaid(&grammar, &input).filter(|_| test.id.is_sample()) {
                Some(input) => drop(wishes.relaid.insert(test.id.clone(), input)),
                None => {
                    let why =
                        "its input is laid out more freely than the grammar says, and others are strict about that";
                    wishes.refused.insert(test.id.clone(), why.to_owned());
                }
            }
        }
    }
    Ok(())
}

/// The same words, with the white space that the grammar requires.
fn relaid(grammar: &ctd::Program, input: &[u8]) -> Option<Vec<u8>> {
    let free = Reading { white_space: WhiteSpace::Free, ..Reading::default() };
    let read = ctd::trace(grammar, input, &free).ok()?;
    let (output, _) = ctd::replay(grammar, &read.choices, &Caps::default())?;
    let words = |bytes: &[u8]| {
        let words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    (words(&output) == words(input)).then_some(output)
}

/// The `wrong` solutions that are accepted on all remaining tests.
///
/// Uses the results of earlier runs and judges the rest: a package must not say *wrong answer* of a
/// solution that is right on all of its tests.
fn passing(
    workspace: &Workspace,
    args: &ExportArgs,
    problem: &Arc<Problem>,
    wrong: &[&Arc<Solution>],
    left_out: &BTreeSet<TestId>,
) -> Result<BTreeSet<SolutionId>, CliError> {
    let exported = || problem.tests.iter().filter(|test| !left_out.contains(&test.id));
    if exported().next().is_none() {
        return Ok(wrong.iter().map(|solution| solution.id.clone()).collect());
    }
    let runs = wrong.iter().flat_map(|solution| exported().map(|test| (solution.id.clone(), test.id.clone())));
    let select = SelectArgs { filters: vec![problem.id.as_str().to_owned()], tests: Vec::new() };
    let plan = workspace.plan_of(&select, TimeFactor::default(), Some(runs.collect()))?;
    let settings = engine::run::Settings { on_failure: OnFailure::Continue, ..engine::run::Settings::default() };
    session::with_session(workspace, &args.sandbox, settings, |session| {
        let accepted = session.accepted(&plan)?;
        let ids = wrong.iter().map(|solution| &solution.id);
        Ok(ids.filter(|id| accepted.contains(&id.to_string())).cloned().collect())
    })
}
