//! One run of a compiler: puts the sources into a folder of their own and collects what it makes.

use crate::build::languages::LanguageEntry;
use crate::build::linking::Linking;
use crate::build::sources::Sources;
use crate::build::trouble::{BY_SIGNAL, CompilerTrouble, Doubt, NO_DETECTOR, NO_PROCESS, machine_trouble};
use crate::build::{
    Builder, Purpose, Recipe, SourceFile, Staging, anything, compiler, executable, kit, messages, other_files,
    precompiled, refusal, refused, stop, tuning,
};
use crate::cell::Cell;
use model::{ByteSize, Fault, FaultKind};
use sandbox::leftovers::Leftovers;
use sandbox::{Exec, MORE_PROCESSES};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often a file is compiled whose compiler ends as if the machine had been in the way.
pub(super) const MOST_TRIES: u32 = 4;

/// What a compiler made of a file.
pub(super) enum Compilation {
    Made {
        staging: Staging,
        warnings: String,
    },
    /// `lasts`: it is [`refused`] for what it would use up again.
    Rejected {
        messages: String,
        lasts: bool,
    },
    Interrupted,
}

/// What a person can do about a machine on which a compiler cannot work.
fn what_helps(why: &str) -> &'static str {
    match why {
        NO_PROCESS => MORE_PROCESSES,
        NO_DETECTOR => {
            "install a C compiler (Debian and Ubuntu: apt-get install gcc libc6-dev), or run without --sanitize"
        }
        BY_SIGNAL | "Cannot allocate memory" => "free memory, or run fewer jobs at a time",
        "Too many open files" => "allow more open files, with `ulimit -n`, or run fewer jobs at a time",
        _ => "make room where the cache is, or name another folder with HARNESS_CACHE_DIR",
    }
}

impl Builder {
    /// Lets a build call by name the compilers that its language lists, and sets the variables that
    /// a program which checks itself is built with.
    fn let_call(&self, entry: &LanguageEntry, purpose: Purpose, exec: &mut Exec) {
        if purpose == Purpose::Sanitized {
            let own: Vec<_> = entry.sanitize_env.iter().filter_map(|variable| variable.split_once('=')).collect();
            // Which of two values counts differs from program to program.
            exec.env.retain(|(name, _)| own.iter().all(|(own, _)| name != own));
            exec.env.extend(own.into_iter().map(|(name, value)| (name.into(), value.into())));
        }
        for called in self.called(entry, purpose) {
            exec.readable.extend_from_slice(&called.readable);
            let path = exec.env.iter_mut().find(|(name, _)| name == "PATH");
            if let (Some((_, path)), Some(folder)) = (path, called.program.parent()) {
                path.push(":");
                path.push(folder);
            }
        }
    }

    /// # Errors
    /// When the machine was in the way. A file can make its compiler look like that: so where the
    /// machine has all that a compiler can want, it compiles once more, and what it does twice is
    /// the file's.
    pub(super) fn compile(
        &self,
        recipe: &Recipe<'_>,
        linking: Linking,
        source: &SourceFile,
        cell: &mut Cell<'_>,
    ) -> Result<Compilation, Fault> {
        let is_spared = |kills, cell: &Cell<'_>| {
            (self.spares_all)(kills, self.cache.root(), &self.limits) && cell.starts(self.limits.processes)
        };
        let mut doubts = 0;
        for _ in 1..MOST_TRIES {
            let kills = sandbox::memory_kills();
            let CompilerTrouble { fault, doubt } = match self.compile_once(recipe, linking, source, cell) {
                Ok(compiled) => return Ok(compiled),
                Err(trouble) => trouble,
            };
            let (messages, lasts) = match doubt {
                Doubt::Words(messages) if is_spared(None, cell) => (messages, false),
                Doubt::Idled(messages) if is_spared(None, cell) => (messages, recipe.build_command(source).is_none()),
                Doubt::Killed(messages) if is_spared(Some(kills), cell) => (messages, false),
                // The kernel killed somebody meanwhile: perhaps not for this file.
                Doubt::Killed(_) => continue,
                Doubt::Words(_) | Doubt::Idled(_) | Doubt::No => return Err(fault),
            };
            doubts += 1;
            if doubts == 2 {
                return Ok(Compilation::Rejected { messages, lasts });
            }
        }
        self.compile_once(recipe, linking, source, cell).map_err(|trouble| trouble.fault)
    }

    fn compile_once(
        &self,
        recipe: &Recipe<'_>,
        linking: Linking,
        source: &SourceFile,
        cell: &mut Cell<'_>,
    ) -> Result<Compilation, CompilerTrouble> {
        let Recipe { entry, toolchain, ref sources, library, stop, .. } = *recipe;
        let staging = self.cache.stage()?;
        self.put_sources(sources, staging.path())?;
        let build = recipe.build_command(source);
        if entry.compile.is_empty() && build.is_none() {
            let alone = sources
                .alone
                .map(|alone| format!("{} sees no other file of its folder: {}\n", source.display, alone.words()));
            return Ok(Compilation::Made { staging, warnings: alone.unwrap_or_default() });
        }
        let mut args = entry.compile.clone();
        args.extend_from_slice(match source.purpose {
            Purpose::Diagnosis => &entry.diagnose,
            Purpose::Sanitized => &entry.sanitize,
            Purpose::Solution | Purpose::Tool => &[],
        });
        let mut args = tuning::compiling(&args, entry, toolchain, &source.options);
        if entry.includes && sources.has_headers() {
            args.push("-I.".to_owned());
        }
        let mut exec = compiler(entry, &args, toolchain, staging.path(), &sources.given, &self.limits);
        self.let_call(entry, source.purpose, &mut exec);
        if let Some(build) = build {
            // The person's own words: nothing in them is the table's.
            exec.args = ["-c", "cd out && eval \"$1\"", "sh", build].map(OsString::from).to_vec();
        }
        if let Some(key) = library {
            let Some(library) = self.library(&key, entry, toolchain, cell)? else {
                return Ok(Compilation::Interrupted);
            };
            kit::link(entry, library, &mut exec);
        }
        if let Some(folder) = stop.and_then(|key| self.stop(&key, cell)) {
            stop::link(entry, &folder, &mut exec);
        }
        if let Some(folder) = self.precompiled(recipe, source, cell) {
            precompiled::include(folder, &mut exec);
        }
        exec.args.extend(linking.args(entry).iter().map(OsString::from));
        let Some(completed) = cell.run(&exec)? else { return Ok(Compilation::Interrupted) };
        let (stderr, stdout) = (completed.stderr.words(u64::MAX), completed.stdout.words(u64::MAX));
        let words = messages::of(&stderr, &stdout, staging.path(), &sources.named(&source.display));
        if let Some(messages) = refusal(&completed, words.clone(), entry, &self.limits, &sources.files)? {
            if let Some((why, doubt)) = machine_trouble(&messages, sources, staging.path()) {
                let fault = Fault::new(FaultKind::Build, format!("the {} compiler could not work: {why}", entry.name));
                let fault = fault.hint(what_helps(why));
                return Err(CompilerTrouble { fault, doubt: doubt(messages) });
            }
            let lasts = build.is_none() && refused::is_lasting(&completed.outcome, &self.limits);
            return rejected(&staging, sources, messages, lasts);
        }
        if let Some(extra) = other_files(entry, staging.path(), sources)? {
            let display = &source.display;
            let messages =
                format!("{display}: the compiler read another file: {extra}\na judge gets this one file alone\n");
            return rejected(&staging, sources, messages, false);
        }
        if entry.keeps_sources && !entry.makes_files {
            // Some of these languages run parts of a program to check it, and these parts may have
            // changed anything there, links to our files included.
            staging.empty()?;
            self.put_sources(sources, staging.path())?;
        } else if let Err(unusable) = taken(entry, source.purpose, staging.path()) {
            let messages = format!("{}: {}\n{words}", source.display, unusable.why);
            if unusable.is_gone && build.is_none() {
                return Err(gone(&staging, messages, thread::sleep));
            }
            return rejected(&staging, sources, messages, build.is_none());
        }
        if let (Some(_), Some(command)) = (build, &source.options.making.command)
            && let Err(why) = anything::made(command, &source.path, &staging.path().join("out"), sources)
        {
            return rejected(&staging, sources, format!("{why}\n{words}"), false);
        }
        Ok(Compilation::Made { staging, warnings: words })
    }

    /// Puts the sources into an empty folder, readable for everybody whatever the umask.
    fn put_sources(&self, sources: &Sources, folder: &Path) -> Result<(), Fault> {
        let out = folder.join("out");
        fs::create_dir(&out).map_err(|e| self.cache.unwritable(&out, &e))?;
        for (name, bytes) in &sources.files {
            let file = folder.join(name);
            let written = fs::create_dir_all(file.parent().unwrap_or(folder)).and_then(|()| fs::write(&file, bytes));
            written.map_err(|e| self.cache.unwritable(&file, &e))?;
            // By their bytes, so that the key says which ones they are.
            if sources.is_folder && executable::begins(bytes) {
                let allowed = fs::set_permissions(&file, Permissions::from_mode(0o755));
                allowed.map_err(|e| self.cache.unwritable(&file, &e))?;
            }
        }
        let sealed = Leftovers::of(folder).and_then(|folder| folder.seal());
        sealed.map(drop).map_err(|e| self.cache.unwritable(folder, &e))
    }
}

/// What the compiler says of a file, if what was handed to it is still there.
///
/// # Errors
/// When somebody removed the folder or a part of it meanwhile: the compiler then says only that.
fn rejected(
    staging: &Staging,
    sources: &Sources,
    messages: String,
    lasts: bool,
) -> Result<Compilation, CompilerTrouble> {
    let is_there = staging.is_intact() && sources.are_in(staging.path());
    if is_there { Ok(Compilation::Rejected { messages, lasts }) } else { Err(gone(staging, messages, thread::sleep)) }
}

/// Something is gone that a cleaner removes, or the file itself while it is checked. What the file
/// started has ended, so all that it left stays. A cleaner that is half done goes on.
fn gone(staging: &Staging, messages: String, pause: impl FnMut(Duration)) -> CompilerTrouble {
    let what = format!("{} was removed while the compiler worked in it", staging.path().display());
    let fault = Fault::new(FaultKind::Build, what).hint("keep cleaners away from it, and run again");
    let doubt = if staging.stays(pause) { Doubt::Words(messages) } else { Doubt::No };
    CompilerTrouble { fault, doubt }
}

/// The most that a build may leave. The largest that ordinary programs make is Kotlin's, which
/// brings its library along: 5 MB.
const LARGEST_SOLUTION: ByteSize = ByteSize::mib(64);
const LARGEST_TOOL: ByteSize = ByteSize::mib(512);
const MOST_ENTRIES: u64 = 20_000;

/// Why what a compiler left cannot be a program.
struct Unusable {
    why: String,
    /// Whether nothing is there, as after a cleaner.
    is_gone: bool,
}

impl Unusable {
    fn gone(why: &str) -> Unusable {
        Unusable { why: why.to_owned(), is_gone: true }
    }
}

impl From<String> for Unusable {
    fn from(why: String) -> Unusable {
        Unusable { why, is_gone: false }
    }
}

/// Looks at what a compiler left, now that it can change nothing more, and makes the program
/// executable: where a tool may not change modes, the linker's chmod only seems to succeed.
///
/// # Errors
/// What no compiler leaves of a program that means well.
fn taken(entry: &LanguageEntry, purpose: Purpose, staging: &Path) -> Result<(), Unusable> {
    let broken = |error: io::Error| format!("the compiler left a folder that cannot be used: {error}");
    let left = Leftovers::of(staging).and_then(|left| left.folder("out")).map_err(broken)?;
    let left = left.ok_or_else(|| Unusable::gone("the compiler left no folder"))?;
    let contents = left.seal().map_err(broken)?;
    if let Some(odd) = contents.odd {
        return Err(format!("the compiler left `{odd}`, which is neither a file nor a folder").into());
    }
    let most = match purpose {
        Purpose::Solution | Purpose::Diagnosis | Purpose::Sanitized if entry.is_anything() => LARGEST_TOOL,
        Purpose::Solution | Purpose::Diagnosis | Purpose::Sanitized => LARGEST_SOLUTION,
        Purpose::Tool => LARGEST_TOOL,
    };
    if contents.bytes > most.0 {
        return Err(format!("the compiler made {}: more than {most}", ByteSize(contents.bytes)).into());
    }
    if contents.entries > MOST_ENTRIES {
        return Err(format!("the compiler made {} files: more than {MOST_ENTRIES}", contents.entries).into());
    }
    let Some(program) = entry.program.strip_prefix("{out}/") else { return Ok(()) };
    let made = left.file(program).map_err(broken)?.ok_or_else(|| Unusable::gone("the compiler made no program"))?;
    // A source can choose its loader. What the kernel refuses to start would be a fault each time.
    executable::can_start(&made).map_err(|why| format!("the program that it becomes cannot be started: {why}"))?;
    Ok(made.set_permissions(Permissions::from_mode(0o755)).map_err(broken)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Cache;

    #[test]
    fn what_a_compiler_says_counts_only_if_its_folder_is_still_there() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let staging = cache.stage().unwrap();
        let words = || "cannot open 'x.s' for writing: No such file or directory".to_owned();
        let sources = Sources {
            files: vec![("a.c".to_owned(), b"int".to_vec())],
            given: Vec::new(),
            stem: String::new(),
            main: String::new(),
            is_folder: false,
            alone: None,
        };
        let file = staging.path().join("a.c");
        fs::write(&file, "int").unwrap();
        fs::create_dir(staging.path().join("out")).unwrap();
        let check = || rejected(&staging, &sources, words(), true).map_err(|trouble| trouble.doubt);
        assert!(matches!(check(), Ok(Compilation::Rejected { lasts: true, .. })));
        fs::remove_file(&file).unwrap();
        assert!(!sources.are_in(staging.path()));
        fs::write(&file, "int").unwrap();
        fs::remove_dir(staging.path().join("out")).unwrap();
        assert!(!sources.are_in(staging.path()));
        // The file removed something itself: what happens twice is the file's.
        assert!(matches!(gone(&staging, words(), |_| {}).doubt, Doubt::Words(_)));
        // It goes on: it was a cleaner, however often that happens.
        let mut looks = 0;
        let trouble = gone(&staging, words(), |_| {
            looks += 1;
            if looks == 7 {
                fs::remove_dir_all(staging.path()).unwrap();
            }
        });
        assert!(matches!(trouble.doubt, Doubt::No));
        assert_eq!(looks, 7);
        assert!(matches!(check(), Err(Doubt::No)));
        // Another folder of that name is not the one that was handed over.
        fs::create_dir(staging.path()).unwrap();
        assert!(matches!(check(), Err(Doubt::No)));
    }
}
