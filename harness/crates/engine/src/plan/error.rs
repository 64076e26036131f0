//! Why there is no plan, and what to do about it.

use model::SolutionId;
use thiserror::Error;

/// Why there is nothing to run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    #[error("no problem or solution is called `{filter}`")]
    NothingNamed {
        filter: String,
        /// What may have been meant, nearest first.
        near: Vec<String>,
    },
    /// The word is the path of a file that is not judged.
    #[error("{filter} is not a solution, a test or a problem here")]
    ForeignFile { filter: String, near: Vec<String> },
    #[error("in the folder {filter} there is no solution, no test and no problem that is judged")]
    ForeignFolder { filter: String, near: Vec<String> },
    /// What it names is there, but the rest of the selection leaves nothing of it.
    #[error("nothing of `{filter}` is left to run: it is judged on none of the selected tests")]
    OtherTests { filter: String },
    #[error("nothing of `{filter}` is left to run: it has no solutions")]
    Unsolved { filter: String },
    /// It exists, but an error in its files keeps it out.
    #[error("`{filter}` is left out because of the errors in its files")]
    LeftOut { filter: String },
    #[error("no test matches `{pattern}`")]
    NoSuchTest {
        pattern: String,
        near: Vec<String>,
        /// The first of the tests that there are, and how many more.
        there: (Vec<String>, usize),
    },
    /// Each part of the selection matches something, but all of them together match nothing.
    #[error("the selection leaves nothing to run")]
    NothingLeft,
    /// The selected tests exist, but the `only` of this solution, the first of those named, holds
    /// none of them.
    #[error("`{solution}` is judged on none of the selected tests")]
    OutsideOnly { solution: SolutionId },
    /// Results are kept by name, so those of one would be taken for the other's.
    #[error("two solutions are both called `{name}`: {first} and {second}")]
    SameName { name: String, first: String, second: String },
    #[error("the workspace has no solutions to judge")]
    EmptyWorkspace,
}

impl PlanError {
    /// What to do about it: an imperative fragment.
    pub fn hint(&self) -> Option<String> {
        match self {
            PlanError::NothingNamed { near, .. }
            | PlanError::ForeignFile { near, .. }
            | PlanError::ForeignFolder { near, .. } => Some(format!("did you mean {}?", listed(near, "or")?)),
            PlanError::NoSuchTest { near, there: (first, more), .. } => match (listed(near, "or"), more) {
                (Some(near), _) => Some(format!("did you mean {near}?")),
                (None, 0) => Some(format!("there are {}", listed(first, "and")?)),
                (None, more) => Some(format!("there are {} and {more} more", quoted(first).join(", "))),
            },
            PlanError::LeftOut { .. } => Some("fix the errors above".to_owned()),
            PlanError::Unsolved { .. } => Some("add a solution".to_owned()),
            PlanError::OtherTests { .. } => Some("judge it in a call of its own, or loosen the tests".to_owned()),
            PlanError::NothingLeft => Some("loosen the filters or the patterns of tests".to_owned()),
            PlanError::SameName { .. } => Some("rename one of them".to_owned()),
            PlanError::OutsideOnly { .. } => Some("its `only` directive says on which".to_owned()),
            PlanError::EmptyWorkspace => {
                Some("add problems/<name>/problem.toml, testdata/<name>/ and solutions/src/bin/<name>.rs".to_owned())
            }
        }
    }
}

/// `a`, `b` or `c`, if there is any.
fn listed(names: &[String], last_by: &str) -> Option<String> {
    let quoted = quoted(names);
    let (last, before) = quoted.split_last()?;
    Some(match before.is_empty() {
        true => last.clone(),
        false => format!("{} {last_by} {last}", before.join(", ")),
    })
}

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}
