//! New answers on the screen, and the question whether to write them.

use crate::error::{CliError, refused};
use crate::screen::{Screen, StandardOutput, print, write_aside};
use judge::{AnsweredTest, Cancel, Confidence, Proposal};
use report::text::change::change;
use report::text::phrase::count;
use report::text::{Role, Text};
use std::env;
use std::io::{self, IsTerminal};
use terminal::{TypedInput, typed_until};

/// # Errors
/// When a machine and not a person runs the command.
pub(crate) fn refuse_in_ci() -> Result<(), CliError> {
    let ci = env::var("CI").unwrap_or_default();
    if ci.is_empty() || ci == "false" || ci == "0" {
        return Ok(());
    }
    Err(refused("answers are not written in CI (the variable CI is set)")
        .with_hint("bless where somebody looks at the diff, and commit the answers"))
}

/// Shows what would be written, and which solutions it comes from.
pub(crate) fn show(screen: &Screen, from: &str, new: &[AnsweredTest]) -> Result<(), CliError> {
    let mut page = screen.page(StandardOutput::Free);
    // Writing to memory cannot fail.
    let _ = page.wrapped(&Text::new().with(Role::Plain, from), 2);
    for (test, new) in new {
        let old = beneath::read(&test.answer).ok();
        let what = match old {
            Some(_) => format!(".ans changes to {} (- the file now, + the new answer):", count(new.len(), "byte")),
            None => format!(".ans will be {}:", count(new.len(), "byte")),
        };
        let title = Text::new().with(Role::Strong, &*test.id.0).with(Role::Plain, what);
        let _ = page.blank();
        let _ = page.wrapped(&title, 2);
        let _ = change(&mut page, old.as_deref(), new);
    }
    let _ = page.blank();
    print(page.into_inner())
}

/// What a person has to say to new answers.
pub(crate) struct Person<'a> {
    pub cancel: &'a Cancel,
    /// What was said beforehand.
    pub yes: bool,
}

impl Person<'_> {
    /// Shows what would be written, and asks.
    pub(crate) fn agrees(&self, screen: &Screen, proposal: &Proposal<'_>) -> Result<bool, CliError> {
        show(screen, proposal.origin, proposal.answers)?;
        let question = match proposal.standing {
            Confidence::Settled => return Ok(true),
            Confidence::Changed => format!("write {}?", count(proposal.answers.len(), "answer")),
            Confidence::Unconfirmed => "write it?".to_owned(),
        };
        self.says_yes(&question)
    }

    pub(crate) fn says_yes(&self, question: &str) -> Result<bool, CliError> {
        if self.yes { Ok(true) } else { agreed(self.cancel, question) }
    }
}

/// Asks, if somebody can answer.
///
/// # Errors
/// When Ctrl-C is the answer.
pub(crate) fn agreed(cancel: &Cancel, question: &str) -> Result<bool, CliError> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(false);
    }
    write_aside(&format!("{question} [y/N] "));
    match typed_until(cancel) {
        TypedInput::Line(line) => Ok(["y", "yes"].contains(&line.trim().to_lowercase().as_str())),
        TypedInput::End => Ok(false),
        // What comes next belongs on a line of its own.
        TypedInput::Nothing => {
            write_aside("\n");
            Err(CliError::Interrupted)
        }
    }
}
