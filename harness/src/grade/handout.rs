//! What grading leaves behind: a spreadsheet, and pages. Every place is checked before anything is
//! judged.

use super::GradeArgs;
use crate::error::{CliError, OrCannot as _, refused};
use crate::screen::{Screen, from_here};
use model::standings::Standings;
use report::artifacts::destination::{Destination, replace};
use report::standings::csv;
use report::standings::page::{self, Links};
use std::fs;
use std::path::{Path, PathBuf};

/// The overview's name in a folder of pages.
const INDEX: &str = "index.html";

/// Where everything goes.
pub(super) struct Handout {
    csv: Option<(PathBuf, Destination)>,
    html: Option<Html>,
    title: String,
}

enum Html {
    File(PathBuf, Destination),
    /// The folder, and the place of the overview in it.
    Folder(PathBuf, Destination),
}

impl Handout {
    /// # Errors
    /// When a place cannot be written.
    pub(super) fn prepare(args: &GradeArgs, folder: &Path) -> Result<Handout, CliError> {
        let csv = args
            .csv
            .as_ref()
            .map(|path| Destination::prepare(path).map(|place| (path.clone(), place)))
            .transpose()
            .map_err(CliError::of_caller)?;
        let html = match &args.html {
            None => None,
            Some(path)
                if path.extension().is_some_and(|end| end == "html" || end == "htm") || *path == Path::new("-") =>
            {
                Some(Html::File(path.clone(), Destination::prepare(path).map_err(CliError::of_caller)?))
            }
            Some(path) if path.is_file() => {
                return Err(refused(format!("{} is a file, and pages need a folder", path.display()))
                    .with_hint("name a folder, or a file that ends with .html for the overview alone"));
            }
            Some(path) => {
                fs::create_dir_all(path).or_cannot(format!("make {}", path.display()))?;
                Some(Html::Folder(path.clone(), Destination::within(path, INDEX).map_err(CliError::of_caller)?))
            }
        };
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        Ok(Handout { csv, html, title: args.title.clone().unwrap_or(name) })
    }

    /// # Errors
    /// When a file cannot be written.
    pub(super) fn write(self, standings: &Standings, screen: &Screen) -> Result<(), CliError> {
        let Handout { csv, html, title } = self;
        let spreadsheet = csv.map_or(Ok(()), |(path, place)| {
            place.write(csv::render(standings).as_bytes()).or_cannot(format!("write {}", named(&path)))?;
            note(&path, "", screen);
            Ok(())
        });
        match html {
            None => {}
            Some(Html::File(path, place)) => {
                let overview = page::overview(standings, &title, Links::Nowhere);
                place.write(overview.as_bytes()).or_cannot(format!("write {}", named(&path)))?;
                note(&path, "", screen);
            }
            Some(Html::Folder(folder, index)) => {
                let write = |name: &str, text: String| {
                    let path = folder.join(name);
                    replace(&path, text.as_bytes()).or_cannot(format!("write {}", path.display()))
                };
                for row in &standings.rows {
                    write(&page::file(row), page::student(standings, row, &title))?;
                }
                let place = folder.join(INDEX);
                let overview = page::overview(standings, &title, Links::Students);
                index.write(overview.as_bytes()).or_cannot(format!("write {}", place.display()))?;
                note(&place, ", and beside it a page for each student", screen);
            }
        }
        spreadsheet
    }
}

/// A place that is written to, for people.
pub(super) fn named(path: &Path) -> String {
    if path == Path::new("-") { "standard output".to_owned() } else { path.display().to_string() }
}

fn note(path: &Path, what: &str, screen: &Screen) {
    if path != Path::new("-") {
        screen.note(&format!("wrote {}{what}", from_here(path)));
    }
}
