//! Programs that are there already: what kind of file one is. Knows nothing of how it is run, nor
//! whether Linux would start it.

use crate::build::path::is_executable;
use beneath::Plain;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The language of an executable file.
pub const EXECUTABLE: &str = "executable";

/// What Linux can start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Executable {
    /// A native program.
    Native,
    /// A text that another program reads: its path, and the one argument that Linux passes on.
    Script { interpreter: PathBuf, argument: String },
}

/// Why a file cannot be started here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExecutableError {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it is neither a native program nor a script that begins with `#!`")]
    Unknown,
    #[error("its first line does not say what reads it")]
    NoFirstLine,
    #[error("it is not executable")]
    NoPermission,
    #[error("its first line names no interpreter")]
    Nameless,
    #[error(
        "its first line ends with a carriage return, as on Windows, so Linux looks for an interpreter of that name"
    )]
    CarriageReturn,
    #[error("its interpreter `{0}` is not on this machine")]
    NoInterpreter(String),
}

impl ExecutableError {
    /// What a person can do about it. `name`: the file, as it is typed.
    pub fn hint(&self, name: &str) -> Option<String> {
        let name = model::shell::word(name);
        match self {
            ExecutableError::NoPermission => Some(format!("`chmod +x {name}`")),
            ExecutableError::NoFirstLine => Some(format!(
                "begin it with a line such as `#!/bin/sh`, or name the command that reads it: `sh {name}`"
            )),
            ExecutableError::CarriageReturn => Some(format!("`sed -i 's/\\r$//' {name}`")),
            ExecutableError::NoInterpreter(_) => Some("install it, or correct the first line".to_owned()),
            ExecutableError::Unreadable(_) | ExecutableError::Unknown | ExecutableError::Nameless => None,
        }
    }

    /// What is said of a program that is rejected for this. `name`: the file, as it is typed.
    pub(super) fn rejection(&self, name: &str) -> String {
        let hint = self.hint(name).map(|hint| format!("\n{hint}")).unwrap_or_default();
        format!("{name} cannot be started: {self}{hint}\n")
    }
}

const ELF: &[u8] = b"\x7fELF";
const SCRIPT: &[u8] = b"#!";

/// The most that Linux reads of a script's first line.
const FIRST_LINE: usize = 256;

/// Whether these bytes begin what may be started.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(ELF) || bytes.starts_with(SCRIPT)
}

/// Whether a native program, a part of one or a library begins with these bytes.
pub(super) fn is_native(bytes: &[u8]) -> bool {
    bytes.starts_with(ELF)
}

/// Whether the file is called a program by its content, even if it could not be started.
pub fn looks_like_one(file: &Path) -> bool {
    Plain::find(file).and_then(|file| head(file.open()?, 4)).is_ok_and(|bytes| begins(&bytes))
}

impl Executable {
    /// # Errors
    /// Why it cannot be started here.
    pub fn of(file: &Path) -> Result<Executable, ExecutableError> {
        let unreadable = |error: io::Error| ExecutableError::Unreadable(error.to_string());
        let opened = Plain::find(file).and_then(|file| file.open()).map_err(unreadable)?;
        let bytes = head(&opened, 64 << 10).map_err(unreadable)?;
        let executable = if is_native(&bytes) {
            Executable::Native
        } else if bytes.starts_with(SCRIPT) {
            script(&bytes)?
        } else {
            // A shell would read it itself, and Linux does not start it.
            let is_script = is_executable(file) && is_text(&bytes);
            return Err(if is_script { ExecutableError::NoFirstLine } else { ExecutableError::Unknown });
        };
        if is_executable(file) { Ok(executable) } else { Err(ExecutableError::NoPermission) }
    }

    /// What starts a script; `None` for a native program.
    pub(super) fn interpreter(&self) -> Option<Interpreter<'_>> {
        let Executable::Script { interpreter, argument } = self else { return None };
        match interpreter.file_name() {
            Some(name) if name == "env" => Some(Interpreter::behind_env(argument)),
            Some(_) | None => Some(Interpreter::At(interpreter)),
        }
    }
}

/// What the first line of a script starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interpreter<'s> {
    /// The file at this path.
    At(&'s Path),
    /// The program of this name in `PATH`.
    Named(&'s str),
    /// `env` with words of which it alone knows what they start.
    Unclear,
}

impl<'s> Interpreter<'s> {
    /// Whoever wrote the file chose the words: what is not plain would start another program than
    /// the one that is found here. Source: env(1) of GNU coreutils 9.
    fn behind_env(argument: &'s str) -> Interpreter<'s> {
        let words = argument.strip_prefix("-S").unwrap_or(argument);
        let is_plain = |word: &&str| !word.starts_with('-') && !word.contains(['"', '\'', '\\', '$', '#', '=']);
        match words.split_whitespace().next().filter(is_plain) {
            Some(word) if word.contains('/') => Interpreter::At(Path::new(word)),
            Some(word) => Interpreter::Named(word),
            None => Interpreter::Unclear,
        }
    }
}

fn is_text(bytes: &[u8]) -> bool {
    !bytes.is_empty() && !bytes.contains(&0)
}

/// The first bytes of a file.
pub(super) fn head(file: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn script(bytes: &[u8]) -> Result<Executable, ExecutableError> {
    let line = bytes[SCRIPT.len()..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.ends_with(b"\r") {
        return Err(ExecutableError::CarriageReturn);
    }
    let line = String::from_utf8_lossy(&line[..line.len().min(FIRST_LINE)]).into_owned();
    let line = line.trim();
    let (interpreter, argument) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    if interpreter.is_empty() {
        return Err(ExecutableError::Nameless);
    }
    let path = PathBuf::from(interpreter);
    if !path.is_absolute() || !is_executable(&path) {
        return Err(ExecutableError::NoInterpreter(interpreter.to_owned()));
    }
    Ok(Executable::Script { interpreter: path, argument: argument.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    /// What is said of a file with these bytes.
    fn look(bytes: &[u8], mode: u32) -> Result<Executable, ExecutableError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.out");
        fs::write(&file, bytes).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        Executable::of(&file)
    }

    #[test]
    fn what_cannot_be_started_says_why() {
        let check = |bytes: &[u8], mode: u32, expected: ExecutableError| assert_eq!(look(bytes, mode), Err(expected));
        assert_eq!(look(b"\x7fELF", 0o755), Ok(Executable::Native));
        check(b"\x7fELF", 0o644, ExecutableError::NoPermission);
        check(b"print(1)\n", 0o755, ExecutableError::NoFirstLine);
        check(b"print(1)\n", 0o644, ExecutableError::Unknown);
        check(b"", 0o755, ExecutableError::Unknown);
        check(b"#!\n", 0o755, ExecutableError::Nameless);
        check(b"#!/bin/sh\r\necho 1\r\n", 0o755, ExecutableError::CarriageReturn);
        check(b"#!/none/python\n", 0o755, ExecutableError::NoInterpreter("/none/python".to_owned()));
        check(b"#!sh\n", 0o755, ExecutableError::NoInterpreter("sh".to_owned()));
    }

    #[test]
    fn the_interpreter_of_a_script_is_the_one_that_env_looks_up() {
        let check = |line: &str, expected: Interpreter<'_>| {
            let script = look(format!("{line}\n").as_bytes(), 0o755).unwrap();
            assert_eq!(script.interpreter(), Some(expected), "{line}");
        };
        let shell = Interpreter::At(Path::new("/bin/sh"));
        check("#!/bin/sh", shell);
        check("#! /bin/sh -e", shell);
        check("#!/usr/bin/env /bin/sh", shell);
        for line in ["python3", "-S python3 -u", "-Spython3"] {
            check(&format!("#!/usr/bin/env {line}"), Interpreter::Named("python3"));
        }
        for line in ["", "-u python3 sh", "-S -i python3 sh", "-S A=1 sh", "-S '' sh", "-S ${A} sh"] {
            check(&format!("#!/usr/bin/env {line}"), Interpreter::Unclear);
        }
    }

    #[test]
    fn a_pipe_or_a_folder_is_no_program_and_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!looks_like_one(folder.path()));
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(!looks_like_one(&pipe));
        assert!(matches!(Executable::of(&pipe), Err(ExecutableError::Unreadable(_))));
    }
}
