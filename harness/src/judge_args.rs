//! The arguments for judging, which `try` and the command without a name share.

use crate::anywhere::RuleArgs;
use crate::args::{BuildArgs, LazyArgs, ReportTo, SandboxArgs, SelectArgs, ShardArgs, TimeFactorArgs, report};
use crate::limits::LimitArgs;
use crate::program::ProgramArgs;
use clap::{Args, ValueEnum, value_parser};
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
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Only what failed the last time it was run, on the tests it failed
    #[arg(long)]
    pub failed: bool,
    /// Run this input, and show what is printed; `-` is standard input; may be given several times
    #[arg(short, long = "input", value_name = "FILE", conflicts_with_all = ["watch", "in_pattern"])]
    pub inputs: Vec<PathBuf>,
    /// Judge again whenever a file is saved
    #[arg(short, long)]
    pub watch: bool,
    /// With --watch: clear the screen before each run
    #[arg(long, requires = "watch")]
    pub clear: bool,
    /// Names of a file's inputs, with a `*`
    #[arg(long = "in", value_name = "PATTERN", requires = "answer_pattern")]
    pub in_pattern: Option<String>,
    /// Names of the answers: `*` stands for the same text as in the input's name
    #[arg(long = "ans", value_name = "PATTERN", requires = "in_pattern")]
    pub answer_pattern: Option<String>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    /// Open gdb or lldb (pdb for Python, jdb for Java) on the program and this test, outside of all
    /// containment
    #[arg(long, value_name = "TEST", conflicts_with_all = ["watch", "inputs", "tests", "failed"])]
    pub debug: Option<String>,
    /// Skip everything after the first result that is not as expected
    #[arg(long, conflicts_with_all = ["lazy", "all"])]
    pub fail_fast: bool,
    #[command(flatten)]
    pub lazy: LazyArgs,
    /// Judge every test and show every failure, not only the first of each solution
    #[arg(short, long)]
    pub all_failures: bool,
    /// Only failures and the summary; a terminal shows the progress, too
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// A line per solution and per test
    #[arg(short, long)]
    verbose: bool,
    /// Amount of output
    #[arg(long, default_value = "normal", conflicts_with_all = ["quiet", "verbose", "all_failures"])]
    pub format: Format,
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Compile and run everything, and keep no result for later runs
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub time: TimeFactorArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Also write a report: `json=PATH`, `jsonl=PATH` (a line per result, at once), `junit=PATH`,
    /// `html=PATH`; `-` is standard output; may be given several times
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = report)]
    pub reports: Vec<ReportTo>,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A line per solution (per problem, if there are more than three), then the first failures of
    /// each failing solution
    Normal,
    /// A line per failing solution, and the summary
    Short,
    /// A line per test, and all failures
    Full,
}

impl JudgeArgs {
    /// The patterns of the tests.
    pub(crate) fn tests(&self) -> Vec<String> {
        self.debug.as_ref().map_or_else(|| self.select.tests.clone(), |test| vec![test.clone()])
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.verbosity() == Verbosity::Quiet
    }

    pub(crate) fn is_verbose(&self) -> bool {
        self.verbosity() == Verbosity::Verbose
    }

    /// Whether every failure is to be shown.
    pub(crate) fn shows_all(&self) -> bool {
        self.all_failures || self.format == Format::Full
    }

    pub(crate) fn verbosity(&self) -> Verbosity {
        match self.format {
            Format::Short => Verbosity::Quiet,
            Format::Full => Verbosity::Verbose,
            Format::Normal if self.quiet => Verbosity::Quiet,
            Format::Normal if self.verbose => Verbosity::Verbose,
            Format::Normal => Verbosity::Normal,
        }
    }
}
