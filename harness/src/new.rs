//! `harness new`: a problem that already runs.

use crate::args::CommonArgs;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::screen::say;
use crate::workspace::{self, here};
use clap::Args;
use judge::formats::BUILT_IN;
use judge::{NewProblem, make_problem};

const EXAMPLES: &str = "\
Examples:
  harness new two-heaps
                                   statement, model solution, one sample
  harness new two-heaps --lang python
                                   solution and programs in Python; rust, cpp and java, too
  harness new two-heaps --template full
                                   all that `harness check` wants to see
  harness new two-heaps --title 'Two Heaps'
  harness new two-heaps --statement zh
                                   statement.md, and statement.zh.md in Chinese
  harness new two-heaps --template ~/cp.cpp
                                   a solution file or a folder of your own; {slug} and {title} are filled in
";

/// Make a new problem that already runs: statement, solution, sample
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(crate) struct NewArgs {
    /// The problem's name, like `two-heaps`
    slug: String,
    /// A template, a folder that is one, or a solution file [default: the one you configured, or
    /// plain]
    #[arg(long, value_name = "TEMPLATE", alias = "from")]
    template: Option<String>,
    /// The language of the solutions and of the problem's own programs [default: the one you
    /// configured, or that of the workspace]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// A statement in this language, too: zh for Chinese
    #[arg(long, value_name = "LANGUAGE")]
    statement: Option<String>,
    /// The title [default: made from the name]
    #[arg(long)]
    title: Option<String>,
}

fn help() -> String {
    let templates = BUILT_IN.iter().map(|template| format!("\n  {:<12} {}", template.name, template.about));
    format!("{EXAMPLES}\nTemplates:{}", templates.collect::<String>())
}

/// `is_command`: whether a problem of this name could not be named alone.
pub(crate) fn run(args: &NewArgs, is_command: fn(&str) -> bool, common: &CommonArgs) -> Result<Exit, CliError> {
    let NewArgs { slug, template, lang, statement, title } = args;
    if is_command(slug) {
        let hint = "choose another name: a command comes first";
        return Err(refused(format!("`{slug}` is a command, so `harness {slug}` is not a problem")).with_hint(hint));
    }
    let root = workspace::root_to_fill(common.root.as_deref())?;
    let wanted = NewProblem {
        slug,
        template: template.as_deref(),
        language: lang.as_deref(),
        statement: statement.as_deref(),
        title: title.as_deref(),
    };
    let places = make_problem(&root, &wanted, &here()?)?;
    let places = places.iter().map(|place| format!("  {}\n", place.display()));
    say!("made {slug}:\n{}next: {} {slug}\n", places.collect::<String>(), common.screen().command())?;
    Ok(Exit::AsExpected)
}
