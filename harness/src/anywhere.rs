//! Files in any folder, judged by the settings of the call: what judging and `stress` share.

use crate::args::number_within;
use crate::error::CliError;
use clap::{Args, ValueHint};
use judge::model::{ByteSize, Comparison, FileNames, Judging, Protocol, TokenOptions};
use judge::{Languages, OwnRules, jury_program, stream_files};
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
    /// How outputs are compared: `-e 1e-6`, `-e any-case`, `-e lines`, …
    ///
    /// By a number by which numbers may be off, absolutely or relatively; or tokens (words and
    /// numbers; white space does not count), any-case (the same, and upper and lower case do not
    /// count), lines (without white space at their ends), exact (byte by byte), unordered (lines in
    /// any order).
    #[arg(short = 'e', long, value_name = "HOW", conflicts_with_all = ["checker", "interactor"], value_parser = comparison)]
    compare: Option<Comparison>,
    /// A checker, of testlib or of the ICPC's protocol
    ///
    /// It is called as its source suggests, or as `testlib:FILE` (input, output, answer; exit
    /// codes 0 and 1) or `icpc:FILE` says (input, answer, folder; the output on standard input;
    /// exit codes 42 and 43).
    #[arg(long, value_name = "[KIND:]FILE", conflicts_with = "interactor", value_parser = jury, value_hint = ValueHint::FilePath)]
    checker: Option<Jury>,
    /// An interactor, likewise
    #[arg(long, value_name = "[KIND:]FILE", value_parser = jury, value_hint = ValueHint::FilePath)]
    interactor: Option<Jury>,
    /// Solutions read the first of these files and write the second, in place of standard input and
    /// output; either may be left out: `--files sum.in,sum.out`
    #[arg(long, value_name = "IN,OUT", conflicts_with = "interactor", value_parser = file_names, hide_short_help = true)]
    files: Option<FileNames>,
}

impl RuleArgs {
    /// The files of the checker or interactor.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.checker, &self.interactor].into_iter().flatten().map(|jury| &jury.file)
    }

    /// The options as rules.
    ///
    /// # Errors
    /// When a program does not exist, or a file's name is not one in the solution's folder.
    pub(crate) fn own(&self, home: &Path, languages: &Languages) -> Result<OwnRules, CliError> {
        let program = |jury: &Jury| jury_program(&jury.file, jury.protocol, home, languages);
        let judging = match (&self.checker, &self.interactor, self.compare) {
            (Some(checker), _, _) => Some(Judging::Checker(program(checker)?)),
            (None, Some(interactor), _) => Some(Judging::Interactor(program(interactor)?)),
            (None, None, comparison) => comparison.map(Judging::Compare),
        };
        Ok(OwnRules {
            time: self.time.map(Duration::from_secs_f64),
            memory: self.memory.map(ByteSize::mib),
            judging,
            files: stream_files(self.files.clone().unwrap_or_default())?,
        })
    }
}

/// A checker or interactor, and how it is called if that is said.
#[derive(Clone, Debug)]
struct Jury {
    file: PathBuf,
    protocol: Option<Protocol>,
}

fn jury(text: &str) -> Result<Jury, String> {
    let kinds = [("icpc:", Protocol::Icpc), ("testlib:", Protocol::Testlib)];
    let typed = kinds.into_iter().find_map(|(kind, protocol)| Some((text.strip_prefix(kind)?, Some(protocol))));
    let (file, protocol) = typed.unwrap_or((text, None));
    Ok(Jury { file: file.into(), protocol })
}

fn comparison(text: &str) -> Result<Comparison, String> {
    let usual = TokenOptions::default();
    Ok(match text {
        "tokens" => Comparison::Tokens(usual),
        "any-case" => Comparison::Tokens(TokenOptions { case_sensitive: false, ..usual }),
        "lines" => Comparison::Lines,
        "exact" => Comparison::Exact,
        "unordered" => Comparison::Unordered,
        number => {
            let within = number_within(number, 0.0, 1.0)
                .map_err(|_| "tokens, any-case, lines, exact, unordered, or a number from 0 to 1")?;
            Comparison::Tokens(TokenOptions { float_absolute: Some(within), float_relative: Some(within), ..usual })
        }
    })
}

fn file_names(text: &str) -> Result<FileNames, String> {
    let (input, output) = text.split_once(',').ok_or("IN,OUT, such as `sum.in,sum.out` or `sum.in,`")?;
    let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    Ok(FileNames { input: named(input), output: named(output) })
}
