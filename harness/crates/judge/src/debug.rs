//! A program with symbols, and the calls that open a debugger on it with one input. Starts no
//! debugger, and shows nothing.

use crate::config;
use crate::error::{Error, ErrorKind, not_compiled, refused};
use crate::loose::LooseFiles;
use crate::own_rules::OwnRules;
use crate::session::{Caller, Quiet, one_at_a_time};
use crate::target::Files;
use crate::workspace::Workspace;
use engine::build::{BuildOutcome, Purpose, SourceFile, in_path};
use engine::plan::Plan;
use model::phrase::names;
use model::{BuildOptions, Judging, Language, Solution, shell};
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a debugger is to show: a program, and the input that it reads.
pub struct DebugRequest<'a> {
    /// The program that is built.
    pub solution: &'a Solution,
    /// The file of the input.
    pub input: PathBuf,
    /// Arguments of the program on this test, behind its own.
    pub args: Vec<String>,
    /// The file that the program reads in place of its standard input.
    pub reads: Option<String>,
}

/// What a debugger needs. Paths are absolute.
#[derive(Serialize)]
pub struct Launch {
    schema: &'static str,
    /// By which an editor chooses its debugger.
    pub language: Language,
    /// The file that was written, and not what was built of it.
    pub source: PathBuf,
    /// What was built; null where the source itself is run.
    pub program: Option<PathBuf>,
    /// Behind the program's name.
    pub args: Vec<String>,
    /// The file that the program is to read.
    pub input: PathBuf,
    /// Where to run it: the folder of the source.
    pub folder: PathBuf,
    /// The folder that symbols name in place of the source's own.
    pub compiled_in: Option<PathBuf>,
}

const SCHEMA: &str = "harness-debug/2";

/// A call that opens a debugger. It needs the terminal, and the cache as its working directory:
/// debuggers read commands, their history and modules there, so nobody else may have filled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebuggerCall {
    /// The debugger.
    pub program: PathBuf,
    /// Of the debugger, the program to debug included.
    pub args: Vec<OsString>,
}

impl<'a> DebugRequest<'a> {
    /// The only program and the only test of a plan, or the one that is named in whole.
    ///
    /// # Errors
    /// When there are several, or the test is a dialogue.
    pub fn of(plan: &'a Plan, named: &str) -> Result<DebugRequest<'a>, Error> {
        let [planned] = &plan.solutions[..] else {
            let all: Vec<String> = plan.solutions.iter().map(|planned| planned.solution.id.to_string()).collect();
            return Err(refused(format!("a debugger shows one program, and these are {}", names(&all, 4)))
                .with_hint("name one of them"));
        };
        let test = match &planned.tests[..] {
            [test] => test,
            tests => tests.iter().find(|test| *test.id.0 == *named).ok_or_else(|| {
                let all: Vec<String> = tests.iter().map(|test| test.id.to_string()).collect();
                refused(format!("a debugger takes one test, and these are {}", names(&all, 4)))
                    .with_hint("give the whole name of one")
            })?,
        };
        if matches!(planned.problem.judging, Judging::Interactor(_)) {
            let dialogue = format!("{} is a dialogue: a debugger has no other side for it", planned.problem.id);
            return Err(refused(dialogue).with_hint("name the program and an input: what the other side would say"));
        }
        let reads = test.files().and_then(|files| files.input.clone());
        let (input, args) = (test.input.clone(), test.args().to_vec());
        Ok(DebugRequest { solution: &planned.solution, input, args, reads })
    }
}

impl Workspace {
    /// A program of no problem, as the only solution of one without tests.
    ///
    /// # Errors
    /// When no language has files like this one.
    pub fn of_program(source: &Path, here: &Path) -> Result<Workspace, Error> {
        let languages = &config::languages(&config::load(None)?)?;
        let (files, rules) = (Files::of_programs(vec![source.to_owned()]), OwnRules::default());
        LooseFiles::of(here, &files, &rules, languages).without_tests()
    }

    /// Builds a program with symbols.
    ///
    /// # Errors
    /// When it does not compile, or no program can be built here.
    pub fn prepare_debug(&self, wanted: &DebugRequest<'_>, caller: &mut Caller<'_>) -> Result<Launch, Error> {
        let solution = wanted.solution;
        let entry = self.languages.get(&solution.language);
        let launch = Launch {
            schema: SCHEMA,
            language: solution.language.clone(),
            source: solution.path.clone(),
            program: None,
            args: solution.args.iter().chain(&wanted.args).cloned().collect(),
            input: wanted.input.clone(),
            folder: solution.path.parent().unwrap_or(Path::new("/")).to_owned(),
            compiled_in: None,
        };
        let Some(entry) = entry.filter(|entry| entry.is_debuggable()) else {
            return Ok(launch);
        };
        let builder = self.builder()?;
        self.with_session(&builder, one_at_a_time(), caller, |session, _| {
            let source = with_symbols(solution, entry.debug.clone(), entry.diagnose.is_empty());
            let built = session.runner.build(std::slice::from_ref(&source), &mut Quiet);
            match built.into_iter().next() {
                Some(Ok(BuildOutcome::Ready { program, .. })) => {
                    let place = program.path().to_owned();
                    let compiled_in = compiled_in(&place, &self.cache);
                    Ok(Launch { program: Some(place), compiled_in, ..launch })
                }
                Some(Ok(BuildOutcome::Rejected { messages })) => {
                    Err(not_compiled(&solution.display, &messages).of_kind(ErrorKind::NotAsExpected))
                }
                Some(Ok(BuildOutcome::Interrupted)) | None => Err(Error::Interrupted),
                Some(Err(fault)) => Err(fault.into()),
            }
        })
    }
}

/// `before`: the flags stand before the source, where every compiler takes them.
fn with_symbols(solution: &Solution, more: Vec<String>, before: bool) -> SourceFile {
    let mut source = SourceFile { purpose: Purpose::Diagnosis, ..SourceFile::of(solution) };
    let BuildOptions { flags, given, .. } = &mut source.options;
    if before { given } else { flags }.extend(more);
    source
}

/// The folder in which a program was compiled, as its symbols name it: it is gone since. Builds are
/// moved into the cache when they are whole.
fn compiled_in(program: &Path, cache: &Path) -> Option<PathBuf> {
    let bytes = beneath::read(program).ok()?;
    let begin = cache.join("tmp").join("build-");
    let begin = begin.as_os_str().as_encoded_bytes();
    let at = bytes.windows(begin.len()).position(|window| window == begin)?;
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name: Vec<u8> = bytes[at + begin.len()..].iter().take_while(is_name).copied().collect();
    String::from_utf8([begin, &name].concat()).ok().map(PathBuf::from)
}

impl Launch {
    /// As JSON, for an editor.
    ///
    /// # Errors
    /// When a path is not UTF-8.
    pub fn json(&self) -> Result<String, Error> {
        let text = serde_json::to_string_pretty(self);
        // Paths are all that serde_json could refuse here.
        let text = text.map_err(|error| refused(format!("as JSON: {error}")).with_hint("rename the file"))?;
        Ok(text + "\n")
    }

    /// The calls that open a debugger which is here, the best first; never empty. The folder of the
    /// source may be somebody else's: nothing in it is the debugger, or gives it commands.
    ///
    /// # Errors
    /// When there is no debugger, or it would take a name for a command.
    pub fn calls(&self) -> Result<Vec<DebuggerCall>, Error> {
        let Some(program) = &self.program else {
            let source = self.source.display();
            return Err(refused(format!("{source}: no debugger here takes {} and an input", self.language))
                .with_hint("gdb and lldb show what is compiled; an editor has debuggers for the rest"));
        };
        if let Some(odd) = [&self.folder, &self.input].into_iter().find(|path| !is_fit(path)) {
            return Err(refused(format!("{}: a debugger's commands cannot hold this name", odd.display()))
                .with_hint("rename it, or copy the files to another folder"));
        }
        let with_program = |args: Vec<String>| args.into_iter().map(OsString::from).chain([program.into()]).collect();
        let all = [("gdb", self.of_gdb()), ("lldb", self.of_lldb())].into_iter();
        let call = |(name, args)| Some(DebuggerCall { program: in_path(name)?, args: with_program(args) });
        let here: Vec<DebuggerCall> = all.filter_map(call).collect();
        if here.is_empty() {
            return Err(refused("there is no debugger here")
                .with_hint("install gdb or lldb")
                .of_kind(ErrorKind::Incomplete));
        }
        Ok(here)
    }

    fn of_gdb(&self) -> Vec<String> {
        let (folder, input) = (self.folder.display(), self.input.display().to_string());
        let args: String = self.args.iter().map(|arg| shell::word(arg) + " ").collect();
        let args = format!("set args {args}< {}", shell::word(&input));
        let commands = [format!("directory {folder}"), format!("set cwd {folder}"), args];
        std::iter::once("-q".to_owned()).chain(behind("-ex", commands)).collect()
    }

    fn of_lldb(&self) -> Vec<String> {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let folder = |path: &Path| quoted(&path.display().to_string());
        let map = |from: &PathBuf| format!("settings set target.source-map {} {}", folder(from), folder(&self.folder));
        let map = self.compiled_in.as_ref().map(map);
        let input = format!("settings set target.input-path {}", self.input.display());
        let place = format!("settings set target.launch-working-dir {}", folder(&self.folder));
        let args = self.args.iter().map(|arg| format!("settings append target.run-args {}", quoted(arg)));
        behind("-o", map.into_iter().chain([input, place]).chain(args)).collect()
    }
}

/// Each command behind this option.
fn behind(option: &str, commands: impl IntoIterator<Item = String>) -> impl Iterator<Item = String> {
    commands.into_iter().flat_map(move |command| [option.to_owned(), command])
}

/// Whether a debugger takes a path as one word of one command: a new line begins another, and lldb
/// evaluates what stands between backquotes.
fn is_fit(path: &Path) -> bool {
    path.to_str().is_some_and(|path| !path.contains(|c: char| c.is_control() || c == '`'))
}
