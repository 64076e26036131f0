//! Programs that are there already: what kind of file one is, and why it cannot be started here.
//! Knows nothing of how it is run.

use beneath::Plain;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;
use std::path::{Component, Path, PathBuf};

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
    #[error("its tables are damaged")]
    Damaged,
    #[error("its loader {} is not on this machine", .0.display())]
    NoLoader(PathBuf),
    #[error("it asks for the loader {}, which is not one of the system", .0.display())]
    OtherLoader(PathBuf),
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
            ExecutableError::NoFirstLine => {
                Some(format!("begin it with a line such as `#!/bin/sh`, or say what reads it: `-c 'sh {name}'`"))
            }
            ExecutableError::CarriageReturn => Some(format!("`sed -i 's/\\r$//' {name}`")),
            ExecutableError::Foreign { .. } | ExecutableError::Narrow => {
                Some("build it on this machine, or judge its source".to_owned())
            }
            ExecutableError::NoLoader(_) => Some("install it, or link the program statically".to_owned()),
            ExecutableError::NoInterpreter(_) => Some("install it, or correct the first line".to_owned()),
            ExecutableError::Unreadable(_)
            | ExecutableError::Unknown
            | ExecutableError::Object
            | ExecutableError::Library
            | ExecutableError::CutOff
            | ExecutableError::Damaged
            | ExecutableError::OtherLoader(_)
            | ExecutableError::Nameless => None,
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
    pub fn of(file: &Path) -> Result<Executable, ExecutableError> {
        let unreadable = |error: io::Error| ExecutableError::Unreadable(error.to_string());
        let opened = Plain::find(file).and_then(|file| file.open()).map_err(unreadable)?;
        let bytes = head(&opened, 64 << 10).map_err(unreadable)?;
        let executable = if is_native(&bytes) {
            native(&opened)?
        } else if bytes.starts_with(SCRIPT) {
            script(&bytes)?
        } else {
            // A shell would read it itself, and Linux does not start it.
            let is_script = is_executable(file).map_err(unreadable)? && is_text(&bytes);
            return Err(if is_script { ExecutableError::NoFirstLine } else { ExecutableError::Unknown });
        };
        if is_executable(file).map_err(unreadable)? { Ok(executable) } else { Err(ExecutableError::NoPermission) }
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
        const HARMLESS: [&str; 5] = ["-", "-i", "-v", "--ignore-environment", "--debug"];
        if argument.contains(['"', '\'', '\\', '$', '#']) {
            return Interpreter::Unclear;
        }
        let split = argument.strip_prefix("-S").or_else(|| argument.strip_prefix("--split-string="));
        for word in split.unwrap_or(argument).split_whitespace() {
            match word {
                word if HARMLESS.contains(&word) => {}
                word if word.starts_with('-') || word.starts_with("PATH=") => return Interpreter::Unclear,
                word if word.contains('=') => {}
                word if word.contains('/') => return Interpreter::At(Path::new(word)),
                word => return Interpreter::Named(word),
            }
        }
        Interpreter::Unclear
    }
}

fn is_executable(file: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::metadata(file)?.permissions().mode() & 0o111 != 0)
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

/// The most bytes of a path that Linux takes.
const LONGEST_PATH: u64 = 4096;

/// What begins an ELF file.
struct Head {
    kind: u64,
    entry: u64,
    /// Where its table of parts is, and how many there are.
    table: u64,
    count: u64,
}

/// Source: elf(5).
const OBJECT: u64 = 1;
const PROGRAM: u64 = 2;
const SHARED: u64 = 3;

/// The size of an entry of the table of parts, and the most that Linux reads of it.
const PART: u64 = 56;
const LARGEST_TABLE: u64 = 64 << 10;

fn number_at(file: &File, at: u64, size: usize) -> Result<u64, ExecutableError> {
    let mut number = [0; 8];
    bytes_at(file, at, &mut number[..size])?;
    Ok(u64::from_le_bytes(number))
}

fn bytes_at(file: &File, at: u64, bytes: &mut [u8]) -> Result<(), ExecutableError> {
    match file.read_exact_at(bytes, at) {
        // Linux refuses a place that no file can have.
        Err(error) if matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput) => {
            Err(ExecutableError::CutOff)
        }
        read => read.map_err(|error| ExecutableError::Unreadable(error.to_string())),
    }
}

/// What Linux looks at before it starts a file, or takes it for a loader. Source: elf(5), and
/// `load_elf_binary` of Linux 6.12.
fn head_of(file: &File) -> Result<Head, ExecutableError> {
    let number = |at: u64, size: usize| number_at(file, at, size);
    let (class, order, kind, machine) = (number(4, 1)?, number(5, 1)?, number(16, 2)?, number(18, 2)?);
    // The other byte order belongs to other machines.
    let machine = if order == 1 { machine } else { machine.swap_bytes() >> 48 };
    if machine != machine_here() {
        return Err(match machine {
            3 if machine_here() == 62 => ExecutableError::Narrow,
            machine => ExecutableError::Foreign { machine: name_of(machine) },
        });
    }
    if class != 2 {
        return Err(ExecutableError::Narrow);
    }
    if kind == OBJECT {
        return Err(ExecutableError::Object);
    }
    let head = Head { kind, entry: number(24, 8)?, table: number(32, 8)?, count: number(56, 2)? };
    let is_whole = number(54, 2)? == PART && head.count > 0 && head.count * PART <= LARGEST_TABLE;
    if is_whole && [PROGRAM, SHARED].contains(&kind) { Ok(head) } else { Err(ExecutableError::Damaged) }
}

/// # Errors
/// Why Linux would not start it.
fn native(file: &File) -> Result<Executable, ExecutableError> {
    const LOADER: u64 = 3;
    let head = head_of(file)?;
    for part in 0..head.count {
        let at = head.table.saturating_add(part * PART);
        if number_at(file, at, 4)? == LOADER {
            let from = number_at(file, at.saturating_add(8), 8)?;
            let length = number_at(file, at.saturating_add(32), 8)?;
            if !(2..=LONGEST_PATH).contains(&length) {
                return Err(ExecutableError::Damaged);
            }
            let mut name = vec![0; length as usize];
            bytes_at(file, from, &mut name)?;
            if name.pop() != Some(0) {
                return Err(ExecutableError::Damaged);
            }
            let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
            is_loader(Path::new(&*String::from_utf8_lossy(name)))?;
            return Ok(Executable::Native);
        }
    }
    if head.kind == SHARED && head.entry == 0 { Err(ExecutableError::Library) } else { Ok(Executable::Native) }
}

/// Where every program sees the system's loaders.
const LOADERS: [&str; 6] = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store"];

/// # Errors
/// Why Linux would not take this file for a loader in a cell. A source can name any.
fn is_loader(path: &Path) -> Result<(), ExecutableError> {
    use std::os::unix::fs::PermissionsExt as _;
    if !path.exists() {
        return Err(ExecutableError::NoLoader(path.to_owned()));
    }
    let is_of_system = |path: &Path| LOADERS.iter().any(|folder| path.starts_with(folder));
    let is_plain = path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
    let is_called_one = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"ld"));
    let real = path.canonicalize().ok().filter(|real| is_of_system(real));
    let found =
        real.filter(|_| is_plain && is_called_one && is_of_system(path)).and_then(|real| Plain::find(&real).ok());
    let found = found.filter(|found| found.metadata().permissions().mode() & 0o001 != 0);
    let opened = found.and_then(|found| found.open().ok());
    let begins = opened.filter(|file| head(file, 4).is_ok_and(|bytes| is_native(&bytes)) && head_of(file).is_ok());
    if begins.is_some() { Ok(()) } else { Err(ExecutableError::OtherLoader(path.to_owned())) }
}

/// Whether Linux would start what a compiler made.
///
/// # Errors
/// Why not.
pub(super) fn can_start(file: &File) -> Result<(), ExecutableError> {
    let mut bytes = vec![0; FIRST_LINE + SCRIPT.len()];
    let read = file.read_at(&mut bytes, 0).map_err(|error| ExecutableError::Unreadable(error.to_string()))?;
    bytes.truncate(read);
    if is_native(&bytes) {
        native(file).map(drop)
    } else if bytes.starts_with(SCRIPT) {
        script(&bytes).map(drop)
    } else {
        Err(ExecutableError::Unknown)
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
    if !path.is_absolute() || !super::path::is_executable(&path) {
        return Err(ExecutableError::NoInterpreter(interpreter.to_owned()));
    }
    Ok(Executable::Script { interpreter: path, argument: argument.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    /// What is said of a file with these bytes.
    fn look(bytes: &[u8], mode: u32) -> Result<Executable, ExecutableError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.out");
        fs::write(&file, bytes).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        Executable::of(&file)
    }

    /// An ELF file with one part, of no kind.
    fn elf(class: u8, kind: u16, machine: u16, entry: u64) -> Vec<u8> {
        let mut bytes = vec![0; 64 + 56];
        bytes[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', class, 1]);
        bytes[16..18].copy_from_slice(&kind.to_le_bytes());
        bytes[18..20].copy_from_slice(&machine.to_le_bytes());
        bytes[24..32].copy_from_slice(&entry.to_le_bytes());
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = 1;
        bytes
    }

    /// The same, which asks for a loader.
    fn with_loader(path: &[u8]) -> Vec<u8> {
        let mut bytes = elf(2, 3, u16::try_from(machine_here()).unwrap(), 1);
        bytes[64] = 3;
        bytes[72] = 64 + 56;
        bytes[96..104].copy_from_slice(&(path.len() as u64).to_le_bytes());
        bytes.extend_from_slice(path);
        bytes
    }

    #[test]
    fn what_cannot_be_started_says_why() {
        let here = u16::try_from(machine_here()).unwrap();
        let foreign = if here == 183 { 62 } else { 183 };
        let check = |bytes: &[u8], mode: u32, expected: ExecutableError| assert_eq!(look(bytes, mode), Err(expected));
        assert_eq!(look(&elf(2, 2, here, 1), 0o755), Ok(Executable::Native));
        check(&elf(2, 2, here, 1), 0o644, ExecutableError::NoPermission);
        check(&elf(2, 2, foreign, 1), 0o755, ExecutableError::Foreign { machine: name_of(u64::from(foreign)) });
        check(&elf(1, 2, here, 1), 0o755, ExecutableError::Narrow);
        check(&elf(2, 1, here, 0), 0o755, ExecutableError::Object);
        check(&elf(2, 3, here, 0), 0o755, ExecutableError::Library);
        check(b"\x7fELF\x02", 0o755, ExecutableError::CutOff);
        check(b"print(1)\n", 0o755, ExecutableError::NoFirstLine);
        check(b"print(1)\n", 0o644, ExecutableError::Unknown);
        check(b"", 0o755, ExecutableError::Unknown);
        check(b"#!\n", 0o755, ExecutableError::Nameless);
        check(b"#!/bin/sh\r\necho 1\r\n", 0o755, ExecutableError::CarriageReturn);
        check(b"#!/none/python\n", 0o755, ExecutableError::NoInterpreter("/none/python".to_owned()));
        check(b"#!sh\n", 0o755, ExecutableError::NoInterpreter("sh".to_owned()));
        check(&elf(2, 4, here, 1), 0o755, ExecutableError::Damaged);
        for (at, byte) in [(54, 55), (56, 0), (57, 0xff)] {
            let mut damaged = elf(2, 2, here, 1);
            damaged[at] = byte;
            check(&damaged, 0o755, ExecutableError::Damaged);
        }
        let mut huge = elf(2, 2, here, 1);
        huge[32..40].copy_from_slice(&u64::MAX.to_le_bytes());
        huge[56..58].copy_from_slice(&9_u16.to_le_bytes());
        check(&huge, 0o755, ExecutableError::CutOff);
    }

    #[test]
    fn a_program_that_asks_for_any_loader_but_the_systems_is_not_started() {
        let system = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let at = system.windows(4).position(|window| window == b"/ld-" || window == b"/ld.").unwrap();
        let begin = system[..at].iter().rposition(|byte| *byte == 0).unwrap() + 1;
        let end = at + system[at..].iter().position(|byte| *byte == 0).unwrap();
        let system = std::str::from_utf8(&system[begin..end]).unwrap().to_owned();
        let check = |path: &str, expected: Result<Executable, ExecutableError>| {
            assert_eq!(look(&with_loader(format!("{path}\0").as_bytes()), 0o755), expected, "{path}");
        };
        check(&system, Ok(Executable::Native));
        check("/none", Err(ExecutableError::NoLoader("/none".into())));
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("ld-own.so");
        fs::copy(&system, &own).unwrap();
        let link = folder.path().join("ld-link.so");
        std::os::unix::fs::symlink(&system, &link).unwrap();
        let roundabout = format!("/proc/self/root{system}");
        let up = format!("/lib/..{system}");
        let own = own.to_str().unwrap();
        for path in ["/proc/self/exe", "/usr/lib", "/etc/passwd", &roundabout, &up, own, link.to_str().unwrap()] {
            check(path, Err(ExecutableError::OtherLoader(path.into())));
        }
        for path in [&b"/x"[..], b"\0", &[b'a'; 5000]] {
            assert_eq!(look(&with_loader(path), 0o755), Err(ExecutableError::Damaged));
        }
    }

    #[test]
    fn a_program_of_this_machine_can_be_started() {
        assert_eq!(Executable::of(&std::env::current_exe().unwrap()), Ok(Executable::Native));
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
        for line in ["python3", "-S A=1 python3 -u", "-Spython3", "--split-string=python3 -B", "-S -i python3"] {
            check(&format!("#!/usr/bin/env {line}"), Interpreter::Named("python3"));
        }
        for line in
            ["", "-u python3 sh", "-S -u python3 sh", "-S -C python3 sh", "-S PATH=/x sh", "-S '' sh", "-S ${A} sh"]
        {
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
