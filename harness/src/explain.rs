//! `harness explain`: a problem's settings, and where each value comes from.

use crate::args::CommonArgs;
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::opening;
use crate::screen::{self, Screen, StandardOutput};
use clap::Args;
use judge::formats::keys;
use judge::{ExplainedLine, ExplainedSection};
use report::text::sanitize;
use report::text::{Role, Text};

const EXAMPLES: &str = "\
Examples:
  harness explain nim              limits, judging, tests, solutions; each value with file and line, or `default`
  harness explain --keys           every key of problem.toml, with an example and what it means";

/// Show a problem's settings, and where each is set
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The problem
    #[arg(add = completions::filter(), required_unless_present = "keys")]
    slug: Option<String>,
    /// List the keys that problem.toml can have
    #[arg(long, conflicts_with = "slug")]
    keys: bool,
}

pub(crate) fn run(args: &ExplainArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let Some(slug) = &args.slug else {
        screen::print(keys::reference())?;
        return Ok(Exit::AsExpected);
    };
    let (workspace, named) = opening::of_problem(common, slug)?;
    screen::print(page(&workspace.explain(&named), &workspace.screen))?;
    Ok(Exit::AsExpected)
}

/// The least columns of a section's names.
const NAMES: usize = 12;

/// Columns of a value before its origin.
const VALUE: usize = 30;

fn page(sections: &[ExplainedSection], screen: &Screen) -> Vec<u8> {
    let mut page = screen.page(StandardOutput::Free);
    for (at, ExplainedSection { title, lines }) in sections.iter().enumerate() {
        // Writing to memory cannot fail, here and below. The first title is the problem's name.
        if at > 0 {
            let _ = page.blank();
        }
        let role = if at == 0 { Role::Problem } else { Role::Strong };
        let _ = page.line(&Text::new().with(role, title.as_str()));
        let values = 4 + lines.iter().map(|line| line.name.len()).max().unwrap_or(0).max(NAMES);
        for ExplainedLine { name, value, origin } in lines {
            let mut text = Text::new().with(Role::Plain, "  ").with(Role::Dim, name.as_str());
            text.pad(values);
            text.push(Role::Plain, sanitize::name(value, screen.out.unicode));
            if !origin.is_empty() {
                text.pad(values + VALUE);
                text = text.with(Role::Plain, "  ").glued(Role::Dim, &screen.callable(origin));
            }
            let _ = page.wrapped(&text, values);
        }
    }
    page.into_inner()
}
