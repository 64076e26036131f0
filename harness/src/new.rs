//! `harness new`: a problem that already runs.

use crate::args::CommonArgs;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::screen::say;
use crate::workspace;
use clap::Args;
use engine::build::{Entry, Languages, in_path};
use judge::config;
use model::{Languages as _, ProblemId};
use package::draft::slug;
use package::draft::template::{BUILT_IN, Place, Template, has_cargo};
use package::draft::{Draft, DraftError};
use package::statement::Tongue;
use std::env;
use std::path::{Path, PathBuf};

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

pub(crate) fn run(args: &NewArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let root = workspace::root_to_fill(common.root.as_deref())?;
    let slug = parsed(&args.slug, &root)?;
    let settings = Begin::of(&root, args.template.as_deref(), args.lang.as_deref())?;
    let mut template = Template::named(settings.template.as_deref().unwrap_or("plain"), &settings.here)?;
    if let Some(code) = &args.statement {
        let tongue = Tongue::of_code(code).ok_or_else(|| {
            refused(format!("no statement can be begun in `{code}`")).with_hint("there are en and zh")
        })?;
        template.state_in(tongue);
    }
    let language = settings.language(&template, &root)?;
    let title = args.title.clone().unwrap_or_else(|| slug::title(&slug));
    // The title goes into a comment of a source file.
    if title.contains(char::is_control) {
        return Err(refused("a title is one line, without control characters"));
    }
    // A template's own extension: `main.cc` is C++, too.
    let own = template.extension().and_then(|own| language.extensions.iter().find(|extension| *extension == own));
    let extension = own.or(language.extensions.first()).map_or("", String::as_str);
    let place = Place { root: &root, slug: &slug, title: &title, language: &language.id, extension };
    let draft = template.draft(&place)?;
    write(&draft, &slug, &root)?;
    let places = draft.places().map(|place| format!("  {}\n", place.strip_prefix(&root).unwrap_or(place).display()));
    say!("made {slug}:\n{}next: {} {slug}\n", places.collect::<String>(), common.screen().command)?;
    Ok(Exit::AsExpected)
}

/// What new problems start with: as requested, else as configured.
pub(crate) struct Begin {
    pub template: Option<String>,
    language: Option<String>,
    /// What the template's path is relative to.
    pub here: PathBuf,
    languages: Languages,
}

impl Begin {
    /// # Errors
    /// When there are mistakes in the configuration.
    pub(crate) fn of(root: &Path, template: Option<&str>, language: Option<&str>) -> Result<Begin, CliError> {
        let settings = config::load(Some(root))?;
        let languages = config::languages(&settings)?;
        let here = env::current_dir().unwrap_or_else(|_| root.to_owned());
        let set = settings.template.filter(|_| template.is_none());
        let here = set.as_ref().and_then(|set| set.file.parent()).map_or(here, Path::to_path_buf);
        let template = template.map(str::to_owned).or(set.map(|set| set.value)).map(|path| home_filled(&path));
        let language = language.map(str::to_owned).or(settings.language.map(|language| language.value));
        Ok(Begin { template, language, here, languages })
    }

    /// The language to begin in: the named one, else that of a template with one language, else the
    /// [`usual`] one.
    ///
    /// # Errors
    /// When no language has that name.
    pub(crate) fn language(&self, template: &Template, root: &Path) -> Result<&Entry, CliError> {
        let of_extension = template.extension().and_then(|extension| self.languages.of_extension(extension));
        match (&self.language, of_extension) {
            (Some(name), _) => language(&self.languages, name),
            (None, Some(id)) => language(&self.languages, &id.0),
            (None, None) => self.usual(root),
        }
    }

    /// [`Begin::language`], without a template.
    ///
    /// # Errors
    /// When no language has the configured name.
    pub(crate) fn usual(&self, root: &Path) -> Result<&Entry, CliError> {
        usual(&self.languages, self.language.as_deref(), root)
    }

    /// The language of a file with this extension.
    pub(crate) fn of_extension(&self, extension: &str) -> Option<&Entry> {
        self.languages.get(&self.languages.of_extension(extension)?)
    }
}

/// The first of these that can be run here is the default; if none can, the first.
const USUAL: [&str; 3] = ["cpp", "python", "rust"];

/// The named language; else Rust if the solutions are a Rust package; else one that this machine
/// has.
///
/// # Errors
/// When no language has that name.
pub(crate) fn usual<'l>(languages: &'l Languages, name: Option<&str>, root: &Path) -> Result<&'l Entry, CliError> {
    let is_here = |id: &&str| {
        let entry = languages.entries.iter().find(|entry| entry.id == **id);
        entry.is_some_and(|entry| entry.tools.iter().any(|tool| in_path(tool).is_some()))
    };
    let otherwise = || match has_cargo(root) {
        true => "rust",
        false => USUAL.iter().find(|id| is_here(id)).unwrap_or(&USUAL[0]),
    };
    language(languages, name.unwrap_or_else(otherwise))
}

/// A language by its id, its name or an extension.
///
/// # Errors
/// When no language has that name.
pub(crate) fn language<'l>(languages: &'l Languages, name: &str) -> Result<&'l Entry, CliError> {
    let name = name.trim_start_matches('.').to_lowercase();
    let is_it =
        |entry: &&Entry| entry.id == name || entry.name.to_lowercase() == name || entry.extensions.contains(&name);
    let with_files = || languages.entries.iter().filter(|entry| !entry.extensions.is_empty());
    with_files().find(is_it).ok_or_else(|| {
        let ids: Vec<&str> = with_files().map(|entry| entry.id.as_str()).collect();
        let hint = match model::nearest(&name, ids.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", ids.join(", ")),
        };
        refused(format!("no language is called `{name}`")).with_hint(hint)
    })
}

/// Expands `~/x` as a shell does.
fn home_filled(path: &str) -> String {
    match (path.strip_prefix("~/"), env::home_dir()) {
        (Some(below), Some(home)) => home.join(below).display().to_string(),
        (Some(_), None) | (None, _) => path.to_owned(),
    }
}

/// Writes a new problem.
///
/// # Errors
/// When something of that name exists, or it cannot be written. Then nothing is written.
pub(crate) fn write(draft: &Draft, slug: &ProblemId, root: &Path) -> Result<(), CliError> {
    for tree in ["problems", "testdata"] {
        if root.join(tree).join(slug.as_str()).exists() {
            return Err(refused(format!("{tree}/{slug} is already there"))
                .with_hint(format!("choose another name, or remove {tree}/{slug}")));
        }
    }
    draft.write_below(root).map_err(|error| match error {
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
    // Cargo's rules for names matter only if the solutions are a package.
    match slug::trouble(name).filter(|_| root.join("solutions/Cargo.toml").is_file()) {
        Some(trouble) => Err(refuse(format!("`{name}` cannot be a problem's name: {trouble}"))),
        None => Ok(slug),
    }
}
