//! How mutants are shown on a terminal.

use crate::error::{CliError, chain};
use crate::screen::{StandardOutput, print};
use crate::workspace::Workspace;
use judge::model::Verdict;
use judge::model::record::Mutation;
use judge::{MutantFate, Mutants};
use report::render::mutation::{Survivors, summary, survivors};
use report::text::{Role, Text};

pub(crate) fn all(
    workspace: &Workspace,
    judged: Option<&Mutants>,
    mutation: &Mutation,
    verbose: bool,
) -> Result<(), CliError> {
    let screen = &workspace.screen;
    let mut page = screen.page(StandardOutput::Free);
    // Writing to memory cannot fail.
    if let Some(judged) = judged.filter(|_| verbose) {
        for one in &judged.tried.mutants {
            let _ = page.wrapped(&line_of(one), 6);
        }
        let _ = page.blank();
    }
    let _ = survivors(mutation, if verbose { Survivors::All } else { Survivors::Alive }, &mut page);
    if let Some(why) = judged.and_then(|judged| judged.why_not.as_ref()) {
        let text =
            Text::new().with(Role::Bad, "nothing was tried on them").with(Role::Plain, format!(": {}", chain(why)));
        let _ = page.wrapped(&text, 2);
        if let Some(hint) = why.hint() {
            let text = Text::new().with(Role::Dim, "hint: ").with(Role::Plain, screen.callable(&hint));
            let _ = page.wrapped(&text, 2);
        }
    }
    let _ = page.wrapped(&summary(mutation), 2);
    print(page.into_inner())
}

fn line_of(one: &judge::JudgedMutant) -> Text {
    let fate = match &one.fate {
        MutantFate::Rejected => "does not compile".to_owned(),
        MutantFate::Killed { test, verdict: Verdict::Accepted } => format!("fewer points on {test}"),
        MutantFate::Killed { test, verdict } => format!("{verdict} on {test}"),
        MutantFate::Alive => "passes every test".to_owned(),
        MutantFate::Unknown(_) => "was not judged".to_owned(),
    };
    let after = one.mutant.after.trim().lines().next().unwrap_or("(left out)").to_owned();
    Text::new()
        .with(Role::Dim, format!("{:4}  ", one.mutant.line))
        .with(Role::Plain, format!("{}: {after}  ", one.mutant.operator.name()))
        .with(Role::Dim, fate)
}
