//! What a new problem starts from.
//!
//! A template is a folder: `problem.toml`, `statement.md`, `input.ctd`, the problem's programs
//! (`validator`, `generator`, `checker`, `interactor`), `solution.cpp` for the model solution,
//! `solution--<label>.cpp` for others, and tests in `sample/` and `secret/`. A program may exist in
//! several languages: one is taken. `{slug}`, `{title}` and `{extension}` are filled in in every
//! file.

use crate::draft::Draft;
use crate::statement::Tongue;
use crate::tree::files_below;
use beneath::Plain;
use model::{GRAMMAR, ProblemId};
use std::path::Path;
use thiserror::Error;

/// The files of a template, by name below its folder, with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    files: Vec<(String, Vec<u8>)>,
    /// Its statement in Chinese, if none is among the files.
    chinese: &'static str,
}

/// A template that is part of the program.
pub struct BuiltIn {
    pub name: &'static str,
    /// One line for `--help`.
    pub about: &'static str,
    /// Its statement in Chinese. The one in English is among the files.
    chinese: &'static str,
    files: &'static [(&'static str, &'static str)],
}

macro_rules! files {
    ($folder:literal: $($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../../templates/", $folder, "/", $file)))),*]
    };
}

pub const BUILT_IN: [BuiltIn; 4] = [
    BuiltIn {
        name: "plain",
        about: "statement, model solution and one sample; answers are compared",
        chinese: include_str!("../../templates/plain/statement.zh.md"),
        files: files!("plain": "problem.toml", "statement.md", "sample/01.in", "sample/01.ans",
            "solution.rs", "solution.cpp", "solution.py", "solution.java"),
    },
    BuiltIn {
        name: "full",
        about: "also a grammar of the input, a generator, a brute force and a wrong solution: clean under `check`",
        chinese: include_str!("../../templates/full/statement.zh.md"),
        files: files!("full": "problem.toml", "statement.md", "input.ctd", "sample/01.in", "sample/01.ans", "secret/02-least.in",
            "secret/02-least.ans", "secret/03-most.in", "secret/03-most.ans",
            "generator.rs", "solution.rs", "solution--brute.rs", "solution--i32.rs",
            "generator.cpp", "solution.cpp", "solution--brute.cpp", "solution--i32.cpp",
            "generator.py", "solution.py", "solution--brute.py", "solution--i32.py",
            "generator.java", "solution.java", "solution--brute.java", "solution--i32.java"),
    },
    BuiltIn {
        name: "checker",
        about: "many right answers, judged by a checker of the problem's own",
        chinese: include_str!("../../templates/checker/statement.zh.md"),
        files: files!("checker": "problem.toml", "statement.md", "sample/01.in", "sample/01.ans",
            "checker.rs", "solution.rs", "solution--same.rs", "checker.cpp", "solution.cpp", "solution--same.cpp",
            "checker.py", "solution.py", "solution--same.py", "checker.java", "solution.java", "solution--same.java"),
    },
    BuiltIn {
        name: "interactive",
        about: "a dialogue with an interactor",
        chinese: include_str!("../../templates/interactive/statement.zh.md"),
        files: files!("interactive": "problem.toml", "statement.md", "sample/01.in", "sample/01.ans",
            "interactor.rs", "solution.rs", "solution--one-by-one.rs",
            "interactor.cpp", "solution.cpp", "solution--one-by-one.cpp",
            "interactor.py", "solution.py", "solution--one-by-one.py",
            "interactor.java", "solution.java", "solution--one-by-one.java"),
    },
];

/// How the solution of a problem from the browser begins, by its extension; empty in other
/// languages.
const GET: [(&str, &str); 4] = [
    ("rs", include_str!("../../templates/get/solution.rs")),
    ("cpp", include_str!("../../templates/get/solution.cpp")),
    ("py", include_str!("../../templates/get/solution.py")),
    ("java", include_str!("../../templates/get/solution.java")),
];

/// The name of a new problem, its place, and the language of its programs.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Absolute.
    pub root: &'a Path,
    pub slug: &'a ProblemId,
    pub title: &'a str,
    /// The language's id.
    pub language: &'a str,
    /// Where programs in that language lie, below `solutions`.
    pub folder: &'a str,
    /// The usual extension of the language.
    pub extension: &'a str,
}

impl Place<'_> {
    /// The path of the model solution below the root, or of another one with a label.
    pub fn solution(&self, label: &str) -> String {
        let Place { slug, extension, folder, .. } = self;
        format!("solutions/{folder}/{slug}{label}.{extension}")
    }

    /// How the solution of a problem from the browser begins: with the user's own text, or ours.
    pub fn begun(&self, own: Option<&str>) -> String {
        let ours = || GET.iter().find(|(extension, _)| *extension == self.extension).map(|(_, text)| *text);
        let text = own.or_else(ours).unwrap_or_default();
        text.replace("{slug}", self.slug.as_str()).replace("{title}", &in_comment(self.title))
    }
}

/// A title as it may stand in a comment of any language. A web page has chosen it, and it must not
/// end the comment, begin another line, or say in which encoding the file is read: of its signs
/// only those remain that mean nothing in a comment.
fn in_comment(title: &str) -> String {
    let plain = title.replace(|c: char| !c.is_alphanumeric() && !"-.,()!+&".contains(c), " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why a template cannot be used, and what to do about it.
#[derive(Debug, Error)]
#[error("{what}")]
pub struct TemplateError {
    what: String,
    pub hint: String,
}

impl TemplateError {
    /// Of a folder or file of one's own.
    fn of(what: String) -> TemplateError {
        let hint = "a template holds problem.toml, statement.md, input.ctd, solutions (solution.cpp), programs of the problem's, sample/ and secret/";
        TemplateError { what, hint: hint.to_owned() }
    }

    fn odd(path: &Path) -> TemplateError {
        TemplateError::of(format!("{} has no place in a problem", path.display()))
    }
}

/// Files of a template are small: a larger one was not meant as one.
const LARGEST: u64 = 16 << 20;

fn bytes_of(path: &Path) -> Result<Vec<u8>, TemplateError> {
    let bytes = Plain::find(path).and_then(|file| file.read(LARGEST));
    bytes.map_err(|error| TemplateError::of(format!("cannot read the template {}: {error}", path.display())))
}

impl Template {
    /// The built-in template of that name, or a folder, or a file, which becomes the model solution
    /// of a `plain` problem.
    ///
    /// # Errors
    /// When there is no such template, or it cannot be read or lacks what every problem has.
    pub fn named(name: &str, here: &Path) -> Result<Template, TemplateError> {
        if let Some(built_in) = BUILT_IN.iter().find(|built_in| built_in.name == name) {
            return Ok(Template::of(built_in));
        }
        let path = here.join(name);
        if path.is_file() {
            let extension = path.extension().and_then(|extension| extension.to_str());
            let extension = extension.ok_or_else(|| TemplateError::odd(&path))?;
            let bytes = bytes_of(&path)?;
            let mut template = Template::of(&BUILT_IN[0]);
            template.files.retain(|(name, _)| !name.starts_with("solution"));
            template.files.push((format!("solution.{extension}"), bytes));
            return Ok(template);
        }
        if path.is_dir() {
            return Template::read(&path);
        }
        let names = BUILT_IN.map(|built_in| built_in.name).join(", ");
        let hint = format!("there are {names}; or name a folder or a solution file of your own");
        Err(TemplateError { what: format!("no template is called `{name}`"), hint })
    }

    fn of(built_in: &BuiltIn) -> Template {
        let files = built_in.files.iter().map(|(file, text)| ((*file).to_owned(), text.as_bytes().to_vec()));
        Template { files: files.collect(), chinese: built_in.chinese }
    }

    /// Adds a statement in this language, if the template has none.
    pub fn state_in(&mut self, tongue: Tongue) {
        if self.files.iter().all(|(name, _)| name != tongue.file()) {
            let text = match tongue {
                Tongue::English => include_str!("../../templates/plain/statement.md"),
                Tongue::Chinese => self.chinese,
            };
            self.files.push((tongue.file().to_owned(), text.as_bytes().to_vec()));
        }
    }

    fn read(folder: &Path) -> Result<Template, TemplateError> {
        let mut files = Vec::new();
        for (name, path) in files_below(folder) {
            if name.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            if part(&name).is_none() {
                return Err(TemplateError::odd(&path));
            }
            files.push((name, bytes_of(&path)?));
        }
        let has_model = files.iter().any(|(name, _)| part(name) == Some(TemplatePart::Solution("")));
        if !has_model || files.iter().all(|(name, _)| name != "problem.toml") {
            let title = format!("the template {} lacks problem.toml or solution.cpp", folder.display());
            return Err(TemplateError::of(title));
        }
        Ok(Template { files, chinese: BUILT_IN[0].chinese })
    }

    /// The extension of its model solution, if that exists in one language only.
    pub fn extension(&self) -> Option<&str> {
        let mut models = self.files.iter().filter(|(name, _)| part(name) == Some(TemplatePart::Solution("")));
        let (name, _) = models.next()?;
        models.next().is_none().then(|| name.rsplit_once('.').map(|(_, extension)| extension))?
    }

    /// Everything that a new problem begins with. Of a program that exists in several languages,
    /// the one in the requested language.
    ///
    /// # Errors
    /// When a program does not exist in that language.
    pub fn draft(&self, place: &Place<'_>) -> Result<Draft, TemplateError> {
        let mut draft = Draft::default();
        let of_language =
            |stem: &str| self.files.iter().any(|(name, _)| *name == format!("{stem}.{}", place.extension));
        if !of_language("solution") {
            let hint = "leave the language out, or name a solution of yours in it as the template".to_owned();
            return Err(TemplateError { what: format!("the template has no solution in {}", place.language), hint });
        }
        for (name, bytes) in &self.files {
            let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
            let slug = place.slug;
            let target = match part(name) {
                Some(TemplatePart::Solution(label)) if extension == place.extension => place.solution(label),
                Some(TemplatePart::Program) if extension == place.extension || !of_language(stem) => {
                    format!("problems/{slug}/{name}")
                }
                // In another language.
                Some(TemplatePart::Solution(_) | TemplatePart::Program) | None => continue,
                Some(TemplatePart::Text) => format!("problems/{slug}/{name}"),
                Some(TemplatePart::Test) => format!("testdata/{slug}/{name}"),
            };
            draft.create(place.root.join(target), fill(bytes, name, place));
        }
        Ok(draft)
    }
}

/// What a file of a template is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplatePart<'n> {
    /// The label including its hyphens, like `--brute`; empty for the model solution.
    Solution(&'n str),
    /// A program that belongs to the problem.
    Program,
    Test,
    /// `problem.toml`, `input.ctd`, statements.
    Text,
}

/// What a file of this name is; `None` if it belongs nowhere.
fn part(name: &str) -> Option<TemplatePart<'_>> {
    let (stem, extension) = name.rsplit_once('.')?;
    if let Some(label) = stem.strip_prefix("solution").filter(|_| !extension.contains('/')) {
        let fits = label.is_empty() || label.strip_prefix("--").is_some_and(|label| !label.is_empty());
        return fits.then_some(TemplatePart::Solution(label));
    }
    let is_test = ["sample/", "secret/", "invalid/"].iter().any(|folder| stem.starts_with(folder));
    match stem {
        _ if is_test => ["in", "ans"].contains(&extension).then_some(TemplatePart::Test),
        "validator" | "generator" | "checker" | "interactor" => Some(TemplatePart::Program),
        _ if Tongue::ALL.iter().any(|tongue| tongue.file() == name) => Some(TemplatePart::Text),
        _ => ["problem.toml", GRAMMAR].contains(&name).then_some(TemplatePart::Text),
    }
}

fn fill(bytes: &[u8], name: &str, place: &Place<'_>) -> Vec<u8> {
    // Tests are data, and mean exactly what they say.
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| !name.contains('/')) else { return bytes.to_vec() };
    let quoted = if name.ends_with(".toml") { quoted(place.title) } else { format!("\"{}\"", place.title) };
    let text = text.replace("{slug}", place.slug.as_str()).replace("\"{title}\"", &quoted);
    let text = text.replace("{title}", place.title);
    text.replace("{extension}", place.extension).into_bytes()
}

/// A string in TOML's quotes, which escape what JSON's do and one more control character.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn place<'a>(root: &'a Path, slug: &'a ProblemId) -> Place<'a> {
        Place { root, slug, title: "A \"b\"", language: "python", folder: "python", extension: "py" }
    }

    #[test]
    fn a_title_from_a_page_is_not_code_in_any_language() {
        let check = |title: &str, expected: &str| assert_eq!(in_comment(title), expected, "{title}");
        check("A. Two Heaps (easy) - 2+2!", "A. Two Heaps (easy) - 2+2!");
        check("A \\u000aclass X", "A u000aclass X");
        check("A */ int x; /*", "A int x");
        check("??/ ?> *) -} #} ]]] --> ''' \"\"\"", ") - --");
        check("coding: utf-7 +AAo-x() coding=y", "coding utf-7 +AAo-x() coding y");
        check("a\r\nb\u{85}c", "a b c");
        let slug = ProblemId::parse("a").unwrap();
        let place = Place { title: "*/ evil /*", ..place(Path::new("/"), &slug) };
        assert_eq!(place.begun(Some("/* {title} */")), "/* evil */");
    }

    #[test]
    fn every_built_in_template_has_a_statement_in_every_language_with_the_same_samples() {
        for built_in in BUILT_IN {
            let mut template = Template::of(&built_in);
            let blocks = |template: &Template, tongue: Tongue| {
                let (_, text) = template.files.iter().find(|(name, _)| name == tongue.file()).unwrap();
                let text = String::from_utf8(text.clone()).unwrap();
                text.split("```text\n")
                    .skip(1)
                    .map(|rest| rest.split("```").next().unwrap().to_owned())
                    .collect::<Vec<_>>()
            };
            template.state_in(Tongue::Chinese);
            assert_eq!(blocks(&template, Tongue::Chinese), blocks(&template, Tongue::English), "{}", built_in.name);
        }
    }

    #[test]
    fn the_page_about_configuration_names_every_built_in_template() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/configuration.md");
        let names: Vec<&str> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
        assert!(fs::read_to_string(page).unwrap().contains(&format!("# {}, a folder", names.join(", "))), "{names:?}");
    }

    #[test]
    fn every_file_of_a_template_is_something() {
        let check = |name: &str, expected: Option<TemplatePart<'_>>| assert_eq!(part(name), expected, "{name}");
        check("problem.toml", Some(TemplatePart::Text));
        check("validator.rs", Some(TemplatePart::Program));
        check("input.ctd", Some(TemplatePart::Text));
        check("solution.rs", Some(TemplatePart::Solution("")));
        check("solution--brute.cpp", Some(TemplatePart::Solution("--brute")));
        check("sample/01.in", Some(TemplatePart::Test));
        for odd in ["solution--.rs", "solutions.rs", "notes.txt", "other/01.in", "sample/01.txt", "README"] {
            check(odd, None);
        }
        for built_in in BUILT_IN {
            assert!(built_in.files.iter().all(|(name, _)| part(name).is_some()), "{}", built_in.name);
        }
    }

    #[test]
    fn names_are_filled_in_where_they_belong() {
        let slug = ProblemId::parse("two-heaps").unwrap();
        let place = place(Path::new("/"), &slug);
        let filled = |name: &str, text: &str| String::from_utf8(fill(text.as_bytes(), name, &place)).unwrap();
        assert_eq!(filled("problem.toml", "title = \"{title}\""), r#"title = "A \"b\"""#);
        assert_eq!(filled("statement.md", "# {title} ({slug})"), "# A \"b\" (two-heaps)");
        assert_eq!(filled("problem.toml", "checker.{extension}"), "checker.py");
        assert_eq!(filled("sample/01.in", "{slug}"), "{slug}");
    }

    #[test]
    fn programs_are_in_the_language_that_is_asked_for() {
        let slug = ProblemId::parse("two-heaps").unwrap();
        let root = tempfile::tempdir().unwrap();
        let names = |template: &str, language: &'static str, extension: &'static str| {
            let place = Place { language, folder: language, extension, ..place(root.path(), &slug) };
            let draft = Template::named(template, Path::new("/")).unwrap().draft(&place)?;
            let below = |path: &Path| path.strip_prefix(root.path()).unwrap().display().to_string();
            Ok::<_, TemplateError>(draft.places().map(below).collect::<Vec<_>>())
        };
        let java = names("checker", "java", "java").unwrap();
        assert!(java.contains(&"solutions/java/two-heaps--same.java".to_owned()), "{java:?}");
        assert!(java.contains(&"problems/two-heaps/checker.java".to_owned()) && java.len() == 7, "{java:?}");
        let place = Place { folder: "src/bin", ..place(root.path(), &slug) };
        assert_eq!(place.solution("--brute"), "solutions/src/bin/two-heaps--brute.py");
        let rust = names("plain", "rust", "rs").unwrap();
        assert!(rust.contains(&"solutions/rust/two-heaps.rs".to_owned()), "{rust:?}");
        let no_solution = |found: Result<Vec<String>, TemplateError>| {
            found.is_err_and(|error| error.what.starts_with("the template has no solution in"))
        };
        assert!(no_solution(names("full", "go", "go")));
        let own = root.path().join("mine.go");
        fs::write(&own, "// {title}").unwrap();
        let go = names(own.to_str().unwrap(), "go", "go").unwrap();
        assert!(go.contains(&"solutions/go/two-heaps.go".to_owned()) && go.len() == 5, "{go:?}");
        assert!(no_solution(names(own.to_str().unwrap(), "java", "java")));
    }

    #[test]
    fn a_folder_is_a_template_when_it_holds_what_a_problem_needs() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), name).unwrap();
        write("problem.toml");
        let named = || Template::named(folder.path().to_str().unwrap(), Path::new("/"));
        assert!(named().unwrap_err().what.ends_with("lacks problem.toml or solution.cpp"));
        write("solution.rs");
        write(".hidden");
        assert_eq!(named().unwrap().files.len(), 2);
        assert_eq!(named().unwrap().extension(), Some("rs"));
        write("notes.txt");
        assert!(named().unwrap_err().what.ends_with("notes.txt has no place in a problem"));
        let unknown = Template::named("plian", Path::new("/")).unwrap_err();
        assert_eq!(unknown.what, "no template is called `plian`");
    }
}
