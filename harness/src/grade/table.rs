//! The table of a class, on the screen and in files.

use crate::error::{CliError, refused};
use crate::screen::{Screen, StandardOutput, from_here};
use engine::build::Languages;
use judge::class::standings_of;
use model::record::ClassTable;
use model::standings::Standings;
use report::artifacts::merge::MergedReport;
use report::standings::handout::{HandoutError, WrittenFile};
use report::standings::table;
use report::text::Look;
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
    Ok(format!("{}{}", drawn(&standings, screen, output), screen.wrapped(&lack, 0)))
}

pub(super) fn drawn(standings: &Standings, screen: &Screen, output: StandardOutput) -> String {
    let (color, width) = screen.look(output);
    table::draw(standings, Look { color, unicode: screen.unicode, width })
}

pub(super) fn not_handed_out(error: HandoutError) -> CliError {
    match error {
        HandoutError::Place(error) => CliError::of_caller(error),
        HandoutError::NoFolder { .. } => {
            refused(error.to_string()).with_hint("name a folder, or a file that ends with .html for the overview alone")
        }
        HandoutError::Io { doing, source } => CliError::Io { doing, source },
    }
}

pub(super) fn note(wrote: WrittenFile<'_>, screen: &Screen) {
    match wrote {
        WrittenFile::File(path) if path == Path::new("-") => {}
        WrittenFile::File(path) => screen.note(&format!("wrote {}", from_here(path))),
        WrittenFile::Pages(index) => {
            screen.note(&format!("wrote {}, and beside it a page for each student", from_here(index)));
        }
    }
}
