//! `harness grade`: the submissions of a class, judged and put into a table.

mod args;
mod board;
mod reading;

use crate::again::Calls;
use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::records;
use crate::screen::{self, Screen, StandardOutput, from_here};
use crate::session;
use crate::workspace::{Workspace, here};
use ::judge::class::{Class, ClassGrades, ClassRequest, GradeTask};
use board::Board;
use judge::Settings;
use judge::model::record::ClassTable;
use judge::model::standings::RecordDepth;
use judge::plan::{self, Selection};
use report::artifacts::destination::{Destination, PrepareError};
use report::standings::handout::Handout;
use report::standings::table;
use std::path::Path;

pub(crate) use args::GradeArgs;

pub(crate) fn run(args: &GradeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if args.shard.shard.is_some() && args.json.is_none() && !args.dry_run {
        return Err(refused("a part of a class has no table: without `--json` nothing keeps its results")
            .with_hint("add `--json part-1.json`; `harness grade DIR --from part-*.json` makes the table"));
    }
    let workspace = open(common)?;
    let screen = &workspace.screen;
    let output = StandardOutput::beside(args.files());
    let (folder, mapping, judge) = (&*args.folder, args.map.as_deref(), common.judge()?);
    let (patterns, problems) = (&*args.patterns, &*args.problems);
    let class = workspace.class(&ClassRequest { folder, mapping, patterns, problems, judge })?;
    reading::shape(&class, screen);
    reading::unread(&class, &workspace);
    let folder = args.folder.canonicalize().or_cannot(format!("open {}", args.folder.display()))?;
    args::refuse_inside(&folder, args.files())?;
    class.must_hold_submissions(&from_here(&folder))?;
    let recorded = records::of_class(&args.from, screen)?;
    let rules = args.counting().rules(recorded.as_ref())?;
    if args.dry_run {
        reading::submissions(&class, screen)?;
        return Ok(exit(class.is_whole([].iter()), false));
    }
    args.files().for_each(|path| screen.note_of_pipe(path));
    let handout = Handout::prepare(args.csv.as_deref(), args.html.as_deref()).map_err(CliError::of_caller)?;
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    let title = args.title.as_deref().unwrap_or(&name);
    let keep = if args.contents { RecordDepth::Contents } else { RecordDepth::Results };
    // Where standard output cannot be written, files still are.
    let (ClassGrades { attempts, interrupted, .. }, printed) = match &recorded {
        None => grade((args, common), &class, screen, (rules, keep), output)?,
        Some(record) => (reading::from_record(&class, record, (rules, keep), screen), Ok(())),
    };
    if args.shard.shard.is_some() {
        printed?;
        return Ok(exit(class.is_whole(attempts.values()), interrupted));
    }
    let standings = class.standings(attempts, rules);
    // Each in its turn: where one thing cannot be written, the results are still in the others.
    let printed_table = screen::print_beside(output, &table::draw(&standings, screen.look(output)));
    let mut note = |wrote: &Path| {
        if wrote != Path::new("-") {
            screen.note(&format!("wrote {}", from_here(wrote)));
        }
    };
    let written = handout.write(&standings, title, &mut note).map_err(CliError::of_caller);
    let printed = printed.and(printed_table);
    if let (Err(also), Err(_)) = (&printed, &written) {
        screen.error(also);
    }
    written.and(printed)?;
    if interrupted {
        screen.note("interrupted: the same command goes on from here");
    }
    Ok(exit(class.is_whole(standings.attempts()), interrupted))
}

/// What holds the problems of the class: a workspace, a package, or a folder of tests.
fn open(common: &CommonArgs) -> Result<Workspace, CliError> {
    let tests = common.root.as_deref().map(::judge::Workspace::of_tests).transpose()?.flatten();
    match tests {
        Some(tests) => Ok(Workspace::with_screen(tests, common.screen())),
        None => Workspace::open(common),
    }
}

/// Judges the class, and writes the record. Also returns what could not be printed meanwhile.
fn grade(
    (args, common): (&GradeArgs, &CommonArgs),
    class: &Class,
    screen: &Screen,
    (rules, keep): (ClassTable, RecordDepth),
    output: StandardOutput,
) -> Result<(ClassGrades, Result<(), CliError>), CliError> {
    let json = args.json.as_ref().map(|path| Destination::prepare(path).map(|place| (path, place)));
    let json = json.transpose().map_err(CliError::of_caller)?;
    let selection = Selection { time_factor: args.time.time_factor, ..Selection::default() };
    let plan = plan::make(&class.judge.catalog, &selection).map_err(|error| refused(error.to_string()))?;
    let plan = class.judge.recalled(plan)?;
    let builder = class.judge.builder()?.afresh(args.no_cache);
    let (plan, shard) = class.judge.part_of(plan, args.shard.shard, &builder)?;
    let usual = Settings::of_machine();
    let jobs = args.jobs.map_or(usual.jobs, usize::from);
    let calls = Calls::of_class(common, &here()?, ["grade", &args.folder.to_string_lossy()]);
    let settings = calls.settings(Settings { jobs, shard, ..usual });
    let (remembers, records) = (!args.no_cache, json.is_some());
    let task = GradeTask { plan: &plan, builder: &builder, settings, rules, keep, remembers, records };
    let mut board = Board::new(class, &task, args.quiet, screen, output);
    let cancel = session::cancel_on_signals()?;
    let mut graded = class.grade_task(task, &mut args.sandbox.caller(&cancel, &mut board))?;
    if let (Some((path, place)), Some(record)) = (json, graded.record.take()) {
        let written =
            place.write(&record.to_pretty_json()).map_err(PrepareError::at(path)).map_err(CliError::of_caller);
        board.trouble = board.trouble.take().or(written.err());
    }
    let printed = board.end(&graded);
    Ok((graded, printed))
}

fn exit(is_whole: bool, interrupted: bool) -> Exit {
    match (interrupted, is_whole) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::AsExpected,
        (false, false) => Exit::FaultOrIncomplete,
    }
}
