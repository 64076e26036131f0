//! Programs that are there already: what kind of file one is, and why it cannot be started here.
//! Knows nothing of how it is run.

use beneath::Plain;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;
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
pub enum Unfit {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it is neither a native program nor a script that begins with `#!`")]
    Unknown,
    #[error("it is not executable")]
    NoPermission,
    #[error("it is a program for {machine}, and this machine has {own}", own = std::env::consts::ARCH)]
    Foreign { machine: String },
    #[error("it is a 32-bit program: only 64-bit programs are run here")]
    Narrow,
    #[error("it is an object file: link it first")]
    Object,
    #[error("it is a shared library, which no one can start")]
    Library,
    #[error("it is cut off: the file ends within its own tables")]
    CutOff,
    #[error("its loader {} is not on this machine", .0.display())]
    NoLoader(PathBuf),
    #[error("its first line names no interpreter")]
    Nameless,
    #[error(
        "its first line ends with a carriage return, as on Windows, so Linux looks for an interpreter of that name"
    )]
    CarriageReturn,
    #[error("its interpreter `{0}` is not on this machine")]
    NoInterpreter(String),
}

impl Unfit {
    /// What a person can do about it. `name`: the file, as it is typed.
    pub fn hint(&self, name: &str) -> Option<String> {
        let name = model::shell::word(name);
        match self {
            Unfit::NoPermission => Some(format!("`chmod +x {name}`")),
            Unfit::CarriageReturn => Some(format!("`sed -i 's/\\r$//' {name}`")),
            Unfit::Foreign { .. } | Unfit::Narrow => Some("build it on this machine, or judge its source".to_owned()),
            Unfit::NoLoader(_) => Some("install it, or link the program statically".to_owned()),
            Unfit::NoInterpreter(_) => Some("install it, or correct the first line".to_owned()),
            Unfit::Unreadable(_)
            | Unfit::Unknown
            | Unfit::Object
            | Unfit::Library
            | Unfit::CutOff
            | Unfit::Nameless => None,
        }
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

/// Whether a native program, or a part of one, begins with these bytes.
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
    pub fn of(file: &Path) -> Result<Executable, Unfit> {
        use std::os::unix::fs::PermissionsExt as _;
        let unreadable = |error: io::Error| Unfit::Unreadable(error.to_string());
        let opened = Plain::find(file).and_then(|file| file.open()).map_err(unreadable)?;
        let bytes = head(&opened, 64 << 10).map_err(unreadable)?;
        let executable = if is_native(&bytes) {
            native(&opened)?
        } else if bytes.starts_with(SCRIPT) {
            script(&bytes)?
        } else {
            return Err(Unfit::Unknown);
        };
        let mode = fs::metadata(file).map_err(unreadable)?.permissions().mode();
        if mode & 0o111 == 0 { Err(Unfit::NoPermission) } else { Ok(executable) }
    }

    /// The words by which a script names its interpreter: behind `env`, the one that it looks up.
    pub(super) fn interpreter(&self) -> Option<&str> {
        let Executable::Script { interpreter, argument } = self else { return None };
        if interpreter.file_name().is_some_and(|name| name == "env") {
            let mut words = argument.split_whitespace().filter(|word| !word.starts_with('-') && !word.contains('='));
            return words.next();
        }
        interpreter.to_str()
    }
}

/// The first bytes of a file.
pub(super) fn head(file: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The most bytes of a path that Linux takes.
const LONGEST_PATH: u64 = 4096;

/// Source: elf(5).
fn native(file: &File) -> Result<Executable, Unfit> {
    const LOADER: u64 = 3;
    let part = |at: u64, part: &mut [u8]| match file.read_exact_at(part, at) {
        // Linux refuses a place that no file can have.
        Err(error) if matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput) => {
            Err(Unfit::CutOff)
        }
        read => read.map_err(|error| Unfit::Unreadable(error.to_string())),
    };
    let wide = |at: u64, size: usize| -> Result<u64, Unfit> {
        let mut number = [0; 8];
        part(at, &mut number[..size])?;
        Ok(u64::from_le_bytes(number))
    };
    let (class, order, kind, machine) = (wide(4, 1)?, wide(5, 1)?, wide(16, 2)?, wide(18, 2)?);
    // The other byte order belongs to other machines.
    let machine = if order == 1 { machine } else { machine.swap_bytes() >> 48 };
    if machine != machine_here() {
        return Err(match machine {
            3 if machine_here() == 62 => Unfit::Narrow,
            machine => Unfit::Foreign { machine: name_of(machine) },
        });
    }
    if class != 2 {
        return Err(Unfit::Narrow);
    }
    if kind == 1 {
        return Err(Unfit::Object);
    }
    let (entry, table, size, count) = (wide(24, 8)?, wide(32, 8)?, wide(54, 2)?, wide(56, 2)?);
    let mut loader = None;
    for number in 0..count {
        let at = table.saturating_add(number * size);
        if wide(at, 4)? == LOADER {
            let (from, length) = (wide(at.saturating_add(8), 8)?, wide(at.saturating_add(32), 8)?);
            let mut name = vec![0; length.min(LONGEST_PATH) as usize];
            part(from, &mut name)?;
            let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
            loader = Some(PathBuf::from(String::from_utf8_lossy(name).into_owned()));
        }
    }
    match loader {
        Some(loader) if !loader.exists() => Err(Unfit::NoLoader(loader)),
        None if kind == 3 && entry == 0 => Err(Unfit::Library),
        Some(_) | None => Ok(Executable::Native),
    }
}

/// `e_machine` of this machine.
fn machine_here() -> u64 {
    MACHINES.iter().find(|(_, name)| *name == std::env::consts::ARCH).map_or(0, |(number, _)| *number)
}

/// By the number in an ELF file, as Rust calls them. Source: linux/include/uapi/linux/elf-em.h.
const MACHINES: [(u64, &str); 8] = [
    (3, "x86"),
    (20, "powerpc"),
    (21, "powerpc64"),
    (22, "s390x"),
    (40, "arm"),
    (62, "x86_64"),
    (183, "aarch64"),
    (243, "riscv64"),
];

fn name_of(machine: u64) -> String {
    let name = MACHINES.iter().find(|(number, _)| *number == machine).map(|(_, name)| (*name).to_owned());
    name.unwrap_or_else(|| format!("machine {machine} of ELF"))
}

fn script(bytes: &[u8]) -> Result<Executable, Unfit> {
    let line = bytes[SCRIPT.len()..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.ends_with(b"\r") {
        return Err(Unfit::CarriageReturn);
    }
    let line = String::from_utf8_lossy(&line[..line.len().min(FIRST_LINE)]).into_owned();
    let line = line.trim();
    let (interpreter, argument) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    if interpreter.is_empty() {
        return Err(Unfit::Nameless);
    }
    let path = PathBuf::from(interpreter);
    if !path.is_absolute() || !super::path::is_executable(&path) {
        return Err(Unfit::NoInterpreter(interpreter.to_owned()));
    }
    Ok(Executable::Script { interpreter: path, argument: argument.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    /// What is said of a file with these bytes.
    fn look(bytes: &[u8], mode: u32) -> Result<Executable, Unfit> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.out");
        fs::write(&file, bytes).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        Executable::of(&file)
    }

    /// The head of an ELF file without tables.
    fn elf(class: u8, kind: u16, machine: u16, entry: u64) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', class, 1]);
        bytes[16..18].copy_from_slice(&kind.to_le_bytes());
        bytes[18..20].copy_from_slice(&machine.to_le_bytes());
        bytes[24..32].copy_from_slice(&entry.to_le_bytes());
        bytes
    }

    #[test]
    fn what_cannot_be_started_says_why() {
        let here = u16::try_from(machine_here()).unwrap();
        let foreign = if here == 183 { 62 } else { 183 };
        let check = |bytes: &[u8], mode: u32, expected: Unfit| assert_eq!(look(bytes, mode), Err(expected));
        assert_eq!(look(&elf(2, 2, here, 1), 0o755), Ok(Executable::Native));
        check(&elf(2, 2, here, 1), 0o644, Unfit::NoPermission);
        check(&elf(2, 2, foreign, 1), 0o755, Unfit::Foreign { machine: name_of(u64::from(foreign)) });
        check(&elf(1, 2, here, 1), 0o755, Unfit::Narrow);
        check(&elf(2, 1, here, 0), 0o755, Unfit::Object);
        check(&elf(2, 3, here, 0), 0o755, Unfit::Library);
        check(b"\x7fELF\x02", 0o755, Unfit::CutOff);
        check(b"print(1)\n", 0o755, Unfit::Unknown);
        check(b"", 0o755, Unfit::Unknown);
        check(b"#!\n", 0o755, Unfit::Nameless);
        check(b"#!/bin/sh\r\necho 1\r\n", 0o755, Unfit::CarriageReturn);
        check(b"#!/none/python\n", 0o755, Unfit::NoInterpreter("/none/python".to_owned()));
        check(b"#!sh\n", 0o755, Unfit::NoInterpreter("sh".to_owned()));
        let mut huge = elf(2, 2, here, 1);
        huge[32..40].copy_from_slice(&u64::MAX.to_le_bytes());
        huge[56..58].copy_from_slice(&9_u16.to_le_bytes());
        check(&huge, 0o755, Unfit::CutOff);
    }

    #[test]
    fn a_program_of_this_machine_can_be_started() {
        assert_eq!(Executable::of(&std::env::current_exe().unwrap()), Ok(Executable::Native));
    }

    #[test]
    fn the_interpreter_of_a_script_is_the_one_that_env_looks_up() {
        let check = |line: &str, expected: &str| {
            let script = look(format!("{line}\n").as_bytes(), 0o755).unwrap();
            assert_eq!(script.interpreter(), Some(expected), "{line}");
        };
        check("#!/bin/sh", "/bin/sh");
        check("#! /bin/sh -e", "/bin/sh");
        check("#!/usr/bin/env python3", "python3");
        check("#!/usr/bin/env -S A=1 python3 -u", "python3");
    }

    #[test]
    fn a_pipe_or_a_folder_is_no_program_and_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!looks_like_one(folder.path()));
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(!looks_like_one(&pipe));
        assert!(matches!(Executable::of(&pipe), Err(Unfit::Unreadable(_))));
    }
}
