//! Programs that are more than one file in a known language: a command in a folder, what a build
//! command makes, several files as one program, a folder with a Makefile. Starts nothing.

use crate::error::{Error, ErrorKind, refused};
use crate::missing::{cannot_start, no_file, no_file_or_folder};
use crate::places::typed;
use crate::target::{Files, ProgramChoice};
use engine::build::{Executable, Languages, in_path};
use model::{Command, CommandMistake, Languages as _, Making, shell};
use package::detect::{Kind, find_root};
use package::folder;
use std::fs;
use std::path::{Path, PathBuf};

/// What a call says of its program besides naming its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramRequest {
    /// The command that is judged, in the folder of the call.
    pub command: Option<String>,
    /// The command that makes the program.
    pub build: Option<String>,
    /// More files of the same program, relative to the folder of the call.
    pub with: Vec<PathBuf>,
}

impl ProgramRequest {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == ProgramRequest::default()
    }

    /// The program of a call with these words, where it is more than files that are named each:
    /// what this request describes, or a folder with a Makefile. The words that are left are its
    /// tests.
    ///
    /// # Errors
    /// When the words and the request do not go together, or a file is missing.
    pub fn files(&self, words: &[String], here: &Path, languages: &Languages) -> Result<Option<Files>, Error> {
        let folder =
            |word: &String| Some(here.join(word).components().collect::<PathBuf>()).filter(|path| path.is_dir());
        // Without a word it is the folder of the call, unless that lies in a place with problems.
        let own = || Some(here.to_owned()).filter(|here| words.is_empty() && find_root(here).is_none());
        let first = words.first().and_then(folder).or_else(own);
        let tests = words.get(1..).unwrap_or_default();
        if self.is_empty() {
            let Some(folder) = first.filter(|folder| is_project(folder, languages)) else { return Ok(None) };
            let display = words.first().map_or(".", |word| word.trim_end_matches('/')).to_owned();
            // CMake itself leaves a Makefile where somebody ran it in the folder.
            let build = if folder.join(CMAKE).is_file() { OF_CMAKE } else { "make" };
            let command = Command { build: Some(build.to_owned()), words: Vec::new(), display };
            return self.command_files(command, folder, tests, here, languages).map(Some);
        }
        if let (None, None) = (&self.command, &self.build) {
            return self.several(words, here, languages).map(Some);
        }
        if !self.with.is_empty() {
            return Err(refused("more files belong to a source file, and a command has all of its folder"));
        }
        let (folder, words, display, tests) = match &self.command {
            Some(text) => {
                let split = Command::words_of(text).map_err(|why| unsplit(text, &why))?;
                if self.build.is_none() {
                    can_start(&split[0], here)?;
                }
                (here.to_owned(), split, text.clone(), words)
            }
            None => {
                let (folder, tests) = first.map_or_else(|| (here.to_owned(), words), |folder| (folder, tests));
                let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (folder, Vec::new(), name, tests)
            }
        };
        let command = Command { build: self.build.clone(), words, display };
        self.command_files(command, folder, tests, here, languages).map(Some)
    }

    /// A command in a folder, on the tests that `words` name.
    fn command_files(
        &self,
        command: Command,
        folder: PathBuf,
        words: &[String],
        here: &Path,
        languages: &Languages,
    ) -> Result<Files, Error> {
        let mut tests = Vec::new();
        for word in words {
            let path: PathBuf = here.join(word).components().collect();
            if !path.exists() {
                return Err(no_file_or_folder(word, &path));
            }
            if path.is_file() && languages.of_file(&path).is_some() {
                return Err(refused(format!("`{}` and {word} are two programs", command.display))
                    .with_hint("judge one at a time, or say that they are files of one program"));
            }
            tests.push(path);
        }
        let making = Making { with: Vec::new(), command: Some(command) };
        Ok(Files { tests, making, ..Files::of_programs(vec![folder]) })
    }

    /// One source file with others.
    fn several(&self, words: &[String], here: &Path, languages: &Languages) -> Result<Files, Error> {
        let Some(files) = Files::of(words, here, languages).filter(|files| files.chosen == ProgramChoice::Named) else {
            let missing = words.iter().find(|word| !here.join(word).exists());
            return Err(match missing {
                Some(word) => no_file_or_folder(word, &here.join(word)),
                None => refused("more files are named, and no program that they are of")
                    .with_hint("name the file with the program's main function, too"),
            });
        };
        let [program] = &files.programs[..] else {
            return Err(refused("more files are of one program, and several are named"));
        };
        let mut with: Vec<PathBuf> = Vec::new();
        for file in &self.with {
            let path: PathBuf = here.join(file).components().collect();
            if !path.is_file() {
                let what = if path.is_dir() { "a folder, not a file" } else { "not there" };
                return Err(refused(format!("{} is {what}", typed(&path, here))).of_kind(ErrorKind::NothingNamed));
            }
            if path != *program && !with.contains(&path) {
                with.push(path);
            }
        }
        Ok(Files { making: Making { with, command: None }, ..files })
    }
}

/// # Errors
/// Why the first word of a command starts nothing in this folder.
fn can_start(first: &str, here: &Path) -> Result<(), Error> {
    let path = here.join(first);
    if !first.contains('/') {
        return in_path(first).map(drop).ok_or_else(|| {
            refused(format!("there is no program `{first}` in PATH"))
                .with_hint(format!("one in this folder is `./{first}`"))
                .of_kind(ErrorKind::NothingNamed)
        });
    }
    if !path.is_file() {
        return Err(no_file(first, &path));
    }
    Executable::of(&path).map(drop).map_err(|unfit| cannot_start(first, &unfit))
}

fn unsplit(text: &str, why: &CommandMistake) -> Error {
    match why {
        CommandMistake::Empty => {
            refused("the command is empty").with_hint("a command is such as `./a.out`, `python3 x.py`")
        }
        CommandMistake::Open => refused(format!("a quote in `{text}` is not closed")),
        CommandMistake::Operator(operator) => {
            refused(format!("`{text}` needs a shell for `{operator}`, and a command is started without one"))
                .with_hint(format!("start one: `sh -c {}`", shell::word(text)))
        }
    }
}

const MAKEFILES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];
const CMAKE: &str = "CMakeLists.txt";

/// Whether a folder is one program that its build file describes, rather than programs with tests:
/// its sources lie in folders of it, or one of several begins the program.
fn is_project(folder: &Path, languages: &Languages) -> bool {
    let has = |name: &&str| folder.join(name).is_file();
    if Kind::of(folder).is_some() || !MAKEFILES.iter().chain(&[CMAKE]).any(has) {
        return false;
    }
    match &folder::programs(folder, languages)[..] {
        [] => below(folder).any(|inside| !folder::programs(&inside, languages).is_empty()),
        [_] => false,
        several => several.iter().filter(|file| begins(file)).count() == 1,
    }
}

/// The folders directly in a folder.
fn below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.is_dir())
}

/// Whether a source declares a function `main`, as far as one can see without its language.
fn begins(file: &Path) -> bool {
    const LARGEST: u64 = 4 << 20;
    let Ok(bytes) = beneath::Plain::find(file).and_then(|file| file.read(LARGEST)) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    let mut places = text.match_indices("main");
    places.any(|(at, word)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(is_part) && text[at + word.len()..].trim_start().starts_with('(')
    })
}

/// Beside the sources, so that nothing of an earlier build is found there.
const OF_CMAKE: &str = "cmake -S . -B ../made -DCMAKE_BUILD_TYPE=Release && cmake --build ../made \
                        && find ../made -name CMakeFiles -prune -o -type f -perm -u+x -exec cp {} . ';'";

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        folder
    }

    #[test]
    fn a_folder_is_one_program_where_its_build_file_must_join_sources() {
        let languages = Languages::built_in().unwrap();
        let (main, other) = ("int main() {}", "int domain(int x);");
        let check = |files: &[(&str, &str)], expected: bool| {
            assert_eq!(is_project(folder(files).path(), &languages), expected, "{files:?}");
        };
        check(&[("Makefile", ""), ("a.cpp", main), ("b.cpp", other)], true);
        check(&[("CMakeLists.txt", ""), ("src/a.cpp", main)], true);
        // Many keep a Makefile beside the solutions of a contest.
        check(&[("Makefile", ""), ("a.cpp", main), ("b.cpp", main)], false);
        check(&[("Makefile", ""), ("a.cpp", main)], false);
        check(&[("a.cpp", main), ("b.cpp", other)], false);
        check(&[("Makefile", "")], false);
    }

    #[test]
    fn what_does_not_go_together_is_said_and_a_command_runs_in_the_folder_of_the_call() {
        let languages = Languages::built_in().unwrap();
        let files = folder(&[("a.py", ""), ("b.py", ""), ("t/1.in", ""), ("1.in", "")]);
        let here = files.path();
        let ask = |command: Option<&str>, build: Option<&str>, with: &[&str], words: &[&str]| {
            let request = ProgramRequest {
                command: command.map(str::to_owned),
                build: build.map(str::to_owned),
                with: with.iter().map(PathBuf::from).collect(),
            };
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            request.files(&words, here, &languages).map_err(|error| error.to_string())
        };
        let found = ask(Some("sh a.py"), None, &[], &["t", "1.in"]).unwrap().unwrap();
        assert_eq!(
            (&found.programs[..], &found.tests[..]),
            (&[here.to_owned()][..], &[here.join("t"), here.join("1.in")][..])
        );
        assert_eq!(found.making.command.unwrap().words, ["sh", "a.py"]);
        let found = ask(None, None, &["b.py", "a.py"], &["a.py"]).unwrap().unwrap();
        assert_eq!((&found.programs[..], &found.making.with[..]), (&[here.join("a.py")][..], &[here.join("b.py")][..]));
        assert_eq!(ask(None, None, &[], &["a.py"]), Ok(None));
        let refuse = |command, build, with: &[&str], words: &[&str], expected: &str| {
            let refused = ask(command, build, with, words).unwrap_err();
            assert!(refused.contains(expected), "{refused}");
        };
        refuse(Some("./a | sort"), None, &[], &[], "needs a shell for `|`");
        refuse(Some(""), None, &[], &[], "the command is empty");
        refuse(Some("./a"), None, &[], &[], "there is no file ./a");
        refuse(Some("./t"), None, &[], &[], "./t is a folder");
        refuse(Some("./a.py"), None, &[], &[], "./a.py cannot be started: it is neither");
        refuse(Some("no-such-program"), None, &[], &[], "there is no program `no-such-program` in PATH");
        refuse(Some("sh"), None, &[], &["b.py"], "`sh` and b.py are two programs");
        refuse(Some("sh"), None, &[], &["none"], "there is no file or folder none");
        refuse(Some("sh"), None, &["b.py"], &[], "has all of its folder");
        refuse(None, None, &["none.py"], &["a.py"], "none.py is not there");
        refuse(None, None, &["t"], &["a.py"], "t is a folder");
        refuse(None, None, &["b.py"], &[], "no program that they are of");
        refuse(None, None, &["b.py"], &["a.py", "b.py"], "several are named");
    }
}
