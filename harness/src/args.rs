//! Arguments that several commands share. Those of a single command are in its own file.

use crate::completions;
use crate::error::{CliError, OrCannot as _};
use crate::screen::Screen;
use crate::typed_options::TypedOptions;
use clap::{Args, ValueEnum, ValueHint};
use judge::formats::is_sanitizer;
use judge::model::{Checks, TimeFactor};
use judge::plan::Shard;
use judge::{
    BuildChange, Caller, Cancel, Containment, InferredLimits, InputRequest, JudgeProfile, Level, Listener,
    ProgramRequest, Words,
};
use std::env;
use std::path::PathBuf;

/// What every command takes, before or after its name.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(crate) struct CommonArgs {
    /// The workspace: the folder with problems/ and testdata/ [default: the nearest one upwards]
    #[arg(long, value_name = "DIR", global = true, display_order = 900, value_hint = ValueHint::DirPath, hide_short_help = true)]
    pub root: Option<PathBuf>,
    /// Judge by the rules of this judge, such as `codeforces` or `kattis`
    ///
    /// Default: the problem's own judge.
    #[arg(long, value_name = "NAME", global = true, display_order = 899)]
    pub judge: Option<String>,
    /// All options of the call.
    #[arg(skip)]
    pub options: TypedOptions,
}

impl CommonArgs {
    /// The judge of `--judge`.
    ///
    /// # Errors
    /// When none is called that.
    pub(crate) fn judge(&self) -> Result<Option<&'static JudgeProfile>, CliError> {
        self.judge.as_deref().map(judge::called).transpose()
    }

    pub(crate) fn screen(&self) -> Screen {
        Screen::new(self.root.as_deref(), self.judge.as_deref())
    }
}

/// What to judge.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct SelectArgs {
    /// A problem, `problem/solution`, or the path of a program, a test or a folder
    ///
    /// None: everything.
    #[arg(value_name = "FILTER", add = completions::filter())]
    pub filters: Vec<String>,
    /// Only tests whose id or name matches: `sample/*`, `*max*`, `1,2`
    ///
    /// May be given several times.
    #[arg(short, long = "test", value_name = "GLOB")]
    pub tests: Vec<String>,
}

impl SelectArgs {
    /// One word, and all tests of what it means.
    pub(crate) fn of(word: &str) -> SelectArgs {
        SelectArgs { filters: vec![word.to_owned()], tests: Vec::new() }
    }

    /// The words, said in the folder of the call. Where that is gone, no path means anything.
    pub(crate) fn words(&self) -> Words {
        let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        Words { here, words: self.filters.clone(), tests: self.tests.clone() }
    }
}

/// One machine's part of a plan.
#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub(crate) struct ShardArgs {
    /// Only part K of N, counted from 1; `harness merge` joins the reports
    #[arg(long, value_name = "K/N", hide_short_help = true)]
    pub shard: Option<Shard>,
}

#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub(crate) struct TimeFactorArgs {
    /// Multiply all time limits
    #[arg(long, value_name = "X", default_value = "1", hide_short_help = true)]
    pub time_factor: TimeFactor,
}

/// How the programs of this call are built.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct BuildArgs {
    /// Build with sanitizers: mistakes with memory are shown at their line
    ///
    /// Containers are checked, and undefined behaviour is shown, too, whatever the verdict. Times
    /// and memory are not a judge's, and limits are wider.
    #[arg(long)]
    pub sanitize: bool,
    /// More arguments of the compiler, or of what runs the program where nothing is compiled:
    /// `--flags '-Wall -O0'`
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = compiler_flags, hide_short_help = true)]
    pub flags: Option<Flags>,
}

/// Words of `--flags`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flags(pub Vec<String>);

fn compiler_flags(text: &str) -> Result<Flags, String> {
    let words = shlex::split(text).ok_or("a quote is not closed")?;
    match words.iter().find(|word| is_sanitizer(word)) {
        Some(word) => Err(format!("`{word}` needs memory and rights that no judged program has: say --sanitize")),
        None => Ok(Flags(words)),
    }
}

impl BuildArgs {
    pub(crate) fn change(&self) -> BuildChange {
        let checks = if self.sanitize { Checks::Sanitized } else { Checks::Usual };
        BuildChange { checks, flags: self.flags.as_ref().map_or_else(Vec::new, |flags| flags.0.clone()) }
    }
}

/// A program of more than one source file.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct ProgramArgs {
    /// Judge what this command runs here, such as `./a.out`
    #[arg(short, long, value_name = "COMMAND")]
    command: Option<String>,
    /// Make the program first, each time, by this command in its folder, such as `make prog`
    #[arg(long, value_name = "COMMAND", hide_short_help = true)]
    build: Option<String>,
    /// Another source file of the same program; may be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    with: Vec<PathBuf>,
}

impl ProgramArgs {
    pub(crate) fn request(&self) -> ProgramRequest {
        ProgramRequest { command: self.command.clone(), build: self.build.clone(), with: self.with.clone() }
    }
}

/// Which measured time limits a command takes, and where it keeps new ones.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct LimitArgs {
    /// Take the time limits that packages leave to be inferred from this file, and keep there what
    /// is measured [default: a file in the user's cache]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    limits: Option<PathBuf>,
}

impl LimitArgs {
    /// `afresh`: what earlier runs found out does not count.
    pub(crate) fn wanted(&self, afresh: bool) -> InferredLimits {
        InferredLimits { file: self.limits.clone(), afresh }
    }
}

/// Where made inputs come from.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct InputArgs {
    /// Where inputs come from: a grammar (.ctd), a generator, an input or a folder of inputs
    /// [default: the problem's grammar, else its generator; in any folder, the one there]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    /// Arguments of the generator
    #[arg(last = true, value_name = "ARGUMENT")]
    pub arguments: Vec<String>,
}

impl InputArgs {
    /// The same, said in the folder of the call.
    ///
    /// # Errors
    /// When that folder is gone.
    pub(crate) fn request(&self) -> Result<InputRequest, CliError> {
        let here = match self.input {
            Some(_) => env::current_dir().or_cannot("stay in a folder that is gone")?,
            None => PathBuf::new(),
        };
        Ok(InputRequest { here, input: self.input.clone(), arguments: self.arguments.clone() })
    }
}

/// How programs are contained.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(crate) struct SandboxArgs {
    /// Use this level of containment instead of the strongest that works here; `LEVEL+`: run
    /// nothing unless the strongest is at least this strong
    #[arg(long, value_name = "LEVEL[+]", display_order = 800, value_parser = containment, hide_short_help = true)]
    pub containment: Option<Containment>,
}

fn containment(text: &str) -> Result<Containment, String> {
    let name = text.strip_suffix('+').unwrap_or(text);
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    let level = level.ok_or_else(|| format!("one of {}, or one with `+`", Level::ALL.map(Level::name).join(", ")))?;
    let (level, least) = if name == text { (Some(level), None) } else { (None, Some(level)) };
    Ok(Containment { level, least })
}

impl SandboxArgs {
    pub(crate) fn containment(&self) -> Containment {
        self.containment.unwrap_or_default()
    }

    /// What a use case is given that runs programs.
    pub(crate) fn caller<'a>(&self, cancel: &'a Cancel, listener: &'a mut dyn Listener) -> Caller<'a> {
        Caller { containment: self.containment(), cancel, listener }
    }
}

/// The file formats that a report can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Json,
    #[value(name = "jsonl")]
    JsonLines,
    Junit,
    Html,
}

/// One `--report`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportTo {
    pub format: ReportFormat,
    pub path: PathBuf,
}

/// The value parser of `--report FORMAT=PATH`.
pub(crate) fn report(text: &str) -> Result<ReportTo, String> {
    let (format, path) = text.split_once('=').ok_or("FORMAT=PATH, such as json=report.json")?;
    let unknown = |_| {
        let all = ReportFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let all: Vec<String> = all.map(|format| format.get_name().to_owned()).collect();
        format!("unknown format `{format}`: there are {}", all.join(", "))
    };
    let format = ReportFormat::from_str(format, false).map_err(unknown)?;
    if path.is_empty() {
        return Err("a path is missing behind `=`".to_owned());
    }
    Ok(ReportTo { format, path: PathBuf::from(path) })
}

/// A decimal number within a range.
pub(crate) fn number_within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("a number from {least} to {most}"))
}
