//! `harness merge`: combines the reports of shards.

use crate::args::{CommonArgs, ReportTo, report};
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::last_run;
use crate::outputs::renderer;
use crate::records;
use crate::screen::{self, Screen, StandardOutput};
use crate::workspace;
use clap::Args;
use judge::Languages;
use judge::class::standings_of;
use judge::model::record::{ClassTable, Summary};
use judge::model::{Severity, Status};
use report::artifacts::destination::Destination;
use report::artifacts::merge::MergedReport;
use report::last_run::save;
use report::standings::table;
use report::text::{phrase, sanitize};
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness merge out/shard-*.json
                                   tell how the whole run went, and remember it
  harness merge out/shard-*.json --report html=all.html
                                   also write a page

In the workspace that was judged, the whole run is what `harness last` shows and `harness --failed` repeats; elsewhere \
nothing is saved. Reports of `harness grade --shard` become the table of the class (`harness grade DIR --from` writes its spreadsheet and \
pages).";

/// Merge shard reports into one
#[derive(Args, Debug)]
#[command(hide = true, after_help = EXAMPLES)]
pub(crate) struct MergeArgs {
    /// JSON reports of runs with --shard
    #[arg(value_name = "REPORT", required = true)]
    shards: Vec<PathBuf>,
    /// Write the whole report, such as `json=report.json`; `-` is standard output; may be given
    /// several times
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = report)]
    reports: Vec<ReportTo>,
}

pub(crate) fn run(args: &MergeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let screen = common.screen();
    let mut places = Vec::new();
    for report in &args.reports {
        let Some(render) = renderer(report.format) else {
            return Err(refused("lines are written as a run goes on, and a merge is not a run")
                .with_hint("ask for json, junit or html"));
        };
        screen.note_of_pipe(&report.path);
        places.push((render, Destination::prepare(&report.path).map_err(CliError::of_caller)?));
    }
    let merged = records::merged(records::read_all(&args.shards)?)?;
    let root = workspace_of(&merged, common)?;

    for (render, place) in places {
        place.write(&render(&merged.report)).or_cannot("write the report")?;
    }
    let class = merged.report.run.class;
    // A class's submissions are not a run of this workspace's solutions.
    if let Some(root) = root.filter(|_| class.is_none()) {
        let mut notes = Vec::new();
        save(&merged.report, &last_run::folder(&root), &mut notes);
        notes.iter().for_each(|note| screen.note(note));
    }
    let output = StandardOutput::beside(args.reports.iter().map(|report| &report.path));
    let text = match class {
        Some(rules) => table_of(&merged, rules, &screen, output)?,
        None => text(&merged),
    };
    screen::print_beside(output, &text)?;
    for warning in &merged.warnings {
        screen.warn(warning);
    }
    if merged.missing.is_empty() {
        // A grader asks whether everything was judged, whatever the verdicts.
        let is_open = merged.report.unread.iter().any(|unread| unread.open);
        return Ok(match (class, Exit::of(&merged.report.summary)) {
            (Some(_), Exit::AsExpected | Exit::NotAsExpected) if is_open => Exit::FaultOrIncomplete,
            (Some(_), Exit::NotAsExpected) => Exit::AsExpected,
            (_, exit) => exit,
        });
    }
    let (lack, array) = merged.lack();
    Err(refused(lack)
        .with_hint(format!("run them again (Slurm: --array={array}), then merge"))
        .of_kind(ErrorKind::Incomplete))
}

/// The workspace whose run this is: the one that is named, or the one around, where that has the
/// problems. Elsewhere nothing is saved.
///
/// # Errors
/// When the named folder is not a workspace.
fn workspace_of(merged: &MergedReport, common: &CommonArgs) -> Result<Option<PathBuf>, CliError> {
    let root = match (workspace::root(common.root.as_deref()), &common.root) {
        (Ok(root), _) => root,
        (Err(error), Some(_)) => return Err(error),
        (Err(_), None) => return Ok(None),
    };
    Ok(Some(root).filter(|root| merged.is_of(root)))
}

/// The table of a class. A student without a record is not in it.
fn table_of(
    merged: &MergedReport,
    rules: ClassTable,
    screen: &Screen,
    output: StandardOutput,
) -> Result<String, CliError> {
    let mut standings = standings_of(&merged.report, &Languages::built_in()?, rules);
    if merged.missing.is_empty() {
        return Ok(table::draw(&standings, screen.look(output)));
    }
    // Whose submissions the missing parts hold is in none of these records.
    standings.rows.iter_mut().for_each(|row| row.rank = None);
    let lack = format!("{} of {} shards are missing: the table is not complete", merged.absent(), merged.n);
    Ok(format!("{}\n{}", table::draw(&standings, screen.look(output)), screen.wrapped(&lack, 0)))
}

/// Everything that is not as expected, the errors in the files, and the summary.
fn text(merged: &MergedReport) -> String {
    let mut text = String::new();
    let summary = &merged.report.summary;
    for solution in &merged.report.solutions {
        if solution.status != Status::Met {
            let verdict = solution.verdict.map_or("no verdict", |verdict| verdict.name());
            // Writing to a String cannot fail.
            let name = sanitize::name(&solution.name, true);
            let _ = writeln!(text, "{name}: {}, expected {}: {verdict}", solution.status.name(), solution.expected);
        }
    }
    for error in merged.report.diagnostics.iter().filter(|one| one.severity == Severity::Error) {
        let _ = writeln!(text, "{}: {}", error.severity.name(), sanitize::name(&phrase::placed(error), true));
    }
    let Summary { met, unmet, undecided, judged, cached, .. } = summary;
    let _ = write!(text, "{met} of {} solutions as expected, {judged} runs", met + unmet + undecided);
    let _ = if *cached > 0 { writeln!(text, " ({cached} from cache)") } else { writeln!(text) };
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use judge::model::record::{DiagnosticRecord, Report};

    #[test]
    fn errors_in_the_files_are_named() {
        let (title, path) = ("unknown key `titel`".to_owned(), "problems/nim/problem.toml".to_owned());
        let of = |severity| DiagnosticRecord {
            severity,
            title: title.clone(),
            path: path.clone(),
            line: Some(2),
            column: Some(1),
            hint: None,
        };
        let mut report = Report::new();
        report.diagnostics = vec![of(Severity::Error), of(Severity::Warning)];
        let merged = MergedReport { report, missing: Vec::new(), n: 2, warnings: Vec::new() };
        let expected =
            "error: unknown key `titel` (problems/nim/problem.toml:2:1)\n0 of 0 solutions as expected, 0 runs\n";
        assert_eq!(text(&merged), expected);
    }
}
