//! Whose rules for points a legacy package follows. Kattis and DOMjudge read the same files
//! differently: to Kattis each test is worth `accept_score`, which inner folders inherit; to
//! DOMjudge a group is worth it once, and nothing is inherited. The package's own marks decide.

use crate::diagnostics::Report;
use crate::kattis::markers::Markers;
use crate::kattis::settings::Settings;
use crate::kattis::{FILE, Package};
use model::{Diagnostic, RulesOf};

/// Flags of `grader_flags` that DOMjudge does not read.
const FLAGS: [&str; 5] = ["worst_error", "no_errors", "first_error", "always_accept", "accept_if_any_accepted"];

/// The system, by the marks in `package`. A warning, if it has marks of both.
pub fn of(package: &Package, diagnostics: &mut Vec<Diagnostic>) -> RulesOf {
    if !package.metadata.version.is_legacy() || !package.metadata.scoring {
        return RulesOf::Kattis;
    }
    let Some(mark) = of_domjudge(package) else { return RulesOf::Kattis };
    let because = match of_kattis(package) {
        Some(other) => format!("{other} is not DOMjudge's"),
        None if !package.data.folder("").is_some_and(|data| data.declared) => {
            "without data/testdata.yaml DOMjudge adds nothing up".to_owned()
        }
        None => return RulesOf::Domjudge,
    };
    let title = format!(
        "points follow Kattis' rules, as {because}; by those of DOMjudge, which {mark} stands for, a group counts once"
    );
    diagnostics.warning(&package.root.join(FILE), title).hint =
        Some("write a settings file for every group that both read alike".to_owned());
    RulesOf::Kattis
}

fn of_domjudge(package: &Package) -> Option<&'static str> {
    if package.root.join("domjudge-problem.ini").is_file() {
        return Some("domjudge-problem.ini");
    }
    let paths = package.submissions.iter().flat_map(|program| &program.files);
    paths.map(|(_, path)| path).any(|path| Markers::read(path).score.is_some()).then_some("@EXPECTED_SCORE@")
}

fn of_kattis(package: &Package) -> Option<&'static str> {
    let is_set = |test: fn(&Settings) -> bool| package.data.graded().any(|folder| test(&folder.stated));
    let has_flag = |settings: &Settings| settings.grader_flags.iter().flatten().any(|flag| FLAGS.contains(&&**flag));
    let mut submissions = package.submissions.iter().map(|program| program.name.as_str());
    let marks = [
        (package.metadata.validator_scores, "`validation: custom score`"),
        (is_set(|settings| settings.custom_grading == Some(true)), "`grading: custom`"),
        (is_set(|settings| settings.reject_score.is_some()), "`reject_score`"),
        (is_set(has_flag), "a verdict in `grader_flags`"),
        (submissions.any(|name| name.starts_with("partially_accepted/")), "submissions/partially_accepted/"),
    ];
    marks.into_iter().find(|(is_there, _)| *is_there).map(|(_, mark)| mark)
}
