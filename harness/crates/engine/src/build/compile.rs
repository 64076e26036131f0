//! One run of a compiler: puts the sources into a folder of their own and collects what it makes.

use crate::build::languages::{LanguageEntry, RunProfile};
use crate::build::linking::Linking;
use crate::build::sources::Sources;
use crate::build::trouble::{CompilerTrouble, Rejection, machine_trouble};
use crate::build::{
    Builder, Purpose, Recipe, SourceFile, Staging, anything, compiler, executable, kit, messages, other_files,
    precompiled, refusal, refused, stop, tuning,
};
use crate::cell::{self, Cell};
use model::{ByteSize, Fault, FaultKind, Limits};
use sandbox::leftovers::Leftovers;
use sandbox::{Exec, Profile};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

/// How many times a compiler in doubt works once more: meanwhile the kernel may kill another
/// program for its memory, and then the machine is in doubt, too.
pub(super) const SECOND_TRIES: usize = 3;

/// What a compiler made of a file.
pub(super) enum Compilation {
    Made { staging: Staging, warnings: String },
    Rejected(Rejection),
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

    /// `None`: interrupted.
    ///
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
    ) -> Result<Option<Compilation>, Fault> {
        let mut kills = (self.memory_kills)();
        let mut compiled = self.compile_once(recipe, linking, source, cell);
        for _ in 0..SECOND_TRIES {
            if !matches!(compiled, Err(CompilerTrouble { doubt: Some(_), .. })) {
                break;
            }
            compiled = self.compile_once(recipe, linking, source, cell);
            let earlier = std::mem::replace(&mut kills, (self.memory_kills)());
            // Where nobody was killed, what the machine lacked, if anything, it still lacks.
            let is_same = kills.is_some() && earlier == kills;
            let is_spared = is_same && (self.has_plenty)(self.cache.root(), &self.limits);
            match compiled {
                Err(CompilerTrouble { doubt: Some(doubt), .. }) if is_spared && cell.starts(self.limits.processes) => {
                    let lasts = doubt.lasts && recipe.build_command(source).is_none();
                    return Ok(Some(Compilation::Rejected(Rejection { lasts, ..doubt })));
                }
                other => compiled = other,
            }
            if is_same {
                break;
            }
        }
        compiled.map_err(|trouble| trouble.fault)
    }

    fn compile_once(
        &self,
        recipe: &Recipe<'_>,
        linking: Linking,
        source: &SourceFile,
        cell: &mut Cell<'_>,
    ) -> Result<Option<Compilation>, CompilerTrouble> {
        let Recipe { entry, toolchain, ref sources, library, stop, .. } = *recipe;
        let staging = self.cache.stage()?;
        self.put_sources(sources, staging.path())?;
        let build = recipe.build_command(source);
        if entry.compile.is_empty() && build.is_none() {
            let warning = |alone: &String| format!("{} sees no other file of its folder: {alone}\n", source.display);
            let alone = sources.alone.as_ref().map(warning);
            return Ok(Some(Compilation::Made { staging, warnings: alone.unwrap_or_default() }));
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
            let Some(library) = self.library(&key, entry, toolchain, cell)? else { return Ok(None) };
            kit::link(entry, library, &mut exec);
        }
        if let Some(folder) = stop.and_then(|key| self.stop(&key, cell)) {
            stop::link(entry, &folder, &mut exec);
        }
        if let Some(folder) = self.precompiled(recipe, source) {
            precompiled::include(folder, &mut exec);
        }
        exec.args.extend(linking.args(entry).iter().map(OsString::from));
        let Some(completed) = cell.run(&exec)? else { return Ok(None) };
        let (stderr, stdout) = (completed.stderr.words(u64::MAX), completed.stdout.words(u64::MAX));
        let words = messages::of(&stderr, &stdout, staging.path(), &sources.named(&source.display));
        if let Some(messages) =
            refusal(sandbox::has_room, &completed, words.clone(), entry, &self.limits, &sources.files)?
        {
            if let Some(trouble) = machine_trouble(&entry.name, &messages, &sources.files, staging.path()) {
                return Err(trouble);
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
        } else if let Err(Rejection { messages, lasts }) = taken(entry, source.purpose, staging.path()) {
            let messages = format!("{}: {messages}\n{words}", source.display);
            if !lasts && build.is_none() {
                return Err(gone(&staging, messages));
            }
            return rejected(&staging, sources, messages, build.is_none());
        } else if let Some(why) = self.refuses_to_start(entry, staging.path(), cell)? {
            let messages = format!("{}: the program that it becomes cannot be started: {why}\n{words}", source.display);
            return rejected(&staging, sources, messages, true);
        }
        if let (Some(_), Some(command)) = (build, &source.options.making.command)
            && let Err(why) = anything::made(command, &source.path, &staging.path().join("out"), sources)
        {
            return rejected(&staging, sources, format!("{why}\n{words}"), false);
        }
        Ok(Some(Compilation::Made { staging, warnings: words }))
    }

    /// Why no machine could start the program that a compiler made: a source can choose its loader,
    /// and what the kernel refuses would be a fault each time.
    fn refuses_to_start(
        &self,
        entry: &LanguageEntry,
        staging: &Path,
        cell: &mut Cell<'_>,
    ) -> Result<Option<String>, Fault> {
        let program = entry.program.strip_prefix("{out}/").filter(|_| matches!(entry.profile, RunProfile::Solution));
        let Some(program) = program else { return Ok(None) };
        let (cpu, wall) = (Duration::from_millis(10), Duration::from_secs(1));
        // A machine may allow fewer open files than compilers are offered.
        let open_files = Limits::default().open_files;
        let limits = Limits { cpu, wall, open_files, ..self.limits.clone() };
        cell.refuses(&Exec::new(staging.join("out").join(program), Profile::Solution, cell::limits(&limits)))
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
) -> Result<Option<Compilation>, CompilerTrouble> {
    match staging.is_intact() && sources.are_in(staging.path()) {
        true => Ok(Some(Compilation::Rejected(Rejection { messages, lasts }))),
        false => Err(gone(staging, messages)),
    }
}

/// Something is gone that a cleaner removes, or the file itself while it is checked: that has no
/// way to the folder around it.
fn gone(staging: &Staging, messages: String) -> CompilerTrouble {
    let what = format!("{} was removed while the compiler worked in it", staging.path().display());
    let fault = Fault::new(FaultKind::Build, what).hint("keep cleaners away from it, and run again");
    CompilerTrouble { fault, doubt: staging.is_intact().then(|| Rejection::once(messages)) }
}

/// The most that a build may leave. The largest that ordinary programs make is Kotlin's, which
/// brings its library along: 5 MB.
const LARGEST_SOLUTION: ByteSize = ByteSize::mib(64);
const LARGEST_TOOL: ByteSize = ByteSize::mib(512);
const MOST_ENTRIES: u64 = 20_000;

/// Looks at what a compiler left, now that it can change nothing more, and makes the program
/// executable: where a tool may not change modes, the linker's chmod only seems to succeed.
///
/// # Errors
/// What no compiler leaves of a program that means well. What is missing may be a cleaner's doing,
/// and does not last.
fn taken(entry: &LanguageEntry, purpose: Purpose, staging: &Path) -> Result<(), Rejection> {
    let gone = |what: &str| Rejection::once(what.to_owned());
    let broken = |error: io::Error| format!("the compiler left a folder that cannot be used: {error}");
    let left = Leftovers::of(staging).and_then(|left| left.folder("out")).map_err(broken)?;
    let left = left.ok_or_else(|| gone("the compiler left no folder"))?;
    let contents = left.seal().map_err(broken)?;
    if let Some(odd) = contents.odd {
        return Err(format!("the compiler left `{odd}`, which is neither a file nor a folder").into());
    }
    let is_tool = purpose == Purpose::Tool || entry.is_anything();
    let most = if is_tool { LARGEST_TOOL } else { LARGEST_SOLUTION };
    if contents.bytes > most.0 {
        return Err(format!("the compiler made {}: more than {most}", ByteSize(contents.bytes)).into());
    }
    if contents.entries > MOST_ENTRIES {
        return Err(format!("the compiler made {} files: more than {MOST_ENTRIES}", contents.entries).into());
    }
    let Some(program) = entry.program.strip_prefix("{out}/") else { return Ok(()) };
    let made = left.file(program).map_err(broken)?.ok_or_else(|| gone("the compiler made no program"))?;
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
        let sources = Sources { files: vec![("a.c".to_owned(), b"int".to_vec())], ..Sources::default() };
        let file = staging.path().join("a.c");
        fs::write(&file, "int").unwrap();
        fs::create_dir(staging.path().join("out")).unwrap();
        let check = || rejected(&staging, &sources, words(), true).map_err(|trouble| trouble.doubt);
        assert!(matches!(check(), Ok(Some(Compilation::Rejected(Rejection { lasts: true, .. })))));
        fs::remove_file(&file).unwrap();
        assert!(!sources.are_in(staging.path()));
        fs::write(&file, "int").unwrap();
        fs::remove_dir(staging.path().join("out")).unwrap();
        assert!(!sources.are_in(staging.path()));
        // The file removed something itself: what happens twice is the file's.
        assert!(matches!(check(), Err(Some(Rejection { lasts: false, .. }))));
        fs::remove_dir_all(staging.path()).unwrap();
        assert!(matches!(check(), Err(None)));
        // Another folder of that name is not the one that was handed over.
        fs::create_dir(staging.path()).unwrap();
        assert!(matches!(check(), Err(None)));
    }
}
