//! Packages of other formats as files of a workspace.

use crate::begin::write_new;
use crate::error::{Error, OrCannot as _, refused};
use crate::session::Caller;
use crate::workspace::Workspace;
use model::phrase::count;
use model::{ProblemId, Severity, TestId, shell};
use package::detect::Kind;
use package::draft::Draft;
use package::import::{self, Import};
use package::loss::{Loss, Weight};
use sandbox::Cancel;
use std::path::Path;

impl Workspace {
    /// The problems of a package as files of a workspace. Writes nothing, and measures an open time
    /// limit.
    ///
    /// # Errors
    /// When this is a workspace, there is no problem, its files cannot be read, one name is given
    /// to several, or no program can be run here to measure a limit.
    pub fn to_import(&self, name: Option<&ProblemId>, caller: &mut Caller<'_>) -> Result<Vec<Import>, Error> {
        let (catalog, package) = (&self.catalog, self.root.display());
        if Kind::of(&self.root) == Some(Kind::Workspace) {
            return Err(refused(format!("{package} is a workspace already")).with_hint("copy its folders"));
        }
        let judge = format!("judge `{}`", shell::word(&package.to_string()));
        if catalog.problems.is_empty() {
            let hint = if !catalog.unmade.is_empty() {
                format!("{judge}, which makes its tests")
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
        let problems = match catalog.problems.iter().any(|problem| problem.open_limit().is_some()) {
            true => self.measuring(caller, |settled| catalog.problems.iter().map(settled).collect())?,
            false => catalog.problems.clone(),
        };
        for problem in &problems {
            let own = catalog.solutions.iter().filter(|solution| solution.id.problem == problem.id);
            let solutions: Vec<_> = own.cloned().collect();
            let id = name.unwrap_or(&problem.id);
            let import = import::of_problem(problem, &solutions, id, &self.languages);
            let mut import = import.or_cannot(format!("import {package}"))?;
            let unmade = catalog.unmade.iter().filter(|unmade| unmade.problem.id == problem.id);
            let unmade: Vec<&TestId> = unmade.flat_map(|unmade| &unmade.tests).map(|recipe| &recipe.id).collect();
            let nowhere = problem.rules.absent.iter().filter(|id| !unmade.contains(id));
            let why = "its input or its answer is not in the package";
            let losses = nowhere.map(|id| Loss::new(Weight::Judging, format!("test {id}"), why));
            import.losses.splice(0..0, losses);
            if !unmade.is_empty() {
                let why = format!("the package only describes how they are made: {judge} first");
                import.losses.insert(0, Loss::new(Weight::Judging, count(unmade.len(), "test"), why));
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
    write_new(&draft, root)
}
