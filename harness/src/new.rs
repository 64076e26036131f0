//! `harness new`: a problem that already runs.

use crate::args;
use crate::exit::Exit;
use crate::workspace::{self, Screen};
use clap::{Arg, ArgMatches, Command};
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

pub fn define() -> Command {
    let templates: Vec<String> =
        BUILT_IN.iter().map(|known| format!("  {:<12} {}\n", known.name, known.about)).collect();
    let more = format!(
        "{EXAMPLES}\nTemplates:\n{}\nExit codes: 0 made; 2 not made: the name is taken or no name, or there is no such template.",
        templates.concat()
    );
    Command::new("new")
        .about("Make a new problem that already runs: statement, solution, sample")
        .after_help(more)
        .args([
            Arg::new("slug").value_name("SLUG").required(true).help("The problem's name, like `two-heaps`"),
            Arg::new("from")
                .long("from")
                .value_name("TEMPLATE")
                .default_value("plain")
                .help("A template, or a folder that is one"),
            Arg::new("title").long("title").value_name("TITLE").help("The title [default: made from the name]"),
            args::root(),
            args::color(),
        ])
}

pub fn run(values: &ArgMatches) -> Result<Exit, Exit> {
    let screen = Screen::of(args::ColorWhen::of(values));
    let root = workspace::root(args::one::<std::path::PathBuf>(values, "root").as_deref());
    let root = root.map_err(|(problem, hint)| screen.refuse(&problem, Some(&hint)))?;
    let name: String = args::one(values, "slug").unwrap_or_default();
    let slug = parsed(&name, &root).map_err(|(problem, hint)| screen.refuse(&problem, hint.as_deref()))?;
    let from: String = args::one(values, "from").unwrap_or_default();
    let here = env::current_dir().unwrap_or_else(|_| root.clone());
    let template =
        Template::named(&from, &here).map_err(|error| screen.refuse(&error.to_string(), Some(&error.hint())))?;
    let title = args::one(values, "title").unwrap_or_else(|| slug::title(&slug));
    let draft = template.draft(&slug, &title, &root);
    write(&draft, &slug, &root, &screen)?;
    let mut text = format!("made {slug}:\n");
    for place in draft.places() {
        text.push_str(&format!("  {}\n", place.strip_prefix(&root).unwrap_or(place).display()));
    }
    text.push_str(&format!(
        "next: {} {slug}\n",
        workspace::command(args::one::<std::path::PathBuf>(values, "root").as_deref())
    ));
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
