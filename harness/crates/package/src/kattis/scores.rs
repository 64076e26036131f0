//! What the groups of a scoring problem are worth, as far as the model can say it.

use crate::kattis::Package;
use crate::kattis::data::{Child, Folder};
use crate::kattis::settings::{Aggregation, MaxScore};
use model::{Group, Limits, Points, Scoring, Test};
use std::sync::Arc;

/// The groups of `package`, of which `tests` are judged; empty for a problem that is passed or
/// failed. `None` where they cannot be said: points without end, groups in groups, a grader of the
/// package's own.
pub fn groups(package: &Package, limits: &Limits, tests: &[Arc<Test>]) -> Option<Vec<Group>> {
    if !package.metadata.scoring {
        return Some(Vec::new());
    }
    let secret = package.data.secret.as_ref()?;
    let legacy =
        package.metadata.version.is_legacy() || secret.folders().any(|folder| folder.settings.accept_score.is_some());
    let folders: Vec<&Folder> = secret.folders().collect();
    let nested = folders.iter().any(|folder| folder.folders().next().is_some());
    let loose = secret.children.iter().any(|child| matches!(child, Child::Case(_)));
    if nested || loose || folders.is_empty() || !package.graders.is_empty() || package.metadata.minimize {
        return None;
    }
    let group = |folder: &&Folder| {
        let (points, scoring) = if legacy { of_legacy(folder) } else { of_2025(folder) }?;
        let (name, requires) = (folder.name.clone(), folder.own.require_pass.clone());
        let mut group =
            Group { name, limits: limits.clone(), points: Points::from_number(points)?, scoring, requires, tests: 0 };
        group.tests = tests.iter().filter(|test| group.holds(&test.id)).count();
        Some(group)
    };
    let groups: Option<Vec<Group>> = folders.iter().map(group).collect();
    // A group whose tests are all left out would never be passed.
    groups.map(|groups| groups.into_iter().filter(|group| group.tests > 0).collect())
}

/// What it is worth, and how its tests make it up: `accept_score` is a test's worth there, and
/// `min` the usual grader.
fn of_legacy(folder: &Folder) -> Option<(f64, Scoring)> {
    let settings = &folder.settings;
    let accept = settings.accept_score.unwrap_or(1.0);
    let flags = settings.grader_flags.as_deref().unwrap_or_default();
    let has = |flag: &str| flags.iter().any(|own| own == flag);
    if settings.custom_grading == Some(true) || settings.reject_score.is_some_and(|score| score != 0.0) {
        return None;
    }
    if has("min") {
        Some((accept, Scoring::Min))
    } else if has("max") || has("avg") {
        None
    } else {
        Some((accept * folder.cases().len() as f64, Scoring::Sum))
    }
}

fn of_2025(folder: &Folder) -> Option<(f64, Scoring)> {
    let points = match folder.own.max_score {
        Some(MaxScore::Points(points)) => points,
        Some(MaxScore::Unbounded) | None => return None,
    };
    let scoring = match folder.own.aggregation {
        Some(Aggregation::Sum) => Scoring::Sum,
        Some(Aggregation::Min) => Scoring::Min,
        Some(Aggregation::PassFail) | None => Scoring::PassFail,
    };
    Some((points, scoring))
}
