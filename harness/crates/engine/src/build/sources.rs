//! What is put into the empty folder where a program is compiled: one file, or all files of a
//! folder.

use crate::build::trouble::Unbuildable;
use crate::build::{LanguageEntry, SourceFile};
use crate::cannot_read;
use beneath::{Home, Plain};
use model::ByteSize;
use std::path::Path;

/// Larger files and folders are not read: no judge accepts them.
const LARGEST_FILE: u64 = 4 << 20;
const LARGEST_FOLDER: u64 = 16 << 20;
const MOST_FILES: usize = 2000;
/// In bytes, on Linux's own file systems.
const LONGEST_NAME: usize = 255;

/// A program's files and which of them the compiler is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sources {
    /// Names in the folder, with `/`, and the bytes. Sources that are kept lie in `out/`, with what
    /// the compiler makes.
    pub files: Vec<(String, Vec<u8>)>,
    pub given: Vec<String>,
    /// The value of `{stem}`: the stem of the file that begins the program.
    pub stem: String,
    /// The value of `{main}`: the class that is started, in a language that has classes.
    pub main: String,
    pub is_folder: bool,
    /// Why a program that starts as it is sees none of the other files of its folder.
    pub alone: Option<String>,
}

impl Sources {
    /// Whether all that was put into the folder of a build is still there. A cleaner may have
    /// removed it, or a program that runs while it is compiled.
    pub(super) fn are_in(&self, folder: &Path) -> bool {
        folder.join("out").is_dir() && self.files.iter().all(|(name, _)| folder.join(name).is_file())
    }

    /// A name that is too long for every file system, as that of a public class in Java may be.
    pub(super) fn overlong_name(&self) -> Option<&str> {
        let names = self.files.iter().map(|(name, _)| name.as_str());
        names.into_iter().find(|name| name.split('/').any(|part| part.len() > LONGEST_NAME))
    }

    /// Whether the program follows testlib's protocol.
    pub(super) fn uses_testlib(&self) -> bool {
        model::uses_testlib(&String::from_utf8_lossy(self.first()))
    }

    /// Whether files were added to the program's one file.
    pub(super) fn has_headers(&self) -> bool {
        !self.is_folder && self.files.len() > 1
    }

    /// The same, in the folder of what the compiler makes.
    pub(super) fn in_out(mut self) -> Sources {
        let names = self.files.iter_mut().map(|(name, _)| name).chain(&mut self.given);
        names.for_each(|name| name.insert_str(0, "out/"));
        self
    }

    /// For each file, the name that compilers use and the name that people use. People know the
    /// program as `display`.
    pub(super) fn named(&self, display: &str) -> Vec<(String, String)> {
        match &self.files[..] {
            [(name, _), ..] if !self.is_folder => {
                // An interpreter may call it by its name in the program's folder.
                let bare = name.strip_prefix("out/").map(|bare| (bare.to_owned(), display.to_owned()));
                let others = self.files[1..]
                    .iter()
                    .filter_map(|(name, _)| name.strip_prefix("out/").map(|bare| (name.clone(), bare.to_owned())));
                [(name.clone(), display.to_owned())].into_iter().chain(bare).chain(others).collect()
            }
            // The names in a folder already mean something to people.
            _ => Vec::new(),
        }
    }

    /// The file that begins the program, relative to the program's folder.
    pub(super) fn begins(&self) -> &str {
        let first = self.given.first().map_or("", String::as_str);
        first.strip_prefix("out/").unwrap_or(first)
    }

    /// The bytes of each file that the compiler is given.
    pub(super) fn given(&self) -> impl Iterator<Item = &[u8]> {
        let given = self.files.iter().filter(|(name, _)| self.given.contains(name));
        given.map(|(_, bytes)| bytes.as_slice())
    }

    /// The bytes of the file that begins the program.
    pub(super) fn first(&self) -> &[u8] {
        self.given().next().unwrap_or_default()
    }
}

fn too_large(source: &SourceFile, size: u64) -> Unbuildable {
    Unbuildable::Refused(format!("{}: {} of source: no judge takes that much\n", source.display, ByteSize(size)))
}

/// The folder that a program's files must lie beneath: `home`, or the program's own folder where it
/// lies elsewhere, such as in the cache or in a folder of submissions.
pub(crate) fn around(program: &Path, home: &Home) -> Home {
    match program.is_dir() {
        _ if home.names(program) => home.clone(),
        true => Home::alone(program),
        false if home.is_everything() => home.clone(),
        false => Home::alone(program.parent().unwrap_or(program)),
    }
}

/// Reads a program in one file, with the files that are named with it.
///
/// # Errors
/// Why no judge would accept it, or a content fault when a file cannot be read.
pub(super) fn of_file(source: &SourceFile, entry: &LanguageEntry, home: &Home) -> Result<Sources, Unbuildable> {
    let unreadable = |error: std::io::Error| cannot_read(&source.display, &error);
    let file: Plain = home.find(&source.path).map_err(unreadable)?;
    let size = file.metadata().len();
    if size > LARGEST_FILE {
        return Err(too_large(source, size));
    }
    let bytes = file.read(LARGEST_FILE).map_err(unreadable)?;
    let file_stem = || source.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = in_a_rule(&source.options.stem.clone().or_else(file_stem).unwrap_or_default());
    let Classes { public, main } = if has_classes(entry) { classes(&bytes) } else { Classes::default() };
    let class = public.or(main.clone()).unwrap_or_else(|| "Main".to_owned());
    let class = class.rsplit('.').next().unwrap_or(&class);
    let name = entry.source.replace("{stem}", &stem).replace("{class}", class);
    // A source that is run as it is may mean something else with another extension, such as a
    // JavaScript module.
    let extension = source.path.extension().filter(|_| entry.keeps_sources && !entry.extensions.is_empty());
    let name = match extension {
        Some(extension) => Path::new(&name).with_extension(extension).to_string_lossy().into_owned(),
        None => name,
    };
    let main = named_class(source, entry).or(main).unwrap_or_else(|| class.to_owned());
    let (mut given, mut files) = (vec![name.clone()], vec![(name, bytes)]);
    for path in &source.options.making.with {
        let name = name_beside(path, &source.path);
        if files.iter().any(|(other, _)| *other == name) {
            return Err(Unbuildable::Refused(format!("{}: two files of it are called {name}\n", source.display)));
        }
        let bytes = home.read(path, LARGEST_FILE).map_err(|error| cannot_read(path.display(), &error))?;
        // A language that begins with one file finds the others by their names.
        if entry.entry.is_empty() && is_of_language(entry, &name) {
            given.push(name.clone());
        }
        files.push((name, bytes));
    }
    Ok(Sources { given, files, stem, main, ..Sources::default() })
}

/// The name of one more file of the program at `path`: its path below the program's folder, or its
/// bare name if it lies elsewhere.
fn name_beside(other: &Path, path: &Path) -> String {
    let below = path.parent().and_then(|folder| other.strip_prefix(folder).ok());
    in_a_rule(&below.map(Path::as_os_str).or(other.file_name()).unwrap_or_default().to_string_lossy())
}

/// The name without line feeds: no compiler quotes one in the rule that lists the files it read.
fn in_a_rule(name: &str) -> String {
    name.replace('\n', "_")
}

/// Whether the compiler of a language is given this file of a program.
fn is_of_language(entry: &LanguageEntry, name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or_default();
    entry.extensions.iter().chain(&entry.also).any(|other| other == extension)
}

/// Reads a program that is a folder of files.
///
/// # Errors
/// Those of [`of_file`].
pub(super) fn of_folder(source: &SourceFile, entry: &LanguageEntry, home: &Home) -> Result<Sources, Unbuildable> {
    let unreadable = |error: std::io::Error| cannot_read(&source.display, &error);
    let (mut files, mut size) = (Vec::new(), 0);
    for found in home.files(&source.path) {
        let found = found.map_err(unreadable)?;
        let file = home.find(&found.path).map_err(unreadable)?;
        size += file.metadata().len();
        if size > LARGEST_FOLDER || files.len() >= MOST_FILES {
            return Err(too_large(source, size));
        }
        files.push((found.name, file.read(LARGEST_FOLDER).map_err(unreadable)?));
    }
    let names = files.iter().map(|(name, _)| name);
    let mut given: Vec<String> = names.filter(|name| is_of_language(entry, name)).cloned().collect();
    let entries = source.options.entry.iter().chain(&entry.entry);
    let mut begins = entries.filter(|name| files.iter().any(|(file, _)| file == *name)).cloned();
    if !entry.entry.is_empty() {
        given = begins.next().or_else(|| given.first().cloned()).into_iter().collect();
    }
    if entry.units {
        let is_unit = |name: &String| files.iter().any(|(file, bytes)| file == name && is_unit(bytes));
        let program = given.iter().find(|name| !is_unit(name)).cloned();
        given = program.or_else(|| given.first().cloned()).into_iter().collect();
    }
    let Some(first) = given.first() else {
        return Err(Unbuildable::Refused(format!("{}: no file in {} there\n", source.display, entry.name)));
    };
    let stem = Path::new(first).with_extension("").to_string_lossy().into_owned();
    let mains = files.iter().filter(|(name, _)| has_classes(entry) && is_of_language(entry, name));
    let main = mains.filter_map(|(_, bytes)| classes(bytes).main).min_by_key(|main| main != "Main");
    let main = named_class(source, entry).or(main).unwrap_or_else(|| "Main".to_owned());
    Ok(Sources { main, files, given, stem, is_folder: true, alone: None })
}

/// Whether a Pascal file is a unit rather than a program: its first word outside comments says so.
fn is_unit(source: &[u8]) -> bool {
    let text = String::from_utf8_lossy(source);
    let rest = behind_comments(&text, &[("{", "}"), ("(*", "*)"), ("//", "\n")]);
    rest.split(|c: char| !c.is_alphanumeric()).next().is_some_and(|word| word.eq_ignore_ascii_case("unit"))
}

/// A text from its first word on that is in no comment. `comments`: how they begin and end.
pub(super) fn behind_comments<'t>(text: &'t str, comments: &[(&str, &str)]) -> &'t str {
    let mut rest = text.trim_start();
    while let Some((open, close)) = comments.iter().find(|(open, _)| rest.starts_with(open)) {
        rest = rest[open.len()..].split_once(close).map_or("", |(_, behind)| behind).trim_start();
    }
    rest
}

/// The class that the options name as the beginning of the program.
fn named_class(source: &SourceFile, entry: &LanguageEntry) -> Option<String> {
    source.options.entry.clone().filter(|_| has_classes(entry))
}

/// Whether a program is started by the name of a class, which its sources say.
fn has_classes(entry: &LanguageEntry) -> bool {
    entry.args.iter().any(|argument| argument.contains("{main}"))
}

/// What a Java or Scala file declares: the name of its public class, which a Java file must be
/// named after, and the full name of the class or object that can be started.
#[derive(Debug, Default, PartialEq)]
struct Classes {
    public: Option<String>,
    main: Option<String>,
}

fn classes(source: &[u8]) -> Classes {
    let text = without_comments(&String::from_utf8_lossy(source));
    let mut classes = Classes::default();
    let (mut package, mut current, mut depth) = (String::new(), None, 0_usize);
    let words: Vec<&str> = words(&text);
    for (index, word) in words.iter().enumerate() {
        let next = |ahead: usize| words.get(index + ahead).copied().unwrap_or_default();
        match *word {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "package" if depth == 0 => {
                let rest = &words[index + 1..];
                // Names separated by dots. Scala writes nothing after the last one.
                let ends = rest.windows(2).position(|pair| pair[0] != "." && pair[1] != ".");
                package.push_str(&rest[..ends.map_or(rest.len(), |at| at + 1)].concat());
                package.push('.');
            }
            "class" | "record" | "enum" | "interface" | "object" if depth == 0 && is_name(next(1)) => {
                current = Some(next(1).to_owned());
                let before = &words[index.saturating_sub(4)..index];
                if before.iter().rev().take_while(|word| is_name(word)).any(|word| *word == "public") {
                    classes.public = current.clone();
                }
            }
            "@" if next(1) == "main" && next(2) == "def" => classes.main = Some(format!("{package}{}", next(3))),
            _ => {}
        }
        let is_main = match *word {
            "static" => {
                let ahead = &words[index..words.len().min(index + 6)];
                ahead.windows(3).any(|words| words == ["void", "main", "("])
            }
            // Scala has these two ways, and the one above.
            "def" => next(1) == "main",
            "extends" => depth == 0 && next(1) == "App",
            _ => false,
        };
        if is_main && classes.main.is_none() {
            classes.main = current.as_ref().map(|class| format!("{package}{class}"));
        }
    }
    classes
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') && !word.is_empty()
}

/// Splits text into names and single characters.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if is_part(first) { rest.find(|c| !is_part(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

/// The text with comments, string literals and character literals blanked out.
fn without_comments(text: &str) -> String {
    let mut compact = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = |rest: &str, open: usize, close: &str| {
            rest[open..].find(close).map_or(rest.len(), |at| open + at + close.len())
        };
        let skipped = if rest.starts_with("//") {
            end(rest, 2, "\n")
        } else if rest.starts_with("/*") {
            end(rest, 2, "*/")
        } else if rest.starts_with("\"\"\"") {
            end(rest, 3, "\"\"\"")
        } else if first == '"' || first == '\'' {
            literal(rest, first)
        } else {
            0
        };
        compact.push(if skipped == 0 { first } else { ' ' });
        rest = &rest[skipped.max(first.len_utf8())..];
    }
    compact
}

/// The length of a string or character literal, quotes included.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_public_class_and_the_one_that_starts_are_read_from_the_source() {
        let check = |source: &str, public: Option<&str>, main: Option<&str>| {
            let expected = Classes { public: public.map(str::to_owned), main: main.map(str::to_owned) };
            assert_eq!(classes(source.as_bytes()), expected, "{source}");
        };
        check("public class Two { public static void main(String[] a) {} }", Some("Two"), Some("Two"));
        check("class A { } class B { static public void main(String... a) {} }", None, Some("B"));
        check(
            "package a.b;\n// class X\npublic final class C { /* } */ String s = \"}{\"; char c = '}';\n\
             static class Inner { } public static final void main(String[] a) {} }",
            Some("C"),
            Some("a.b.C"),
        );
        check("public class D { static int main; }", Some("D"), None);
        check("", None, None);
    }

    fn read_folder(folder: &Path, language: &str) -> Result<Sources, Unbuildable> {
        let language = model::Language(language.into());
        let source = SourceFile::tool(folder.to_owned(), "nim".to_owned(), language.clone());
        let languages = crate::build::Languages::built_in().unwrap();
        of_folder(&source, languages.get(&language).unwrap(), &Home::everything())
    }

    /// The file is one large hole, more than fits in memory.
    #[test]
    fn a_folder_with_a_huge_file_is_refused_unread() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("main.py"), "print(1)\n").unwrap();
        fs::File::create(folder.path().join("table")).unwrap().set_len(1 << 40).unwrap();
        let refused = read_folder(folder.path(), "python").unwrap_err();
        let words = "nim: 1 TiB of source: no judge takes that much\n";
        assert!(matches!(refused, Unbuildable::Refused(why) if why == words));
    }

    #[test]
    fn the_compiler_of_a_folder_in_cpp_is_given_its_files_in_c_too() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["main.cpp", "twice.c", "twice.h", "notes.txt"] {
            fs::write(folder.path().join(name), "\n").unwrap();
        }
        assert_eq!(read_folder(folder.path(), "cpp").unwrap().given, ["main.cpp", "twice.c"]);
        assert_eq!(read_folder(folder.path(), "c").unwrap().given, ["twice.c"]);
    }

    #[test]
    fn a_unit_of_pascal_is_told_from_a_program() {
        let check = |source: &str, expected: bool| assert_eq!(is_unit(source.as_bytes()), expected, "{source}");
        check("{ unit } (* x *)\n// y\nUnit sum;\ninterface", true);
        check("(* unit *) program sum;\nuses unit1;", false);
        check("begin writeln(1) end.", false);
        check("{ never closed: unit", false);
        check("", false);
    }

    #[test]
    fn the_object_that_starts_is_read_from_a_source_in_scala() {
        let check = |source: &str, main: &str| {
            assert_eq!(classes(source.as_bytes()).main.as_deref(), Some(main), "{source}");
        };
        check("class A\nobject Two {\n  def main(args: Array[String]) { println(2) }\n}\n", "Two");
        check("package a.b\nobject Two extends App {\n  println(2)\n}\n", "a.b.Two");
        check("@main def twice() = println(2)\n", "twice");
    }
}
