//! A program with symbols, and the calls that open a debugger on it with one input. Starts no
//! debugger, and shows nothing.

use crate::config;
use crate::error::{Error, ErrorKind, OrCannot as _, refused};
use crate::judge::Judge;
use crate::loose::LooseFiles;
use crate::own_rules::OwnRules;
use crate::session::{Caller, Quiet, one_at_a_time};
use crate::target::Files;
use engine::build::{BuildOutcome, Purpose, SourceFile, in_path};
use engine::plan::Plan;
use model::phrase::names;
use model::{BuildOptions, Debugger, Judging, Language, Solution, shell};
use serde::Serialize;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// What a debugger is to show: a program, and the input that it reads.
pub struct DebugRequest<'a> {
    pub solution: &'a Solution,
    pub input: PathBuf,
    /// Arguments of the program on this test, behind its own.
    pub args: Vec<String>,
    /// The file that the program reads in place of its standard input.
    pub reads: Option<String>,
}

/// A program that is ready for a debugger, or one that does not compile.
pub enum DebugBuild {
    Ready(Box<Launch>),
    /// What the compiler says.
    Rejected(String),
}

/// What a debugger needs. Paths are absolute.
#[derive(Serialize)]
pub struct Launch {
    schema: &'static str,
    pub language: Language,
    pub source: PathBuf,
    /// What was built; null where the source itself is run.
    pub program: Option<PathBuf>,
    pub args: Vec<String>,
    pub input: PathBuf,
    /// Where to run it: the folder of the source.
    pub folder: PathBuf,
    /// The folder that symbols name in place of the source's own.
    pub compiled_in: Option<PathBuf>,
    /// What shows it at work; null where the harness knows of nothing.
    pub debugger: Option<Debugger>,
    /// How a Java program is started and attached to; null for programs in other languages.
    pub java: Option<Java>,
    #[serde(skip)]
    interpreter: Option<PathBuf>,
}

/// What a debugger needs of a Java program.
#[derive(Serialize)]
pub struct Java {
    pub runtime: PathBuf,
    /// The class path: one folder.
    pub classes: String,
    pub main: String,
    /// A command that waits for a debugger before the first line of the program, on a port of this
    /// machine alone. Its first line is `Listening for transport dt_socket at address: PORT`. Its
    /// standard input is the program's.
    pub waits: Vec<String>,
    /// Where a file for jdb may lie.
    #[serde(skip)]
    cache: PathBuf,
}

const SCHEMA: &str = "harness-debug/1";

/// A call that opens a debugger. It needs the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebuggerCall {
    pub program: PathBuf,
    pub args: Vec<OsString>,
    /// Variables of its own.
    pub env: Vec<(&'static str, OsString)>,
    /// Where to make it.
    pub folder: PathBuf,
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
            return Err(refused(dialogue)
                .with_hint("`harness debug FILE -i INPUT`, with what the other side would say as the input"));
        }
        let reads = test.files().and_then(|files| files.input.clone());
        let (input, args) = (test.input.clone(), test.args().to_vec());
        Ok(DebugRequest { solution: &planned.solution, input, args, reads })
    }
}

impl Judge {
    /// A program of no problem, as the only solution of one without tests.
    ///
    /// # Errors
    /// When no language has files like this one.
    pub fn of_program(source: &Path, here: &Path) -> Result<Judge, Error> {
        let languages = config::languages(&config::load(None)?)?;
        let (files, rules) = (Files::of_programs(vec![source.to_owned()]), OwnRules::default());
        let loose = LooseFiles { here, files: &files, rules: &rules, names: None, without: &[], columns: 120 };
        loose.without_tests(&languages, None)
    }

    /// Builds a program with symbols.
    ///
    /// # Errors
    /// When no program can be built here.
    pub fn prepare_debug(&self, wanted: &DebugRequest<'_>, caller: &mut Caller<'_>) -> Result<DebugBuild, Error> {
        let solution = wanted.solution;
        let entry = self.languages.get(&solution.language);
        let mut launch = Launch {
            schema: SCHEMA,
            language: solution.language.clone(),
            source: solution.path.clone(),
            program: None,
            args: solution.args.iter().chain(&wanted.args).cloned().collect(),
            input: wanted.input.clone(),
            folder: solution.path.parent().unwrap_or(Path::new("/")).to_owned(),
            compiled_in: None,
            debugger: entry.and_then(|entry| entry.debugger),
            java: None,
            interpreter: None,
        };
        let builder = self.builder()?;
        let flags = match launch.debugger {
            Some(Debugger::Native | Debugger::Jdb) => entry.map_or_else(Vec::new, |entry| entry.debug.clone()),
            Some(Debugger::Pdb) => {
                launch.interpreter = Some(builder.toolchain(&solution.language)?.program.clone());
                return Ok(DebugBuild::Ready(Box::new(launch)));
            }
            None => return Ok(DebugBuild::Ready(Box::new(launch))),
        };
        self.with_session(&builder, one_at_a_time(), caller, |session, _| {
            let before = entry.is_some_and(|entry| entry.diagnose.is_empty());
            let source = with_symbols(solution, flags, before);
            let built = session.runner.build(std::slice::from_ref(&source), &mut Quiet);
            match built.into_iter().next() {
                Some(Ok(BuildOutcome::Ready { program, .. })) => {
                    let place = program.path().to_owned();
                    if launch.debugger == Some(Debugger::Jdb) {
                        let java = java(program.args(), &launch.args, place, &self.cache);
                        return Ok(DebugBuild::Ready(Box::new(Launch { java, ..launch })));
                    }
                    let compiled_in = compiled_in(&place, &self.cache);
                    Ok(DebugBuild::Ready(Box::new(Launch { program: Some(place), compiled_in, ..launch })))
                }
                Some(Ok(BuildOutcome::Rejected { messages })) => Ok(DebugBuild::Rejected(messages)),
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

/// What a Java program is started with: the folder of its classes, and the one that begins.
/// `own`: the arguments of the program itself.
fn java(args: &[String], own: &[String], runtime: PathBuf, cache: &Path) -> Option<Java> {
    let at = args.iter().position(|arg| arg == "-cp")?;
    let (classes, main) = (args.get(at + 1)?.clone(), args.get(at + 2)?.clone());
    let command = [runtime.to_string_lossy().into_owned(), LISTENS.to_owned(), "-cp".to_owned()];
    let waits = command.into_iter().chain([classes.clone(), main.clone()]).chain(own.iter().cloned()).collect();
    Some(Java { runtime, classes, main, waits, cache: cache.to_owned() })
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

    /// The class with which a Java program begins.
    pub fn main_class(&self) -> Option<&str> {
        self.java.as_ref().map(|java| &*java.main)
    }

    /// The calls that open a debugger which is here, the best first; never empty. The folder of the
    /// source may be somebody else's: nothing in it is the debugger, or gives it commands.
    ///
    /// # Errors
    /// When there is no debugger, or it would take a name for a command.
    pub fn calls(&self) -> Result<Vec<DebuggerCall>, Error> {
        let call = |program: PathBuf, args: Vec<OsString>| DebuggerCall {
            program,
            args,
            env: Vec::new(),
            folder: self.folder.clone(),
        };
        if let Some(interpreter) = &self.interpreter {
            return Ok(vec![call(interpreter.clone(), self.of_pdb())]);
        }
        if let Some(java) = &self.java {
            return Ok(vec![self.of_jdb(java)?]);
        }
        let Some(program) = &self.program else {
            let source = self.source.display();
            return Err(refused(format!("{source}: no debugger is known that takes {} and an input", self.language))
                .with_hint("in an editor, `--json` says what to run"));
        };
        if let Some(odd) = [&self.folder, &self.input].into_iter().find(|path| !is_fit(path)) {
            return Err(refused(format!("{}: a debugger's commands cannot hold this name", odd.display()))
                .with_hint("rename it, or copy the files to another folder"));
        }
        let with_program = |args: Vec<String>| args.into_iter().map(OsString::from).chain([program.into()]).collect();
        let all = [("gdb", self.of_gdb()), ("lldb", self.of_lldb())].into_iter();
        let here: Vec<DebuggerCall> =
            all.filter_map(|(name, args)| Some(call(in_path(name)?, with_program(args)))).collect();
        if here.is_empty() {
            return Err(refused("there is no debugger here")
                .with_hint("install gdb or lldb")
                .of_kind(ErrorKind::Incomplete));
        }
        Ok(here)
    }

    /// Python's own debugger, at the program's first line. The person types to the debugger, and
    /// the program reads its input.
    fn of_pdb(&self) -> Vec<OsString> {
        // No module in the folder is taken for the debugger's own.
        let begin = ["-I", "-B", "-c", include_str!("debug/pdb.py")].map(OsString::from);
        let files = [&self.source, &self.input].map(OsString::from);
        begin.into_iter().chain(files).chain(self.args.iter().map(OsString::from)).collect()
    }

    /// Java's own debugger. It starts the program without its own standard input, by a program
    /// whose name it is told: one that opens the test first.
    fn of_jdb(&self, java: &Java) -> Result<DebuggerCall, Error> {
        let Some(program) = in_path("jdb") else {
            return Err(refused("there is no jdb here").with_hint("install a JDK").of_kind(ErrorKind::Incomplete));
        };
        let home = java.cache.join("jdb");
        // Its words have no way to quote what stands between their names.
        let odd = |word: &str| word.contains([',', '\'', '"', '\\', '\n']) || word.contains(char::is_whitespace);
        let words = [&*home.to_string_lossy(), &java.main].map(str::to_owned).into_iter();
        if let Some(word) = words.chain(self.args.iter().cloned()).find(|word| odd(word)) {
            return Err(refused(format!("{word}: a debugger's commands cannot hold this"))
                .with_hint("HARNESS_CACHE_DIR names another folder for what is built"));
        }
        let starter = home.join("bin").join("java");
        made_executable(&starter, STARTER).or_cannot(format!("write {}", starter.display()))?;
        let main: Vec<&str> = std::iter::once(&*java.main).chain(self.args.iter().map(String::as_str)).collect();
        let home = home.display();
        let connect = format!("com.sun.jdi.CommandLineLaunch:home={home},vmexec=java,main={}", main.join(" "));
        let args = vec!["-sourcepath".into(), self.folder.clone().into(), "-connect".into(), connect.into()];
        let env = vec![
            ("HARNESS_JAVA", java.runtime.clone().into()),
            ("HARNESS_INPUT", self.input.clone().into()),
            ("CLASSPATH", java.classes.clone().into()),
        ];
        Ok(DebuggerCall { program, args, env, folder: self.folder.clone() })
    }

    fn of_gdb(&self) -> Vec<String> {
        let (folder, input) = (self.folder.display(), self.input.display().to_string());
        // Before it looks for `.gdbinit` in the folder, and behind the person's own.
        let own_commands = "set auto-load local-gdbinit off".to_owned();
        let args: String = self.args.iter().map(|arg| shell::word(arg) + " ").collect();
        let commands = [format!("directory {folder}"), format!("set args {args}< {}", shell::word(&input))];
        let commands = commands.into_iter().flat_map(|command| ["-ex".to_owned(), command]);
        ["-q".to_owned(), "-iex".to_owned(), own_commands].into_iter().chain(commands).collect()
    }

    fn of_lldb(&self) -> Vec<String> {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let folder = |path: &Path| quoted(&path.display().to_string());
        // The folder's `.lldbinit` is read before any program is loaded.
        let mut arguments = vec!["-O".to_owned(), "settings set target.load-cwd-lldbinit false".to_owned()];
        let map = |from: &PathBuf| format!("settings set target.source-map {} {}", folder(from), folder(&self.folder));
        let map = self.compiled_in.as_ref().map(map);
        let input = format!("settings set target.input-path {}", self.input.display());
        let args = self.args.iter().map(|arg| format!("settings append target.run-args {}", quoted(arg)));
        for command in map.into_iter().chain([input]).chain(args) {
            arguments.extend(["-o".to_owned(), command]);
        }
        arguments
    }
}

/// A port that is free, which nobody on another machine reaches.
const LISTENS: &str = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";

const STARTER: &str = "#!/bin/sh\nexec \"$HARNESS_JAVA\" \"$@\" < \"$HARNESS_INPUT\"\n";

/// Writes a program beside its place and renames it: another call may be starting it.
fn made_executable(place: &Path, text: &str) -> io::Result<()> {
    let folder = place.parent().unwrap_or(place);
    fs::create_dir_all(folder)?;
    let mut new = tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o700)).tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.persist(place)?;
    Ok(())
}

/// Whether a debugger takes a path as one word of one command: a new line begins another, and lldb
/// evaluates what stands between backquotes.
fn is_fit(path: &Path) -> bool {
    path.to_str().is_some_and(|path| !path.contains(|c: char| c.is_control() || c == '`'))
}
