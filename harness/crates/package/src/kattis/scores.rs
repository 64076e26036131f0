//! How a package turns its tests into verdicts and scores, in terms of the model.

use crate::kattis::Package;
use crate::kattis::data::{Data, DataFolder};
use crate::kattis::dialect;
use crate::kattis::metadata::Metadata;
use crate::kattis::settings::Settings;
use model::{
    Diagnostic, GradedGroup, Grading, Group, Limits, PointsGiven, PointsOf, RulesOf, Scoring, Test, TestId, VerdictOf,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How `package` makes verdicts and scores of its tests. `None`: it is passed or failed by them.
///
/// # Errors
/// Why its scores cannot be added up.
pub fn of(package: &Package, diagnostics: &mut Vec<Diagnostic>) -> Result<Option<Grading>, String> {
    let (data, metadata) = (&package.data, &package.metadata);
    let Some(secret) = data.folder("secret") else { return Ok(None) };
    let grading = if dialect::of(package, diagnostics) == RulesOf::Domjudge {
        Some(of_domjudge(package))
    } else if data.version.is_legacy() {
        // A folder without settings is a group, too: its verdict counts in the outer one.
        let groups = data.graded().map(|folder| legacy_group(&folder.name, &folder.settings, metadata));
        legacy_grading(groups.collect(), metadata)
    } else if metadata.scoring {
        Some(later(data, secret)?)
    } else {
        None
    };
    match grading {
        Some(grading) if needs_grader(&grading) && package.graders.is_empty() => {
            Err("`grading: custom` without a program in graders/".to_owned())
        }
        grading => Ok(grading),
    }
}

/// The groups as DOMjudge reads them: folders with a settings file whose outer folders have one,
/// too.
fn of_domjudge(package: &Package) -> Grading {
    let metadata = &package.metadata;
    let mut counted: BTreeSet<&str> = BTreeSet::new();
    let folders = package.data.graded().filter(|folder| {
        let outer = folder.name.rsplit_once('/').map(|(outer, _)| outer);
        let counts = folder.name.is_empty() || (folder.declared && outer.is_none_or(|outer| counted.contains(outer)));
        counts && counted.insert(&folder.name)
    });
    let groups = folders.map(|folder| domjudge_group(&folder.name, &folder.stated, metadata)).collect();
    let (fixed, rules_of) = (!metadata.custom_validation, RulesOf::Domjudge);
    Grading { groups, scored: true, makes_verdict: true, fixed, minimize: metadata.minimize, rules_of }
}

fn domjudge_group(name: &str, stated: &Settings, metadata: &Metadata) -> GradedGroup {
    GradedGroup {
        verdict: VerdictOf::FirstError,
        breaks: stated.breaks.unwrap_or(true),
        accepted: stated.accept_score.unwrap_or(0.0),
        rejected: 0.0,
        given: if metadata.custom_validation { PointsGiven::Always } else { PointsGiven::Ignored },
        least: None,
        most: stated.range.map(|(_, most)| most).filter(|most| most.is_finite()),
        ..legacy_group(name, stated, &Metadata::default())
    }
}

pub fn needs_grader(grading: &Grading) -> bool {
    grading.groups.iter().any(|group| group.grader.is_some())
}

/// The groups that have points and tests of their own.
pub fn groups(grading: &Grading, limits: &Limits, tests: &[Arc<Test>]) -> Vec<Group> {
    if !grading.scored {
        return Vec::new();
    }
    let ids: Vec<&TestId> = tests.iter().map(|test| &test.id).collect();
    let most = grading.most(&ids);
    let direct = |group: &GradedGroup| ids.iter().filter(|id| grading.is_directly_in(id, &group.group)).count();
    let scored = grading.groups.iter().filter(|group| grading.has_points(group));
    let group = |group: &GradedGroup| Group {
        name: group.group.clone(),
        limits: limits.clone(),
        points: most.iter().find(|(name, _)| *name == group.group).and_then(|(_, most)| *most).unwrap_or_default(),
        scoring: match group.points {
            PointsOf::PassFail => Scoring::PassFail,
            PointsOf::Min => Scoring::Min,
            PointsOf::Sum | PointsOf::Max | PointsOf::Avg => Scoring::Sum,
        },
        requires: group.requires.clone(),
        tests: direct(group),
    };
    scored.map(group).filter(|group| !group.name.is_empty() && group.tests > 0).collect()
}

fn legacy_group(name: &str, settings: &Settings, metadata: &Metadata) -> GradedGroup {
    let flags = settings.grader_flags.clone().unwrap_or_default();
    let (mut verdict, mut points) = (VerdictOf::default(), PointsOf::default());
    // If there are several, the last one counts.
    for flag in &flags {
        match flag.as_str() {
            "worst_error" | "no_errors" => verdict = VerdictOf::WorstError,
            "first_error" => verdict = VerdictOf::FirstError,
            "always_accept" => verdict = VerdictOf::AlwaysAccept,
            "sum" => points = PointsOf::Sum,
            "avg" => points = PointsOf::Avg,
            "min" => points = PointsOf::Min,
            "max" => points = PointsOf::Max,
            _ => {}
        }
    }
    let has = |flag: &str| flags.iter().any(|own| own == flag);
    let old = &metadata.old_grading;
    let finite = |number: f64| Some(number).filter(|number| number.is_finite());
    let range = old.range.or(settings.range).filter(|_| metadata.scoring);
    GradedGroup {
        group: name.to_owned(),
        verdict,
        points,
        any_accepted: has("accept_if_any_accepted"),
        // A flag of the problem's own group. The others inherit it, but it means nothing there.
        ignores_sample: name.is_empty() && has("ignore_sample"),
        breaks: old.breaks.or(settings.breaks).unwrap_or(true),
        accepted: old.accept_score.or(settings.accept_score).unwrap_or(1.0),
        rejected: old.reject_score.or(settings.reject_score).unwrap_or(0.0),
        given: match (metadata.validator_scores, metadata.custom_validation && metadata.scoring) {
            (true, _) => PointsGiven::Free,
            // A validator that gives scores all the same means another system's rules.
            (false, true) => PointsGiven::Nothing,
            (false, false) => PointsGiven::Ignored,
        },
        least: range.and_then(|(least, _)| finite(least)),
        most: range.and_then(|(_, most)| finite(most)),
        requires: Vec::new(),
        grader: Some(flags).filter(|_| settings.custom_grading == Some(true)),
    }
}

/// `None`: the rules are those of a problem that is passed or failed by its tests.
fn legacy_grading(groups: Vec<GradedGroup>, metadata: &Metadata) -> Option<Grading> {
    let usual =
        |group: &GradedGroup| group.verdict != VerdictOf::AlwaysAccept && !group.any_accepted && !group.ignores_sample;
    if !metadata.scoring && groups.iter().all(usual) {
        return None;
    }
    let fixed = groups.iter().all(|group| group.given != PointsGiven::Free && group.grader.is_none());
    let (scored, minimize, rules_of) = (metadata.scoring, metadata.minimize, RulesOf::Kattis);
    Some(Grading { groups, scored, makes_verdict: true, fixed, minimize, rules_of })
}

/// The grading of a package of the later versions.
///
/// # Errors
/// When the points of a group are not given.
fn later(data: &Data, secret: &DataFolder) -> Result<Grading, String> {
    let none = |name: &str| GradedGroup {
        verdict: VerdictOf::FirstError,
        breaks: false,
        accepted: 0.0,
        ..legacy_group(name, &Settings::default(), &Metadata::default())
    };
    let whole = GradedGroup { ignores_sample: true, ..none("") };
    let mut groups = vec![whole, none("sample")];
    let group = |folder: &DataFolder, usual: (f64, Scoring)| {
        let most = Some(folder.own.max_score.unwrap_or(usual.0)).filter(|most| most.is_finite());
        let tests = data.count(&folder.name).max(1) as f64;
        let (points, accepted, given) = match (folder.own.aggregation.unwrap_or(usual.1), most) {
            (Scoring::PassFail, None) => return Err(format!("{} is pass-fail and has no `max_score`", folder.name)),
            (Scoring::PassFail, Some(_)) => (PointsOf::PassFail, 0.0, PointsGiven::Nothing),
            (Scoring::Sum, None) => (PointsOf::Sum, 0.0, PointsGiven::Unbounded),
            (Scoring::Min, None) => (PointsOf::Min, 0.0, PointsGiven::Unbounded),
            (Scoring::Sum, Some(most)) => (PointsOf::Sum, most / tests, PointsGiven::UpToAccepted),
            (Scoring::Min, Some(most)) => (PointsOf::Min, most, PointsGiven::UpToAccepted),
        };
        let requires = required(data, folder).0.into_iter().cloned().collect();
        Ok(GradedGroup { points, accepted, given, most, requires, ..none(&folder.name) })
    };
    groups.push(group(secret, (100.0, Scoring::Sum))?);
    for folder in data.groups().filter(|folder| folder.declared) {
        groups.push(group(folder, (f64::INFINITY, Scoring::PassFail))?);
    }
    let fixed = groups.iter().all(|group| group.given != PointsGiven::Unbounded);
    let rules_of = RulesOf::Kattis;
    Ok(Grading { groups, scored: true, makes_verdict: false, fixed, minimize: false, rules_of })
}

/// What `folder` requires: groups that come before it, and names that are not such groups.
pub fn required<'f>(data: &Data, folder: &'f DataFolder) -> (Vec<&'f String>, Vec<&'f String>) {
    // `secret` itself comes after none of its groups.
    let before = data.groups().take_while(|other| folder.name != "secret" && other.name != folder.name);
    let before: Vec<&str> = before.filter(|other| other.declared).map(|other| other.name.as_str()).collect();
    // Two groups that required each other would be evaluated for ever.
    folder.own.require_pass.iter().partition(|name| *name == "sample" || before.contains(&name.as_str()))
}
