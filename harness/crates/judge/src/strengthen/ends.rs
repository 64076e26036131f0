//! Tests at the ends of what the grammar allows, for ends that no test reaches.

use super::{Candidate, silent};
use crate::error::Error;
use crate::inputs::Inputs;
use crate::mutate::MutationTask;
use crate::session::Quiet;
use ctd::Caps;
use lab::hunt::Bounds;
use lab::reach::{End, ReachingInput, reaching};
use lab::strengthen::answered;
use model::OnlyGlobs;
use model::phrase::names;
use package::draft::slug;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Sizes of inputs: if only the first solution has an answer, smaller ones are tried.
const BYTES: [usize; 6] = [1 << 20, 1 << 19, 1 << 18, 1 << 17, 1 << 15, 1 << 10];

/// Tests that reach ends that neither the problem's tests nor those of `chosen` reach, and the ends
/// for which inputs were found but no answer. Needs a grammar. Looks for at most the seconds of
/// `search`.
///
/// # Errors
/// When the solutions cannot be run.
pub(super) fn proposed(
    breaking: &MutationTask<'_, '_>,
    inputs: &Inputs,
    chosen: &[Candidate],
) -> Result<(Vec<Candidate>, BTreeSet<End>), Error> {
    let Some(grammar) = inputs.grammar() else { return Ok((Vec::new(), BTreeSet::new())) };
    let MutationTask { session, named, reference, search } = *breaking;
    let right = named.right_behind(reference);
    let files = named.problem.tests.iter().filter_map(|test| beneath::read(&test.input).ok());
    let mut tests: Vec<Vec<u8>> = files.chain(chosen.iter().map(|one| one.case.input.clone())).collect();
    let mut proposed = Vec::new();
    // The ends reached by larger inputs without an answer.
    let mut open: Option<BTreeSet<End>> = None;
    for bytes in BYTES {
        let bytes = bytes.min(Bounds::default().bytes);
        // A count that no input of this size can have would be tried in vain for a long time.
        let share = Duration::from_secs(search.seconds) / BYTES.len() as u32;
        let (cancel, deadline) = (Some(session.cancel.flag()), Some(Instant::now() + share));
        let caps = Caps { bytes, cancel, deadline, ..Caps::default() };
        let found = reaching(grammar, &tests, open.as_ref(), search.seed, &caps);
        if session.cancel.is_raised() {
            return Err(Error::Interrupted);
        }
        let all: Vec<Vec<u8>> = found.iter().map(|one| one.input.clone()).collect();
        let answers = answered(&session.runner, &named.problem, &right, &all, &mut Quiet)?;
        let mut unanswered: BTreeSet<End> = found.iter().flat_map(|one| one.ends.iter().cloned()).collect();
        for (reaching, answered) in found.iter().zip(answers) {
            let Some(answered) = answered.filter(|answered| !answered.confirmed_by.is_empty()) else { continue };
            // If a solution disagrees, the answer is not known.
            if answered.disputed_by.iter().any(|at| right[*at].only == OnlyGlobs::default()) {
                continue;
            }
            let silent = silent(&right, &answered.confirmed_by, &answered.disputed_by);
            let test = Candidate { silent, case: answered.case, name: name(reaching), why: why(reaching) };
            if test.id("secret/", 1).is_some() {
                tests.push(reaching.input.clone());
                proposed.push(test);
                unanswered.retain(|end| !reaching.ends.contains(end));
            }
        }
        let is_done = unanswered.is_empty();
        open = Some(unanswered);
        if is_done {
            break;
        }
    }
    Ok((proposed, open.unwrap_or_default()))
}

/// `most-n-heap`.
fn name(reaching: &ReachingInput) -> String {
    let [mut least, mut most, mut large, mut lone] = [const { Vec::new() }; 4];
    for end in &reaching.ends {
        match end {
            End::Least(name) => least.push(name.as_str()),
            End::Most(name) => most.push(name.as_str()),
            End::Large(policy) => large.push(policy.as_str()),
            End::Mixed(_) => large.push("mixed"),
            End::LoneAmidMost(name) => lone.push(name.as_str()),
        }
    }
    let part = |word: &str, names: &[&str]| {
        let first = names.iter().take(3).copied();
        let words = std::iter::once(word).chain(first).collect::<Vec<_>>().join(" ");
        (!names.is_empty()).then_some(words)
    };
    let parts = [part("largest", &large), part("mixed lone", &lone), part("most", &most), part("least", &least)];
    let words = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    slug::suggest(&words).map_or_else(|| "ends".to_owned(), |name| name.to_string())
}

fn why(reaching: &ReachingInput) -> String {
    let ends: Vec<String> = reaching.ends.iter().map(ToString::to_string).collect();
    format!("reaches {}", names(&ends, 4))
}
