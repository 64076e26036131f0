//! `harness grade`: the submissions of a class, judged and put into a table.

mod board;
mod unread;

use crate::args::{CommonArgs, SandboxArgs, ShardArgs, TimeFactorArgs};
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::limits;
use crate::records;
use crate::screen::{self, Screen, StandardOutput, from_here, say};
use crate::session;
use crate::workspace::Workspace;
use ::judge::class::{Class, FromRecord, GradeTask, Graded, PathsAre, ToRead, standings_of};
use ::judge::{Judge, part_of};
use board::Board;
use clap::{Args, ValueEnum, ValueHint, value_parser};
use engine::build::Languages;
use engine::plan::{self, Selection};
use engine::run::Settings;
use model::record::{ClassTable, Report};
use model::standings::{Attempt, Keep, Standings};
use report::artifacts::destination::Destination;
use report::artifacts::merge::Merged;
use report::standings::handout::{Handout, HandoutError, Wrote, named};
use report::standings::table;
use report::text::phrase::{count, names};
use report::text::{Look, sanitize};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  harness grade class --as '{student}/{problem}.{ext}'
  harness grade class --csv scores.csv --html pages
                                   the shape is guessed, and said
  harness grade hw1 --problem nim  all files are for one problem
  harness grade class --problem A=nim --problem B=wythoff
                                   what problems are called in the paths
  harness grade class --map who.csv
                                   a table says whose each file is: file,student,problem
  harness grade class --dry-run    who submitted what; nothing is judged
  harness grade class --shard 1/4 --json part-1.json
                                   one machine's part
  harness grade class --from part-*.json --csv scores.csv
                                   then, anywhere, the whole class

Fields of --as: {student}, {problem}, {ext}, {attempt}, {id} (tells students of one name apart), `*` for anything, `**/` for \
any folders. A file that no submission is made of is named with the reason, and its student has a `?`. What students wrote into their files means nothing to the harness: directives are not read. Results are \
remembered, so the same command goes on where it was interrupted. 0: everything was judged, whatever the verdicts.";

/// Judge a folder of students' submissions: a table, a spreadsheet, pages to hand out
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GradeArgs {
    /// The folder of submissions
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// How to read its paths, such as `{student}/{problem}.{ext}` [default: the usual shape that
    /// fits]
    #[arg(long = "as", value_name = "PATTERN")]
    shape: Option<String>,
    /// A table that says whose each file is: lines `file,student,problem`
    #[arg(long, value_name = "FILE", conflicts_with = "shape", value_hint = ValueHint::FilePath)]
    map: Option<PathBuf>,
    /// `nim`: all files are for this problem. `A=nim`: the files call this problem A. May be given
    /// several times
    #[arg(long = "problem", value_name = "[WORD=]PROBLEM")]
    problems: Vec<String>,
    /// Which of several attempts counts [default: the best; with `--from`, as these records were
    /// graded]
    #[arg(long, value_name = "WHICH")]
    count: Option<Which>,
    /// Judge every test: a problem without groups gives the share of its tests that are accepted
    #[arg(long)]
    per_test: bool,
    /// Write the table for a spreadsheet
    #[arg(long, value_name = "FILE", conflicts_with = "shard", value_hint = ValueHint::FilePath)]
    csv: Option<PathBuf>,
    /// Write pages: an overview and one page per student into a folder, or the overview alone into
    /// a file that ends with .html
    #[arg(long, value_name = "DIR|FILE", conflicts_with = "shard")]
    html: Option<PathBuf>,
    /// Show the contents of failed tests in the pages
    #[arg(long, requires = "html")]
    contents: bool,
    /// Heading of the pages [default: the folder's name]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Write the record of all runs, for programs and for `--from`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    json: Option<PathBuf>,
    /// Judge nothing: take the results from these records, of shards or of a whole run
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "json"])]
    from: Vec<PathBuf>,
    /// Show who submitted what, and judge nothing
    #[arg(long)]
    dry_run: bool,
    /// Programs to run at once [default: one per core; one core is left free if there are more than
    /// two]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Only the table
    #[arg(short, long)]
    quiet: bool,
    /// Compile and run everything, and keep no result for later runs
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    time: TimeFactorArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The one with most points
    Best,
    /// The last one by name or `{attempt}`
    Last,
}

pub(crate) fn run(args: &GradeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if args.shard.shard.is_some() && args.json.is_none() && !args.dry_run {
        return Err(refused("a part of a class has no table: without `--json` nothing keeps its results")
            .with_hint("add `--json part-1.json`; `harness grade DIR --from part-*.json` makes the table"));
    }
    let workspace = open(common)?;
    let screen = &workspace.screen;
    let output = StandardOutput::beside([&args.csv, &args.html, &args.json].into_iter().flatten());
    let paths = match (&args.map, &args.shape) {
        (Some(file), _) => PathsAre::ListedIn(file),
        (None, Some(text)) => PathsAre::Like(text),
        (None, None) => PathsAre::Usual,
    };
    let wanted = ToRead { folder: &args.folder, paths, problems: &args.problems, judge: common.judge()? };
    let class = workspace.class(&wanted)?;
    tell_reading(args, &class, screen);
    let broken = unread::tell(&class, &workspace, args.dry_run);
    let (incomplete, broken) = (class.is_incomplete(&broken), !broken.is_empty());
    let folder = args.folder.canonicalize().or_cannot(format!("open {}", args.folder.display()))?;
    if class.roster.submissions.is_empty() {
        let kind = if broken { ErrorKind::UsageOrContent } else { ErrorKind::NothingNamed };
        let how = class.reading.pattern.as_deref().unwrap_or("the mapping says");
        return Err(refused(format!("{} holds no submission that is read as {how}", from_here(&folder)))
            .with_hint("name how paths are read: `harness grade DIR --as '{student}/{problem}.{ext}'`")
            .of_kind(kind));
    }
    let recorded = recorded(&args.from, screen)?;
    let rules = rules(args, recorded.as_ref())?;
    tell_attempts(&class, rules, screen);
    if args.dry_run {
        return dry_run(&class, screen);
    }
    [&args.csv, &args.html, &args.json].into_iter().flatten().for_each(|path| screen.note_of_pipe(path));
    let handout = Handout::prepare(args.csv.as_deref(), args.html.as_deref()).map_err(not_handed_out)?;
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    let title = args.title.as_deref().unwrap_or(&name);
    let keep = if args.contents { Keep::Contents } else { Keep::Results };
    // Where standard output cannot be written, files still are.
    let (Graded { attempts, interrupted, .. }, printed) = match &recorded {
        None => grade(args, &class, screen, (rules, keep), output)?,
        Some(record) => (from_record(&class, record, (rules, keep), screen), Ok(())),
    };
    if args.shard.shard.is_some() {
        printed?;
        return Ok(exit(&attempts.values().collect::<Vec<_>>(), interrupted, incomplete, broken));
    }
    let standings = class.standings(attempts, rules);
    // Each in its turn: where one thing cannot be written, the results are still in the others.
    let table = screen::print_beside(output, &drawn(&standings, screen, output));
    let written = handout.write(&standings, title, &mut |wrote| note(wrote, screen)).map_err(not_handed_out);
    match (printed.and(table), written) {
        (printed, Ok(())) => printed?,
        (Ok(()), written) => written?,
        (Err(also), Err(error)) => {
            screen.error(&also);
            return Err(error);
        }
    }
    if interrupted {
        screen.note("interrupted: the same command goes on from here");
    }
    Ok(exit(&standings.attempts().collect::<Vec<_>>(), interrupted, incomplete, broken))
}

fn not_handed_out(error: HandoutError) -> CliError {
    match error {
        HandoutError::Place(error) => CliError::of_caller(error),
        HandoutError::NoFolder { .. } => {
            refused(error.to_string()).with_hint("name a folder, or a file that ends with .html for the overview alone")
        }
        HandoutError::Io { doing, source } => CliError::Io { doing, source },
    }
}

fn note(wrote: Wrote<'_>, screen: &Screen) {
    match wrote {
        Wrote::File(path) if path == Path::new("-") => {}
        Wrote::File(path) => screen.note(&format!("wrote {}", from_here(path))),
        Wrote::Pages(index) => {
            screen.note(&format!("wrote {}, and beside it a page for each student", from_here(index)));
        }
    }
}

/// What holds the problems of the class: a workspace, a package, or a folder of tests.
fn open(common: &CommonArgs) -> Result<Workspace, CliError> {
    let tests = common.root.as_deref().map(Judge::of_tests).transpose()?.flatten();
    match tests {
        Some(tests) => Ok(Workspace::with_screen(tests, common.screen())),
        None => limits::open(common),
    }
}

/// Judges the class, and writes the record. Also returns what could not be printed meanwhile.
fn grade(
    args: &GradeArgs,
    class: &Class,
    screen: &Screen,
    (rules, keep): (ClassTable, Keep),
    output: StandardOutput,
) -> Result<(Graded, Result<(), CliError>), CliError> {
    let json = args.json.as_ref().map(|path| Destination::prepare(path).map(|place| (path, place)));
    let json = json.transpose().map_err(CliError::of_caller)?;
    let selection = Selection { time_factor: args.time.time_factor, ..Selection::default() };
    let plan = plan::make(&class.judge.catalog, &selection).map_err(|error| refused(error.to_string()))?;
    let builder = class.judge.builder()?.afresh(args.no_cache);
    let (plan, shard) = part_of(plan, args.shard.shard, args.shard.shard_by, &builder)?;
    let usual = Settings::of_machine();
    let jobs = args.jobs.map_or(usual.jobs, usize::from);
    let settings = Settings { jobs, command: screen.command.clone(), shard, ..usual };
    let (remembers, records) = (!args.no_cache, json.is_some());
    let task = GradeTask { plan: &plan, builder: &builder, settings, rules, keep, remembers, records };
    let mut board = Board::new(class, &task, args.quiet, screen, output);
    let cancel = session::cancel_on_signals()?;
    let mut graded = class.grade_task(task, &mut args.sandbox.caller(&cancel, &mut board))?;
    if let (Some((path, place)), Some(record)) = (json, graded.record.take()) {
        let written = place.write(&record.to_pretty_json()).or_cannot(format!("write {}", named(path)));
        board.trouble = board.trouble.take().or(written.err());
    }
    let printed = board.end(&graded);
    Ok((graded, printed))
}

/// The results of the records that `--from` names.
fn from_record(class: &Class, record: &Report, (rules, keep): (ClassTable, Keep), screen: &Screen) -> Graded {
    let FromRecord { attempts, gone, changed } = class.attempts_of(record, rules, keep);
    if !gone.is_empty() {
        let left_out = format!("{} left out: {}", count(gone.len(), "submission"), names(&gone, 5));
        screen.warn(&format!("gone since these records were graded, {left_out}"));
    }
    if !changed.is_empty() {
        screen.warn(&format!("changed since these records were graded, not judged: {}", names(&changed, 5)));
    }
    Graded { attempts, ..Graded::default() }
}

/// Says how paths are read, so that a wrong guess is seen.
fn tell_reading(args: &GradeArgs, class: &Class, screen: &Screen) {
    if let (Some(name), Some(pattern)) = (class.reading.guessed, &class.reading.pattern) {
        screen.note(&format!("reading paths as {pattern} ({name}); choose another with --as"));
    }
    if class.reading.names_problems && args.problems.iter().any(|text| !text.contains('=')) {
        screen.note("the paths name problems: `--problem NAME` is for files whose paths do not");
    }
}

/// Ctrl-C outweighs runs that were not judged, and those outweigh broken problems. What could not
/// be read (`incomplete`) may have been a submission.
fn exit(attempts: &[&Attempt], interrupted: bool, incomplete: bool, broken: bool) -> Exit {
    if interrupted {
        Exit::Interrupted
    } else if incomplete || attempts.iter().any(|attempt| attempt.points.is_none()) {
        Exit::FaultOrIncomplete
    } else if broken {
        Exit::UsageOrContent
    } else {
        Exit::AsExpected
    }
}

/// The reports that `--from` names, as one record.
fn recorded(files: &[PathBuf], screen: &Screen) -> Result<Option<Report>, CliError> {
    let reports = records::read_all(files)?;
    if let Some((path, _)) = reports.iter().find(|(_, report)| report.run.class.is_none()) {
        return Err(refused(format!("{} is not a record of a class", path.display()))
            .with_hint("`harness grade DIR --json FILE` writes one"));
    }
    match reports.as_slice() {
        [] => return Ok(None),
        [(_, report)] if report.run.shard.is_none() => return Ok(Some(report.clone())),
        _ => {}
    }
    let merged = records::merged(reports)?;
    merged.warnings.iter().for_each(|warning| screen.warn(warning));
    if merged.absent() > 0 {
        screen.warn(&merged.lack().0);
    }
    Ok(Some(merged.report))
}

/// The rules by which the class is counted: those of the command line, else those of the record.
fn rules(args: &GradeArgs, recorded: Option<&Report>) -> Result<ClassTable, CliError> {
    let of_args = ClassTable { last: false, per_test: args.per_test };
    let rules = recorded.map_or(of_args, |record| record.run.class.unwrap_or_default());
    if args.per_test && !rules.per_test {
        return Err(refused("the records hold no test behind a submission's first failed one")
            .with_hint("judge with `--per-test`, too, or leave it out here"));
    }
    Ok(ClassTable { last: args.count.map_or(rules.last, |which| which == Which::Last), ..rules })
}

/// The table of a class from records alone, such as merged shards. A student without a record is
/// not in it.
pub(crate) fn table_of(
    merged: &Merged,
    rules: ClassTable,
    screen: &Screen,
    output: StandardOutput,
) -> Result<String, CliError> {
    let mut standings = standings_of(&merged.report, &Languages::built_in()?, rules);
    if merged.missing.is_empty() {
        return Ok(drawn(&standings, screen, output));
    }
    // Whose submissions the missing parts hold is in none of these records.
    standings.rows.iter_mut().for_each(|row| row.rank = None);
    let lack = format!("{} of {} shards are missing: the table is not complete", merged.absent(), merged.n);
    Ok(format!("{}{}", drawn(&standings, screen, output), screen.wrapped(&lack, 0)))
}

fn drawn(standings: &Standings, screen: &Screen, output: StandardOutput) -> String {
    let (color, width) = screen.look(output);
    table::draw(standings, Look { color, unicode: screen.unicode, width })
}

/// Reports that a student has several files for a problem, if the pattern does not explain it.
fn tell_attempts(class: &Class, rules: ClassTable, screen: &Screen) {
    let several = class.several_attempts();
    if !several.is_empty() && !class.reading.names_attempts {
        let which = match rules.last {
            false => "the best one counts (`--count last`: the last by name)",
            true => "the last one by name counts",
        };
        screen.note(&format!("several files of {}: {which}", names(&several, 3)));
    }
}

fn dry_run(class: &Class, screen: &Screen) -> Result<Exit, CliError> {
    let roster = &class.roster;
    let mut text = String::new();
    for submission in &roster.submissions {
        let line = format!("{}  {}  {}", roster.students[submission.student], submission.id.problem, submission.file);
        text.push_str(&sanitize::name(&line, screen.unicode));
        text.push('\n');
    }
    screen::print(text)?;
    let (all, students) = (count(roster.submissions.len(), "submission"), count(roster.students.len(), "student"));
    say!("{all} of {students}\n")?;
    Ok(Exit::AsExpected)
}
