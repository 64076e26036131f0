//! `harness new`: a problem that already runs.

use crate::args::CommonArgs;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::screen::say;
use crate::workspace;
use clap::Args;
use model::ProblemId;
use package::draft::slug;
use package::draft::template::{BUILT_IN, Template};
use package::draft::{Draft, DraftError};
use std::env;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  harness new two-heaps                       statement, model solution, one sample
  harness new two-heaps --from full           all that `harness check` wants to see
  harness new two-heaps --title 'Two Heaps'
  harness new two-heaps --from ~/my-template  files of your own; {slug} and {title} are filled in
";

/// Make a new problem that already runs: statement, solution, sample
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(crate) struct NewArgs {
    /// The problem's name, like `two-heaps`
    slug: String,
    /// A template, or a folder that is one
    #[arg(long, value_name = "TEMPLATE", default_value = "plain")]
    from: String,
    /// The title [default: made from the name]
    #[arg(long)]
    title: Option<String>,
}

fn help() -> String {
    let templates = BUILT_IN.iter().map(|template| format!("\n  {:<12} {}", template.name, template.about));
    format!("{EXAMPLES}\nTemplates:{}", templates.collect::<String>())
}

pub(crate) fn run(args: &NewArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let root = workspace::root(common.root.as_deref())?;
    let slug = parsed(&args.slug, &root)?;
    let here = env::current_dir().unwrap_or_else(|_| root.clone());
    let template = Template::named(&args.from, &here)?;
    let title = args.title.clone().unwrap_or_else(|| slug::title(&slug));
    let draft = template.draft(&slug, &title, &root);
    write(&draft, &slug, &root)?;
    let places = draft.places().map(|place| format!("  {}\n", place.strip_prefix(&root).unwrap_or(place).display()));
    say!("made {slug}:\n{}next: {} {slug}\n", places.collect::<String>(), common.screen().command)?;
    Ok(Exit::AsExpected)
}

/// Writes a new problem.
///
/// # Errors
/// When there is something of that name, or it cannot be written. Then nothing is.
pub(crate) fn write(draft: &Draft, slug: &ProblemId, root: &Path) -> Result<(), CliError> {
    for tree in ["problems", "testdata"] {
        if root.join(tree).join(slug.as_str()).exists() {
            return Err(refused(format!("{tree}/{slug} is already there"))
                .with_hint(format!("choose another name, or remove {tree}/{slug}")));
        }
    }
    draft.write().map_err(|error| match error {
        DraftError::Exists(paths) => {
            let relative = |path: &PathBuf| path.strip_prefix(root).unwrap_or(path).display().to_string();
            let names: Vec<String> = paths.iter().map(relative).collect();
            refused(format!("already there: {}", names.join(", "))).with_hint("choose another name")
        }
        DraftError::Write { .. } => error.into(),
    })
}

fn parsed(name: &str, root: &Path) -> Result<ProblemId, CliError> {
    let refuse = |what: String| match slug::suggest(name) {
        Some(slug) => refused(what).with_hint(format!("did you mean `{slug}`?")),
        None => refused(what),
    };
    let slug = ProblemId::parse(name).map_err(|error| refuse(error.to_string()))?;
    // Where the solutions are no package, cargo's rules are nobody's business.
    match slug::trouble(name).filter(|_| root.join("solutions/Cargo.toml").is_file()) {
        Some(trouble) => Err(refuse(format!("`{name}` cannot be a problem's name: {trouble}"))),
        None => Ok(slug),
    }
}
