//! Where a command takes inferred time limits from, and keeps new ones.

use crate::args::{CommonArgs, SandboxArgs};
use crate::error::CliError;
use crate::session::{self, Teller};
use crate::workspace::Workspace;
use clap::{Args, ValueHint};
use engine::plan::Plan;
use judge::{InferredLimits, LimitSource, Limits, NewLimits};
use model::TimeFactor;
use report::text::phrase;
use std::path::PathBuf;

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct LimitArgs {
    /// Take the time limits that packages leave to be inferred from this file, and keep there what
    /// is measured [default: a file in the user's cache]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    limits: Option<PathBuf>,
    /// Infer these limits afresh
    #[arg(long)]
    infer_limits: bool,
}

impl LimitArgs {
    pub(crate) fn wanted(&self) -> InferredLimits {
        let source = if self.infer_limits { LimitSource::Afresh } else { LimitSource::Earlier };
        InferredLimits { file: self.limits.clone(), source }
    }
}

/// Opens the workspace or package, with earlier inferred limits that still hold: for commands that
/// measure none.
///
/// # Errors
/// As [`Workspace::open`].
pub(crate) fn open(common: &CommonArgs) -> Result<Workspace, CliError> {
    Ok(Workspace::open(common)?.with_earlier_limits())
}

/// Measures what is still open, says what came out, and judges nothing. Returns whether the plan
/// must be made again.
///
/// # Errors
/// When no program can be run here, or it is interrupted.
pub(crate) fn measure(
    limits: Limits,
    workspace: &mut Workspace,
    plan: &Plan,
    time_factor: TimeFactor,
    sandbox: &SandboxArgs,
) -> Result<bool, CliError> {
    let Workspace { judge, screen } = workspace;
    let (cancel, mut teller) = (session::cancel_on_signals()?, Teller::new(screen));
    let NewLimits { inferred, diagnostics, changed } =
        limits.measure(judge, plan, time_factor, &mut sandbox.caller(&cancel, &mut teller))?;
    for (problem, measured) in &inferred {
        let limit = phrase::limit(measured.limit);
        screen.note(&format!("time limit of {problem}: {limit}, {}", phrase::inferred(measured)));
    }
    screen.diagnose(&diagnostics);
    Ok(changed)
}
