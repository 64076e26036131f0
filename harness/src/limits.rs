//! Which measured time limits a command takes, and where it keeps new ones.

use clap::{Args, ValueHint};
use judge::{InferredLimits, LimitSource};
use std::path::PathBuf;

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct LimitArgs {
    /// Take the time limits that packages leave to be inferred from this file, and keep there what
    /// is measured [default: a file in the user's cache]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    limits: Option<PathBuf>,
}

impl LimitArgs {
    /// `afresh`: what earlier runs found out does not count.
    pub(crate) fn wanted(&self, afresh: bool) -> InferredLimits {
        let source = if afresh { LimitSource::Afresh } else { LimitSource::Earlier };
        InferredLimits { file: self.limits.clone(), source }
    }
}
