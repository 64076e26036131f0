//! Packages of other formats as files of a workspace.

use crate::error::{Error, OrCannot as _, chain, refused};
use crate::judge::Judge;
use engine::build::Languages;
use model::phrase::count;
use model::{ProblemId, Severity, shell};
use package::detect::Kind;
use package::draft::{Draft, DraftError};
use package::export::Loss;
use package::import::{self, Import};
use sandbox::Cancel;
use std::path::Path;

/// What can be imported.
pub enum Importable {
    /// The files that an export of ours was made of.
    Export(Import),
    /// A package, or a folder of packages: [`Judge::to_import`] makes files of it.
    Package(Judge),
}

/// What lies in the folder `package`. `name`: what its problem is to be called, in place of its own
/// name.
///
/// # Errors
/// When it is a workspace, cannot be read, or is damaged.
pub fn importable(package: &Path, name: Option<&ProblemId>, languages: Languages) -> Result<Importable, Error> {
    let cannot = || format!("import {}", package.display());
    if let Some(import) = import::of_export(package, name).or_cannot(cannot())? {
        return Ok(Importable::Export(import));
    }
    if Kind::of(package) == Some(Kind::Workspace) {
        return Err(refused(format!("{} is a workspace already", package.display())).with_hint("copy its folders"));
    }
    Ok(Importable::Package(Judge::read(package.to_owned(), languages)))
}

impl Judge {
    /// The problems of a package as files of a workspace. Writes nothing.
    ///
    /// # Errors
    /// When there is none, its files cannot be read, or one name is given to several.
    pub fn to_import(&self, name: Option<&ProblemId>) -> Result<Vec<Import>, Error> {
        let (catalog, package) = (&self.catalog, self.root.display());
        let judge = format!("`harness {}`", shell::word(&package.to_string()));
        if catalog.problems.is_empty() {
            let hint = if !catalog.unmade.is_empty() {
                format!("{judge} makes its tests first")
            } else if self.diagnostics.iter().any(|found| found.severity == Severity::Error) {
                "fix the errors above".to_owned()
            } else {
                "name a folder with a problem.yaml, or a folder of such folders".to_owned()
            };
            return Err(refused(format!("there is no problem to import in {package}")).with_hint(hint));
        }
        if name.is_some() && catalog.problems.len() > 1 {
            return Err(refused("one name for several problems").with_hint("leave the name out, or name one package"));
        }
        let mut imports = Vec::new();
        for problem in &catalog.problems {
            let own = catalog.solutions.iter().filter(|solution| solution.id.problem == problem.id);
            let solutions: Vec<_> = own.cloned().collect();
            let id = name.unwrap_or(&problem.id);
            let import = import::of_problem(problem, &solutions, id, &self.languages);
            let mut import = import.or_cannot(format!("import {package}"))?;
            let unmade = catalog.unmade.iter().filter(|unmade| unmade.problem.id == problem.id);
            let unmade = unmade.map(|unmade| unmade.tests.len()).sum();
            if unmade > 0 {
                let why = format!("the package only describes how they are made; {judge} makes them");
                import.losses.insert(0, Loss { what: count(unmade, "test"), why });
            }
            imports.push(import);
        }
        Ok(imports)
    }
}

/// Writes the files of a problem into the workspace at `root`: all of them, or nothing.
///
/// # Errors
/// When something of their names is there, or they cannot be read or written.
pub fn write_import(import: &Import, root: &Path, cancel: &Cancel) -> Result<(), Error> {
    let mut draft = Draft::default();
    for (place, content) in &import.files {
        let bytes = content.bytes().or_cannot(format!("read what becomes {place}"))?;
        draft.create(root.join(place), bytes);
    }
    // Once it has begun, it writes all: half a problem would be left behind.
    if cancel.is_raised() {
        return Err(Error::Interrupted);
    }
    draft.write_below(root).map_err(|error| match &error {
        DraftError::Exists(places) => {
            let first = places.first().map(|place| place.strip_prefix(root).unwrap_or(place).display().to_string());
            refused(format!("{} is there already ({} in all)", first.unwrap_or_default(), places.len()))
                .with_hint(format!("give it another name: `harness import PATH {}-2`", import.id))
        }
        DraftError::Write { .. } => refused(chain(&error)),
    })
}
