//! What a submission must get: according to its folder, to `submissions.yaml`, or to a marker in
//! its source.
//!
//! A marker (`@EXPECTED_RESULTS@:` of DOMjudge) is the most specific, as it is about this one file,
//! so it replaces the meaning of the folder. Constraints of `submissions.yaml` are added to one
//! another, as the format says.

use crate::diagnostics::Report;
use crate::kattis::Package;
use crate::kattis::globs::Globs;
use crate::kattis::markers::Markers;
use crate::kattis::programs::Program;
use crate::kattis::submissions::{Requirement, of_folder};
use crate::kattis::version::Version;
use crate::verdicts::{self, System};
use model::{Diagnostic, Expectation, Grading, GroupRule, Points, Rule, ScoreRange, TestId, Verdict, VerdictSet};

/// What `program`, a submission of `package`, must get. `grading`: the package's own rules for
/// verdicts and scores.
pub fn of(
    package: &Package,
    program: &Program,
    grading: Option<&Grading>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Expectation {
    let markers =
        program.files.iter().map(|(_, path)| Markers::read(path)).find(|markers| *markers != Markers::default());
    let markers = markers.unwrap_or_default();
    let requirements = requirements(package, program);
    if requirements.is_empty() && markers == Markers::default() {
        let folder = program.name.split('/').next().unwrap_or_default();
        let title = format!("nothing says what submissions in {folder}/ must get: whatever they get will do");
        diagnostics.warning(&program.path, title).hint =
            Some("move them into a folder of the format, or name them in submissions.yaml".to_owned());
    }
    let whole = grading.filter(|grading| grading.makes_verdict).filter(|_| requirements.len() < 2);
    let mut expectation = match (&markers.results, whole) {
        (Some(results), None) => {
            Expectation { rules: vec![Rule { verdicts: *results, ..Rule::default() }], ..Expectation::default() }
        }
        (results, Some(grading)) => of_whole(grading, *results, requirements.first()),
        (None, None) => {
            let rules = rules(&test_ids(package), &requirements);
            Expectation { rules, ..Expectation::default() }
        }
    };
    if let (Some(grades), Some(grading)) = (&markers.grades, grading) {
        expectation.groups.extend(of_groups(grades, package, grading, program, diagnostics));
    }
    if grading.is_some_and(|grading| grading.scored) {
        let of_all = requirements.iter().find(|requirement| requirement.tests.is_none() && requirement.score.is_some());
        let own = markers.score.map(|score| (score, score));
        // It must be accepted as a whole, and nothing more.
        let partial = package.metadata.version.is_legacy() && program.name.starts_with("partially_accepted/");
        let unbounded = partial.then(ScoreRange::any);
        expectation.score = own.or(of_all.and_then(|requirement| requirement.score)).and_then(range).or(unbounded);
        expectation.groups.extend(scores_of_groups(&requirements, grading));
    }
    let saying = requirements.iter().filter_map(|requirement| Some((requirement, requirement.message.clone()?)));
    let saying: Vec<Rule> = saying
        .filter_map(|(of, message)| Some(Rule { message: Some(message), ..on(of, &test_ids(package))? }))
        .collect();
    if !saying.is_empty() && !package.judges_itself() {
        let title = "`message` is not looked for: the comparison says nothing, and no output validator is there";
        diagnostics.warning(&package.root.join("submissions/submissions.yaml"), title).hint =
            Some("leave it out, or write an output_validator/ that writes judgemessage.txt".to_owned());
    } else {
        expectation.rules.extend(saying);
    }
    expectation
}

fn range((least, most): (f64, f64)) -> Option<ScoreRange> {
    Points::from_score(least).zip(Points::from_score(most)).map(|(least, most)| ScoreRange { least, most })
}

/// What the tests must make together, in a package that makes one verdict of them. If only accepted
/// tests make an accepted problem, each of them must be accepted.
fn of_whole(grading: &Grading, results: Option<VerdictSet>, requirement: Option<&Requirement>) -> Expectation {
    let of_folder = |requirement: &Requirement| requirement.required.or(requirement.permitted);
    let Some(verdicts) = results.or(requirement.and_then(of_folder)) else {
        return Expectation::of_whole(Verdict::ALL.into_iter().collect());
    };
    let only_accepted = verdicts == VerdictSet::default().with(Verdict::Accepted);
    if only_accepted && grading.needs_all_accepted() { Expectation::default() } else { Expectation::of_whole(verdicts) }
}

/// `@EXPECTED_GRADES@ AC WA`: one for each group of `secret`, possibly preceded by one for the
/// samples.
fn of_groups(
    grades: &str,
    package: &Package,
    grading: &Grading,
    program: &Program,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<GroupRule> {
    let mut groups: Vec<&str> = package.data.groups().map(|folder| folder.name.as_str()).collect();
    let words: Vec<&str> = grades.split_whitespace().take_while(|word| *word != "*/").collect();
    if words.len() == groups.len() + 1 && package.data.folder("sample").is_some() {
        groups.insert(0, "sample");
    }
    // A grade names one verdict of a judge. Our other verdicts count as the one that they would get
    // there.
    let sets: Option<Vec<VerdictSet>> = words.iter().map(|word| verdicts::called(System::Kattis, word)).collect();
    let Some(sets) = sets.filter(|sets| sets.len() == groups.len() && grading.makes_verdict) else {
        let title = format!("`@EXPECTED_GRADES@ {grades}`: not one verdict for each of {} groups", groups.len());
        diagnostics.warning(&program.path, title).hint = Some(format!("the groups are {}", groups.join(", ")));
        return Vec::new();
    };
    let rule = |(group, verdicts): (&str, _)| GroupRule { group: group.into(), verdicts: Some(verdicts), score: None };
    groups.into_iter().zip(sets).map(rule).collect()
}

/// `score` below a pattern bounds the points of each group that it names.
fn scores_of_groups(requirements: &[Requirement], grading: Option<&Grading>) -> Vec<GroupRule> {
    let named = requirements.iter().filter_map(|requirement| {
        let (text, globs) = requirement.tests.as_ref()?;
        Some((text, globs, range(requirement.score?)?))
    });
    let groups = || grading.iter().flat_map(|grading| &grading.groups).filter(|group| !group.group.is_empty());
    let rules = named.flat_map(|(text, globs, score)| {
        let is_named = |group: &str| group == text.trim_end_matches('/') || globs.matches_whole(group);
        let rule = move |group: String| GroupRule { group, verdicts: None, score: Some(score) };
        let found = groups().map(|group| group.group.clone()).filter(|group| is_named(group));
        found.map(rule).collect::<Vec<_>>()
    });
    rules.collect()
}

/// The requirements of its folder, unless the file overrides that folder's, and of all patterns
/// that match the submission.
pub fn requirements(package: &Package, program: &Program) -> Vec<Requirement> {
    let folder = program.name.split('/').next().unwrap_or_default();
    let default = of_folder(folder, package.metadata.version);
    let own = package.entries.iter().find(|entry| entry.pattern.trim_end_matches('/') == folder);
    // What the file does not say of all tests holds as without it.
    let of_folder = |requirement: &Requirement| {
        let usual = default.as_ref().filter(|_| requirement.tests.is_none());
        let permitted = requirement.permitted.or_else(|| usual?.permitted);
        let required = requirement.required.or_else(|| usual?.required);
        Requirement { permitted, required, ..requirement.clone() }
    };
    let mut all: Vec<Requirement> = match own {
        Some(entry) => entry.requirements.iter().map(of_folder).collect(),
        None => default.iter().cloned().collect(),
    };
    let others = package.entries.iter().filter(|entry| own.is_none_or(|own| own.pattern != entry.pattern));
    let matching = others.filter(|entry| entry.submissions.matches(&program.name));
    all.extend(matching.flat_map(|entry| entry.requirements.clone()));
    all
}

/// What lying in `folder` means, as rules. `None`: nothing.
pub fn rules_of_folder(folder: &str, version: Version) -> Option<Vec<Rule>> {
    of_folder(folder, version).map(|requirement| rules(&[], &[requirement]))
}

/// The requirements as rules: the last one that matches a test permits its verdicts, and each
/// requires one. `ids`: all tests.
fn rules(ids: &[&str], all: &[Requirement]) -> Vec<Rule> {
    let both = |a: VerdictSet, b: VerdictSet| a.iter().filter(|verdict| b.contains(*verdict)).collect::<VerdictSet>();
    let of_all = || all.iter().filter(|requirement| requirement.tests.is_none());
    let permitted = of_all().filter_map(|requirement| requirement.permitted).fold(VerdictSet::of_any_run(), both);
    let mut rules: Vec<Rule> = of_all()
        .filter_map(|requirement| requirement.required)
        .filter(|required| !required.contains(Verdict::Accepted))
        .map(|verdicts| Rule { verdicts, ..Rule::default() })
        .collect();
    let permits = |set: VerdictSet| set.with(Verdict::Accepted);
    // Required verdicts and accepted are permitted, which is usually all.
    let implied = rules.last().map_or(VerdictSet::default(), |rule| rule.verdicts);
    if permits(implied) != permits(permitted) {
        rules.push(Rule { verdicts: permits(permitted), ..Rule::default() });
    }
    for requirement in all.iter().filter(|requirement| requirement.tests.is_some()) {
        let Some(on) = on(requirement, ids) else { continue };
        if let Some(set) = requirement.permitted {
            rules.push(Rule { verdicts: permits(both(set, permitted)), ..on.clone() });
        }
        // At the front, because the last rule that matches a test permits.
        if let Some(verdicts) = requirement.required.filter(|required| !required.contains(Verdict::Accepted)) {
            rules.insert(0, Rule { verdicts, ..on });
        }
    }
    rules
}

/// An empty rule on the tests of `requirement`. `None`: there are none.
fn on(requirement: &Requirement, ids: &[&str]) -> Option<Rule> {
    let Some((text, globs)) = &requirement.tests else { return Some(Rule::default()) };
    tests(text, globs, ids)
}

pub fn test_ids(package: &Package) -> Vec<&str> {
    package.data.tests().map(|case| case.id.as_str()).collect()
}

/// A rule on the tests that `globs` matches: with the pattern as it is written where that is
/// equivalent, and with the ids themselves where not.
fn tests(text: &str, globs: &Globs, ids: &[&str]) -> Option<Rule> {
    let same = |pattern: &glob::Pattern| {
        ids.iter().all(|id| model::expectation::glob_matches(pattern, id) == globs.matches(id))
    };
    let plain = !text.contains(['{', '[', '?']);
    let candidates = [text.trim_end_matches('/').to_owned(), format!("{}/**", text.trim_end_matches('/'))];
    let written = candidates.iter().filter(|_| plain).filter_map(|text| glob::Pattern::new(text).ok()).find(same);
    if let Some(pattern) = written {
        return Some(Rule { tests: Some(pattern), ..Rule::default() });
    }
    let mut matched = ids.iter().filter(|id| globs.matches(id));
    let first = glob::Pattern::new(&glob::Pattern::escape(matched.next()?)).ok();
    let also = matched.map(|id| TestId((*id).into())).collect();
    Some(Rule { tests: first, also, ..Rule::default() })
}
