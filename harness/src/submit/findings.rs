//! What speaks for and against a file, on the screen.

use crate::error::CliError;
use crate::screen::{StandardOutput, print_beside};
use crate::workspace::Workspace;
use judge::model::{Problem, Solution};
use judge::submit::ByHand;
use judge::{JudgeProfile, Mark};
use report::text::sanitize;
use report::text::{Page, Role, Text};

/// What was found, as people read it.
pub(super) struct Findings<'a> {
    workspace: &'a Workspace,
    page: Page<Vec<u8>>,
    /// [`StandardOutput::Taken`] if the file itself is printed.
    output: StandardOutput,
}

impl<'a> Findings<'a> {
    pub(super) fn new(workspace: &'a Workspace, output: StandardOutput) -> Findings<'a> {
        Findings { workspace, page: workspace.screen.page(output), output }
    }

    pub(super) fn title(
        &mut self,
        problem: &Problem,
        solution: &Solution,
        judge: Option<&JudgeProfile>,
        note: Option<&str>,
    ) {
        let by = match (judge, &problem.source.judge) {
            (Some(judge), _) => format!(" for {} (checked {})", judge.name, judge.checked),
            (None, Some(unknown)) => {
                let unknown = sanitize::name(unknown, self.workspace.screen.out.unicode);
                format!(" for {unknown}, whose rules are not known: checked against the strictest")
            }
            (None, None) => ": no judge named (`--judge NAME`), checked against the strictest rules".to_owned(),
        };
        let text = Text::new().with(Role::Strong, solution.id.to_string()).with(Role::Plain, by);
        // Writing to memory cannot fail, here and below.
        let _ = self.page.wrapped(&text, 2);
        if let Some(note) = note {
            self.line(Mark::Note, note, &[]);
        }
    }

    /// Prints one finding, and the first lines of the refusal.
    pub(super) fn line(&mut self, mark: Mark, what: &str, words: &[String]) {
        let (word, role) = match mark {
            Mark::Good => ("ok", Role::Good),
            Mark::Note => ("note", Role::Warn),
            Mark::Bad => ("FAIL", Role::Bad),
        };
        let unicode = self.workspace.screen.out.unicode;
        let mut text = Text::new().with(Role::Plain, "  ").with(role, format!("{word:<4}")).with(Role::Plain, "  ");
        text.push(Role::Plain, sanitize::name(what, unicode));
        let _ = self.page.wrapped(&text, 8);
        for line in words {
            let text = Text::new().with(Role::Dim, "        | ").with(Role::Plain, sanitize::name(line, unicode));
            let _ = self.page.wrapped(&text, 10);
        }
    }

    pub(super) fn place(&mut self, problem: &Problem, solution: &Solution, judge: Option<&JudgeProfile>) {
        let unicode = self.workspace.screen.out.unicode;
        let ByHand { address, language } = ByHand::of(problem, solution, judge);
        let fields = [("file", Some(&*solution.display)), ("address", address.as_deref()), ("language", language)];
        for (label, value) in fields {
            let Some(value) = value.map(|value| sanitize::name(value, unicode)) else { continue };
            let text = Text::new().with(Role::Dim, format!("{label:<10}")).with(Role::Plain, value);
            let _ = self.page.line(&text);
        }
    }

    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        let page = std::mem::replace(&mut self.page, self.workspace.screen.page(self.output));
        print_beside(self.output, &String::from_utf8_lossy(&page.into_inner()))
    }
}
