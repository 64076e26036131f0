//! By which rules programs of a plain folder are judged: those of the caller, then what lies beside
//! them and what their judge's page says, then the usual ones. Programs that meet their own tests
//! and those that meet any other input ask here.

use super::{
    AssembledPrograms, Parts, Request, Rules, Sharing, TestPlaces, folder_of, guard, is_source, name_of, parts_beside,
    problem, roles, slug, solutions, usual_comparison, with_files,
};
use crate::folder::roles::Programs;
use crate::folder::stored::StoredRules;
use model::{FileNames, Judging, LanguageRules, Languages, Limits, Problem, ProblemId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// All programs as one problem without tests, by the rules of the first of them.
pub fn without_tests(request: &Request<'_>, languages: &dyn Languages) -> AssembledPrograms {
    let mut assembled = AssembledPrograms::default();
    assembled.catalog.root = request.home.to_owned();
    let Some((first, _)) = request.programs.split_first() else { return assembled };
    let alone = Request {
        programs: std::slice::from_ref(first),
        tests: &TestPlaces::Beside,
        sharing: Sharing::Nothing,
        ..*request
    };
    let Some(mut parts) = parts_beside(&alone, languages).pop() else { return assembled };
    parts.name = name_of(first, request.making);
    parts.programs = request.programs.to_vec();
    assembled.found.push(std::mem::take(&mut parts.found));
    let id = slug(&parts.name, &mut BTreeSet::new());
    // Programs that have no problem are called by their paths below the folder of the call.
    let mut all = solutions(request.home, request.home, &id, &parts.programs, request.making, languages);
    all.sort_by(|a, b| a.id.cmp(&b.id));
    assembled.catalog.solutions = all;
    assembled.catalog.problems.push(Arc::new(ruled(request, id, parts, languages)));
    assembled
}

/// The problem that these parts are.
pub(super) fn ruled(request: &Request<'_>, id: ProblemId, parts: Parts, languages: &dyn Languages) -> Problem {
    let Parts { name, place, programs, found, stored } = parts;
    let folder = programs.first().and_then(|program| folder_of(program));
    // What judges lies beside the tests, or else beside the programs.
    let places: Vec<_> = std::iter::once(&*place).chain(folder).collect();
    let there = places.iter().map(|place| (place, Programs::of(place, request.programs, &is_source(languages))));
    let there: Vec<_> = there.collect();
    let judging = request.rules.judging.clone().or_else(|| there.iter().find_map(|(_, there)| there.judging()));
    let judging = judging.unwrap_or(Judging::Compare(stored.comparison.unwrap_or_else(usual_comparison)));
    let limits = limits(request.rules, &stored, &judging);
    let mut validators = there.iter().map(|(place, there)| roles::validators(place, there));
    let validators = validators.find(|found| !found.is_empty()).unwrap_or_default();
    let problem = problem(request.home, id, &name, &found.pairs, judging, limits);
    let problem = Problem { validators, source: stored.source, ..problem };
    let files = Some(&request.rules.files).filter(|files| **files != FileNames::default());
    with_files(problem, files.unwrap_or(&stored.files))
}

/// The limits of these rules. Where they give none, those count that another tool has from the
/// judge; they are the same for every language.
fn limits(rules: &Rules, stored: &StoredRules, judging: &Judging) -> Limits {
    let mut limits = rules.limits.clone();
    if let (None, Some(time)) = (rules.given.time, stored.time) {
        limits.cpu = time;
        limits.languages = LanguageRules::same_time();
    }
    if let (None, Some(memory)) = (rules.given.memory, stored.memory) {
        limits.memory = memory;
    }
    Limits { wall: guard(judging, limits.cpu), ..limits }
}
