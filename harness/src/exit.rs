//! Turns the outcome into the exit code. The codes are documented only here; every help text
//! repeats them.

use judge::model::Summary;

/// Printed after every command's examples.
const CODES: &str = "\
Exit codes:
    0  as expected, or done
    1  not as expected, or not done
    2  usage, or broken content
    3  a fault, or an incomplete run
    4  nothing of that name
  130  interrupted";

/// Adds the exit codes to the end of each `--help`.
pub(crate) fn documented(command: clap::Command) -> clap::Command {
    let help = match command.get_after_long_help().or_else(|| command.get_after_help()) {
        Some(examples) => format!("{examples}\n\n{CODES}"),
        None => CODES.to_owned(),
    };
    command.after_long_help(help).mut_subcommands(documented)
}

/// The documented exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    AsExpected = 0,
    NotAsExpected = 1,
    /// The command line, or broken files in the workspace. Healthy problems were judged.
    UsageOrContent = 2,
    FaultOrIncomplete = 3,
    NothingSelected = 4,
    Interrupted = 130,
}

impl Exit {
    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    /// The code of two things that were done, by the precedence of [`Exit::of`].
    pub(crate) fn and(self, other: Exit) -> Exit {
        const RISING: [Exit; 6] = [
            Exit::AsExpected,
            Exit::NotAsExpected,
            Exit::NothingSelected,
            Exit::UsageOrContent,
            Exit::FaultOrIncomplete,
            Exit::Interrupted,
        ];
        RISING.into_iter().rfind(|exit| [self, other].contains(exit)).unwrap_or(self)
    }

    /// What cannot be trusted outweighs what is known to be wrong: interrupted, then faults, then
    /// content, then verdicts.
    ///
    /// Solutions in an optional language that is not on this machine leave a run complete, unless
    /// nothing else was judged.
    pub(crate) fn of(summary: &Summary) -> Exit {
        let incomplete = summary.open() > 0 || (summary.skipped > 0 && summary.judged == 0);
        if summary.interrupted {
            Exit::Interrupted
        } else if summary.faults > 0 || incomplete {
            // A run cut short by --fail-fast is incomplete on purpose: the failure that ended it
            // decides.
            if summary.faults == 0 && summary.unmet > 0 { Exit::NotAsExpected } else { Exit::FaultOrIncomplete }
        } else if summary.content_errors > 0 {
            Exit::UsageOrContent
        } else if summary.unmet > 0 {
            Exit::NotAsExpected
        } else {
            Exit::AsExpected
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(summary: &Summary, exit: Exit) {
        assert_eq!(Exit::of(summary), exit, "{summary:?}");
    }

    #[test]
    fn of_two_exit_codes_the_more_serious_one_counts() {
        assert_eq!(Exit::NothingSelected.and(Exit::FaultOrIncomplete), Exit::FaultOrIncomplete);
        assert_eq!(Exit::NothingSelected.and(Exit::NotAsExpected), Exit::NothingSelected);
        assert_eq!(Exit::AsExpected.and(Exit::AsExpected), Exit::AsExpected);
    }

    #[test]
    fn the_exit_code_says_the_most_serious_thing() {
        let good = Summary { met: 3, judged: 9, ..Summary::default() };
        check(&good, Exit::AsExpected);
        check(&Summary { unmet: 1, ..good.clone() }, Exit::NotAsExpected);
        check(&Summary { content_errors: 1, unmet: 1, ..good.clone() }, Exit::UsageOrContent);
        check(
            &Summary { faults: 1, undecided: 1, content_errors: 1, unmet: 1, ..good.clone() },
            Exit::FaultOrIncomplete,
        );
        check(&Summary { interrupted: true, faults: 1, undecided: 2, ..good }, Exit::Interrupted);
    }

    #[test]
    fn a_missing_optional_language_leaves_the_run_complete_unless_it_was_all_there_was() {
        check(&Summary { met: 3, judged: 9, undecided: 2, skipped: 2, ..Summary::default() }, Exit::AsExpected);
        check(&Summary { undecided: 2, skipped: 2, ..Summary::default() }, Exit::FaultOrIncomplete);
        check(&Summary { met: 3, judged: 9, undecided: 3, skipped: 2, ..Summary::default() }, Exit::FaultOrIncomplete);
    }

    #[test]
    fn fail_fast_ends_with_the_failure_that_cut_it() {
        check(&Summary { met: 1, unmet: 1, undecided: 5, judged: 9, ..Summary::default() }, Exit::NotAsExpected);
    }
}
