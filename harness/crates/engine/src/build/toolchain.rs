//! Finds the compiler or interpreter of a language and asks it for its version.
//!
//! What a program answered is remembered for as long as its file is untouched: a JVM takes longer
//! to report its version than everything else in a run whose results are all cached. A script picks
//! a program by what other files say, so it is asked each time, except where `version-files` names
//! them all. Every launcher is asked for its prefix each time too, except those of pyenv and
//! rustup, whose choice is known to depend on little.

use crate::build::choice;
use crate::build::languages::LanguageEntry;
use crate::build::launcher::{self, NOWHERE};
use crate::build::path::{in_path, is_executable, is_home};
use crate::build::places::Places;
use crate::cell;
use crate::store::{Key, Stamp, Store};
use model::{Fault, FaultKind};
use sandbox::Patience;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

/// A compiler or interpreter, as found on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The real program, not a launcher that picks one.
    pub program: PathBuf,
    /// The folder of its own files.
    pub prefix: PathBuf,
    /// The flag for the newest standard that it supports.
    pub standard: Option<String>,
    /// Everything that it printed when asked: part of every build's key.
    pub version: String,
    /// For example `rustc 1.95.0 -O`.
    pub label: String,
    /// The existing paths that it reads.
    pub readable: Vec<PathBuf>,
}

impl Toolchain {
    /// # Errors
    /// [`FaultKind::MissingTool`] when none of the names is in `PATH`, [`FaultKind::Build`] when
    /// the tool does not answer.
    pub fn find(entry: &LanguageEntry, mut memory: Store) -> Result<Toolchain, Fault> {
        let missing = || {
            let names = entry.tools.iter().map(|tool| format!("`{tool}`")).collect::<Vec<_>>().join(" or ");
            Fault::new(
                FaultKind::MissingTool,
                format!("no {} here: {names} is not in PATH, or not executable", entry.name),
            )
            .hint(entry.install.clone())
        };
        let (name, found) = entry.tools.iter().find_map(|name| Some((name, in_path(name)?))).ok_or_else(missing)?;
        let own = |found: &Path| fs::canonicalize(found).unwrap_or_else(|_| found.to_path_buf());
        let name = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or(name);
        let (program, prefix) = match &entry.program_in_prefix {
            Some(inside) if !entry.locate.is_empty() => {
                let state = || choice::state(&found, &entry.locate);
                let place = launcher::place(&found, env::current_dir().ok());
                let reply = remembered(entry, &found, &entry.locate, &mut memory, &state, &place)?;
                // A wrapper around the tool may greet first.
                let folder = reply.lines().map(str::trim).rfind(|line| line.starts_with('/'));
                let prefix = PathBuf::from(folder.unwrap_or(reply.trim()));
                let program = prefix.join(inside.replace("{name}", name));
                // The tool may be called otherwise there.
                (if is_executable(&program) { program } else { own(&found) }, prefix)
            }
            Some(_) | None => {
                let real = own(&found);
                let prefix =
                    real.parent().and_then(Path::parent).map_or_else(|| PathBuf::from("/usr"), Path::to_path_buf);
                (real, prefix)
            }
        };
        let version = version(entry, &program, &prefix, &mut memory)?;
        let number = number(&version);
        let label = entry.label.replace("{name}", name).replace("{version}", number);
        let places = Places { prefix: &prefix, program: &program, started: &entry.program };
        let readable = entry.readable.iter().flat_map(|path| places.readable(path)).filter(|path| path.exists());
        let readable = readable.collect();
        let standard = entry.standard(number).map(str::to_owned);
        Ok(Toolchain { program, prefix, standard, version, label, readable })
    }
}

/// The first number in a version text: one with a dot, or else one without, as of JDK 21.
fn number(version: &str) -> &str {
    let words = || {
        let words = version.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
        let words = words.map(|word| word.trim_start_matches("go").trim_start_matches('v'));
        words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    };
    let whole = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    words().find(|word| word.contains('.')).or_else(|| words().find(whole)).unwrap_or_default()
}

const KIND: &str = "tools";

/// Variables that change what a tool reports about itself, and those by which scripts choose what
/// they start.
const VARIABLES: &str = "LANG LC_ALL LD_LIBRARY_PATH LD_PRELOAD JAVA_TOOL_OPTIONS JDK_JAVAC_OPTIONS JAVA_HOME JAVA_OPTS \
    JAVACMD KOTLIN_HOME KOTLIN_COMPILER KOTLIN_RUNNER SCALA_HOME MONO_OPTIONS MONO_PATH PATH";

/// What the variables begin with that change how an interpreter starts, up to not at all. No judged
/// program gets them, so the tool is asked without them, too.
const STARTUP: [&str; 8] = ["PYTHON", "NODE_", "PERL5", "RUBY", "LUA_", "PHP", "GHCRTS", "OCAMLRUNPARAM"];

/// Whether a tool is asked without this variable. Where `HOME` names no folder, as `/dev/null`,
/// rustup ends at once; without the variable it finds the person's folder by itself.
fn misleads(name: &OsStr, value: &OsStr) -> bool {
    let is_startup = STARTUP.iter().any(|begin| name.as_encoded_bytes().starts_with(begin.as_bytes()));
    is_startup || (name == "HOME" && !is_home(Path::new(value)))
}

/// The version text of `program`, printed now or when its file was the same.
fn version(entry: &LanguageEntry, program: &Path, prefix: &Path, memory: &mut Store) -> Result<String, Fault> {
    let state = || version_key(entry, program, prefix, SystemTime::now());
    remembered(entry, program, &entry.version, memory, &state, Path::new(NOWHERE))
}

/// A key of a program and of all that its answer depends on, where these files had been left alone
/// at `now`. `None` for a script of which the table does not say what that is.
fn version_key(entry: &LanguageEntry, program: &Path, prefix: &Path, now: SystemTime) -> Option<Key> {
    let mut begins = [0; 4];
    beneath::open(program).and_then(|mut file| file.read_exact(&mut begins)).ok()?;
    let files: &[String] = if begins == *b"\x7fELF" { &[] } else { &entry.version_files };
    if begins != *b"\x7fELF" && files.is_empty() {
        return None;
    }
    let prefix = prefix.to_string_lossy();
    let place = |file: &String| match file.replace("{prefix}", &prefix) {
        path if path.contains('/') => Some(PathBuf::from(path)),
        name => in_path(&name),
    };
    let mut parts: Vec<Vec<u8>> = vec![entry.version.join("\0").into_bytes()];
    for file in [Some(program.to_path_buf())].into_iter().chain(files.iter().map(place)) {
        // What a link leads to, by name, too.
        let file = fs::canonicalize(file?).ok()?;
        let stamp = Stamp::of(&file).ok().filter(|stamp| stamp.is_settled(now))?;
        parts.extend([file.as_os_str().as_encoded_bytes().to_vec(), stamp.to_bytes()]);
    }
    let variables = VARIABLES.split_whitespace();
    parts.extend(variables.map(|name| env::var_os(name).unwrap_or_default().into_encoded_bytes()));
    Some(Key::of_parts(parts.iter().map(Vec::as_slice)))
}

/// What `program` answers, now or when everything it depends on was the same.
fn remembered(
    entry: &LanguageEntry,
    program: &Path,
    question: &[String],
    memory: &mut Store,
    state: &dyn Fn() -> Option<Key>,
    place: &Path,
) -> Result<String, Fault> {
    let Some(key) = state() else { return ask(entry, program, question, place) };
    let name = Key::of(&[KIND], program.as_os_str().as_encoded_bytes());
    let before = memory.load(KIND, &name);
    let reply = before.get(&key).and_then(|reply| str::from_utf8(reply).ok());
    if let Some(reply) = reply.filter(|reply| !reply.trim().is_empty()) {
        return Ok(reply.to_owned());
    }
    let reply = ask(entry, program, question, place)?;
    // If the program was replaced meanwhile, nobody knows which one answered.
    if state() == Some(key) {
        memory.keep(KIND, &name, [(key, reply.clone().into_bytes())]);
    }
    Ok(reply)
}

/// How long a tool may idle before it answers, and compute.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs a tool of the user's own in a folder, with a question that it answers in one go; both
/// streams are the answer. This happens outside every cell, so the folder must not be one that
/// somebody else filled: many tools read their settings from it.
fn ask(entry: &LanguageEntry, program: &Path, question: &[String], place: &Path) -> Result<String, Fault> {
    let mut patience = None;
    let is_late = |child: &Child| patience.get_or_insert_with(|| Patience::with(child, PATIENCE)).is_over();
    ask_until(entry, program, question, place, is_late)
}

#[expect(clippy::disallowed_methods, reason = "started outside of cells: the version of a tool")]
fn ask_until(
    entry: &LanguageEntry,
    program: &Path,
    question: &[String],
    place: &Path,
    mut is_late: impl FnMut(&Child) -> bool,
) -> Result<String, Fault> {
    let command = format!("{} {}", program.display(), question.join(" "));
    let failed = |error: &io::Error| not_started(entry, &command, error);
    // Files instead of pipes: a compiler server that the tool leaves running would hold pipes open.
    // In memory, because on a full disk a tool may end well and have said nothing.
    let stream = || {
        let file = sandbox::blank_file().map_err(|error| cell::fault(&error))?;
        Ok((file.try_clone().map_err(|e| failed(&e))?, file))
    };
    let ((stdout, mut output), (stderr, mut errors)) = (stream()?, stream()?);
    let mut command_line = Command::new(program);
    for (name, value) in env::vars_os() {
        if misleads(&name, &value) {
            command_line.env_remove(name);
        }
    }
    command_line.current_dir(place);
    let mut child = command_line
        .args(question)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .map_err(|e| failed(&e))?;
    let status = loop {
        match child.try_wait().map_err(|e| failed(&e))? {
            Some(status) => break status,
            None if is_late(&child) => {
                // A script that starts the compiler would leave it running.
                sandbox::end_with_all_below(&mut child);
                let most = PATIENCE.as_secs();
                let words = format!("{command} did not answer within {most} s, its wait for the machine not counted");
                return Err(Fault::new(FaultKind::Build, words));
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    let mut text = words(&mut output).map_err(|e| failed(&e))?;
    let errors = words(&mut errors).map_err(|e| failed(&e))?;
    if !status.success() {
        text.push_str(&errors);
        return Err(Fault::new(FaultKind::Build, format!("{command} failed ({status}): {}", text.trim()))
            .hint(entry.install.clone()));
    }
    let reply = if text.trim().is_empty() { errors } else { text };
    // An empty version would choose another standard of the language, and name every build wrongly.
    if reply.trim().is_empty() {
        return Err(Fault::new(FaultKind::Build, format!("{command} answered nothing")).hint(entry.install.clone()));
    }
    Ok(reply)
}

/// A tool is missing if its file is, or is not a program. What the machine has run out of is
/// another fault: its solutions are not left out.
fn not_started(entry: &LanguageEntry, command: &str, error: &io::Error) -> Fault {
    /// `ENOEXEC`.
    const NO_PROGRAM: i32 = 8;
    let is_missing = [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied].contains(&error.kind())
        || error.raw_os_error() == Some(NO_PROGRAM);
    let fault = |kind| Fault::caused(kind, format!("cannot start {command}"), error);
    if is_missing { fault(FaultKind::MissingTool).hint(entry.install.clone()) } else { fault(FaultKind::Build) }
}

/// Everything that was written to a file.
fn words(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Cache, Languages};
    use model::Language;
    use std::os::unix::fs::PermissionsExt;

    /// A language whose tool prints the words that it is asked for.
    fn entry() -> LanguageEntry {
        let mut entry = Languages::built_in().unwrap().get(&Language("bash".into())).unwrap().clone();
        entry.version = vec!["once".to_owned()];
        entry
    }

    #[test]
    fn a_tool_that_leaves_something_running_has_answered_when_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let (script, pipe) = (folder.path().join("tool"), folder.path().join("pipe"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        fs::write(&script, format!("#!/bin/sh\nread word < {} &\necho 1.0\n", pipe.display())).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(ask(&entry(), &script, &[], Path::new(NOWHERE)).unwrap(), "1.0\n");
        // Lets the process that was left running end.
        fs::write(&pipe, "\n").unwrap();
    }

    #[test]
    fn a_tool_that_does_not_answer_is_ended_with_all_that_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let [script, go, words] = ["tool", "go", "words"].map(|name| folder.path().join(name));
        assert!(Command::new("mkfifo").args([&go, &words]).status().unwrap().success());
        let text = format!("sh -c 'exec > {}; read word < {}; echo survived'", words.display(), go.display());
        fs::write(&script, format!("#!/bin/sh\n{text}\n:\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        // It is too late when what the tool started has begun.
        let started = std::cell::OnceCell::new();
        let fault =
            ask_until(&entry(), &script, &[], Path::new(NOWHERE), |_| started.set(File::open(&words).unwrap()).is_ok());
        assert!(fault.unwrap_err().message.contains("did not answer within 30 s"));
        let mut go = File::options().read(true).write(true).open(&go).unwrap();
        std::io::Write::write_all(&mut go, b"\n").unwrap();
        let mut survivors = String::new();
        started.into_inner().unwrap().read_to_string(&mut survivors).unwrap();
        assert_eq!(survivors, "");
    }

    #[test]
    fn the_version_is_the_first_number_with_a_dot_or_else_the_first() {
        let check = |text: &str, expected: &str| assert_eq!(number(text), expected, "{text}");
        check("javac 17.0.15\n", "17.0.15");
        check("javac 21\n", "21");
        check("g++ (Debian 12.2.0-14+deb12u1) 12.2.0\n", "12.2.0-14+deb12u1");
        check("go version go1.19.8 linux/amd64", "1.19.8");
        check("Python 3.9.16 (7.3.11+dfsg-2+deb12u3, Dec 30 2024)\n[PyPy 7.3.11]", "3.9.16");
        check("no number", "");
    }

    /// A program of another length each time, as old as that: what is younger than a moment may
    /// still change unnoticed.
    fn write(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(60 + text.len() as u64)).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_compiler_behind_a_script_is_asked_anew_when_any_of_its_files_has_changed() {
        let languages = Languages::built_in().unwrap();
        for id in ["csharp", "haskell", "kotlin", "scala", "typescript"] {
            let mut entry = languages.get(&Language(id.into())).unwrap().clone();
            let prefix = tempfile::tempdir().unwrap();
            // What is looked up in PATH may be missing on this machine.
            entry.version_files.retain(|file| file.starts_with("{prefix}/"));
            assert!(!entry.version_files.is_empty(), "{id}");
            let inside = |file: &String| prefix.path().join(file.trim_start_matches("{prefix}/"));
            let script = prefix.path().join("bin/tool");
            let files: Vec<PathBuf> =
                [script.clone()].into_iter().chain(entry.version_files.iter().map(inside)).collect();
            for file in &files {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                write(file, "#!/bin/sh\n");
            }
            // The time of the last change of a file's attributes cannot be set.
            let settled = SystemTime::now() + Duration::from_secs(3600);
            let key = || version_key(&entry, &script, prefix.path(), settled);
            for file in &files {
                let before = key();
                assert!(before.is_some() && before == key(), "{id}");
                write(file, "#!/bin/sh\n# upgraded\n");
                assert_ne!(key(), before, "{id}: {}", file.display());
            }
            fs::remove_file(files.last().unwrap()).unwrap();
            assert_eq!(key(), None, "{id}");
        }
    }

    #[test]
    fn a_script_is_asked_once_while_all_that_it_depends_on_is_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("cache")).unwrap();
        let (script, part) = (folder.path().join("tool"), folder.path().join("part"));
        let questions = folder.path().join("questions");
        write(&script, &format!("#!/bin/sh\necho once >> {}\ncat {}\n", questions.display(), part.display()));
        write(&part, "1.0");
        let mut entry = entry();
        let times = || fs::read_to_string(&questions).unwrap_or_default().lines().count();
        let ask = |entry: &LanguageEntry| version(entry, &script, folder.path(), &mut cache.store()).unwrap();
        entry.version_files = vec!["{prefix}/part".to_owned()];
        // What was written just now may change once more within the same stamp.
        let is_settled = |path: &Path| Stamp::of(path).unwrap().is_settled(SystemTime::now());
        while ![&script, &part].into_iter().all(|path| is_settled(path)) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!([ask(&entry), ask(&entry)], ["1.0", "1.0"]);
        assert_eq!(times(), 1);
        write(&part, "2.00");
        assert_eq!(ask(&entry), "2.00");
        // Something that it may depend on is not where it is expected.
        entry.version_files.push("{prefix}/missing".to_owned());
        let before = times();
        assert_eq!([ask(&entry), ask(&entry)], ["2.00", "2.00"]);
        assert_eq!(times(), before + 2);
    }

    #[test]
    fn a_tool_is_asked_without_what_misleads_it() {
        let homes = [("/", false), ("/dev/null", true), ("/nowhere", true), (".", true), ("", true)];
        let homes = homes.map(|(value, expected)| ("HOME", value, expected));
        let others = [("PYTHONHOME", "/x", true), ("RUSTUP_HOME", "/dev/null", false)];
        for (name, value, expected) in homes.into_iter().chain(others) {
            assert_eq!(misleads(name.as_ref(), value.as_ref()), expected, "{name}={value}");
        }
    }

    #[test]
    fn a_machine_that_has_run_out_of_something_has_the_tool_all_the_same() {
        let fault = |errno| not_started(&entry(), "tool", &io::Error::from_raw_os_error(errno));
        let [enoent, eagain, enoexec, enomem, eacces, emfile] = [2, 11, 8, 12, 13, 24].map(|errno| fault(errno).kind);
        assert_eq!([enoent, enoexec, eacces], [FaultKind::MissingTool; 3]);
        assert_eq!([eagain, enomem, emfile], [FaultKind::Build; 3]);
    }

    #[test]
    fn a_tool_that_answers_nothing_is_a_fault_and_is_asked_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let Some(program) = in_path("true") else { return };
        let fault = version(&entry(), &program, Path::new("/"), &mut cache.store()).unwrap_err();
        assert_eq!(
            (fault.kind, fault.message),
            (FaultKind::Build, format!("{} once answered nothing", program.display()))
        );
        // An earlier harness remembered such an answer.
        let Some(echo) = in_path("echo") else { return };
        let Some(key) = version_key(&entry(), &echo, Path::new("/"), SystemTime::now()) else { return };
        let name = Key::of(&[KIND], echo.as_os_str().as_encoded_bytes());
        cache.store().keep(KIND, &name, [(key, Vec::new())]);
        assert_eq!(version(&entry(), &echo, Path::new("/"), &mut cache.store()).unwrap(), "once\n");
    }

    #[test]
    fn a_program_that_is_untouched_is_asked_once_and_a_script_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let ask = |program: &Path| version(&entry(), program, Path::new("/"), &mut cache.store());
        // The script's file says nothing about which program it starts.
        let script = folder.path().join("tool");
        let write = |word: &str| {
            fs::write(&script, format!("#!/bin/sh\necho {word}\n")).unwrap();
            fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        };
        write("one");
        assert_eq!(
            (version_key(&entry(), &script, Path::new("/"), SystemTime::now()), ask(&script).unwrap().trim()),
            (None, "one")
        );
        write("two");
        assert_eq!(ask(&script).unwrap().trim(), "two");

        let Some(echo) = in_path("echo") else { return };
        let Some(key) = version_key(&entry(), &echo, Path::new("/"), SystemTime::now()) else { return };
        assert_eq!(ask(&echo).unwrap().trim(), "once");
        let name = Key::of(&[KIND], echo.as_os_str().as_encoded_bytes());
        let mut store = cache.store();
        assert_eq!(store.load(KIND, &name).get(&key), Some(&b"once\n"[..]));
        // A remembered answer is used.
        store.keep(KIND, &name, [(key, b"remembered".to_vec())]);
        assert_eq!(ask(&echo).unwrap(), "remembered");
        // Nothing is known about another question.
        let twice = LanguageEntry { version: vec!["twice".to_owned()], ..entry() };
        assert_ne!(version_key(&twice, &echo, Path::new("/"), SystemTime::now()), Some(key));
    }
}
