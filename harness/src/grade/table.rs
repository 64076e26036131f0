//! The table of a class, on the screen and in files.

use crate::error::CliError;
use crate::screen::{Screen, StandardOutput, from_here};
use judge::Languages;
use judge::class::standings_of;
use judge::model::record::ClassTable;
use judge::model::standings::Standings;
use report::artifacts::merge::MergedReport;
use report::standings::table;
use std::path::Path;

/// The table of a class from records alone, such as merged shards. A student without a record is
/// not in it.
pub(crate) fn table_of(
    merged: &MergedReport,
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
    Ok(format!("{}\n{}", drawn(&standings, screen, output), screen.wrapped(&lack, 0)))
}

pub(super) fn drawn(standings: &Standings, screen: &Screen, output: StandardOutput) -> String {
    table::draw(standings, screen.look(output))
}

pub(super) fn note(wrote: &Path, screen: &Screen) {
    if wrote != Path::new("-") {
        screen.note(&format!("wrote {}", from_here(wrote)));
    }
}
