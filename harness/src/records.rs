//! Reports of earlier runs as one record: what `merge` and `grade --from` share.

use crate::error::{CliError, chain, refused};
use crate::screen::Screen;
use judge::model::record::Report;
use report::artifacts::merge::{MergeError, MergedReport, merge};
use report::artifacts::read::{ReadError, read};
use std::path::PathBuf;

/// # Errors
/// When one of the files cannot be read or is not whole.
pub(crate) fn read_all(files: &[PathBuf]) -> Result<Vec<(PathBuf, Report)>, CliError> {
    let failed = |error: ReadError| {
        let hint = match error {
            ReadError::Io { .. } => "name the files that the shards wrote with `--report json=FILE` or `--json FILE`",
            ReadError::Parse { .. } => "run this shard again: its report is not whole",
        };
        refused(chain(&error)).with_hint(hint)
    };
    files.iter().map(|file| Ok((file.clone(), read(file).map_err(failed)?))).collect()
}

/// # Errors
/// When the reports do not belong together.
pub(crate) fn merged(reports: Vec<(PathBuf, Report)>) -> Result<MergedReport, CliError> {
    let are_of_class = reports.iter().any(|(_, report)| report.run.class.is_some());
    merge(reports).map_err(|error| {
        let hint = if matches!(error, MergeError::OtherRules { .. }) {
            "grade one of them again, with the `--per-test` and the `--count` of the other"
        } else if are_of_class {
            "name one record of the whole class, or the parts of one: grade those again that had other files, problems or options"
        } else {
            "merge the reports of one plan: `harness plan` prints its id"
        };
        refused(chain(&error)).with_hint(hint)
    })
}

/// The records of a class as one. `None`: none is named.
///
/// # Errors
/// As [`read_all`] and [`merged`], and when one of them is not of a class.
pub(crate) fn of_class(files: &[PathBuf], screen: &Screen) -> Result<Option<Report>, CliError> {
    let reports = read_all(files)?;
    if let Some((path, _)) = reports.iter().find(|(_, report)| report.run.class.is_none()) {
        return Err(refused(format!("{} is not a record of a class", path.display()))
            .with_hint("`harness grade DIR --json FILE` writes one"));
    }
    match reports.as_slice() {
        [] => return Ok(None),
        [(_, report)] if report.run.shard.is_none() => return Ok(Some(report.clone())),
        _ => {}
    }
    let merged = merged(reports)?;
    merged.warnings.iter().for_each(|warning| screen.warn(warning));
    if merged.absent() > 0 {
        screen.warn(&merged.lack().0);
    }
    Ok(Some(merged.report))
}
