//! A problem that already runs, and an empty workspace to put problems into.

use crate::config;
use crate::error::{Error, OrCannot as _, refused};
use beneath::Home;
use engine::build::{LanguageEntry, Languages, in_path};
use model::phrase::names;
use model::{Languages as _, ProblemId};
use package::detect::Kind;
use package::draft::slug;
use package::draft::template::{Place, Template};
use package::draft::{Draft, DraftError, check_below};
use package::statement::Tongue;
use std::fs;
use std::path::{Path, PathBuf};

/// A problem to be made. What is `None` is as configured, or made from the rest.
#[derive(Clone, Debug, Default)]
pub struct NewProblem<'a> {
    /// The problem's name: lower-case letters, digits and single hyphens.
    pub slug: &'a str,
    /// The name of a template, a folder that is one, or a solution file.
    pub template: Option<&'a str>,
    /// An id, a name or an extension.
    pub language: Option<&'a str>,
    /// The code of a second language for the statement: `zh`.
    pub statement: Option<&'a str>,
    /// `None`: the name with capitals and spaces.
    pub title: Option<&'a str>,
}

/// Makes a problem in the workspace at `root`: statement, model solution, a sample. All of it or
/// nothing. Paths of templates start from `here`. Returns its files, below the root.
///
/// # Errors
/// When it cannot be called that, something of that name is there, or there is no such template.
pub fn make_problem(root: &Path, wanted: &NewProblem<'_>, here: &Path) -> Result<Vec<PathBuf>, Error> {
    let slug = parsed(wanted.slug, root)?;
    let settings = ProblemStart::of(root, wanted.template, wanted.language, here)?;
    let mut template = Template::named(settings.template.as_deref().unwrap_or("plain"), &settings.here)?;
    if let Some(code) = wanted.statement {
        let tongue = Tongue::of_code(code).ok_or_else(|| {
            refused(format!("no statement can be begun in `{code}`")).with_hint("there are en and zh")
        })?;
        template.state_in(tongue);
    }
    let language = settings.language(&template, root)?;
    let title = wanted.title.map_or_else(|| slug::title(&slug), str::to_owned);
    // The title goes into a comment of a source file.
    if title.contains(char::is_control) {
        return Err(refused("a title is one line, without control characters"));
    }
    // A template's own extension: `main.cc` is C++, too.
    let own = template.extension().and_then(|own| language.extensions.iter().find(|extension| *extension == own));
    let extension = own.or(language.extensions.first()).map_or("", String::as_str);
    let folder = language.folder(&root.join("solutions"));
    let place = Place { root, slug: &slug, title: &title, language: &language.id, folder, extension };
    let draft = template.draft(&place)?;
    write_problem(&draft, &slug, root)?;
    Ok(draft.places().map(|place| place.strip_prefix(root).unwrap_or(place).to_owned()).collect())
}

/// Makes an empty workspace in `folder`, seen from `here`. `config` is its file, with `{language}`
/// where the language goes in which solutions begin: the named one, the configured one, or one
/// that this machine has. Returns what is there now, below the folder.
///
/// # Errors
/// When there is one already, no language has that name, or it cannot be written.
pub fn make_workspace(here: &Path, folder: &Path, language: Option<&str>, config: &str) -> Result<Vec<PathBuf>, Error> {
    let root = &*here.join(folder);
    if Kind::of(root) == Some(Kind::Workspace) {
        return Err(refused(format!("{} is a workspace already", folder.display())).with_hint("make a problem in it"));
    }
    let settings = config::load(None)?;
    let languages = config::languages(&settings)?;
    let named = language.map(str::to_owned).or(settings.language.map(|language| language.value));
    let language = usual(&languages, named.as_deref(), root)?;
    let mut draft = Draft::default();
    for (name, text) in
        [(config::FILE, config.replace("{language}", &language.id)), (".gitignore", "/target/\n".to_owned())]
    {
        let place = root.join(name);
        if !place.exists() {
            draft.create(place, text);
        }
    }
    let folders = ["problems".to_owned(), "testdata".to_owned(), format!("solutions/{}", language.id)];
    // What is in the folder already may have come from elsewhere, links included.
    let first_of_each: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder).join("a")).collect();
    check_below(root, first_of_each.iter().map(PathBuf::as_path))?;
    for folder in &folders {
        fs::create_dir_all(root.join(folder)).or_cannot(format!("make {folder}"))?;
    }
    draft.write_below(root)?;
    Ok(folders.iter().map(PathBuf::from).chain([config::FILE.into()]).collect())
}

/// What new problems start with: as requested, else as configured.
pub(crate) struct ProblemStart {
    pub template: Option<String>,
    language: Option<String>,
    /// What the template's path is relative to.
    pub here: PathBuf,
    languages: Languages,
}

impl ProblemStart {
    /// `here`: what paths in the request start from.
    ///
    /// # Errors
    /// When there are mistakes in the configuration.
    pub(crate) fn of(
        root: &Path,
        template: Option<&str>,
        language: Option<&str>,
        here: &Path,
    ) -> Result<ProblemStart, Error> {
        let settings = config::load(Some(root))?;
        let languages = config::languages(&settings)?;
        let set = settings.template.filter(|_| template.is_none());
        let here = set.as_ref().and_then(|set| set.file.parent()).unwrap_or(here).to_owned();
        let of_workspace = set.as_ref().is_some_and(|set| set.file.starts_with(root));
        let template = template.map(str::to_owned).or(set.map(|set| set.value)).map(|path| config::home_filled(&path));
        // Whoever handed the workspace over would choose which of the person's files is copied.
        let place = template.as_ref().filter(|_| of_workspace).map(|template| here.join(template));
        if place.is_some_and(|place| Home::of(root).holds(&place).is_ok_and(|came_along| !came_along)) {
            let file = config::FILE;
            return Err(refused(format!("{file}: the template did not come along with this workspace"))
                .with_hint("name it in the call, or in your own configuration"));
        }
        let language = language.map(str::to_owned).or(settings.language.map(|language| language.value));
        Ok(ProblemStart { template, language, here, languages })
    }

    /// The language to begin in: the named one, else that of a template with one language, else the
    /// usual one.
    ///
    /// # Errors
    /// When no language has that name.
    pub(crate) fn language(&self, template: &Template, root: &Path) -> Result<&LanguageEntry, Error> {
        let of_extension = template.extension().and_then(|extension| self.languages.of_extension(extension));
        match (&self.language, of_extension) {
            (Some(name), _) => language(&self.languages, name),
            (None, Some(id)) => language(&self.languages, &id.0),
            (None, None) => self.usual(root),
        }
    }

    /// [`ProblemStart::language`], without a template.
    ///
    /// # Errors
    /// When no language has the configured name.
    pub(crate) fn usual(&self, root: &Path) -> Result<&LanguageEntry, Error> {
        usual(&self.languages, self.language.as_deref(), root)
    }

    /// The language of a file with this extension.
    pub(crate) fn of_extension(&self, extension: &str) -> Option<&LanguageEntry> {
        self.languages.get(&self.languages.of_extension(extension)?)
    }
}

/// The named language; else that of the package that the solutions are; else the first one
/// suggested that this machine has, or the first of all.
///
/// # Errors
/// When no language has that name.
fn usual<'l>(languages: &'l Languages, name: Option<&str>, root: &Path) -> Result<&'l LanguageEntry, Error> {
    let is_package = |entry: &&LanguageEntry| entry.has_package(&root.join("solutions"));
    let is_here = |entry: &&LanguageEntry| entry.tools.iter().any(|tool| in_path(tool).is_some());
    let otherwise = || {
        let mut suggested: Vec<_> = languages.entries.iter().filter(|entry| entry.suggested.is_some()).collect();
        suggested.sort_by_key(|entry| entry.suggested);
        let usual = || suggested.iter().copied().find(is_here).or(suggested.first().copied());
        languages.entries.iter().find(is_package).or_else(usual).map_or("", |entry| &entry.id)
    };
    language(languages, name.unwrap_or_else(otherwise))
}

/// A language by its id, its name or an extension.
///
/// # Errors
/// When no language has that name.
pub fn language<'l>(languages: &'l Languages, name: &str) -> Result<&'l LanguageEntry, Error> {
    let name = name.trim_start_matches('.').to_lowercase();
    let is_it = |entry: &&LanguageEntry| {
        entry.id == name || entry.name.to_lowercase() == name || entry.extensions.contains(&name)
    };
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

/// Writes a new problem.
///
/// # Errors
/// When something of that name exists, or it cannot be written. Then nothing is written.
pub(crate) fn write_problem(draft: &Draft, slug: &ProblemId, root: &Path) -> Result<(), Error> {
    for tree in ["problems", "testdata"] {
        if root.join(tree).join(slug.as_str()).exists() {
            return Err(refused(format!("{tree}/{slug} is already there"))
                .with_hint(format!("choose another name, or remove {tree}/{slug}")));
        }
    }
    write_new(draft, root)
}

/// Writes new files below `root`: all of them, or nothing.
///
/// # Errors
/// When something of their names exists, or they cannot be written.
pub(crate) fn write_new(draft: &Draft, root: &Path) -> Result<(), Error> {
    draft.write_below(root).map_err(|error| match error {
        DraftError::Exists(paths) => {
            let relative = |path: &PathBuf| path.strip_prefix(root).unwrap_or(path).display().to_string();
            let names = names(&paths.iter().map(relative).collect::<Vec<_>>(), 3);
            refused(format!("already there: {names}")).with_hint("choose another name")
        }
        DraftError::Write { .. } => error.into(),
    })
}

fn parsed(name: &str, root: &Path) -> Result<ProblemId, Error> {
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
