//! `submissions/submissions.yaml`, and what the folders below `submissions/` mean without it.
//!
//! Sources: "Example submissions" of the specifications 2025-09 and legacy.

use crate::fields::Fields;
use crate::kattis::globs::Globs;
use crate::kattis::version::Version;
use crate::mistakes::Mistakes;
use crate::node::{Node, number};
use crate::verdicts::{self, System};
use crate::yaml::parse;
use model::{Side, VerdictSet};

/// What is required of the submissions that a pattern matches.
#[derive(Clone, Debug, PartialEq)]
pub struct SubmissionRule {
    pub pattern: String,
    pub submissions: Globs,
    pub language: Option<String>,
    pub entry_point: Option<String>,
    pub model_solution: bool,
    pub requirements: Vec<Requirement>,
}

/// What a submission must get on some of the tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requirement {
    /// The pattern as it is written, and what it matches: tests, or groups of them. `None`: all.
    pub tests: Option<(String, Globs)>,
    pub permitted: Option<VerdictSet>,
    pub required: Option<VerdictSet>,
    /// Ends included.
    pub score: Option<(f64, f64)>,
    /// Some test's judge message must contain it.
    pub message: Option<String>,
    /// From which sides a submission's times bound the time limit. `None`: its verdicts decide.
    pub time_limit: Option<&'static [Side]>,
}

/// The four verdicts of the format. Verdicts that the format does not have count as the one that
/// judges give instead.
pub fn verdicts_of(code: &str) -> Option<VerdictSet> {
    verdicts::called(System::Icpc, code)
}

fn set(codes: &[&str]) -> VerdictSet {
    codes.iter().filter_map(|code| verdicts_of(code)).flat_map(VerdictSet::iter).collect()
}

/// What lying in `submissions/<folder>/` means by default. `None`: nothing.
pub fn of_folder(folder: &str, version: Version) -> Option<Requirement> {
    let (permitted, required): (Option<&[&str]>, Option<&[&str]>) = match (folder, version.is_legacy()) {
        ("accepted", _) => (Some(&["AC"]), None),
        // As a whole: its single tests may get anything.
        ("partially_accepted", true) => (Some(&["AC"]), None),
        ("wrong_answer", _) => (Some(&["AC", "WA"]), Some(&["WA"])),
        // In a legacy package it may also be wrong, but not crash.
        ("time_limit_exceeded", true) => (Some(&["AC", "WA", "TLE"]), Some(&["TLE"])),
        ("time_limit_exceeded", false) => (Some(&["AC", "TLE"]), Some(&["TLE"])),
        // The singular is not in the format, but occurs.
        ("run_time_error" | "runtime_error", true) => (None, Some(&["RTE"])),
        ("run_time_error", false) => (Some(&["AC", "RTE"]), Some(&["RTE"])),
        ("rejected", _) => (None, Some(&["RTE", "TLE", "WA"])),
        ("brute_force", _) => (Some(&["AC", "RTE", "TLE"]), Some(&["RTE", "TLE"])),
        _ => return None,
    };
    Some(Requirement { permitted: permitted.map(set), required: required.map(set), ..Requirement::default() })
}

/// Reads the text of a `submissions.yaml`. Whatever is wrong is noted, and the rest is read.
pub fn read(text: &str, mistakes: &mut Mistakes) -> Vec<SubmissionRule> {
    let root = parse(text, mistakes);
    let patterns = Fields::of("", root, mistakes).rest();
    patterns.into_iter().map(|(pattern, node)| entry(pattern.it, node, mistakes)).collect()
}

fn entry(pattern: String, node: Node, mistakes: &mut Mistakes) -> SubmissionRule {
    let mut fields = Fields::of(pattern.clone(), Some(node), mistakes);
    let language = fields.text("language").map(|text| text.it);
    let entry_point = fields.text("entrypoint").map(|text| text.it);
    let model_solution = fields.flag("model_solution").is_some_and(|flag| flag.it);
    // The authors do not matter here.
    fields.node("authors");
    let mut requirements = vec![constraints(&mut fields, None)];
    for (tests, node) in fields.rest() {
        let place = tests.place;
        let first = tests.it.split('/').next().unwrap_or_default();
        if !(first == "sample" || first == "secret" || first.contains('*') || first.contains('{')) {
            let title = format!("`{}` is neither a key nor a pattern over tests", tests.it);
            fields.mistakes().warning(place, title, "tests are named like `secret/01`");
            continue;
        }
        let globs = Globs::parse(&tests.it);
        let mut of_tests = Fields::of(format!("{pattern}.{}", tests.it), Some(node), fields.mistakes());
        let requirement = constraints(&mut of_tests, Some((tests.it, globs)));
        of_tests.finish();
        requirements.push(requirement);
    }
    fields.finish();
    let submissions = Globs::parse(&pattern);
    SubmissionRule { pattern, submissions, language, entry_point, model_solution, requirements }
}

fn constraints(fields: &mut Fields<'_>, tests: Option<(String, Globs)>) -> Requirement {
    Requirement {
        tests,
        permitted: verdicts(fields, "permitted"),
        required: verdicts(fields, "required"),
        score: score(fields),
        message: fields.text("message").map(|text| text.it).filter(|text| !text.is_empty()),
        time_limit: for_time_limit(fields),
    }
}

fn verdicts(fields: &mut Fields<'_>, key: &'static str) -> Option<VerdictSet> {
    let codes = fields.texts(key)?;
    if let Some(code) = codes.it.iter().find(|code| verdicts_of(code).is_none()) {
        let title = format!("`{code}` is not a verdict");
        fields.mistakes().error(codes.place, title, "expected AC, WA, TLE or RTE");
        return None;
    }
    Some(codes.it.iter().filter_map(|code| verdicts_of(code)).flat_map(VerdictSet::iter).collect())
}

/// A number, or a list of two.
fn score(fields: &mut Fields<'_>) -> Option<(f64, f64)> {
    let texts = fields.texts("score")?;
    let numbers: Option<Vec<f64>> = texts.it.iter().map(|text| number(text)).collect();
    match numbers.as_deref() {
        Some([one]) => Some((*one, *one)),
        Some([least, most]) if least <= most => Some((*least, *most)),
        _ => {
            fields.mistakes().error(texts.place, "no score", "expected a number, or a list of two");
            None
        }
    }
}

fn for_time_limit(fields: &mut Fields<'_>) -> Option<&'static [Side]> {
    let sides: [Option<&'static [Side]>; 4] = [None, Some(&[]), Some(&[Side::Above]), Some(&[Side::Below])];
    fields.word("use_for_time_limit", &["true", "false", "lower", "upper"]).and_then(|word| sides[word.it])
}
