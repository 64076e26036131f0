//! `harness grade`: the submissions of a class, judged and put into a table.

mod args;
mod board;
mod reading;
mod table;

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::limits;
use crate::records;
use crate::screen::{self, Screen, StandardOutput, from_here};
use crate::session;
use crate::workspace::Workspace;
use ::judge::class::{Class, ClassGrades, ClassRequest, Coverage, GradeTask};
use ::judge::{Judge, part_of};
use board::Board;
use engine::plan::{self, Selection};
use engine::run::Settings;
use model::record::ClassTable;
use model::standings::RecordDepth;
use report::artifacts::destination::Destination;
use report::standings::handout::{Handout, named};

pub(crate) use args::GradeArgs;
pub(crate) use table::table_of;

pub(crate) fn run(args: &GradeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if args.shard.shard.is_some() && args.json.is_none() && !args.dry_run {
        return Err(refused("a part of a class has no table: without `--json` nothing keeps its results")
            .with_hint("add `--json part-1.json`; `harness grade DIR --from part-*.json` makes the table"));
    }
    let workspace = open(common)?;
    let screen = &workspace.screen;
    let output = StandardOutput::beside(args.files());
    let (paths, problems) = (args.paths(), &*args.problems);
    let class = workspace.class(&ClassRequest { folder: &args.folder, paths, problems, judge: common.judge()? })?;
    reading::shape(args, &class, screen);
    let broken = reading::unread(&class, &workspace, args.dry_run);
    let folder = args.folder.canonicalize().or_cannot(format!("open {}", args.folder.display()))?;
    class.must_hold_submissions(&from_here(&folder), &broken)?;
    let recorded = records::of_class(&args.from, screen)?;
    let rules = args.counting().rules(recorded.as_ref())?;
    reading::attempts(&class, rules, screen);
    if args.dry_run {
        return reading::submissions(&class, screen);
    }
    args.files().for_each(|path| screen.note_of_pipe(path));
    let handout = Handout::prepare(args.csv.as_deref(), args.html.as_deref()).map_err(table::not_handed_out)?;
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    let title = args.title.as_deref().unwrap_or(&name);
    let keep = if args.contents { RecordDepth::Contents } else { RecordDepth::Results };
    // Where standard output cannot be written, files still are.
    let (ClassGrades { attempts, interrupted, .. }, printed) = match &recorded {
        None => grade(args, &class, screen, (rules, keep), output)?,
        Some(record) => (reading::from_record(&class, record, (rules, keep), screen), Ok(())),
    };
    if args.shard.shard.is_some() {
        printed?;
        return Ok(exit(class.coverage(attempts.values(), interrupted, &broken)));
    }
    let standings = class.standings(attempts, rules);
    // Each in its turn: where one thing cannot be written, the results are still in the others.
    let printed_table = screen::print_beside(output, &table::drawn(&standings, screen, output));
    let written =
        handout.write(&standings, title, &mut |wrote| table::note(wrote, screen)).map_err(table::not_handed_out);
    match (printed.and(printed_table), written) {
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
    Ok(exit(class.coverage(standings.attempts(), interrupted, &broken)))
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
    (rules, keep): (ClassTable, RecordDepth),
    output: StandardOutput,
) -> Result<(ClassGrades, Result<(), CliError>), CliError> {
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

/// Ctrl-C outweighs runs that were not judged, and those outweigh broken problems.
fn exit(coverage: Coverage) -> Exit {
    match coverage {
        Coverage::Interrupted => Exit::Interrupted,
        Coverage::Part => Exit::FaultOrIncomplete,
        Coverage::AllButBroken => Exit::UsageOrContent,
        Coverage::Whole => Exit::AsExpected,
    }
}
