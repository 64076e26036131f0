//! Exports a problem as a package of another format.
//!
//! A package is judged before it is written, and its verdicts are compared with the problem's.

mod comparison;

use crate::bundle::one_file;
use crate::error::{Error, ErrorKind, OrCannot as _, refused};
use crate::session::{Caller, Listener};
use crate::workspace::{NamedProblem, Restriction, SelectedPlan, Words, Workspace};
use ctd::{Reading, WhiteSpace};
use engine::build::{Builder, KIT, Staging};
use engine::plan::Plan;
use engine::run::{OnFailure, Settings};
use model::{Languages as _, Problem, Solution, SolutionId, TestId};
use package::detect::Kind;
use package::draft::Draft;
use package::export::{self, Export, ExportOptions, Format};
use package::loss::{Loss, Weight};
use sandbox::Cancel;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which problem is exported, and what its own files do not say.
pub struct ExportRequest<'a> {
    /// The name of the problem.
    pub problem: &'a str,
    /// The format of the package.
    pub format: Format,
    /// One of the format's words: `cc by-sa`.
    pub license: Option<&'a str>,
    /// Who holds the rights to the problem, as the format writes it.
    pub rights_owner: Option<&'a str>,
}

/// Whether a package is judged before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparing {
    /// The package is judged, and its verdicts must be the problem's.
    Verdicts,
    /// It is written without a look at what it is worth.
    Nothing,
}

/// How many differences are named.
const DIFFERENCES: usize = 5;

/// What is different about a package, in words: something is wrong with its files (content), a
/// program failed, or a verdict is another.
type Difference = (ErrorKind, String);

/// A package that is not written yet.
pub struct UnwrittenPackage<'a> {
    judge: &'a Workspace,
    named: NamedProblem,
    format: Format,
    scratch: Staging,
    /// Its files, what the format cannot express, and why nobody could judge it.
    pub export: Export,
}

impl Workspace {
    /// Makes a package of a problem. Writes nothing.
    ///
    /// # Errors
    /// When this is not a workspace, there is no such problem, or its programs cannot be run here.
    pub fn export(&self, wanted: &ExportRequest<'_>, caller: &mut Caller<'_>) -> Result<UnwrittenPackage<'_>, Error> {
        if Kind::of(&self.root) != Some(Kind::Workspace) {
            return Err(refused(format!("{} is not a workspace", self.root.display()))
                .with_hint("import it into a workspace: from there it is exported"));
        }
        let builder = self.builder()?;
        let scratch = builder.scratch()?;
        let mut named = self.problem(wanted.problem)?;
        for solution in &mut named.solutions {
            *solution = one_file(&builder, solution, scratch.path())?.solution;
        }
        let mut export = self.package(&builder, wanted, &named, caller)?;
        export.losses.extend(self.slow_languages(&named));
        Ok(UnwrittenPackage { judge: self, named, format: wanted.format, scratch, export })
    }

    /// Languages of the problem's solutions that get more time here. No format can express that.
    fn slow_languages(&self, named: &NamedProblem) -> Vec<Loss> {
        let languages: BTreeSet<_> = named.solutions.iter().map(|solution| &solution.language).collect();
        let entries = languages.into_iter().filter_map(|language| self.languages.get(language));
        let rules = &named.problem.limits.languages;
        let factors = entries.map(|entry| (entry.share().time_by(rules), &entry.name));
        let slow = factors.filter(|(factor, _)| *factor > 1.0);
        let why = "the time limit is the same for every language there";
        slow.map(|(factor, name)| Loss::new(Weight::Judging, format!("{factor} times the time limit for {name}"), why))
            .collect()
    }

    fn package(
        &self,
        builder: &Builder,
        wanted: &ExportRequest<'_>,
        named: &NamedProblem,
        caller: &mut Caller<'_>,
    ) -> Result<Export, Error> {
        let problem = &named.problem;
        let mut wishes = ExportOptions {
            license: wanted.license.map(str::to_owned),
            rights_owner: wanted.rights_owner.map(str::to_owned),
            headers: headers(builder, problem),
            kit: &KIT,
            ..ExportOptions::default()
        };
        ask_grammars(problem, &mut wishes)?;
        let make = |wishes: &ExportOptions| {
            let export = export::package(&self.root, problem, &named.solutions, wanted.format, wishes);
            export.or_cannot(format!("read the files of {}", problem.id))
        };
        let export = make(&wishes)?;
        let wrong = |solution: &&Arc<Solution>| !solution.expectation.is_accepted() && solution.only.globs.is_empty();
        let wrong: Vec<&Arc<Solution>> = named.solutions.iter().filter(wrong).collect();
        if export.left_out.is_empty() || wrong.is_empty() {
            return Ok(export);
        }
        wishes.passing = self.passing(builder, problem, &wrong, &export.left_out, caller)?;
        if wishes.passing.is_empty() { Ok(export) } else { make(&wishes) }
    }

    /// The `wrong` solutions that are accepted on all remaining tests.
    ///
    /// Uses the results of earlier runs and judges the rest: a package must not say *wrong answer*
    /// of a solution that is right on all of its tests.
    fn passing(
        &self,
        builder: &Builder,
        problem: &Problem,
        wrong: &[&Arc<Solution>],
        left_out: &BTreeSet<TestId>,
        caller: &mut Caller<'_>,
    ) -> Result<BTreeSet<SolutionId>, Error> {
        let exported = || problem.tests.iter().filter(|test| !left_out.contains(&test.id));
        if exported().next().is_none() {
            return Ok(wrong.iter().map(|solution| solution.id.clone()).collect());
        }
        let runs = wrong.iter().flat_map(|solution| exported().map(|test| (solution.id.clone(), test.id.clone())));
        let plan = self.plan_of(Some(runs.collect()), caller.listener)?;
        let settings = Settings { on_failure: OnFailure::Continue, ..Settings::default() };
        self.with_session(builder, settings, caller, |session, listener| {
            let accepted = session.accepted(&plan, listener)?;
            let ids = wrong.iter().map(|solution| &solution.id);
            Ok(ids.filter(|id| accepted.contains(&id.to_string())).cloned().collect())
        })
    }

    /// The plan of everything, or of these runs.
    fn plan_of(
        &self,
        only: Option<BTreeSet<(SolutionId, TestId)>>,
        listener: &mut dyn Listener,
    ) -> Result<Plan, Error> {
        let everything = Words { here: self.root.clone(), ..Words::default() };
        let SelectedPlan { plan, notices } =
            self.select(&everything, Restriction { only, ..Restriction::default() })?;
        notices.iter().for_each(|notice| listener.notice(notice));
        Ok(plan)
    }
}

impl UnwrittenPackage<'_> {
    /// Where the package is written if it is to go to `output`, a folder or a zip file. Without one
    /// that is this folder; DOMjudge takes zip files.
    pub fn place(&self, output: Option<&Path>) -> PathBuf {
        let name = &self.export.name;
        match output {
            Some(file) if is_zip(file) => file.to_owned(),
            Some(folder) => folder.join(name),
            None if self.format == Format::Domjudge => PathBuf::from(format!("{name}.zip")),
            None => PathBuf::from(name),
        }
    }

    /// Judges the package, if it is to be compared, and writes it: as a zip file, if the name of
    /// `place` ends with `.zip`, else as a folder. All of it is written or nothing.
    ///
    /// # Errors
    /// When `place` is taken, the package is judged otherwise than its problem, nothing can be
    /// judged here, or the caller cancels it.
    pub fn write(&self, place: &Path, comparing: Comparing, caller: &mut Caller<'_>) -> Result<(), Error> {
        if fs::symlink_metadata(place).is_ok() {
            return Err(refused(format!("cannot write {}: it is there already", place.display()))
                .with_hint("remove it, or name another folder"));
        }
        // Files for a form are not a package that could be judged.
        if comparing == Comparing::Verdicts && self.format != Format::PolygonFiles {
            self.must_agree(&self.differences(caller)?)?;
        }
        write(&self.export, place, caller.cancel)
    }

    /// # Errors
    /// When there are differences. What cannot be trusted outweighs what is known to be wrong.
    fn must_agree(&self, found: &[Difference]) -> Result<(), Error> {
        let kinds = [ErrorKind::Incomplete, ErrorKind::UsageOrContent, ErrorKind::NotAsExpected];
        let Some(kind) = kinds.into_iter().find(|kind| found.iter().any(|(own, _)| own == kind)) else { return Ok(()) };
        let lines: String = found.iter().take(DIFFERENCES).map(|(_, text)| format!("\n  {text}")).collect();
        let more = match found.len().saturating_sub(DIFFERENCES) {
            0 => String::new(),
            more => format!("\n  and {more} more"),
        };
        let what = format!("{} is not judged there as it is here, and was not written{lines}{more}", self.export.name);
        Err(refused(what).with_hint("mend what differs, or write the package without judging it").of_kind(kind))
    }
}

/// Whether a package that is written to this place is one file.
pub fn is_zip(place: &Path) -> bool {
    place.extension().is_some_and(|own| own == "zip")
}

/// Once it has begun, it writes all: half a package would be left behind.
fn write(export: &Export, place: &Path, cancel: &Cancel) -> Result<(), Error> {
    if cancel.is_raised() {
        return Err(Error::Interrupted);
    }
    let cannot = || format!("write {}", place.display());
    if is_zip(place) {
        let mut archive = Vec::new();
        export::zip::write(export, &mut archive).or_cannot(cannot())?;
        let mut draft = Draft::default();
        draft.create(std::path::absolute(place).or_cannot(cannot())?, archive);
        return Ok(draft.write()?);
    }
    export.write(place).or_cannot(cannot())
}

/// The headers of the problem's own programs, wherever they are found.
fn headers(builder: &Builder, problem: &Problem) -> BTreeMap<PathBuf, Vec<(String, PathBuf)>> {
    let programs = problem.validators.iter().map(PathBuf::as_path).chain(problem.judges());
    let language = |file: &Path| builder.languages().of_file(file);
    let headers = |file: &Path| Some((file.to_owned(), builder.headers_of_tool(file, language(file)?)));
    programs.filter_map(headers).collect()
}

/// Finds the tests that a grammar refuses as other tools read it: our comment that allows more
/// white space means nothing to them. A package needs samples, so those are laid out afresh.
fn ask_grammars(problem: &Problem, wishes: &mut ExportOptions) -> Result<(), Error> {
    let free = Reading { white_space: WhiteSpace::Free, ..Reading::default() };
    for file in problem.validators.iter().filter(|file| file.extension().is_some_and(|own| own == "ctd")) {
        let text = beneath::read(file).or_cannot(format!("read {}", file.display()))?;
        // `check` reports mistakes in a grammar.
        let Ok(grammar) = ctd::Program::parse(&text) else { continue };
        for test in &problem.tests {
            let input = beneath::read(&test.input).or_cannot(format!("read {}", test.input.display()))?;
            if ctd::validate(&grammar, &input, &Reading::default()).is_ok() {
                continue;
            }
            let relaid = ctd::relaid(&grammar, &input, &free);
            match relaid.ok().filter(|_| test.id.is_sample()) {
                Some(input) => drop(wishes.relaid.insert(test.id.clone(), input)),
                None => {
                    let why =
                        "its input is laid out more freely than the grammar says, and others are strict about that";
                    wishes.refused.insert(test.id.clone(), why.to_owned());
                }
            }
        }
    }
    Ok(())
}
