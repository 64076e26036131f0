//! `solutions/`: one file for each solution, found by its name, with its directives.

use crate::diagnostics::Report;
use crate::directives::{self, Directives};
use crate::native::walk::{Entry, Walk};
use model::{
    BuildOptions, ByteSize, Comments, Diagnostic, Language, Languages, Problem, Severity, Snippet, Solution,
    SolutionId, TestId, is_header,
};
use std::collections::BTreeMap;
use std::path::Path;

/// A file whose name is that of a solution.
#[derive(Debug)]
pub struct FoundSolution {
    /// Without what its directives say.
    pub plain: Solution,
    /// `None` if there is an error in them, or the file cannot be read.
    directives: Option<Directives>,
}

impl FoundSolution {
    /// # Errors
    /// The id, when the file's directives are broken.
    pub fn into_solution(self) -> Result<Solution, SolutionId> {
        let Some(directives) = self.directives else { return Err(self.plain.id) };
        let Directives { expectation, only, notes, standard, globs: _, only_places: _, score: _ } = directives;
        let headers = self.plain.path.parent().map(Path::to_path_buf);
        let build = BuildOptions { standard: standard.map(|(name, _)| name), headers, ..BuildOptions::default() };
        Ok(Solution { expectation, only, notes, build, ..self.plain })
    }

    /// Warnings about globs that match no test of `problem` that the solution is judged on, about
    /// an `only` that leaves no test, and about points that the problem does not have.
    pub fn idle(&self, problem: &Problem) -> Vec<Diagnostic> {
        let Some(directives) = &self.directives else { return Vec::new() };
        let any = |matches: &dyn Fn(&TestId) -> bool| problem.tests.iter().any(|test| matches(&test.id));
        let only = &directives.only;
        let mut warnings = Vec::new();
        let mut warn = |place: &Snippet, title: String, hint: &str| {
            let warning = warnings.warning(Path::new(&self.plain.display), title);
            (warning.snippet, warning.hint) = (Some(place.clone()), Some(hint.to_owned()));
        };
        let idle = only.globs.iter().zip(&directives.only_places).filter(|(glob, _)| !any(&|test| glob.matches(test)));
        let idle_only: Vec<&Snippet> = idle.map(|(_, place)| place).collect();
        let hint = "globs are over test ids like `secret/20-max`; `*` stops at `/`, `**` does not";
        let no_test = || format!("no test of `{}` matches", problem.id);
        idle_only.iter().for_each(|place| warn(place, no_test(), hint));
        for (rule, place) in &directives.globs {
            let rule = &directives.expectation.rules[*rule];
            match any(&|test| rule.matches(test)) {
                _ if any(&|test| only.holds(test) && rule.matches(test)) => {}
                false => warn(place, no_test(), hint),
                true => {
                    let place = Snippet { label: "left out by `only`".to_owned(), ..place.clone() };
                    let title = format!("every test of `{}` that matches is left out", problem.id);
                    warn(&place, title, "leave this line out, too, or let `only` keep such a test");
                }
            }
        }
        // The globs match, but one excludes what the other selects.
        let empty = idle_only.is_empty() && !any(&|test| only.holds(test));
        if let Some(place) = directives.only_places.first().filter(|_| empty) {
            let place = Snippet { label: "together with the other globs".to_owned(), ..place.clone() };
            let title = format!("`only` leaves no test of `{}`", problem.id);
            warn(&place, title, "so the solution is not judged at all");
        }
        if let Some(place) = directives.score.as_ref().filter(|_| problem.groups.is_empty()) {
            let title = format!("`{}` has no points", problem.id);
            warn(place, title, "points come with [[groups]] in problem.toml");
        }
        warnings
    }
}

/// All files named like solutions, by id.
pub fn find(walk: &mut Walk<'_>, languages: &dyn Languages) -> Vec<FoundSolution> {
    // Three levels: `src/bin/nim.rs`.
    let mut entries = walk.tree("solutions", 3, |folder| folder != "target");
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let mut found: BTreeMap<SolutionId, FoundSolution> = BTreeMap::new();
    for entry in entries {
        let Some((file, language)) = solution_file(&entry, walk, languages) else { continue };
        let (stem, extension) = file.rsplit_once('.').expect("a language was found by the extension");
        let id = match SolutionId::parse(stem, extension) {
            Ok(id) => id,
            Err(error) => {
                walk.error(&entry.path, error.to_string());
                continue;
            }
        };
        let display = format!("solutions/{}", entry.name);
        if let Some(first) = found.get(&id) {
            let title = format!("solution `{id}` is there twice: {} and {display}", first.plain.display);
            walk.error(&entry.path, title).hint = Some("give one of them another label".to_owned());
            continue;
        }
        let (size, directives) = read(&entry.path, &languages.comments(&language), walk);
        let standard = directives.as_ref().and_then(|directives| directives.standard.as_ref());
        let odd = standard.filter(|_| !languages.has_standards(&language)).map(|(_, place)| place.clone());
        let directives = directives.filter(|_| odd.is_none());
        if let Some(place) = odd {
            let found = walk.error(Path::new(&display), format!("`std` does not apply to {language}"));
            found.snippet = Some(Snippet { label: "it has no standards to choose from".to_owned(), ..place });
            found.hint = Some("leave the directive out".to_owned());
        }
        let plain = Solution { size, ..Solution::new(id.clone(), language, entry.path, display) };
        found.insert(id, FoundSolution { plain, directives });
    }
    found.into_values().collect()
}

fn is_rust(language: &Language) -> bool {
    &*language.0 == "rust"
}

/// Where solutions in this language lie, below `solutions`. Those in Rust are a package's programs:
/// Cargo, and what knows Cargo, looks for them there.
pub fn folder_of(language: &Language) -> &str {
    if is_rust(language) { "src/bin" } else { &language.0 }
}

/// The file name and language of an entry where solutions lie. `None` for everything else, with a
/// warning if it seems to be meant as one.
fn solution_file<'e>(entry: &'e Entry, walk: &mut Walk<'_>, languages: &dyn Languages) -> Option<(&'e str, Language)> {
    let parts: Vec<&str> = entry.name.split('/').collect();
    let file = parts[parts.len() - 1];
    // Python and PyPy share their extension: the folder decides.
    let language_for = |extension: &str| match &parts[..parts.len() - 1] {
        [folder] => languages.of_extension(&format!("{folder}/{extension}")),
        _ => languages.of_extension(extension),
    };
    let language = file.rsplit_once('.').and_then(|(_, extension)| language_for(extension));
    let title = match (entry.is_folder, &parts[..parts.len() - 1], language) {
        // A folder that cargo would build as one program.
        (true, folders @ ([_] | ["src", "bin"]), _) if *folders != ["src"] => "ignored: a solution is one file",
        (false, ["src", "bin"], Some(language)) if is_rust(&language) => return Some((file, language)),
        (false, [folder], Some(language)) if *folder != "src" => return Some((file, language)),
        (false, [] | ["src"] | ["src", "bin"], Some(_)) if !["lib.rs", "main.rs", "build.rs"].contains(&file) => {
            "ignored: solutions are looked for in src/bin/, if they are in Rust, and in a folder for each language"
        }
        (false, folders @ ([_] | ["src", "bin"]), None)
            if *folders != ["src"] && !file.ends_with(".md") && !is_header(&entry.path) =>
        {
            "ignored: no language has this ending"
        }
        (true | false, ..) => return None,
    };
    walk.warning(&entry.path, title);
    None
}

/// The size and the directives of the file.
fn read(path: &Path, comments: &Comments, walk: &mut Walk<'_>) -> (ByteSize, Option<Directives>) {
    let read = directives::of_file(path, &walk.relative(path), comments);
    let Some((size, directives, diagnostics)) = walk.reported(path, "cannot be read", read) else {
        return (ByteSize(0), None);
    };
    let broken = diagnostics.iter().any(|d| d.severity == Severity::Error);
    walk.extend(diagnostics);
    (size, (!broken).then_some(directives))
}
