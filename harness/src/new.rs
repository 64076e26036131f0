//! `harness new`: a problem that already runs.

use crate::args::CommonArgs;
use crate::exit::Exit;
use crate::workspace::{self, Screen};
use clap::Args;
use model::ProblemId;
use package::draft::slug;
use package::draft::template::{BUILT_IN, Template};
use package::draft::{Draft, DraftError};
use std::env;
use std::io::{self, Write};
use std::path::Path;

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
pub struct NewArgs {
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
    let templates = BUILT_IN.iter().map(|known| format!("\n  {:<12} {}", known.name, known.about));
    format!("{EXAMPLES}\nTemplates:{}", templates.collect::<String>())
}

pub fn run(args: &NewArgs, common: &CommonArgs) -> Result<Exit, Exit> {
    let screen = Screen::of(common);
    let root = workspace::root(common.root.as_deref());
    let root = root.map_err(|(problem, hint)| screen.refuse(&problem, Some(&hint)))?;
    let slug = parsed(&args.slug, &root).map_err(|(problem, hint)| screen.refuse(&problem, hint.as_deref()))?;
    let here = env::current_dir().unwrap_or_else(|_| root.clone());
    let template =
        Template::named(&args.from, &here).map_err(|error| screen.refuse(&error.to_string(), Some(&error.hint())))?;
    let title = args.title.clone().unwrap_or_else(|| slug::title(&slug));
    let draft = template.draft(&slug, &title, &root);
    write(&draft, &slug, &root, &screen)?;
    let mut text = format!("made {slug}:\n");
    for place in draft.places() {
        text.push_str(&format!("  {}\n", place.strip_prefix(&root).unwrap_or(place).display()));
    }
    text.push_str(&format!("next: {} {slug}\n", screen.command));
    // Nobody is left to be told when standard output is gone.
    let _ = io::stdout().write_all(text.as_bytes());
    Ok(Exit::AsExpected)
}

/// Writes a new problem, unless there is something of that name.
///
/// # Errors
/// The exit code, after the reason has been printed.
pub fn write(draft: &Draft, slug: &ProblemId, root: &Path, screen: &Screen) -> Result<(), Exit> {
    for tree in ["problems", "testdata"] {
        if root.join(tree).join(slug.as_str()).exists() {
            let hint = format!("choose another name, or remove {tree}/{slug}");
            return Err(screen.refuse(&format!("{tree}/{slug} is already there"), Some(&hint)));
        }
    }
    draft.write().map_err(|error| match &error {
        DraftError::Exists(paths) => {
            let shown = |path: &std::path::PathBuf| path.strip_prefix(root).unwrap_or(path).display().to_string();
            let names: Vec<String> = paths.iter().map(shown).collect();
            screen.refuse(&format!("already there: {}", names.join(", ")), Some("choose another name"))
        }
        DraftError::Write { .. } => screen.refuse(&error.to_string(), None),
    })
}

/// The name, or what is wrong with it and what to do.
fn parsed(name: &str, root: &Path) -> Result<ProblemId, (String, Option<String>)> {
    let suggestion = || slug::suggest(name).map(|slug| format!("did you mean `{slug}`?"));
    let slug = ProblemId::parse(name).map_err(|error| (error.to_string(), suggestion()))?;
    // Where the solutions are no package, cargo's rules are nobody's business.
    match slug::trouble(name).filter(|_| root.join("solutions/Cargo.toml").is_file()) {
        Some(trouble) => Err((format!("`{name}` cannot be a problem's name: {trouble}"), suggestion())),
        None => Ok(slug),
    }
}
