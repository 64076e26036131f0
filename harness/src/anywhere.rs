//! Files in any folder, judged by the command line's settings: what `try` and `stress` share.

use crate::args::number_within;
use crate::error::CliError;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, ValueHint};
use engine::build::Languages;
use judge::{JudgedBy, OwnRules, stream_files};
use model::{ByteSize, Comparison, FileNames, Protocol, TokenOptions, shell};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Settings that no problem gives here.
#[derive(Args, Debug, Default)]
#[group(skip)]
pub(crate) struct RuleArgs {
    /// Time limit in seconds, the same for every language [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = |text: &str| number_within(text, 0.001, 3600.0))]
    time: Option<f64>,
    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: Option<u64>,
    /// How outputs are compared
    #[arg(long, value_name = "HOW", conflicts_with_all = ["tolerance", "checker", "interactor"])]
    compare: Option<Compare>,
    /// Numbers may be off by this much, absolutely or relatively
    #[arg(short = 'e', long, alias = "eps", value_name = "X", conflicts_with_all = ["checker", "interactor"], value_parser = |text: &str| number_within(text, 0.0, 1.0))]
    tolerance: Option<f64>,
    /// A checker, of testlib or of the ICPC's protocol
    #[arg(long, value_name = "FILE", conflicts_with = "interactor", value_hint = ValueHint::FilePath)]
    checker: Option<PathBuf>,
    /// How the checker or interactor is called [default: as its source suggests]
    #[arg(long, value_name = "KIND")]
    checker_kind: Option<CheckerKind>,
    /// An interactor, of testlib or of the ICPC's protocol
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    interactor: Option<PathBuf>,
    /// Solutions read the input from a file of this name, and not from standard input
    #[arg(long, value_name = "NAME", conflicts_with = "interactor")]
    input_file: Option<String>,
    /// Solutions write the output into a file of this name, and not to standard output
    #[arg(long, value_name = "NAME", conflicts_with = "interactor")]
    output_file: Option<String>,
}

impl RuleArgs {
    /// The files of the checker or interactor.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.checker, &self.interactor].into_iter().flatten()
    }

    /// The options as rules.
    ///
    /// # Errors
    /// When a program does not exist, or a file's name is not one in the solution's folder.
    pub(crate) fn own(&self, home: &Path, languages: &Languages) -> Result<OwnRules, CliError> {
        Ok(OwnRules {
            time: self.time.map(Duration::from_secs_f64),
            memory: self.memory.map(ByteSize::mib),
            judging: self.judged_by().map(|judged_by| judged_by.judging(home, languages)).transpose()?,
            files: stream_files(FileNames { input: self.input_file.clone(), output: self.output_file.clone() })?,
        })
    }

    /// What the options say about judging. `None`: nothing.
    fn judged_by(&self) -> Option<JudgedBy> {
        let protocol = self.checker_kind.map(|kind| match kind {
            CheckerKind::Icpc => Protocol::Icpc,
            CheckerKind::Testlib => Protocol::Testlib,
        });
        if let Some(checker) = &self.checker {
            return Some(JudgedBy::Checker(checker.clone(), protocol));
        }
        if let Some(interactor) = &self.interactor {
            return Some(JudgedBy::Interactor(interactor.clone(), protocol));
        }
        let usual = TokenOptions::default();
        let comparison = match (self.tolerance, self.compare) {
            (None, None) => return None,
            (within @ Some(_), _) => {
                Comparison::Tokens(TokenOptions { float_absolute: within, float_relative: within, ..usual })
            }
            (None, Some(Compare::Tokens)) => Comparison::Tokens(usual),
            (None, Some(Compare::AnyCase)) => Comparison::Tokens(TokenOptions { case_sensitive: false, ..usual }),
            (None, Some(Compare::Lines)) => Comparison::Lines,
            (None, Some(Compare::Exact)) => Comparison::Exact,
            (None, Some(Compare::Unordered)) => Comparison::Unordered,
        };
        Some(JudgedBy::Comparison(comparison))
    }

    /// These arguments as options of another call.
    pub(crate) fn words(&self) -> Vec<String> {
        let RuleArgs { time, memory, compare, tolerance, checker, checker_kind, interactor, input_file, output_file } =
            self;
        let file = |path: &Option<PathBuf>| path.as_ref().map(|path| shell::word(&path.display().to_string()));
        let name = |value: Option<PossibleValue>| value.map(|value| value.get_name().to_owned());
        let how = name(compare.and_then(|compare| compare.to_possible_value()));
        let kind = name(checker_kind.and_then(|kind| kind.to_possible_value()));
        let options = [
            ("time", time.map(|time| time.to_string())),
            ("memory", memory.map(|memory| memory.to_string())),
            ("compare", how),
            ("tolerance", tolerance.map(|tolerance| tolerance.to_string())),
            ("checker", file(checker)),
            ("checker-kind", kind),
            ("interactor", file(interactor)),
            ("input-file", input_file.as_deref().map(shell::word)),
            ("output-file", output_file.as_deref().map(shell::word)),
        ];
        options.into_iter().filter_map(|(name, value)| Some(format!("--{name} {}", value?))).collect()
    }
}

/// The order of a checker's arguments, and its exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckerKind {
    /// Input, answer, folder; the output on standard input; exit codes 42 and 43
    Icpc,
    /// Input, output, answer; exit codes 0 and 1
    Testlib,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Compare {
    /// Words and numbers; white space does not count
    Tokens,
    /// The same, and upper and lower case do not count
    AnyCase,
    /// Line by line, ignoring white space at the ends of lines
    Lines,
    /// Byte by byte
    Exact,
    /// Lines in any order
    Unordered,
}
