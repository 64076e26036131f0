//! Programs that no language builds: a file that is executable already, and a command in a folder.
//!
//! Such a program runs in a copy of its folder, and sees nothing else of it: so the bytes of that
//! copy are all that its results can depend on, and they are part of its key. What a build command
//! makes is not remembered, because nobody knows what the command reads of this machine: it runs
//! each time, and the program is named by the bytes that it made.

use crate::build::executable::{Executable, Interpreter};
use crate::build::places::Places;
use crate::build::sources::Sources;
use crate::build::surroundings::LARGEST_ITSELF;
use crate::build::{Builder, SourceFile, in_path};
use beneath::Home;
use model::{Command, Fault, FaultKind, Key, Language};
use std::collections::BTreeSet;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// What a command or a script starts besides the program's own files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CommandRuntime {
    /// What the first word stands for, if it is not a file of the folder.
    pub tool: Option<PathBuf>,
    /// Where it is found by its name.
    pub folder: Option<PathBuf>,
    pub readable: Vec<PathBuf>,
    /// Whatever a result depends on: versions, or bytes.
    pub identity: String,
}

/// Who says which tool is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chooser {
    /// The person, in the call.
    Person,
    /// The first line of a script, which somebody else may have written.
    File,
}

/// Where every program may read already.
const SYSTEM: [&str; 5] = ["/usr", "/bin", "/lib", "/lib64", "/nix/store"];

fn is_of_system(real: &Path) -> bool {
    SYSTEM.iter().any(|folder| real.starts_with(folder))
}

impl Builder {
    /// What a program in no language starts besides its own files.
    ///
    /// # Errors
    /// Why it cannot be started: the inner one is the program's.
    pub(super) fn started(&self, source: &SourceFile, sources: &Sources) -> Result<CommandRuntime, String> {
        let Some(command) = &source.options.making.command else {
            let script = Executable::of(&source.path).ok();
            return self.of_script(script.as_ref(), &source.display);
        };
        let Some(first) = command.words.first() else { return Ok(CommandRuntime::default()) };
        if let Some(own) = of_folder(first) {
            let is_there = sources.files.iter().any(|(name, _)| name.strip_prefix("out/") == Some(&own));
            if command.build.is_none() && !is_there {
                return Err(format!("{first}: there is no such file in {}\n", source.path.display()));
            }
            let path = source.path.join(&own);
            // Of what is still to be made, nobody knows the interpreter.
            if !is_there {
                return Ok(CommandRuntime::default());
            }
            let found = Executable::of(&path).map_err(|unfit| unfit.rejection(first))?;
            return self.of_script(Some(&found), first);
        }
        self.tool(first, Chooser::Person).ok_or_else(|| format!("{first}: no program of this name is in PATH\n"))
    }

    /// What the interpreter of a script needs; nothing for any other program.
    ///
    /// # Errors
    /// Why `display` cannot be started.
    fn of_script(&self, program: Option<&Executable>, display: &str) -> Result<CommandRuntime, String> {
        let Some(interpreter) = program.and_then(Executable::interpreter) else { return Ok(CommandRuntime::default()) };
        let found = self.interpreter(interpreter);
        let found = found.map_err(|why| format!("{display} cannot be started: {why}\n"))?;
        Ok(CommandRuntime { tool: None, ..found })
    }

    /// What the first line of a script names. Whoever wrote the script chose it, and could choose a
    /// program beside which something private lies: so it is one of the system or of `PATH`.
    ///
    /// # Errors
    /// Why it is not started.
    fn interpreter(&self, interpreter: Interpreter<'_>) -> Result<CommandRuntime, String> {
        match interpreter {
            Interpreter::Unclear => Err("its first line does not say plainly what `env` starts".to_owned()),
            Interpreter::Named(name) => {
                let missing = || format!("its interpreter `{name}` is not on this machine");
                self.tool(name, Chooser::File).ok_or_else(missing)
            }
            Interpreter::At(path) => {
                let word = path.to_string_lossy();
                let real = path.canonicalize().map_err(|error| format!("its interpreter `{word}`: {error}"))?;
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let of_path = in_path(&name).and_then(|found| found.canonicalize().ok()).filter(|found| *found == real);
                let found = self.tool(&name, Chooser::File).filter(|found| {
                    let own = found.tool.as_ref().and_then(|tool| tool.canonicalize().ok());
                    of_path.is_some() || own.as_ref() == Some(&real)
                });
                let found = found.or_else(|| self.tool(real.to_str()?, Chooser::File).filter(|_| is_of_system(&real)));
                // The kernel opens it by the name that stands there, which may be a link.
                let found = found.map(|mut found| {
                    found.readable.push(path.to_owned());
                    found
                });
                found.ok_or_else(|| {
                    let folder = path.parent().unwrap_or(Path::new("/")).display();
                    format!(
                        "its interpreter `{word}` is neither one of the system nor in PATH: whoever wrote the file \
                         would choose what it sees\nif you want that: `PATH={folder}:$PATH`"
                    )
                })
            }
        }
    }

    /// A program of this machine, by name or path.
    fn tool(&self, word: &str, chooser: Chooser) -> Option<CommandRuntime> {
        let of_table = self.languages.entries.iter().find(|entry| entry.tools.iter().any(|tool| tool == word));
        if let Some(entry) = of_table
            && let Ok(tool) = self.toolchain(&Language(entry.id.as_str().into()))
        {
            return Some(CommandRuntime {
                tool: Some(tool.program.clone()),
                folder: tool.program.parent().map(Path::to_owned),
                readable: tool.readable.clone(),
                identity: format!("{}\n{}", tool.program.display(), tool.version),
            });
        }
        let found = if word.starts_with('/') { PathBuf::from(word) } else { in_path(word)? };
        let real = found.canonicalize().ok()?;
        let bytes = beneath::Plain::find(&real).and_then(|file| file.read(LARGEST_ITSELF)).ok()?;
        let prefix = real.parent().and_then(Path::parent).unwrap_or(Path::new("/usr"));
        let places = Places { prefix, program: &real, started: "" };
        let readable = match chooser {
            Chooser::File if !is_of_system(&real) => places.parts(),
            Chooser::File | Chooser::Person => places.readable("{prefix}"),
        };
        let readable = readable.into_iter().filter(|path| path.exists());
        Some(CommandRuntime {
            // Under its own name and under the one by which it is found.
            folder: found.parent().map(Path::to_owned),
            readable: readable.chain([real.clone(), found]).collect(),
            identity: format!("{}\n{}", real.display(), Key::of(&["tool"], &bytes)),
            tool: Some(real),
        })
    }
}

impl CommandRuntime {
    /// How a command is started in the folder `out`: the file, and its arguments.
    pub(super) fn command(&self, command: &Command, out: &Path, made: Option<&str>) -> (PathBuf, Vec<String>) {
        let args = command.words.iter().skip(1).cloned().collect();
        match (&self.tool, command.words.first(), made) {
            (Some(tool), _, _) => (tool.clone(), args),
            (None, _, Some(made)) => (out.join(made), args),
            (None, Some(first), None) => (out.join(super::headers::plain(Path::new(first)).unwrap_or_default()), args),
            (None, None, None) => (out.to_owned(), args),
        }
    }

    /// The variable by which a program finds others.
    pub(super) fn path(&self) -> String {
        // A runtime that its own folder starts: `env python3`.
        let of_readable = self.readable.iter().map(|path| path.join("bin")).filter(|path| path.is_dir());
        let usual = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
        let mut folders: Vec<PathBuf> = self.folder.iter().cloned().chain(of_readable).chain(usual).collect();
        let mut seen = BTreeSet::new();
        folders.retain(|folder| seen.insert(folder.clone()));
        let folders: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        format!("PATH={}", folders.join(":"))
    }
}

/// The program among what a build left in `out`.
///
/// # Errors
/// That there is none, or which ones there are.
pub(super) fn made(command: &Command, folder: &Path, out: &Path, sources: &Sources) -> Result<String, String> {
    let build = command.build.as_deref().unwrap_or_default();
    if let Some(first) = command.words.first() {
        let Some(own) = of_folder(first) else { return Ok(first.clone()) };
        return match Executable::of(&out.join(&own)) {
            Ok(_) => Ok(own),
            Err(_) if !out.join(&own).exists() => Err(format!("`{build}` made no {first}")),
            Err(unfit) => Err(format!("`{build}` made {first}, which cannot be started: {unfit}")),
        };
    }
    let own = |name: &String| sources.files.iter().any(|(own, _)| own.strip_prefix("out/").unwrap_or(own) == name);
    let found = Home::alone(out).files(out).flatten();
    let names: Vec<String> = found
        .filter(|found| Executable::of(&found.path) == Ok(Executable::Native))
        .map(|found| found.name)
        .filter(|name| !own(name))
        .collect();
    let last = |name: &String| name.rsplit('/').next().unwrap_or_default().to_owned();
    let like_folder = folder.file_name().unwrap_or_default().to_string_lossy();
    let usual = [&*like_folder, "main", "a.out"];
    let named = || usual.iter().find_map(|usual| names.iter().find(|name| last(name) == *usual));
    match &names[..] {
        [] => Err(format!("`{build}` made no program")),
        [one] => Ok(one.clone()),
        [first, ..] => named().cloned().ok_or_else(|| {
            let all = names.iter().map(|name| format!("./{name}")).collect::<Vec<_>>().join(", ");
            format!("`{build}` made several programs: {all}\nsay which one is meant, such as `./{first}`")
        }),
    }
}

/// The file of a command's folder that a word names: any other word is looked up in PATH.
fn of_folder(word: &str) -> Option<String> {
    super::headers::plain(Path::new(word)).filter(|_| word.contains('/') && !word.starts_with('/'))
}

/// A key of everything in a folder that holds files and folders alone.
///
/// # Errors
/// A build fault when it cannot be read.
pub(super) fn key_of_content(terms: &[&[u8]], folder: &Path) -> Result<Key, Fault> {
    let mut parts: Vec<Vec<u8>> = terms.iter().map(|term| term.to_vec()).collect();
    for entry in walkdir::WalkDir::new(folder).min_depth(1).sort_by_file_name() {
        let read = entry.map_err(io::Error::from).and_then(|entry| {
            let name =
                entry.path().strip_prefix(folder).unwrap_or(entry.path()).as_os_str().as_encoded_bytes().to_vec();
            let mode = entry.metadata()?.permissions().mode() & 0o111;
            let bytes = if entry.file_type().is_file() { beneath::read(entry.path())? } else { Vec::new() };
            Ok([name, vec![u8::from(mode != 0), u8::from(entry.file_type().is_dir())], bytes])
        });
        let read =
            read.map_err(|error| Fault::caused(FaultKind::Build, format!("cannot read {}", folder.display()), &error))?;
        parts.extend(read);
    }
    Ok(Key::of_parts(parts.iter().map(Vec::as_slice)))
}
