//! Arguments that several commands share. Those of one command alone stand in its own file.
//!
//! clap's builder, not its derive: the derive and what it needs are a tenth of the harness's first build.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use engine::plan::{Shard, ShardBy, TimeFactor};
use sandbox::Level;
use std::any::Any;
use std::path::PathBuf;

/// What to judge.
#[derive(Debug)]
pub struct SelectArgs {
    pub filters: Vec<String>,
    pub tests: Vec<String>,
    pub root: Option<PathBuf>,
    pub color: ColorWhen,
}

impl SelectArgs {
    pub fn on(command: Command) -> Command {
        command.args([
            words("filters", "FILTER").help(
                "A problem, `problem/solution`, or the path of a solution, a test or a problem's folder; none = everything",
            ),
            Arg::new("test").short('t').long("test").value_name("GLOB").action(ArgAction::Append).help(
                "Only tests whose id or name matches, such as `sample/*` or `*max*`; may be given several times",
            ),
            root(),
            color(),
        ])
    }

    /// For commands that take the workspace as a whole.
    pub fn everything(values: &ArgMatches) -> SelectArgs {
        SelectArgs { filters: Vec::new(), tests: Vec::new(), root: one(values, "root"), color: ColorWhen::of(values) }
    }

    pub fn of(values: &ArgMatches) -> SelectArgs {
        SelectArgs {
            filters: many(values, "filters"),
            tests: many(values, "test"),
            root: one(values, "root"),
            color: ColorWhen::of(values),
        }
    }
}

/// One machine's part of a plan.
#[derive(Clone, Copy, Debug)]
pub struct ShardArgs {
    pub shard: Option<Shard>,
    pub shard_by: ShardBy,
}

impl ShardArgs {
    pub fn on(command: Command) -> Command {
        command.args([
            Arg::new("shard")
                .long("shard")
                .value_name("K/N")
                .value_parser(|text: &str| text.parse::<Shard>())
                .help("Only part K of N parts, counted from 1; `harness merge` puts the reports together"),
            Arg::new("shard-by")
                .long("shard-by")
                .value_name("WHAT")
                .default_value("solution")
                .value_parser(shard_by)
                .help("What stays together in one part"),
        ])
    }

    pub fn of(values: &ArgMatches) -> ShardArgs {
        ShardArgs { shard: one(values, "shard"), shard_by: one(values, "shard-by").unwrap_or_default() }
    }
}

/// How programs are contained.
#[derive(Debug)]
pub struct SandboxArgs {
    pub containment: Option<Level>,
    pub require_containment: Option<Level>,
}

impl SandboxArgs {
    pub fn on(command: Command) -> Command {
        let level = |name| Arg::new(name).long(name).value_name("LEVEL").value_parser(level);
        command.args([
            level("containment").help("Use this level of containment instead of the strongest that works here"),
            level("require-containment").help("Run nothing unless containment is at least this strong"),
        ])
    }

    pub fn of(values: &ArgMatches) -> SandboxArgs {
        SandboxArgs { containment: one(values, "containment"), require_containment: one(values, "require-containment") }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl ColorWhen {
    /// The value of [`color`].
    pub fn of(values: &ArgMatches) -> ColorWhen {
        match one::<String>(values, "color").as_deref() {
            Some("always") => ColorWhen::Always,
            Some("never") => ColorWhen::Never,
            Some(_) | None => ColorWhen::Auto,
        }
    }
}

/// The file formats a report can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    Json,
    JsonLines,
    Junit,
    Html,
}

/// One `--report`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportTo {
    pub format: ReportFormat,
    pub path: PathBuf,
}

/// Words without an option in front, any number of them.
pub fn words(id: &'static str, name: &'static str) -> Arg {
    Arg::new(id).value_name(name).num_args(0..)
}

/// A `--name` that is there or not.
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// One word of a few, each with its meaning. Without it, the first.
pub fn choice(id: &'static str, name: &'static str, words: &[(&'static str, &'static str)]) -> Arg {
    let values: Vec<PossibleValue> = words.iter().map(|(word, help)| PossibleValue::new(*word).help(*help)).collect();
    Arg::new(id).value_name(name).value_parser(values).default_value(words.first().map_or("", |(word, _)| *word))
}

/// `--root DIR`.
pub fn root() -> Arg {
    Arg::new("root")
        .long("root")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .help("The workspace: the folder that has problems/ and testdata/ [default: the nearest one upwards]")
}

/// `--color WHEN`.
pub fn color() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(["auto", "always", "never"])
        .default_value("auto")
        .help("When to use colour")
}

/// `--time-factor X`.
pub fn time_factor() -> Arg {
    Arg::new("time-factor")
        .long("time-factor")
        .value_name("X")
        .default_value("1")
        .value_parser(|text: &str| text.parse::<TimeFactor>())
        .help("Multiply all time limits")
}

/// `--report FORMAT=PATH`, any number of them.
pub fn reports(help: &'static str) -> Arg {
    Arg::new("report")
        .long("report")
        .value_name("FORMAT=PATH")
        .action(ArgAction::Append)
        .value_parser(report)
        .help(help)
}

/// The value of an argument that is given at most once.
pub fn one<T: Any + Clone + Send + Sync>(values: &ArgMatches, name: &str) -> Option<T> {
    values.get_one(name).cloned()
}

/// All values of an argument.
pub fn many<T: Any + Clone + Send + Sync>(values: &ArgMatches, name: &str) -> Vec<T> {
    values.get_many(name).map(|all| all.cloned().collect()).unwrap_or_default()
}

fn shard_by(text: &str) -> Result<ShardBy, String> {
    let all = [ShardBy::Solution, ShardBy::Test];
    all.into_iter().find(|by| by.name() == text).ok_or_else(|| "`solution` or `test`".to_owned())
}

fn report(text: &str) -> Result<ReportTo, String> {
    let Some((format, path)) = text.split_once('=') else {
        return Err("FORMAT=PATH, such as json=report.json".to_owned());
    };
    let format = match format {
        "json" => ReportFormat::Json,
        "jsonl" => ReportFormat::JsonLines,
        "junit" => ReportFormat::Junit,
        "html" => ReportFormat::Html,
        other => return Err(format!("unknown format `{other}`: there are json, jsonl, junit and html")),
    };
    if path.is_empty() {
        return Err("a path is missing behind `=`".to_owned());
    }
    Ok(ReportTo { format, path: PathBuf::from(path) })
}

fn level(text: &str) -> Result<Level, String> {
    let names: Vec<&str> = Level::ALL.map(Level::name).to_vec();
    Level::parse(text).ok_or_else(|| format!("one of {}", names.join(", ")))
}
