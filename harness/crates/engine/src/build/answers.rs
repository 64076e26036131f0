//! What tools said when they were asked, remembered: a version costs 80 ms where a launcher such as rustup's stands before the compiler.
//!
//! An answer is remembered for *this* program file: its path and its [`Stamp`] (size, times, inode, device) are part of the key, so another
//! compiler in the same place is asked again. A file changed a moment ago is not remembered, as the store's page on file hashes explains.
//!
//! A launcher answers for a program it picks, and picks by its surroundings. So all that is known to steer launchers is part of the key
//! as well: variables, files here and above, rustup's own settings and tool chains. Should a launcher be steered by
//! something else, then the program that it picked before is used, and the version in the header and in every key is still that program's own:
//! its file is asked, or recognised, by itself. A verdict never carries the name of another compiler than its own. For the same reason a
//! script is remembered as a launcher, and never for its version: what it starts can change behind it.

use crate::store::{Key, Section, Stamp, Store};
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Where the program is that would be started here. It is then asked, or recognised, by itself.
    Place,
    /// The program that is asked.
    Version,
}

/// An answer that may be known, or will be.
pub struct Answer {
    store: Store,
    section: Section,
    /// `None`: not to be remembered.
    key: Option<Key>,
}

const SHELF: &str = "tools";

impl Answer {
    /// Prepares to ask `program` a question.
    pub fn to(mut store: Store, program: &Path, question: &[String], about: About) -> Answer {
        let section = store.load(SHELF, &Key::of(&["answers"], b""));
        Answer { store, section, key: name(program, question, about) }
    }

    pub fn known(&self) -> Option<String> {
        String::from_utf8(self.section.get(self.key.as_ref()?)?.to_vec()).ok()
    }

    /// Remembers what was said.
    pub fn keep(mut self, said: &str) {
        if let Some(key) = self.key {
            self.section.add(key, said.as_bytes().to_vec());
            self.store.keep(&mut self.section);
        }
    }
}

fn name(program: &Path, question: &[String], about: About) -> Option<Key> {
    let now = SystemTime::now();
    let real = fs::canonicalize(program).ok()?;
    let stamp = Stamp::of(&real).ok().filter(|stamp| stamp.is_settled(now))?;
    if about == About::Version && is_script(&real) {
        return None;
    }
    let mut parts: Vec<Vec<u8>> = vec![b"answer/1".to_vec(), stamp.to_bytes().to_vec()];
    // Some tools go by the name they are called with.
    parts.extend([program, &real].map(|path| path.as_os_str().as_bytes().to_vec()));
    parts.extend(question.iter().map(|word| word.as_bytes().to_vec()));
    parts.extend(surroundings());
    Some(Key::of_parts(parts.iter().map(Vec::as_slice)))
}

fn is_script(program: &Path) -> bool {
    let mut begin = [0; 2];
    // What cannot be read is not remembered either.
    File::open(program).and_then(|mut file| file.read_exact(&mut begin)).is_err() || begin == *b"#!"
}

/// Everything that steers the known launchers, each thing behind its name.
fn surroundings() -> Vec<Vec<u8>> {
    const VARIABLES: [&str; 10] =
        ["PATH", "RUSTUP_", "CARGO_HOME", "HOME", "PY", "VIRTUAL_ENV", "GO", "JAVA", "MISE_", "ASDF_"];
    const HERE_AND_ABOVE: [&str; 9] = [
        "rust-toolchain",
        "rust-toolchain.toml",
        "go.mod",
        "go.work",
        ".python-version",
        "pyvenv.cfg",
        ".tool-versions",
        "mise.toml",
        ".mise.toml",
    ];
    const AT_HOME: [&str; 4] = [".tool-versions", ".config/mise/config.toml", ".config/go/env", ".pyenv/version"];

    let mut parts = Vec::new();
    let mut variables: Vec<_> = env::vars_os()
        .filter(|(name, _)| VARIABLES.iter().any(|prefix| name.as_bytes().starts_with(prefix.as_bytes())))
        .collect();
    variables.sort();
    for (name, value) in variables {
        parts.extend([name.as_bytes().to_vec(), value.as_bytes().to_vec()]);
    }

    let here = env::current_dir().unwrap_or_default();
    parts.push(here.as_os_str().as_bytes().to_vec());
    let above = here.ancestors().flat_map(|folder| HERE_AND_ABOVE.map(|name| folder.join(name)));
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let at_home = AT_HOME.map(|name| home.join(name));
    let rustup = env::var_os("RUSTUP_HOME").map_or_else(|| home.join(".rustup"), PathBuf::from);
    for file in above.chain(at_home).chain([rustup.join("settings.toml")]) {
        if let Ok(content) = fs::read(&file) {
            parts.extend([file.as_os_str().as_bytes().to_vec(), content]);
        }
    }

    // A linked tool chain can be linked to another place under the same name.
    let mut links: Vec<_> = fs::read_dir(rustup.join("toolchains"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| (entry.file_name(), fs::read_link(entry.path()).unwrap_or_default()))
        .collect();
    links.sort();
    for (name, to) in links {
        parts.extend([OsStr::as_bytes(&name).to_vec(), to.as_os_str().as_bytes().to_vec()]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::STORE_LIMIT;

    fn question(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// A program that was installed long ago: this test's own is fresh.
    fn settled() -> PathBuf {
        let shell = PathBuf::from("/bin/sh");
        assert!(Stamp::of(&shell.canonicalize().unwrap()).unwrap().is_settled(SystemTime::now()));
        shell
    }

    #[test]
    fn an_answer_is_known_to_the_same_question_of_the_same_program_only() {
        let folder = tempfile::tempdir().unwrap();
        let answer = |program: &Path, words: &[&str]| {
            Answer::to(Store::open(folder.path(), STORE_LIMIT), program, &question(words), About::Version)
        };
        assert_eq!(answer(&settled(), &["-V"]).known(), None);
        answer(&settled(), &["-V"]).keep("sh 1.0\n");
        assert_eq!(answer(&settled(), &["-V"]).known().as_deref(), Some("sh 1.0\n"));
        assert_eq!(answer(&settled(), &["-V", "x"]).known(), None);
        assert_eq!(answer(Path::new("/bin/ls"), &["-V"]).known(), None);
    }

    #[test]
    fn programs_of_a_moment_ago_are_asked_every_time_and_scripts_for_their_version() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("tool");
        fs::copy(settled(), &program).unwrap();
        // However long this test is kept waiting.
        let tomorrow = SystemTime::now() + std::time::Duration::from_secs(86_400);
        File::options().append(true).open(&program).unwrap().set_modified(tomorrow).unwrap();
        assert_eq!(name(&program, &question(&["-V"]), About::Place), None);
        let script = Path::new("/usr/bin/ldd");
        assert!(is_script(script));
        assert_eq!(name(script, &[], About::Version), None);
        assert!(name(script, &[], About::Place).is_some());
        assert_eq!(name(&folder.path().join("none"), &[], About::Place), None);
    }
}
