//! `config.toml` of a user and `harness.toml` of a workspace: read with a caret under every
//! mistake.
//!
//! A workspace may come from anybody. So it may set factors on times, and compiler flags, which
//! take effect in the sandbox, but only the user's own file says which programs are started.

use crate::diagnostics::Report;
use crate::fields::Fields;
use crate::mistakes::Mistakes;
use crate::native::reader::parse;
use crate::node::{Node, PlacedValue};
use beneath::Home;
use model::Diagnostic;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::{Table, Value};

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    User,
    Workspace,
}

/// A value, and where it is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting<T> {
    pub value: T,
    pub file: PathBuf,
    /// 1-based.
    pub line: usize,
}

/// What one file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The language of the solutions that `new` and `get` create.
    pub language: Option<Setting<String>>,
    /// The template that `new` and `get` start from.
    pub template: Option<Setting<String>>,
    pub color: Option<Setting<&'static str>>,
    /// By the language's id, in the order of the file: fields that are laid over the built-in
    /// table.
    pub languages: Vec<(String, Setting<Table>)>,
}

impl Config {
    /// Lays `over` on top: what it sets takes precedence.
    #[must_use]
    pub fn under(mut self, over: Config) -> Config {
        self.languages.extend(over.languages);
        Config {
            language: over.language.or(self.language),
            template: over.template.or(self.template),
            color: over.color.or(self.color),
            languages: self.languages,
        }
    }
}

const COLORS: [&str; 3] = ["auto", "always", "never"];

/// Reads a file; a missing one sets nothing. `display` is how diagnostics name it.
pub fn read(file: &Path, display: &Path, owner: Owner) -> (Config, Vec<Diagnostic>) {
    let home = match owner {
        Owner::User => Home::everything(),
        // A mistake is shown with its line, which would be one of whatever file a link leads to.
        Owner::Workspace => Home::of(file.parent().unwrap_or(file)),
    };
    let text = match home.words(file) {
        Ok(text) => text,
        // A daemon's home may be `/dev/null`, which has no folders in it.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return (Config::default(), Vec::new());
        }
        Err(error) => {
            let mut diagnostics = Vec::new();
            diagnostics.error(display, format!("cannot be read: {error}"));
            return (Config::default(), diagnostics);
        }
    };
    let mut mistakes = Mistakes::new(display.to_owned(), Arc::from(text.as_str()));
    let config = parse(&text, &mut mistakes).map(|root| document(root, &text, file, owner, &mut mistakes));
    (config.unwrap_or_default(), mistakes.into_diagnostics())
}

fn document(root: Node, text: &str, file: &Path, owner: Owner, mistakes: &mut Mistakes) -> Config {
    let line = |place: Range<usize>| 1 + text[..place.start].matches('\n').count();
    let mut top = Fields::of_table("", Some(root), mistakes);
    let language = top.text("language").map(|it| set(line(it.place), it.it, file));
    let template = top.text("template").map(|it| set(line(it.place), it.it, file));
    let color = top.word("color", &COLORS).map(|it| set(line(it.place), COLORS[it.it], file));
    let languages = top.fields("languages").rest();
    top.finish();
    let all = languages.into_iter().map(|(id, node)| {
        let fields = language_fields(&id.it, node, owner, mistakes);
        (id.it, set(line(id.place), fields, file))
    });
    let languages = all.collect();
    Config { language, template, color, languages }
}

fn set<T>(line: usize, value: T, file: &Path) -> Setting<T> {
    Setting { value, file: file.to_owned(), line }
}

/// The fields of `languages.toml` that a user may set.
const TEXTS: [&str; 8] = ["name", "label", "install", "source", "program", "profile", "program-in-prefix", "reads"];
const LISTS: [&str; 11] =
    ["flags", "extensions", "tools", "locate", "version", "compile", "args", "env", "run-env", "readable", "entry"];
const NUMBERS: [(&str, f64); 3] = [("processes", 4096.0), ("time-factor", 100.0), ("memory-extra", 65536.0)];
/// Those that a workspace may set: they start no program.
const WORKSPACES: [&str; 2] = ["flags", "time-factor"];

fn language_fields(id: &str, node: Node, owner: Owner, mistakes: &mut Mistakes) -> Table {
    let foreign = node.entries().iter().map(|(key, _)| key).find(|key| !WORKSPACES.contains(&key.it.as_str())).cloned();
    let mut section = Fields::of_table(&format!("languages.{id}"), Some(node), mistakes);
    let mut fields = Table::new();
    let text = |text: PlacedValue<String>| Value::String(text.it);
    for key in TEXTS {
        fields.extend(section.text(key).map(|own| (key.to_owned(), text(own))));
    }
    for key in LISTS {
        let Some(list) = section.texts(key) else { continue };
        if let Some(flag) = list.it.iter().find(|flag| key == "flags" && is_sanitizer(flag)) {
            let title = format!("`{flag}` would fail every solution");
            let label = "it needs memory and rights that no judged program has";
            section.mistakes().error(list.place, title, label).hint =
                Some("leave it out: a single run can be built with sanitizers, and gets what they need".to_owned());
        }
        fields.insert(key.to_owned(), list.it.into());
    }
    for (key, most) in NUMBERS {
        let Some(number) = section.number(key, 0.0..=most, "") else { continue };
        let value = if key == "time-factor" { Value::Float(number.it) } else { Value::Integer(number.it as i64) };
        fields.insert(key.to_owned(), value);
    }
    if let Some(line) = section.text("comment") {
        let comments = Table::from_iter([("line".to_owned(), text(line))]);
        fields.insert("comments".to_owned(), Value::Table(comments));
    }
    fields.extend(section.flag("keeps-sources").map(|flag| ("keeps-sources".to_owned(), Value::Boolean(flag.it))));
    section.finish();
    if let Some(foreign) = foreign.filter(|_| owner == Owner::Workspace) {
        let title = "a workspace sets `flags` and `time-factor` of languages, and nothing else";
        mistakes.error(foreign.place, title, "only your own configuration may set this").hint = Some(
            "whoever gave you the workspace would choose what is started here: move it to ~/.config/harness/config.toml"
                .to_owned(),
        );
        fields.retain(|key, _| WORKSPACES.contains(&key));
    }
    fields
}

/// What is wrong with a language in a file that reads well: at its field, or at its head if that
/// lacks one. `None` when the file is not as it was.
pub fn at_language(file: &Path, display: &Path, id: &str, field: Option<&str>, why: &str) -> Option<Vec<Diagnostic>> {
    let text = beneath::read_to_string(file).ok()?;
    let mut mistakes = Mistakes::new(display.to_owned(), Arc::from(text.as_str()));
    let root = parse(&text, &mut mistakes)?;
    let (head, fields) = root.entry("languages")?.entries().iter().find(|(name, _)| name.it == id)?;
    let (place, label) = match field.and_then(|field| fields.entry(field)) {
        Some(value) => (&value.place, "this value"),
        None => (&head.place, "the language that lacks it"),
    };
    let field = field.map(|field| format!("`{field}`: ")).unwrap_or_default();
    mistakes.error(place.clone(), format!("[languages.{id}]: {field}{why}"), label);
    Some(mistakes.into_diagnostics())
}

/// Whether a flag of GCC and Clang adds a runtime that shadows the program's memory. That of
/// `undefined` does not.
pub fn is_sanitizer(flag: &str) -> bool {
    let shadows = ["address", "leak", "thread", "memory", "hwaddress"];
    flag.strip_prefix("-fsanitize=").is_some_and(|list| list.split(',').any(|one| shadows.contains(&one)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read_text(text: &str, owner: Owner) -> (Config, Vec<String>) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("config.toml");
        fs::write(&file, text).unwrap();
        let (config, diagnostics) = read(&file, Path::new("config.toml"), owner);
        (
            config,
            diagnostics
                .into_iter()
                .map(|found| format!("{} | {}", found.title, found.hint.unwrap_or_default()))
                .collect(),
        )
    }

    #[test]
    fn settings_have_their_lines_and_the_workspace_goes_before_the_user() {
        let users = "language = \"cpp\"\ncolor = \"never\"\n\n[languages.cpp]\nflags = [\"-DLOCAL\"]\n";
        let (users, found) = read_text(users, Owner::User);
        assert_eq!(found, [""; 0]);
        assert_eq!((users.language.as_ref().unwrap().line, users.color.as_ref().unwrap().value), (1, "never"));
        assert_eq!((users.languages[0].0.as_str(), users.languages[0].1.line), ("cpp", 4));
        let (own, _) = read_text("language = \"python\"", Owner::Workspace);
        let both = users.under(own);
        assert_eq!(both.language.unwrap().value, "python");
        assert_eq!(both.languages.len(), 1);
    }

    #[test]
    fn every_mistake_is_found_with_what_was_meant() {
        let (_, found) = read_text("langage = \"cpp\"\ncolor = \"evr\"\n[languages.cpp]\nflag = []\n", Owner::User);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0], "unknown key `langage` | did you mean `language`?");
        assert!(found[2].ends_with("did you mean `flags`?"), "{found:?}");
    }

    #[test]
    fn a_sanitizer_that_no_judged_program_could_bear_is_refused() {
        let check = |flag: &str| {
            let text = format!("[languages.cpp]\nflags = [\"-g\", \"{flag}\"]\n");
            read_text(&text, Owner::User).1.first().map(|found| found.split(" | ").next().unwrap().to_owned())
        };
        for flag in ["-fsanitize=address", "-fsanitize=undefined,leak", "-fsanitize=thread"] {
            assert_eq!(check(flag), Some(format!("`{flag}` would fail every solution")));
        }
        for flag in ["-fsanitize=undefined", "-fsanitize-trap=all", "-fno-sanitize=address"] {
            assert_eq!(check(flag), None);
        }
    }

    #[test]
    fn a_workspace_does_not_say_what_is_started() {
        let text = "[languages.cpp]\nflags = [\"-O3\"]\ntime-factor = 2\ntools = [\"sh\"]\nversion = [\"-c\", \"x\"]\n";
        let (config, found) = read_text(text, Owner::Workspace);
        assert!(found[0].starts_with("a workspace sets `flags` and `time-factor` of languages"), "{found:?}");
        assert_eq!(config.languages[0].1.value.keys().collect::<Vec<_>>(), ["flags", "time-factor"]);
        assert_eq!(read_text(text, Owner::User).1, [""; 0]);
    }
}
