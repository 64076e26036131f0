//! The command line, as clap reads it.

use crate::plan::{Shard, ShardBy, TimeFactor};
use crate::sandbox::Level;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness                          verify everything
  harness nim                      one problem
  harness nim/brute                one solution (`nim/nim` is the model solution)
  harness solutions/src/bin/nim.rs -t '*max*'
                                   one file, on the tests whose name matches
  harness --report html=out.html   also write a page; json, jsonl and junit are for programs

Exit codes:
  0  everything as expected            1  some solution not as expected
  2  usage, or broken content          3  a fault, or an incomplete run
  4  nothing selected                130  interrupted";

/// Judges every solution against its problem's tests: the verdict you would get, before you submit.
#[derive(Debug, Parser)]
#[command(name = "harness", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub judge: JudgeArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List what would be judged: problems, solutions, tests
    List(ListArgs),
    /// Write the tests that the `generate` tables of the problems describe and that are not there yet
    #[command(after_help = GENERATE)]
    Generate(GenerateArgs),
    /// Check the content itself: statements, validators and their bounds, generated tests, brute forces, wrong solutions
    #[command(after_help = CHECK)]
    Check(CheckArgs),
    /// Print the plan that machines share, and its id
    Plan(PlanArgs),
    /// Put the reports of shards together to the report of the whole run
    Merge(MergeArgs),
    /// Say where builds and results are kept and how much room they take, or remove them
    Cache(CacheArgs),
}

const GENERATE: &str = "\
Examples:
  harness generate                 every problem
  harness generate nim             one problem
  harness generate nim --force     also replace tests that differ from what the generator writes now

Answers are not written: judge the model solution, look at its output, and store it.";

const CHECK: &str = "\
Examples:
  harness check                    the whole workspace
  harness check nim -v             one problem, and which tests no wrong solution fails

Exit codes: 0 clean, 2 something to mend, 3 a fault.";

#[derive(Debug, Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    pub select: SelectArgs,

    /// Replace tests that differ
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub select: SelectArgs,

    /// Also name the tests that no wrong solution fails
    #[arg(short, long)]
    pub verbose: bool,

    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

/// What to judge; shared by all commands that select.
#[derive(Debug, Args)]
pub struct SelectArgs {
    /// A problem, `problem/solution`, or the path of a solution, a test or a problem's folder; none = everything
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,

    /// Only tests whose id or name matches, such as `sample/*` or `*max*`; may be given several times
    #[arg(short = 't', long = "test", value_name = "GLOB")]
    pub tests: Vec<String>,

    /// The workspace: the folder that has problems/ and testdata/ [default: the nearest one upwards]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    #[command(flatten)]
    pub select: SelectArgs,
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    #[command(flatten)]
    pub select: SelectArgs,

    /// Multiply all time limits
    #[arg(long, value_name = "X", default_value = "1")]
    pub time_factor: TimeFactor,

    #[command(flatten)]
    pub shard: ShardArgs,
}

/// One machine's part of a plan.
#[derive(Clone, Copy, Debug, Args)]
pub struct ShardArgs {
    /// Only part K of N parts, counted from 1; `harness merge` puts the reports together
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,

    /// What stays together in one part
    #[arg(long, value_name = "WHAT", default_value = "solution", value_parser = shard_by)]
    pub shard_by: ShardBy,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// JSON reports of runs with --shard
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,

    /// Write the whole report, such as `json=report.json`; `-` is standard output; may be given several times
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = report)]
    pub to: Vec<ReportTo>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,
}

#[derive(Debug, Args)]
pub struct CacheArgs {
    /// What to do
    #[arg(value_name = "WHAT", default_value = "show")]
    pub what: CacheWhat,

    /// The workspace: the folder that has problems/ and testdata/ [default: the nearest one upwards]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CacheWhat {
    /// Print the folder and what is in it
    Show,
    /// Remove all builds and results
    Clear,
}

#[derive(Debug, Args)]
pub struct JudgeArgs {
    #[command(flatten)]
    pub select: SelectArgs,

    /// Programs at one time [default: one a core; one core is left free where there are more than two]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Skip the rest after the first result that is not as expected
    #[arg(long)]
    pub fail_fast: bool,

    /// Show every failure, not only the first of each solution
    #[arg(long)]
    pub all_failures: bool,

    /// Only failures and the summary
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// A line for every test
    #[arg(short, long)]
    pub verbose: bool,

    #[command(flatten)]
    pub shard: ShardArgs,

    /// Run everything, and remember nothing of it
    #[arg(long)]
    pub no_cache: bool,

    /// Multiply all time limits
    #[arg(long, value_name = "X", default_value = "1")]
    pub time_factor: TimeFactor,

    /// Also write a report: `json=PATH`, `jsonl=PATH` (a line as soon as it is known), `junit=PATH`, `html=PATH`; `-` is standard output;
    /// may be given several times
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = report)]
    pub reports: Vec<ReportTo>,

    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

/// How programs are contained.
#[derive(Debug, Args)]
pub struct SandboxArgs {
    /// Use this level of containment instead of the strongest that works here
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub containment: Option<Level>,

    /// Run nothing unless containment is at least this strong
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub require_containment: Option<Level>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    Auto,
    Always,
    Never,
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn words_that_are_no_command_are_filters() {
        let cli = Cli::try_parse_from(["harness", "nim", "-t", "sample/*", "-j", "3"]).unwrap();
        assert!(cli.command.is_none());
        assert_eq!(cli.judge.select.filters, ["nim"]);
        assert_eq!(cli.judge.jobs.map(NonZeroUsize::get), Some(3));
    }

    #[test]
    fn bad_values_are_refused() {
        let refused = [
            ["--time-factor", "0"],
            ["--time-factor", "nan"],
            ["--report", "json"],
            ["--report", "xml=x"],
            ["-j", "0"],
            ["--containment", "most"],
        ];
        for args in refused {
            assert!(Cli::try_parse_from(["harness"].into_iter().chain(args)).is_err(), "{args:?}");
        }
    }
}
