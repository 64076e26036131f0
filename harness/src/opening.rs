//! What a command begins with: the place that its words name, and what they choose there.

use crate::args::{CommonArgs, SelectArgs};
use crate::error::CliError;
use crate::workspace::{NamedProblem, Workspace};
use judge::{Call, Opening, Words};

/// Opens what the words name. Also returns the words that choose from it.
///
/// # Errors
/// When there is no such place, or a file has no tests.
pub(crate) fn of_words(common: &CommonArgs, words: Words) -> Result<(Workspace, Words), CliError> {
    Ok(opened(common, call(common, words)?.open()?))
}

/// What the call says of a place that these words may name.
///
/// # Errors
/// When the judge that is named is not one.
pub(crate) fn call(common: &CommonArgs, words: Words) -> Result<Call, CliError> {
    Ok(Call { root: common.root.clone(), named: common.judge()?, ..Call::of(words) })
}

/// Says what is to be said about a place. Returns it, and the words that choose from it.
pub(crate) fn opened(common: &CommonArgs, opening: Opening) -> (Workspace, Words) {
    let Opening { judge, words, root, notices } = opening;
    // Hints name the place that the words name.
    let screen = CommonArgs { root, ..common.clone() }.screen();
    notices.iter().for_each(|notice| screen.notice(notice));
    (Workspace::with_screen(judge, screen), words)
}

/// The problem that a word means.
///
/// # Errors
/// As [`of_words`], and when it means none, or one whose files are broken.
pub(crate) fn of_problem(common: &CommonArgs, word: &str) -> Result<(Workspace, NamedProblem), CliError> {
    let (workspace, named, _) = of_solution(common, word)?;
    Ok((workspace, named))
}

/// [`of_problem`], and the name within the problem of the solution that the word means.
///
/// # Errors
/// As [`of_problem`].
pub(crate) fn of_solution(
    common: &CommonArgs,
    word: &str,
) -> Result<(Workspace, NamedProblem, Option<String>), CliError> {
    let (workspace, rest) = of_words(common, SelectArgs::of(word).words())?;
    let (named, solution) = workspace.problem_of(&rest)?;
    Ok((workspace, named, solution))
}

/// [`of_problem`], even one that has no tests at all yet, or none in one of its groups.
///
/// # Errors
/// As [`of_problem`].
pub(crate) fn to_fill(common: &CommonArgs, word: &str) -> Result<(Workspace, NamedProblem), CliError> {
    let (workspace, rest) = of_words(common, SelectArgs::of(word).words())?;
    let (slug, _) = workspace.meant(&rest)?;
    let named = workspace.problem_to_fill(&slug)?;
    Ok((workspace, named))
}
