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
    /// It exists, but an error in its files keeps it out.
    #[error("`{filter}` is left out because of the errors in its files")]
    LeftOut { filter: String },
    #[error("no test matches `{pattern}`")]
    NoSuchTest { pattern: String, near: Vec<String> },
    /// Each part of the selection matches something, but all of them together match nothing.
    #[error("the selection leaves nothing to run")]
    NothingLeft,
    /// The selected tests exist, but the `only` of this solution, the first of those named, holds
    /// none of them.
    #[error("`{solution}` is judged on none of the selected tests")]
    OutsideOnly { solution: SolutionId },
    #[error("the workspace has no solutions to judge")]
    EmptyWorkspace,
}

impl PlanError {
    /// What to do about it: an imperative fragment.
    pub fn hint(&self) -> Option<String> {
        match self {
            PlanError::NothingNamed { near, .. } | PlanError::NoSuchTest { near, .. } => {
                let (last, before) = near.split_last()?;
                let quoted = |name: &String| format!("`{name}`");
                let before: Vec<String> = before.iter().map(quoted).collect();
                Some(match before.is_empty() {
                    true => format!("did you mean `{last}`?"),
                    false => format!("did you mean {} or `{last}`?", before.join(", ")),
                })
            }
            PlanError::LeftOut { .. } => Some("fix the errors above".to_owned()),
            PlanError::NothingLeft => Some("loosen the filters or `-t`".to_owned()),
            PlanError::OutsideOnly { .. } => Some("its `only` directive says on which".to_owned()),
            PlanError::EmptyWorkspace => {
                Some("add problems/<name>/problem.toml, testdata/<name>/ and solutions/src/bin/<name>.rs".to_owned())
            }
        }
    }
}
