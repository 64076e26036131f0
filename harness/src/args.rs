//! Arguments that several commands share. Those of a single command are in its own file.

use crate::completions;
use crate::error::{CliError, OrCannot as _};
use crate::screen::{ColorWhen, Screen};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use engine::plan::{Shard, ShardBy};
use engine::run::OnFailure;
use judge::{BuildChange, Caller, Containment, InputRequest, Listener, Words};
use model::{Checks, TimeFactor, shell};
use package::config::is_sanitizer;
use profiles::Judge;
use sandbox::{Cancel, Level};
use std::env;
use std::path::PathBuf;

/// What every command takes, before or after its name.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub(crate) struct CommonArgs {
    /// The workspace: the folder with problems/ and testdata/ [default: the nearest one upwards]
    #[arg(long, value_name = "DIR", global = true, display_order = 900, value_hint = ValueHint::DirPath)]
    pub root: Option<PathBuf>,
    /// Judge by the rules of this judge, such as `codeforces` or `kattis` [default: the problem's
    /// own judge]
    #[arg(long, value_name = "NAME", global = true, display_order = 899)]
    pub judge: Option<String>,
    /// When to use colour
    #[arg(
        long,
        value_name = "WHEN",
        global = true,
        display_order = 901,
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColorWhen,
}

impl CommonArgs {
    /// The judge of `--judge`.
    ///
    /// # Errors
    /// When none is called that.
    pub(crate) fn judge(&self) -> Result<Option<&'static Judge>, CliError> {
        self.judge.as_deref().map(judge::called).transpose()
    }

    pub(crate) fn screen(&self) -> Screen {
        Screen::new(self.color, self.root.as_deref(), self.judge.as_deref())
    }
}

/// What to judge.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct SelectArgs {
    /// A problem, `problem/solution`, or the path of a program, a test or a folder; none =
    /// everything
    #[arg(value_name = "FILTER", add = completions::filter())]
    pub filters: Vec<String>,
    /// Only tests whose id or name matches, such as `sample/*`, `*max*` or `1,2`; may be given
    /// several times
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
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// What stays together in one part
    #[arg(long, value_name = "WHAT", default_value = "solution", value_parser = one_of([ShardBy::Solution, ShardBy::Test], ShardBy::name))]
    pub shard_by: ShardBy,
}

#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub(crate) struct TimeFactorArgs {
    /// Multiply all time limits
    #[arg(long, value_name = "X", default_value = "1")]
    pub time_factor: TimeFactor,
}

/// Whether all tests of a solution are judged.
#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub(crate) struct LazyArgs {
    /// Skip the rest of a solution, or of a pass-fail group, once its verdict is decided: the usual
    /// way in a package
    #[arg(long, overrides_with = "all")]
    pub lazy: bool,
    /// Judge every test of every solution, also where earlier ones have decided it: the usual way
    /// in a workspace, not in a package
    #[arg(long, alias = "no-lazy", overrides_with = "lazy")]
    pub all: bool,
}

impl LazyArgs {
    /// `default`: what the command does without these options.
    pub(crate) fn on_failure(self, default: OnFailure) -> OnFailure {
        match (self.lazy, self.all) {
            (true, _) => OnFailure::StopSolution,
            (false, true) => OnFailure::Continue,
            (false, false) => default,
        }
    }
}

/// How the programs of this call are built.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct BuildArgs {
    /// Build with sanitizers and checked containers: memory and undefined behaviour are shown at
    /// their line, whatever the verdict. Times and memory are not a judge's, and limits are wider
    #[arg(long)]
    pub sanitize: bool,
    /// More arguments of the compiler, or of what runs the program where nothing is compiled:
    /// `--flags '-Wall -O0'`
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = compiler_flags)]
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

    /// These arguments as options of another call.
    pub(crate) fn words(&self) -> Vec<String> {
        let flags = self.flags.iter().map(|Flags(words)| {
            let words: Vec<String> = words.iter().map(|word| shell::word(word)).collect();
            format!("--flags={}", shell::word(&words.join(" ")))
        });
        self.sanitize.then(|| "--sanitize".to_owned()).into_iter().chain(flags).collect()
    }

    /// A command with these arguments, ready for what it is about. Empty: nothing names it.
    pub(crate) fn with(&self, command: &str) -> String {
        let words = Some(command.to_owned()).filter(|command| !command.is_empty());
        words.map_or_else(String::new, |command| [vec![command], self.words()].concat().join(" "))
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
    /// Use this level of containment instead of the strongest that works here
    #[arg(long, value_name = "LEVEL", display_order = 800, value_parser = one_of(Level::ALL, Level::name))]
    pub containment: Option<Level>,
    /// Run nothing unless containment is at least this strong
    #[arg(long, value_name = "LEVEL", display_order = 800, value_parser = one_of(Level::ALL, Level::name))]
    pub require_containment: Option<Level>,
}

impl SandboxArgs {
    pub(crate) fn containment(&self) -> Containment {
        Containment { level: self.containment, least: self.require_containment }
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

/// One of these values, by its name.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let named = move |text: String| all.into_iter().find(|one| name(*one) == text);
    PossibleValuesParser::new(all.map(name)).map(move |text| named(text).expect("one of the possible values"))
}
