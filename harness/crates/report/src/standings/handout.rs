//! What grading leaves behind: a spreadsheet, and pages. Every place is checked before anything is
//! judged.

use crate::artifacts::destination::{Destination, PrepareError, replace};
use crate::standings::csv;
use crate::standings::page::{self, Links};
use model::standings::Standings;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where everything goes.
pub struct Handout {
    csv: Option<(PathBuf, Destination)>,
    /// The overview, and whether a page for each student lies beside it.
    html: Option<(PathBuf, Destination, Links)>,
}

/// The overview's name in the folder of the pages.
const INDEX: &str = "index.html";

impl Handout {
    /// `html`: a folder, or a file that ends with `.html` for the overview alone.
    ///
    /// # Errors
    /// When a place cannot be written.
    pub fn prepare(csv: Option<&Path>, html: Option<&Path>) -> Result<Handout, PrepareError> {
        let place = |path: &Path| Ok((path.to_owned(), Destination::prepare(path)?));
        let csv = csv.map(place).transpose()?;
        let is_page = |path: &Path| path.extension().is_some_and(|end| end == "html" || end == "htm");
        let html = match html {
            None => None,
            Some(path) if is_page(path) || path == Path::new("-") => {
                Some((path.to_owned(), Destination::prepare(path)?, Links::Nowhere))
            }
            Some(path) if path.is_file() => {
                let why = "it is a file, and pages need a folder; `.html` at its end means the overview alone";
                return Err(PrepareError::at(path)(io::Error::other(why)));
            }
            Some(path) => {
                fs::create_dir_all(path).map_err(PrepareError::at(path))?;
                Some((path.join(INDEX), Destination::within(path, INDEX)?, Links::Students))
            }
        };
        Ok(Handout { csv, html })
    }

    /// Writes everything, and says so piece by piece. Where the spreadsheet cannot be written, the
    /// pages still are.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(self, standings: &Standings, title: &str, wrote: &mut dyn FnMut(&Path)) -> Result<(), PrepareError> {
        let Handout { csv, html } = self;
        let spreadsheet = csv.map_or(Ok(()), |(path, place)| {
            put(place, &path, &csv::render(standings))?;
            wrote(&path);
            Ok(())
        });
        if let Some((path, place, links)) = html {
            for row in standings.rows.iter().filter(|_| links == Links::Students) {
                let page = path.with_file_name(page::file(row));
                replace(&page, page::student(standings, row, title).as_bytes()).map_err(PrepareError::at(&page))?;
            }
            put(place, &path, &page::overview(standings, title, links))?;
            wrote(&path);
        }
        spreadsheet
    }
}

fn put(place: Destination, path: &Path, text: &str) -> Result<(), PrepareError> {
    place.write(text.as_bytes()).map_err(PrepareError::at(path))
}
