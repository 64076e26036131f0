//! `harness debug`: a program with symbols, in a debugger, on one input. It runs as any program
//! does, outside of all containment: a debugger needs that, and the program is the caller's own.

use crate::anywhere::{Anywhere, RuleArgs};
use crate::args::{CommonArgs, SandboxArgs};
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::screen::{print, write_aside};
use crate::session;
use crate::workspace::Workspace;
use clap::{Args, ValueHint};
use engine::build::{Built, Purpose, SourceFile, in_path};
use engine::plan::Plan;
use judge::{Files, Quiet, config, known_language};
use model::{BuildOptions, Debugger, Judging, Language, Solution, shell};
use report::text::phrase::names;
use serde::Serialize;
use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const EXAMPLES: &str = "\
Examples:
  harness a.cpp --debug 1          on this test of it: gdb or lldb, where `run` reads its input; pdb for Python, jdb for Java
  harness debug a.cpp -i a1.in     on any input
  harness debug a.cpp -i a1.in --json
                                   for an editor: the program, its input, and where its symbols point

The program is built without optimisation and is not contained: it may read, write and start what you may.";

/// Open a program in a debugger, with a test as its input
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DebugArgs {
    /// The program
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Its input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// Build it, start nothing, and print what a debugger needs as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// What a debugger needs. Paths are absolute.
#[derive(Serialize)]
struct Launch {
    schema: &'static str,
    language: Language,
    source: PathBuf,
    /// What was built; null where the source itself is run.
    program: Option<PathBuf>,
    args: Vec<String>,
    input: PathBuf,
    /// Where to run it: the folder of the source.
    folder: PathBuf,
    /// The folder that symbols name in place of the source's own.
    compiled_in: Option<PathBuf>,
    /// What shows it at work; null where the harness knows of nothing.
    debugger: Option<Debugger>,
    #[serde(skip)]
    interpreter: Option<PathBuf>,
    #[serde(skip)]
    java: Option<Java>,
}

/// What jdb needs of a Java program.
struct Java {
    runtime: PathBuf,
    classes: String,
    main: String,
    /// Where a file for it may lie.
    cache: PathBuf,
}

const SCHEMA: &str = "harness-debug/1";

pub(crate) fn run(args: &DebugArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let launch = launch(args, common)?;
    if args.json {
        let text = serde_json::to_string_pretty(&launch);
        let text = text.map_err(|_| refused("JSON holds no name that is not UTF-8").with_hint("rename the file"))?;
        print(text + "\n")?;
        return Ok(Exit::AsExpected);
    }
    start(&launch)
}

/// Builds the program of a file, and shows what a debugger needs.
///
/// # Errors
/// When a file is missing, no debugger is known for its language, or it does not compile.
fn launch(args: &DebugArgs, common: &CommonArgs) -> Result<Launch, CliError> {
    let screen = common.screen();
    let home = env::current_dir().or_cannot("stay in a folder that is gone")?;
    let languages = config::languages(&config::load(None)?)?;
    let rules = RuleArgs::default();
    let at = Anywhere { rules: &rules, screen: &screen, home: &home, languages: &languages, judge: None };
    let (source, input) = (there(&home, &args.file)?, there(&home, &args.input)?);
    known_language(at.languages, at.home, &source)?;
    let workspace = at.workspace(&Files::of_programs(vec![source.clone()]))?;
    let solution = workspace.catalog.solutions.first().ok_or_else(|| refused("this file is not a program"))?;
    built(&workspace, solution, (input, Vec::new()), &args.sandbox)
}

/// Opens a debugger on the only program and the only test of a plan.
///
/// # Errors
/// When there are several, the test has no input of its own, or no debugger can be started.
pub(crate) fn on(workspace: &Workspace, plan: &Plan, named: &str, sandbox: &SandboxArgs) -> Result<Exit, CliError> {
    let [planned] = &plan.solutions[..] else {
        let all: Vec<String> = plan.solutions.iter().map(|planned| planned.solution.id.to_string()).collect();
        return Err(refused(format!("a debugger shows one program, and these are {}", names(&all, 4)))
            .with_hint("name one of them"));
    };
    let test = match &planned.tests[..] {
        [test] => test,
        tests => match tests.iter().find(|test| *test.id.0 == *named) {
            Some(test) => test,
            None => {
                let all: Vec<String> = tests.iter().map(|test| test.id.to_string()).collect();
                return Err(refused(format!("a debugger takes one test, and these are {}", names(&all, 4)))
                    .with_hint("give the whole name of one"));
            }
        },
    };
    if matches!(planned.problem.judging, Judging::Interactor(_)) {
        return Err(refused(format!("{} is a dialogue: a debugger has no other side for it", planned.problem.id))
            .with_hint("`harness debug FILE -i INPUT`, with what the other side would say as the input"));
    }
    let input = (test.input.clone(), test.args().to_vec());
    let launch = built(workspace, &planned.solution, input, sandbox)?;
    if let Some(name) = test.files().and_then(|files| files.input.clone()) {
        let from = launch.input.display();
        write_aside(&format!("the program reads {name}: copy {from} there, into {}\n", launch.folder.display()));
    }
    start(&launch)
}

/// Builds a program with symbols, to be run on `input` with these arguments.
fn built(
    workspace: &Workspace,
    solution: &Solution,
    (input, args): (PathBuf, Vec<String>),
    sandbox: &SandboxArgs,
) -> Result<Launch, CliError> {
    let source = &solution.path;
    let entry = workspace.languages.get(&solution.language);
    let mut launch = Launch {
        schema: SCHEMA,
        language: solution.language.clone(),
        source: source.clone(),
        program: None,
        args: solution.args.iter().cloned().chain(args).collect(),
        input,
        folder: source.parent().unwrap_or(Path::new("/")).to_owned(),
        compiled_in: None,
        debugger: entry.and_then(|entry| entry.debugger),
        interpreter: None,
        java: None,
    };
    let flags = match launch.debugger {
        Some(Debugger::Native | Debugger::Jdb) => entry.map_or_else(Vec::new, |entry| entry.debug.clone()),
        Some(Debugger::Pdb) => {
            launch.interpreter = Some(workspace.builder()?.toolchain(&solution.language)?.program.clone());
            return Ok(launch);
        }
        None => return Ok(launch),
    };
    session::with_session(workspace, sandbox, judge::one_at_a_time(), |session, _| {
        let source = to_debug(solution, flags, entry.is_some_and(|entry| entry.diagnose.is_empty()));
        let built = session.runner.build(std::slice::from_ref(&source), &mut Quiet);
        match built.into_iter().next() {
            Some(Ok(Built::Ready { program, .. })) => {
                let place = program.path().to_owned();
                if launch.debugger == Some(Debugger::Jdb) {
                    let java = java(program.args(), place, &workspace.cache);
                    return Ok(Launch { java, ..launch });
                }
                let compiled_in = compiled_in(&place, &workspace.cache);
                Ok(Launch { program: Some(place), compiled_in, ..launch })
            }
            Some(Ok(Built::Rejected { messages })) => {
                write_aside(&messages);
                Err(refused(format!("{} does not compile", solution.display)).of_kind(ErrorKind::NotAsExpected))
            }
            Some(Ok(Built::Interrupted)) | None => Err(CliError::Interrupted),
            Some(Err(fault)) => Err(fault.into()),
        }
    })
}

/// `before`: the flags stand before the source, where every compiler takes them.
fn to_debug(solution: &Solution, more: Vec<String>, before: bool) -> SourceFile {
    let mut source = SourceFile { purpose: Purpose::Diagnosis, ..SourceFile::of(solution) };
    let BuildOptions { flags, given, .. } = &mut source.options;
    if before { given } else { flags }.extend(more);
    source
}

/// What a Java program is started with: the folder of its classes, and the one that begins.
fn java(args: &[String], runtime: PathBuf, cache: &Path) -> Option<Java> {
    let at = args.iter().position(|arg| arg == "-cp")?;
    let (classes, main) = (args.get(at + 1)?.clone(), args.get(at + 2)?.clone());
    Some(Java { runtime, classes, main, cache: cache.to_owned() })
}

/// The folder in which a program was compiled, as its symbols name it: it is gone since. Builds are
/// moved into the cache when they are whole.
fn compiled_in(program: &Path, cache: &Path) -> Option<PathBuf> {
    let bytes = fs::read(program).ok()?;
    let begin = cache.join("tmp").join("build-");
    let begin = begin.as_os_str().as_encoded_bytes();
    let at = bytes.windows(begin.len()).position(|window| window == begin)?;
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name: Vec<u8> = bytes[at + begin.len()..].iter().take_while(is_name).copied().collect();
    String::from_utf8([begin, &name].concat()).ok().map(PathBuf::from)
}

/// Replaces this process by a debugger, which has the terminal. The folder of the source may be
/// somebody else's: nothing in it is the debugger, or gives it commands.
fn start(launch: &Launch) -> Result<Exit, CliError> {
    if let Some(interpreter) = &launch.interpreter {
        return start_pdb(launch, interpreter);
    }
    if let Some(java) = &launch.java {
        return start_jdb(launch, java);
    }
    let Some(program) = &launch.program else {
        let source = launch.source.display();
        return Err(refused(format!("{source}: no debugger is known that takes {} and an input", launch.language))
            .with_hint("in an editor, `--json` says what to run"));
    };
    let odd = [&launch.folder, &launch.input].into_iter().find(|path| !is_fit(path));
    if let Some(odd) = odd {
        return Err(refused(format!("{}: a debugger's commands cannot hold this name", odd.display()))
            .with_hint("rename it, or copy the files to another folder"));
    }
    write_aside(&format!("outside of all containment: `run` starts it with {}\n", launch.input.display()));
    for (name, arguments) in [("gdb", of_gdb(launch)), ("lldb", of_lldb(launch))] {
        let Some(debugger) = in_path(name) else { continue };
        let error = Command::new(debugger).args(arguments).arg(program).current_dir(&launch.folder).exec();
        if error.kind() != io::ErrorKind::NotFound {
            return Err(CliError::Io { doing: "start the debugger".to_owned(), source: error });
        }
    }
    Err(refused("there is no debugger here").with_hint("install gdb or lldb").of_kind(ErrorKind::Incomplete))
}

/// Python's own debugger, at the program's first line. The person types to the debugger, and the
/// program reads its input.
fn start_pdb(launch: &Launch, interpreter: &Path) -> Result<Exit, CliError> {
    let input = launch.input.display();
    write_aside(&format!("outside of all containment: it stands at its first line, and reads {input}; `c` runs it\n"));
    let mut command = Command::new(interpreter);
    // The folder is somebody else's: no module in it is taken for the debugger's own.
    command.args(["-I", "-B", "-c", include_str!("debug/pdb.py")]).arg(&launch.source).arg(&launch.input);
    let error = command.args(&launch.args).current_dir(&launch.folder).exec();
    Err(CliError::Io { doing: "start the debugger".to_owned(), source: error })
}

/// Java's own debugger. It starts the program without its own standard input, by a program whose
/// name it is told: one that opens the test first.
fn start_jdb(launch: &Launch, java: &Java) -> Result<Exit, CliError> {
    let Some(debugger) = in_path("jdb") else {
        return Err(refused("there is no jdb here").with_hint("install a JDK").of_kind(ErrorKind::Incomplete));
    };
    let home = java.cache.join("jdb");
    // Its words have no way to quote what stands between their names.
    let odd = |word: &str| word.contains([',', '\'', '"', '\\', '\n']) || word.contains(char::is_whitespace);
    let words =
        [&*home.to_string_lossy(), &java.main].map(str::to_owned).into_iter().chain(launch.args.iter().cloned());
    if let Some(word) = words.into_iter().find(|word| odd(word)) {
        return Err(refused(format!("{word}: a debugger's commands cannot hold this"))
            .with_hint("HARNESS_CACHE_DIR names another folder for what is built"));
    }
    let starter = home.join("bin").join("java");
    made_executable(&starter, STARTER).or_cannot(format!("write {}", starter.display()))?;
    let input = launch.input.display();
    write_aside(&format!(
        "outside of all containment: `stop at {}:LINE`, then `run`, which reads {input}\n",
        java.main
    ));
    let main: Vec<&str> = std::iter::once(&*java.main).chain(launch.args.iter().map(String::as_str)).collect();
    let connect = format!("com.sun.jdi.CommandLineLaunch:home={},vmexec=java,main={}", home.display(), main.join(" "));
    let mut command = Command::new(debugger);
    command.arg("-sourcepath").arg(&launch.folder).arg("-connect").arg(connect);
    command.env("HARNESS_JAVA", &java.runtime).env("HARNESS_INPUT", &launch.input).env("CLASSPATH", &java.classes);
    let error = command.current_dir(&launch.folder).exec();
    Err(CliError::Io { doing: "start the debugger".to_owned(), source: error })
}

const STARTER: &str = "#!/bin/sh\nexec \"$HARNESS_JAVA\" \"$@\" < \"$HARNESS_INPUT\"\n";

/// Writes a program beside its place and renames it: another call may be starting it.
fn made_executable(place: &Path, text: &str) -> io::Result<()> {
    let folder = place.parent().unwrap_or(place);
    fs::create_dir_all(folder)?;
    let new = folder.join(format!("java-{}", std::process::id()));
    fs::write(&new, text)?;
    fs::set_permissions(&new, fs::Permissions::from_mode(0o700))?;
    fs::rename(&new, place)
}

/// Whether a debugger takes a path as one word of one command: a new line begins another, and lldb
/// evaluates what stands between backquotes.
fn is_fit(path: &Path) -> bool {
    path.to_str().is_some_and(|path| !path.contains(|c: char| c.is_control() || c == '`'))
}

fn of_gdb(launch: &Launch) -> Vec<String> {
    let (folder, input) = (launch.folder.display(), launch.input.display().to_string());
    // Before it looks for `.gdbinit` in the folder, and behind the person's own.
    let own_commands = "set auto-load local-gdbinit off".to_owned();
    let commands = [format!("directory {folder}"), format!("set args {}", words(&launch.args, &input))];
    let commands = commands.into_iter().flat_map(|command| ["-ex".to_owned(), command]);
    ["-q".to_owned(), "-iex".to_owned(), own_commands].into_iter().chain(commands).collect()
}

/// The arguments of the program as a shell takes them, and its input.
fn words(args: &[String], input: &str) -> String {
    let args: String = args.iter().map(|arg| shell::word(arg) + " ").collect();
    format!("{args}< {}", shell::word(input))
}

fn of_lldb(launch: &Launch) -> Vec<String> {
    let quoted = |path: &Path| format!("\"{}\"", path.display().to_string().replace('\\', "\\\\").replace('"', "\\\""));
    // The folder's `.lldbinit` is read before any program is loaded.
    let mut arguments = vec!["-O".to_owned(), "settings set target.load-cwd-lldbinit false".to_owned()];
    if let Some(from) = &launch.compiled_in {
        let map = format!("settings set target.source-map {} {}", quoted(from), quoted(&launch.folder));
        arguments.extend(["-o".to_owned(), map]);
    }
    arguments.extend(["-o".to_owned(), format!("settings set target.input-path {}", launch.input.display())]);
    for arg in &launch.args {
        arguments.extend(["-o".to_owned(), format!("settings append target.run-args {}", quoted(Path::new(arg)))]);
    }
    arguments
}

fn there(home: &Path, file: &Path) -> Result<PathBuf, CliError> {
    let path: PathBuf = home.join(file).components().collect();
    if path.is_file() {
        return Ok(path);
    }
    Err(refused(format!("there is no file {}", file.display())).of_kind(ErrorKind::NothingNamed))
}
