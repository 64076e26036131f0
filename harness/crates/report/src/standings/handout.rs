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
    html: Option<Html>,
}

enum Html {
    File(PathBuf, Destination),
    /// The folder, and the place of the overview in it.
    Folder(PathBuf, Destination),
}

/// Something that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenFile<'a> {
    File(&'a Path),
    /// This overview, and beside it a page for each student.
    Pages(&'a Path),
}

/// Why the results cannot be handed out.
#[derive(Debug, thiserror::Error)]
pub enum HandoutError {
    #[error(transparent)]
    Place(#[from] PrepareError),
    #[error("{} is a file, and pages need a folder", path.display())]
    NoFolder { path: PathBuf },
    #[error("cannot {doing}")]
    Io { doing: String, source: io::Error },
}

/// The overview's name in the folder of the pages.
const INDEX: &str = "index.html";

impl Handout {
    /// `html`: a folder, or a file that ends with `.html` for the overview alone.
    ///
    /// # Errors
    /// When a place cannot be written.
    pub fn prepare(csv: Option<&Path>, html: Option<&Path>) -> Result<Handout, HandoutError> {
        let place = |path: &Path| Ok::<_, PrepareError>((path.to_owned(), Destination::prepare(path)?));
        let csv = csv.map(place).transpose()?;
        let is_page = |path: &Path| path.extension().is_some_and(|end| end == "html" || end == "htm");
        let html = match html {
            None => None,
            Some(path) if is_page(path) || path == Path::new("-") => {
                let (path, place) = place(path)?;
                Some(Html::File(path, place))
            }
            Some(path) if path.is_file() => return Err(HandoutError::NoFolder { path: path.to_owned() }),
            Some(path) => {
                fs::create_dir_all(path).map_err(|source| cannot("make", path, source))?;
                Some(Html::Folder(path.to_owned(), Destination::within(path, INDEX)?))
            }
        };
        Ok(Handout { csv, html })
    }

    /// Writes everything, and says so piece by piece. Where the spreadsheet cannot be written, the
    /// pages still are.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(
        self,
        standings: &Standings,
        title: &str,
        wrote: &mut dyn FnMut(WrittenFile<'_>),
    ) -> Result<(), HandoutError> {
        let Handout { csv, html } = self;
        let spreadsheet = csv.map_or(Ok(()), |(path, place)| {
            put(place, &path, &csv::render(standings))?;
            wrote(WrittenFile::File(&path));
            Ok(())
        });
        match html {
            None => {}
            Some(Html::File(path, place)) => {
                put(place, &path, &page::overview(standings, title, Links::Nowhere))?;
                wrote(WrittenFile::File(&path));
            }
            Some(Html::Folder(folder, index)) => {
                for row in &standings.rows {
                    let path = folder.join(page::file(row));
                    let text = page::student(standings, row, title);
                    replace(&path, text.as_bytes()).map_err(|source| cannot("write", &path, source))?;
                }
                let place = folder.join(INDEX);
                put(index, &place, &page::overview(standings, title, Links::Students))?;
                wrote(WrittenFile::Pages(&place));
            }
        }
        spreadsheet
    }
}

fn put(place: Destination, path: &Path, text: &str) -> Result<(), HandoutError> {
    place.write(text.as_bytes()).map_err(|source| cannot("write", path, source))
}

fn cannot(verb: &str, path: &Path, source: io::Error) -> HandoutError {
    HandoutError::Io { doing: format!("{verb} {}", named(path)), source }
}

/// A place that is written to, for people.
pub fn named(path: &Path) -> String {
    if path == Path::new("-") { "standard output".to_owned() } else { path.display().to_string() }
}
