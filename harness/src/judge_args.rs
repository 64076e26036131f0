//! The arguments for judging.

use crate::anywhere::RuleArgs;
use crate::args::{
    BuildArgs, LimitArgs, ProgramArgs, ReportTo, SandboxArgs, SelectArgs, ShardArgs, TimeFactorArgs, report,
};
use clap::{Args, value_parser};
use judge::model::test_names::Pattern;
use report::Verbosity;
use std::path::PathBuf;

/// The arguments for judging.
#[derive(Args, Debug)]
#[group(skip)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    pub select: SelectArgs,
    /// Programs to run at once [default: one per core; one core is left free if there are more than
    /// two]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..), hide_short_help = true)]
    pub jobs: Option<u16>,
    /// Only what failed the last time it was run, on the tests it failed
    #[arg(long)]
    pub failed: bool,
    /// Run this input, and show what is printed; `-` is standard input
    ///
    /// May be given several times.
    #[arg(short, long = "input", value_name = "FILE", conflicts_with_all = ["watch", "names"])]
    pub inputs: Vec<PathBuf>,
    /// Judge again whenever a file is saved
    #[arg(short, long, conflicts_with_all = ["failed", "limits", "reports", "shard"])]
    pub watch: bool,
    /// Patterns of the names of inputs and answers; `*` stands for the same text in both:
    /// `--names 'data/*.txt:data/*.sol'`
    #[arg(long, value_name = "IN:ANSWER", value_parser = names, hide_short_help = true)]
    pub names: Option<Pattern>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    /// Open gdb or lldb on the program and this test
    ///
    /// It runs without the sandbox.
    #[arg(long, value_name = "TEST", conflicts_with_all = ["watch", "inputs", "tests", "failed"])]
    pub debug: Option<String>,
    /// Skip everything after the first result that is not as expected
    #[arg(long, conflicts_with = "all", hide_short_help = true)]
    pub fail_fast: bool,
    /// Judge every test and show every failure
    ///
    /// Goes on after the verdict is decided, and shows all failures of a solution.
    #[arg(short, long)]
    pub all: bool,
    /// Only failures and the summary; a terminal shows the progress, too
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// A line per solution and per test
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Compile, measure and run everything, and keep no result for later runs
    #[arg(long, hide_short_help = true)]
    pub no_cache: bool,
    #[command(flatten)]
    pub time: TimeFactorArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Also write a report: `html=PATH`, `json=PATH`, `junit=PATH`, `jsonl=PATH`
    ///
    /// `jsonl` is a line per result, at once; `-` is standard output. May be given several times.
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = report)]
    pub reports: Vec<ReportTo>,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

fn names(text: &str) -> Result<Pattern, String> {
    let (input, answer) = text.split_once(':').ok_or("IN:ANSWER, such as `*.in:*.ok`")?;
    let plain = |text: &str| text.trim_start_matches("./").to_owned();
    Ok(Pattern { input: plain(input), answers: vec![plain(answer)] })
}

impl JudgeArgs {
    /// The patterns of the tests.
    pub(crate) fn tests(&self) -> Vec<String> {
        self.debug.as_ref().map_or_else(|| self.select.tests.clone(), |test| vec![test.clone()])
    }

    pub(crate) fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        }
    }
}
