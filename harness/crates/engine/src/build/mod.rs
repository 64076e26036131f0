//! From a source file to a program that can be run.
//!
//! Each program is compiled *alone*: its sources are copied into an empty folder and compiled with
//! the flags of the languages table, as an online judge would. The result is kept under the hash of
//! what went in: sources, compiler version, the language's entry. File times play no part.
//!
//! This module knows languages, tool chains and the cache. It does not know problems, tests or
//! verdicts. A file that the compiler refuses is [`BuildOutcome::Rejected`] with its messages;
//! a compiler that is missing or misbehaves is a [`Fault`].

mod anything;
mod bundle;
mod cache;
mod choice;
mod compile;
mod executable;
mod headers;
mod kit;
mod languages;
mod launcher;
mod linking;
mod messages;
mod modules;
mod part;
mod path;
mod places;
mod precompiled;
mod program;
mod reading;
mod refusal;
mod refused;
pub(crate) mod sources;
mod stop;
mod surroundings;
mod toolchain;
mod trouble;
mod tuning;

pub use bundle::Bundle;
use cache::CachedBuild;
pub use cache::{BUILD_LIMIT, Cache, Staging};
pub use executable::{EXECUTABLE, Executable, ExecutableError, looks_like_one};
pub use kit::SOURCES as KIT;
pub use languages::{BadLanguage, LanguageEntry, Languages};
pub use path::in_path;
pub use program::Program;
pub use toolchain::Toolchain;

use crate::cell::{self, Cell};
use crate::store::{Key, Store};
use anything::CommandRuntime;
use beneath::Home;
use compile::Compilation;
use linking::{Linking, blames_static, lacks_library};
use model::{BuildOptions, ByteSize, Checks, Fault, FaultKind, Language, LanguageRules, Limits, Making, Solution};
use program::LOCALE;
use refusal::refusal;
use sandbox::leftovers::Leftovers;
use sandbox::{CoreWait, Exec, Profile};
use sources::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use trouble::{Rejection, Unbuildable};

/// A file to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Absolute.
    pub path: PathBuf,
    /// The name in messages: relative to the workspace root.
    pub display: String,
    pub language: Language,
    pub purpose: Purpose,
    /// The arguments of every run. What is compiled does not depend on them.
    pub args: Vec<String>,
    pub options: BuildOptions,
}

impl SourceFile {
    pub fn of(solution: &Solution) -> SourceFile {
        SourceFile {
            path: solution.path.clone(),
            display: solution.display.clone(),
            language: solution.language.clone(),
            purpose: match solution.build.checks {
                Checks::Usual => Purpose::Solution,
                Checks::Sanitized => Purpose::Sanitized,
            },
            args: solution.args.clone(),
            options: solution.build.clone(),
        }
    }

    /// A program of a problem's own.
    pub(crate) fn tool(path: PathBuf, display: String, language: Language) -> SourceFile {
        let (purpose, args, options) = (Purpose::Tool, Vec::new(), BuildOptions::default());
        SourceFile { path, display, language, purpose, args, options }
    }
}

/// What a file is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be judged: the file alone.
    Solution,
    /// To show where it crashes: slower, larger, never judged.
    Diagnosis,
    /// To be judged by somebody who looks for mistakes: it checks itself.
    Sanitized,
    /// A problem's own program: linked with the kit, where its language has one.
    Tool,
}

/// The outcome of building a source file. There is one for each solution, and most are ready.
#[expect(clippy::large_enum_variant, reason = "a box would cost every use, and spare nothing")]
#[derive(Clone, Debug, PartialEq)]
pub enum BuildOutcome {
    Ready { program: Program, took: Duration, cached: bool, warnings: String },
    Rejected { messages: String },
    Interrupted,
}

/// Builds programs. Shared by all workers, each of which brings its own cell.
pub struct Builder {
    languages: Languages,
    cache: Cache,
    toolchains: BTreeMap<Language, OnceLock<Result<Toolchain, Fault>>>,
    /// Held while a part that many programs are linked with is compiled.
    parts: Mutex<()>,
    /// Whether no rustc here can make the stop.
    without_stop: AtomicBool,
    without_static: Mutex<BTreeSet<String>>,
    /// Folders of precompiled headers, `None` where one cannot be made.
    precompiled: Mutex<BTreeMap<Key, Option<PathBuf>>>,
    limits: Limits,
    /// Folders of the workspace and the user that are searched for headers.
    includes: Vec<PathBuf>,
    /// What was handed over: no link leads a build out of it.
    home: Home,
    /// Whether to ignore earlier builds.
    afresh: bool,
    /// Whether the machine has what a compiler may use, and how many processes it has killed for
    /// want of memory: see [`trouble`].
    has_plenty: fn(&Path, &Limits) -> bool,
    memory_kills: fn() -> Option<u64>,
    /// What this run built afresh, so as to build it only once. Replacing a build would close its
    /// folder to every cell that has run it.
    rebuilt: Mutex<BTreeSet<Key>>,
}

/// What goes into a build.
struct Recipe<'b> {
    entry: &'b LanguageEntry,
    toolchain: &'b Toolchain,
    sources: Sources,
    /// The library that the program is linked with, if any.
    library: Option<Key>,
    /// The stop that the program is linked with, if any.
    stop: Option<Key>,
    /// What a program in no language starts besides its own files.
    started: CommandRuntime,
    /// Everything that goes into the key but for the files.
    terms: [String; 3],
    /// Of all the fields above.
    key: Key,
}

/// Limits for compilers: generous for people, final for files that make a compiler loop.
fn compiler_limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(60),
        // It grows with the CPU time: see `compiler`.
        wall: Duration::from_secs(15),
        memory: ByteSize::mib(3072),
        output: ByteSize::mib(4),
        stack: ByteSize::mib(64),
        processes: 256,
        open_files: 1024,
        file_size: ByteSize::mib(512),
        languages: LanguageRules::same_time(),
        fork: false,
    }
}

impl Builder {
    pub fn new(languages: Languages, cache: Cache) -> Builder {
        let toolchains =
            languages.entries.iter().map(|entry| (Language(entry.id.as_str().into()), OnceLock::new())).collect();
        Builder {
            languages,
            cache,
            toolchains,
            parts: Mutex::new(()),
            without_stop: AtomicBool::new(false),
            without_static: Mutex::default(),
            precompiled: Mutex::default(),
            limits: compiler_limits(),
            includes: Vec::new(),
            home: Home::everything(),
            afresh: false,
            has_plenty: trouble::has_plenty,
            memory_kills: sandbox::memory_kills,
            rebuilt: Mutex::default(),
        }
    }

    /// Replaces the default limits for compilers, a minute of CPU time and 3 GiB.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Builder {
        Builder { limits, ..self }
    }

    /// Takes no earlier build from the cache, but compiles everything once more.
    #[must_use]
    pub fn afresh(self, afresh: bool) -> Builder {
        Builder { afresh, ..self }
    }

    /// Lets a problem's own programs, and solutions that have headers, find them in these folders
    /// too, after their own.
    #[must_use]
    pub fn including(self, includes: Vec<PathBuf>) -> Builder {
        Builder { includes, ..self }
    }

    /// Reads no file that a link in `home` leads to and that did not come along with it.
    #[must_use]
    pub fn within(self, home: Home) -> Builder {
        Builder { home, ..self }
    }

    pub fn home(&self) -> &Home {
        &self.home
    }

    /// The store of results, beside the builds.
    pub fn store(&self) -> Store {
        self.cache.store()
    }

    pub fn languages(&self) -> &Languages {
        &self.languages
    }

    /// A temporary folder, removed when dropped.
    ///
    /// # Errors
    /// A build fault when the disk is full or read-only.
    pub fn scratch(&self) -> Result<Staging, Fault> {
        self.cache.stage()
    }

    /// The tool chain of a language, found and asked for its version on first use.
    ///
    /// # Errors
    /// [`FaultKind::MissingTool`] when it is not on this machine, [`FaultKind::Build`] when it does
    /// not answer.
    pub fn toolchain(&self, language: &Language) -> Result<&Toolchain, Fault> {
        let (Some(entry), Some(cell)) = (self.languages.get(language), self.toolchains.get(language)) else {
            return Err(Fault::new(FaultKind::Internal, format!("no language `{language}` in the table")));
        };
        let memory = || if self.afresh { Store::none() } else { self.cache.store() };
        cell.get_or_init(|| Toolchain::find(entry, memory())).as_ref().map_err(Clone::clone)
    }

    /// The compilers on this machine that a build of this language may call by name.
    fn called(&self, entry: &LanguageEntry, purpose: Purpose) -> impl Iterator<Item = &Toolchain> {
        let more: &[String] = if purpose == Purpose::Sanitized { &entry.sanitize_calls } else { &[] };
        entry.calls.iter().chain(more).filter_map(|id| self.toolchain(&Language(id.as_str().into())).ok())
    }

    /// The key of everything that goes into a program. It is the same on every machine with this
    /// compiler.
    ///
    /// # Errors
    /// A fault when the compiler is missing or does not answer, or when the file cannot be read.
    pub fn key_of(&self, source: &SourceFile) -> Result<Key, Fault> {
        match self.recipe(source) {
            Ok(recipe) => Ok(with_args(recipe.key, &source.args)),
            Err(Unbuildable::Refused(messages)) => Ok(Key::of(&["rejected", &messages], b"")),
            Err(Unbuildable::Fault(fault)) => Err(fault),
        }
    }

    /// # Errors
    /// Why the program is refused before any compiler sees it, or those of [`Builder::key_of`].
    fn recipe(&self, source: &SourceFile) -> Result<Recipe<'_>, Unbuildable> {
        let toolchain = self.toolchain(&source.language)?;
        let Some(entry) = self.languages.get(&source.language) else {
            let message = format!("no language `{}` in the table", source.language);
            return Err(Fault::new(FaultKind::Internal, message).into());
        };
        let mut sources = self.sources(source, entry)?;
        self.add_headers(&mut sources, source, entry);
        let started = match entry.is_anything() {
            true => self.started(source, &sources).map_err(Unbuildable::Refused)?,
            false => CommandRuntime::default(),
        };
        let library = kit::key(entry, toolchain, source.purpose, sources.first());
        let stop = stop::key(entry, source.purpose);
        // A tool may leave more than a solution: what one is refused for, the other is not.
        let role = (source.purpose != Purpose::Solution).then(|| format!("{:?}", source.purpose).to_lowercase());
        // Default options add nothing, so that most builds keep their keys.
        // The headers themselves are among the files.
        let making = Making { with: Vec::new(), ..source.options.making.clone() };
        let options = BuildOptions { headers: None, problem: None, making, ..source.options.clone() };
        let options = (options != BuildOptions::default()).then(|| format!("{options:?}"));
        let called = self.called(entry, source.purpose).map(|called| called.version.clone());
        let linked = library.iter().chain(&stop).map(Key::to_string).chain(role).chain(options).chain(called);
        let identity = Some(&started.identity).filter(|identity| !identity.is_empty()).cloned();
        let linked: String = linked.chain(identity).collect();
        // The whole entry: flags, environment, profile and factors.
        let entry_text = format!("{entry:?}");
        let terms = [entry_text, toolchain.version.clone(), linked];
        let fixed = ["build/5".as_bytes()].into_iter().chain(terms.iter().map(String::as_bytes));
        let files = sources.files.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes.as_slice()]);
        let key = Key::of_parts(fixed.chain(files));
        Ok(Recipe { entry, toolchain, sources, library, stop, started, terms, key })
    }

    /// Builds `source`, or finds an earlier build of it.
    ///
    /// # Errors
    /// A fault when the compiler is missing, crashes, or leaves nothing; when the file cannot be
    /// read; when the cache cannot be written.
    pub fn build(&self, source: &SourceFile, cell: &mut Cell<'_>) -> Result<BuildOutcome, Fault> {
        let begun = Instant::now();
        let recipe = match self.recipe(source) {
            Ok(recipe) => recipe,
            Err(Unbuildable::Refused(messages)) => return Ok(BuildOutcome::Rejected { messages }),
            Err(Unbuildable::Fault(fault)) => return Err(fault),
        };
        let confines = cell.confines();
        let key = |linking: Linking| recipe.linked(linking, confines);
        let ways = Linking::ways(recipe.entry, source);
        if let Some((key, stored)) = self.built(&recipe, source, cell) {
            let program = self.program(&recipe, key, &stored.out, source)?;
            let warnings = messages::with_name(&stored.warnings, &source.display);
            return Ok(program.ready(begun.elapsed(), true, warnings));
        }
        if let Some(messages) = ways.iter().find_map(|linking| self.refused_before(&key(*linking), source)) {
            return Ok(BuildOutcome::Rejected { messages });
        }
        for linking in ways {
            if *linking == Linking::Static && self.lacks_static().contains(&recipe.entry.id) {
                continue;
            }
            let Some(compiled) = self.compile(&recipe, *linking, source, cell)? else {
                return Ok(BuildOutcome::Interrupted);
            };
            let (Compilation::Made { warnings: words, .. } | Compilation::Rejected(Rejection { messages: words, .. })) =
                &compiled;
            if *linking == Linking::Static && blames_static(words) {
                if lacks_library(words) {
                    self.lacks_static().insert(recipe.entry.id.clone());
                }
                continue;
            }
            let (staging, warnings) = match compiled {
                Compilation::Made { staging, warnings } => (staging, warnings),
                // Not remembered unless it lasts: a compiler also refuses what it cannot read
                // today.
                Compilation::Rejected(Rejection { messages, lasts }) => {
                    let messages = headers::missing(&messages, &source.display).unwrap_or(messages);
                    if lasts {
                        self.keep_refusal(&key(*linking), source, &messages)?;
                    }
                    return Ok(BuildOutcome::Rejected { messages });
                }
            };
            let key = key(*linking);
            let nameless = messages::nameless(&warnings, &source.display);
            let out = self.cache.keep(&key, &staging, &nameless, self.makes_afresh(&recipe, source))?;
            self.rebuilt().insert(key);
            return Ok(self.program(&recipe, key, &out, source)?.ready(begun.elapsed(), false, warnings));
        }
        Err(Fault::new(FaultKind::Internal, format!("{} was linked in no way", source.display)))
    }

    /// The earlier build that may be used, with its key.
    fn built(&self, recipe: &Recipe<'_>, source: &SourceFile, cell: &Cell<'_>) -> Option<(Key, CachedBuild)> {
        let ways = Linking::ways(recipe.entry, source).iter();
        let keys = ways.map(|linking| recipe.linked(*linking, cell.confines()));
        let afresh = self.makes_afresh(recipe, source);
        let mut usable = keys.filter(|key| !afresh || self.rebuilt().contains(key));
        usable.find_map(|key| Some((key, self.cache.find(&key)?)))
    }

    fn makes_afresh(&self, recipe: &Recipe<'_>, source: &SourceFile) -> bool {
        // Nobody knows what a build command reads of this machine.
        self.afresh || recipe.build_command(source).is_some()
    }

    /// The languages found to have no static libraries on this machine.
    fn lacks_static(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.without_static.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rebuilt(&self) -> MutexGuard<'_, BTreeSet<Key>> {
        self.rebuilt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// # Errors
    /// A build fault when what a build command made cannot be read.
    fn program(&self, recipe: &Recipe<'_>, key: Key, folder: &Path, source: &SourceFile) -> Result<Program, Fault> {
        let Recipe { entry, toolchain, sources, started, .. } = recipe;
        let SourceFile { args, options, .. } = source;
        let out = folder.to_string_lossy().into_owned();
        let fill = |text: &String| {
            text.replace("{out}", &out)
                .replace("{stem}", &sources.stem)
                .replace("{source}", sources.begins())
                .replace("{first}", sources.begins())
                .replace("{main}", &sources.main)
                .replace("{prefix}", &toolchain.prefix.to_string_lossy())
                .replace("{tool}", &toolchain.program.to_string_lossy())
        };
        let profile = Profile::from(entry.profile);
        // A native program needs only libc, which the sandbox gives to every program. A runtime
        // needs its own files and the program's.
        let readable: Vec<PathBuf> = match profile {
            Profile::Runtime | Profile::Forking => {
                toolchain.readable.iter().cloned().chain([folder.to_path_buf()]).collect()
            }
            Profile::Solution | Profile::Tool => Vec::new(),
        };
        let several = entry.keeps_sources && sources.is_folder;
        // Without `serve` arguments the program itself serves, started with its ordinary arguments.
        let own: &[String] = if entry.serve.is_empty() { &[] } else { args };
        let given = if entry.serve.is_empty() { &[] } else { entry.told_when_run(options) };
        let serving = given.iter().cloned().chain(entry.serve.iter().map(fill)).chain(own.iter().cloned());
        let (mut program, mut first) =
            (PathBuf::from(fill(&entry.program)), tuning::running(entry, options).iter().map(fill).collect::<Vec<_>>());
        let (mut key, mut env) = (key, entry.run_env.clone());
        if let Some(command) = &options.making.command {
            let made = recipe.build_command(source).map(|_| anything::made(command, &source.path, folder, sources));
            let made = made.and_then(Result::ok);
            (program, first) = started.command(command, folder, made.as_deref());
            if command.build.is_some() {
                let terms = recipe.terms.iter().map(String::as_bytes).collect::<Vec<_>>();
                key = anything::key_of_content(&terms, folder)?;
            }
        }
        if entry.is_anything() {
            env.push(started.path());
        }
        let readable = started.readable.iter().cloned().chain(readable).collect();
        Ok(Program {
            key: with_args(key, args),
            share: entry.share(),
            program,
            args: first.into_iter().chain(args.iter().cloned()).collect(),
            checks: entry.checks_for(source.purpose),
            serving: serving.map(|arg| arg.replace("{warm}", WARM)).collect(),
            profile,
            at_home: several,
            readable,
            speaks_testlib: entry.includes && sources.uses_testlib(),
            online_judge: options.online_judge,
            env,
            own_maps: entry.own_maps,
        })
    }
}

impl Recipe<'_> {
    /// The key of the program that is linked this way.
    fn linked(&self, linking: Linking, confines: bool) -> Key {
        // A compiler that is not confined could read any file, and put it into what it makes.
        let reach = if confines { "confined" } else { "open" };
        Key::of(&[reach, linking.name()], self.key.as_bytes())
    }

    /// The command that makes the program, if one does.
    fn build_command<'s>(&self, source: &'s SourceFile) -> Option<&'s str> {
        source.options.making.command.as_ref().and_then(|command| command.build.as_deref())
    }
}

/// What Python runs to serve forks of itself.
const WARM: &str = include_str!("warm.py");

/// Equal keys are equal programs, and with other arguments a program is another one.
fn with_args(key: Key, args: &[String]) -> Key {
    if args.is_empty() { key } else { Key::of(&[&args.join("\0")], key.as_bytes()) }
}

impl Program {
    fn ready(self, took: Duration, cached: bool, warnings: String) -> BuildOutcome {
        BuildOutcome::Ready { program: self, took, cached, warnings }
    }
}

/// One run of the compiler. `args` are those of the languages table.
fn compiler(
    entry: &LanguageEntry,
    args: &[String],
    toolchain: &Toolchain,
    scratch: &Path,
    given: &[String],
    limits: &Limits,
) -> Exec {
    let scratch_text = scratch.to_string_lossy();
    let fill = |text: &String| OsString::from(text.replace("{out}", "out").replace("{scratch}", &scratch_text));
    // rustc accepts `--edition` only once, so the user's replaces ours.
    let has_edition = entry.flags.iter().any(|flag| flag.starts_with("--edition"));
    let fill_sources = |text: &String| match text.as_str() {
        text if has_edition && text.starts_with("--edition") => Vec::new(),
        "{source}" => entry.flags.iter().cloned().chain(given.iter().map(as_file)).map(OsString::from).collect(),
        "{standard}" => toolchain.standard.iter().map(OsString::from).collect(),
        _ => vec![fill(text)],
    };
    let mut env: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), "/usr/bin:/bin".into()),
        (LOCALE.0.into(), LOCALE.1.into()),
        ("TMPDIR".into(), scratch.as_os_str().to_owned()),
        ("HOME".into(), scratch.as_os_str().to_owned()),
    ];
    for assignment in &entry.env {
        if let Some((name, value)) = assignment.split_once('=') {
            env.push((name.into(), fill(&value.to_owned())));
        }
    }
    Exec {
        args: args.iter().flat_map(fill_sources).collect(),
        env,
        readable: toolchain.readable.clone(),
        scratch: Some(scratch.to_path_buf()),
        // The time on the clock is what it idles, and one that computes may wait for the machine in
        // proportion: not all of its waiting can be seen.
        core_wait: CoreWait::Excused { programs: 10 },
        ..Exec::new(&toolchain.program, Profile::Tool, cell::limits(limits))
    }
}

/// A name as an argument: a compiler would take one that begins with `-` for an option, and many
/// would read their arguments from the file behind an `@`.
fn as_file(name: &String) -> String {
    if name.starts_with(['-', '@']) { format!("./{name}") } else { name.clone() }
}

/// The most that is read of a rule file.
const LARGEST_RULES: u64 = 4 << 20;

/// The first file that the compiler read other than the program's own files and system headers.
fn other_files(entry: &LanguageEntry, scratch: &Path, sources: &Sources) -> Result<Option<String>, Fault> {
    let Some(rules) = entry.reads.strip_prefix("makefile:") else { return Ok(None) };
    let read = Leftovers::of(scratch).and_then(|left| {
        let mut text = String::new();
        left.file(rules)?.ok_or(io::ErrorKind::NotFound)?.take(LARGEST_RULES).read_to_string(&mut text)?;
        Ok(text)
    });
    let text =
        read.map_err(|e| Fault::caused(FaultKind::Build, format!("the {} compiler wrote no {rules}", entry.name), &e))?;
    let own = |file: &str| {
        let file = headers::plain(Path::new(file));
        file.is_some_and(|file| sources.files.iter().any(|(name, _)| *name == file))
    };
    Ok(messages::prerequisites(&text, own).into_iter().find(|file| !own(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_file_says_anything_to_a_compiler() {
        let check = |name: &str, argument: &str| assert_eq!(as_file(&name.to_owned()), argument);
        check("a.c", "a.c");
        check("-o.c", "./-o.c");
        check("@a.c", "./@a.c");
    }

    #[test]
    fn a_program_that_gets_other_arguments_is_another_program() {
        let key = Key::of(&["x"], b"");
        let with = |args: &[&str]| with_args(key, &args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>());
        assert_eq!(with(&[]), key);
        assert!(with(&["1"]) != key && with(&["1"]) != with(&["2"]) && with(&["1", "2"]) != with(&["12"]));
    }
}
