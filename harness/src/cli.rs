//! Arguments in, exit code out: wires the other modules together.
//!
//! Knows argv, the environment, terminals and exit codes, and no judging rule. One file per command: what it takes from the command
//! line, and what it does.

use crate::exit::Exit;
use crate::judge::JudgeArgs;
use crate::{
    add, bless, cache, check, completions, doctor, explain, generate, get, judge, last, list, merge, new, plan, schema,
    submit, time, watch,
};
use clap::{ArgMatches, Command};
use std::process::ExitCode;

/// A command besides judging, which is what happens without one.
struct Entry {
    define: fn() -> Command,
    /// Either way an exit code; the reason has been printed.
    run: fn(&ArgMatches) -> Result<Exit, Exit>,
}

/// In the order of `--help`.
const COMMANDS: &[Entry] = &[
    Entry { define: last::define, run: last::run },
    Entry { define: list::define, run: list::run },
    Entry { define: new::define, run: new::run },
    Entry { define: get::define, run: get::run },
    Entry { define: add::define, run: add::run },
    Entry { define: bless::define, run: bless::run },
    Entry { define: generate::define, run: generate::run },
    Entry { define: check::define, run: check::run },
    Entry { define: watch::define, run: watch::run },
    Entry { define: submit::define, run: submit::run },
    Entry { define: explain::define, run: explain::run },
    Entry { define: time::define, run: time::run },
    Entry { define: plan::define, run: plan::run },
    Entry { define: merge::define, run: merge::run },
    Entry { define: schema::define, run: schema::run },
    Entry { define: cache::define, run: cache::run },
    Entry { define: doctor::define, run: doctor::run },
    Entry { define: completions::define, run: completions::run },
    Entry { define: completions::define_man, run: completions::run_man },
];

const EXAMPLES: &str = "\
Examples:
  harness                          verify everything
  harness nim                      one problem
  harness nim/brute                one solution (`nim/nim` is the model solution)
  harness solutions/src/bin/nim.rs -t '*max*'
                                   one file, on the tests whose name matches
  harness --failed                 only what failed the last time; `harness last` shows it again
  harness --report html=out.html   also write a page; json, jsonl and junit are for programs

Exit codes:
  0  everything as expected            1  some solution not as expected
  2  usage, or broken content          3  a fault, or an incomplete run
  4  nothing selected                130  interrupted";

pub fn define() -> Command {
    let command = Command::new("harness")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Judges every solution against its problem's tests: the verdict you would get, before you submit")
        .after_help(EXAMPLES)
        .args_conflicts_with_subcommands(true);
    JudgeArgs::on(command).subcommands(COMMANDS.iter().map(|entry| (entry.define)()))
}

/// Whether this word is a command where it comes first.
pub fn is_command(word: &str) -> bool {
    COMMANDS.iter().any(|entry| (entry.define)().get_name() == word)
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let values = match define().try_get_matches() {
        Ok(values) => values,
        Err(error) => {
            // Help and version come this way, too: clap knows which stream and which code.
            let code = if error.use_stderr() { Exit::UsageOrContent } else { Exit::AsExpected };
            // Nothing is left to be done when the terminal is gone.
            let _ = error.print();
            return ExitCode::from(code.code());
        }
    };
    let (Ok(exit) | Err(exit)) = match values.subcommand() {
        Some((name, values)) => {
            let entry = COMMANDS.iter().find(|entry| (entry.define)().get_name() == name);
            (entry.expect("clap knows no command that is not in the table").run)(values)
        }
        None => judge::run(&values),
    };
    ExitCode::from(exit.code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        define().debug_assert();
    }

    #[test]
    fn words_that_are_no_command_are_filters() {
        let values = define().try_get_matches_from(["harness", "nim", "-t", "sample/*", "-j", "3"]).unwrap();
        assert!(values.subcommand().is_none());
        let args = JudgeArgs::of(&values);
        assert_eq!(args.select.filters, ["nim"]);
        assert_eq!(args.select.tests, ["sample/*"]);
        assert_eq!(args.jobs.map(std::num::NonZeroUsize::get), Some(3));
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
            assert!(define().try_get_matches_from(["harness"].into_iter().chain(args)).is_err(), "{args:?}");
        }
    }
}
