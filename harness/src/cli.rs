//! The command line as a whole: its arguments, and the command that each call runs. Each command's
//! own arguments are in its file.

use crate::args::CommonArgs;
use crate::error::{CliError, exit_of};
use crate::exit::{self, Exit};
use crate::judge_args::JudgeArgs;
use crate::screen::write_aside;
use crate::typed_options::TypedOptions;
use crate::{
    add, bless, check, completions, debug, doctor, explain, export, generate, get, grade, habits, import, init, judge,
    last, learn, list, merge, mutate, new, plan, play, print, strengthen, stress, submit,
};
use ::judge::plan::PlanError;
use ::judge::{Call, Target};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use report::text::sanitize;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  harness a.cpp                    a file in any folder, on the tests beside it
  harness a.cpp -w                 again whenever something is saved
  harness a.cpp -i big.in          one input: its output, time and memory; `-i -` reads it from the terminal
  harness                          in a workspace: verify everything
  harness nim/brute -t '*max*'     one solution, on the tests whose name matches
  harness ../packages/heaps        a package of Kattis or the ICPC, in place
  harness --failed                 only what failed the last time; `harness last` shows it again

`harness --help` has all options.";

/// Judges every solution against its problem's tests: the verdict you would get, before you submit
#[derive(Parser, Debug)]
#[command(name = "harness", version, after_help = EXAMPLES, override_usage = "harness [OPTIONS] [FILTER]...\n       harness <COMMAND>")]
struct Cli {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    judge: JudgeArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands, each with its arguments and what runs it.
macro_rules! commands {
    ($($name:ident($args:ty) => $run:path,)*) => {
        #[derive(Subcommand, Debug)]
        enum Command {
            $($name(Box<$args>),)*
        }

        impl Command {
            fn run(&self, common: &CommonArgs) -> Result<Exit, CliError> {
                match self {
                    $(Command::$name(args) => $run(args, common),)*
                }
            }
        }
    };
}

// In the order of `--help`.
commands! {
    Last(last::LastArgs) => last::run,
    List(list::ListArgs) => list::run,
    Init(init::InitArgs) => init::run,
    New(new::NewArgs) => new,
    Get(get::GetArgs) => get::run,
    Add(add::AddArgs) => add::run,
    Bless(bless::BlessArgs) => bless::run,
    Generate(generate::GenerateArgs) => generate::run,
    Check(check::CheckArgs) => check::run,
    Mutate(mutate::MutateArgs) => mutate::run,
    Strengthen(strengthen::StrengthenArgs) => strengthen::run,
    Debug(debug::DebugArgs) => debug::run,
    Play(play::PlayArgs) => play::run,
    Learn(learn::LearnArgs) => learn::run,
    Stress(stress::StressArgs) => stress::run,
    Grade(grade::GradeArgs) => grade::run,
    Submit(submit::SubmitArgs) => submit::run,
    Explain(explain::ExplainArgs) => explain::run,
    Export(export::ExportArgs) => export::run,
    Import(import::ImportArgs) => import::run,
    Plan(plan::PlanArgs) => plan::run,
    Merge(merge::MergeArgs) => merge::run,
    Doctor(doctor::DoctorArgs) => doctor::run,
    Print(print::PrintArgs) => print,
}

fn new(args: &new::NewArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    new::run(args, is_command, common)
}

fn print(args: &print::PrintArgs, _: &CommonArgs) -> Result<Exit, CliError> {
    print::run(args, definition())
}

/// Runs the command that the arguments name.
pub(crate) fn main() -> ExitCode {
    let exit = completions::answer(definition).and_then(|answered| match answered {
        true => Ok(Exit::AsExpected),
        false => parse(std::env::args_os()).map(|cli| run(&cli)),
    });
    let exit = exit.unwrap_or_else(|error| {
        // Help and version come this way, too: clap knows the stream and the code. If the terminal
        // is gone, there is nothing left to do. It repeats what was typed as it is.
        let words = error.render().to_string();
        match error.use_stderr() && sanitize::lines(&words, true) != words {
            true => write_aside(&words),
            false => drop(error.print()),
        }
        if error.use_stderr() { Exit::UsageOrContent } else { Exit::AsExpected }
    });
    ExitCode::from(exit.code())
}

fn run(cli: &Cli) -> Exit {
    let common = &cli.common;
    let result = match &cli.command {
        None => judge::run(&cli.judge, common, definition),
        Some(command) => command.run(common),
    };
    result.unwrap_or_else(|error| {
        let screen = common.screen();
        // A name that only a command has was most likely meant as one.
        if let CliError::Selection { error: PlanError::NothingNamed { filter, .. }, .. } = &error
            && is_command(filter)
        {
            let hint = format!("`{filter}` is a command, and a command comes first: `harness {filter} …`");
            screen.complain(&error.to_string(), Some(&hint));
        } else {
            screen.error(&error);
        }
        exit_of(&error)
    })
}

pub(crate) fn definition() -> clap::Command {
    exit::documented(Cli::command())
}

/// Returns whether this word, as the first one, is a command.
fn is_command(word: &str) -> bool {
    let mut command = Cli::command();
    // Then it also has the commands of the library: `help`.
    command.build();
    command.find_subcommand(word).is_some()
}

fn parse(arguments: impl IntoIterator<Item: Into<std::ffi::OsString> + Clone>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let mut arguments: Vec<std::ffi::OsString> = arguments.into_iter().map(Into::into).collect();
    // `help` is clap's own command, and does not know these two options.
    if arguments.len() == 3 && arguments[1] == "help" && (arguments[2] == "--help" || arguments[2] == "-h") {
        arguments.remove(1);
    }
    // The exit codes in each help text take longer than all the parsing: only who gets to read them
    // waits for them.
    let parsed = command.try_get_matches_from_mut(&arguments);
    let matches = parsed.or_else(|_| {
        let first = arguments.get(1).and_then(|word| word.to_str()).map(str::to_owned);
        let whole = definition();
        let called = whole.clone().ignore_errors(true).try_get_matches_from(&arguments).ok();
        let called = called.as_ref().and_then(ArgMatches::subcommand_name);
        whole
            .try_get_matches_from(arguments)
            .map_err(|error| habits::renamed(&command, called, first.as_deref(), error))
    })?;
    if let Some(name) = matches.subcommand_name().filter(|_| asks_for_judging(&matches)) {
        let problem = format!("`{name}` is a command, and a command comes first: `harness {name} …`");
        return Err(command.error(ErrorKind::ArgumentConflict, problem));
    }
    let mut cli = Cli::from_arg_matches(&matches)?;
    cli.common.options = TypedOptions::of(&command, &matches);
    if cli.command.is_none() {
        name_root(&mut cli.common, &mut cli.judge);
    }
    Ok(cli)
}

/// A root among the words is a root for all that follows, hints included.
fn name_root(common: &mut CommonArgs, judge: &mut JudgeArgs) {
    let (root, program) = (common.root.clone(), Some(judge.program.request()));
    let call = Call { root, program, ..Call::of(judge.select.words()) };
    if let Ok(Target::Place { root, words }) = call.target() {
        (common.root, judge.select.filters) = (root, words);
    }
}

/// Returns whether arguments before the command are meant for judging, which does not run then.
fn asks_for_judging(matches: &ArgMatches) -> bool {
    let of_judging = JudgeArgs::augment_args(clap::Command::new("judge"));
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    of_judging.get_arguments().any(|argument| given(argument.get_id().as_str()))
}

#[cfg(test)]
mod tests {
    mod pages;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
    }

    #[test]
    fn the_crates_front_page_names_every_command() {
        let (_, rest) = include_str!("lib.rs").split_once("//! Commands: ").unwrap();
        let (names, _) = rest.split_once(". The other modules").unwrap();
        let names = names.replace("\n//!", "").replace(" (the one without a name)", "");
        let mut expected: Vec<String> = Cli::command().get_subcommands().map(|it| it.get_name().to_owned()).collect();
        expected.push("judge".to_owned());
        expected.sort();
        assert_eq!(names.split(',').map(str::trim).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn words_that_are_no_command_are_filters() {
        let cli = parse(["harness", "nim", "-t", "sample/*", "-j", "3"]).unwrap();
        assert!(cli.command.is_none());
        assert_eq!(cli.judge.select.filters, ["nim"]);
        assert_eq!(cli.judge.select.tests, ["sample/*"]);
        assert_eq!(cli.judge.jobs, Some(3));
    }

    #[test]
    fn help_has_help() {
        for option in ["--help", "-h"] {
            let error = parse(["harness", "help", option]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{error}");
        }
    }

    #[test]
    fn a_hint_about_an_old_option_names_options_of_the_same_command() {
        // What the error says of the old option, without its name.
        let hint = |words: &[&str]| {
            let error = parse(words).unwrap_err().to_string();
            let line = error.lines().next().unwrap_or_default();
            line.split_once("there is no `").and_then(|(_, hint)| Some(hint.split_once("`: ")?.1.to_owned()))
        };
        let mut whole = definition();
        whole.build();
        let commands = whole.get_subcommands().map(|command| (Some(command.get_name()), command));
        for (name, command) in commands.filter(|(name, _)| *name != Some("help")).chain([(None, &whole)]) {
            let shorts = command.get_arguments().filter_map(clap::Arg::get_short).map(|short| format!("-{short}"));
            let longs = command.get_arguments().filter_map(clap::Arg::get_long).map(|long| format!("--{long}"));
            let options: Vec<String> = shorts.chain(longs).collect();
            let old = habits::old_names().filter(|old| old.starts_with('-') && !options.iter().any(|it| it == old));
            for old in old {
                let words: Vec<&str> = ["harness"].into_iter().chain(name).chain([old]).collect();
                let hint = hint(&words).unwrap_or_default();
                let named = hint.split('`').skip(1).step_by(2).filter_map(|code| code.split(' ').next());
                for new in named.filter(|code| code.starts_with('-')) {
                    assert!(options.iter().any(|option| option == new), "{words:?}: {hint}");
                }
            }
        }
        let check = |words: &[&str], expected: Option<&str>| assert_eq!(hint(words).as_deref(), expected, "{words:?}");
        check(&["harness", "a.cpp", "--in", "x"], Some("say `--names IN:ANSWER`"));
        check(&["harness", "add", "a.cpp", "--in", "x"], Some("say `--input FILE`"));
        check(&["harness", "grade", "class", "--tolerance", "x"], None);
        check(&["harness", "grade", "class", "--clear"], Some("leave it out"));
    }

    #[test]
    fn what_every_command_takes_stands_in_front_or_behind() {
        for arguments in [["harness", "--root", "x", "list"], ["harness", "list", "--root", "x"]] {
            let cli = parse(arguments).unwrap();
            assert!(matches!(cli.command, Some(Command::List(_))));
            assert_eq!(cli.common.root.as_deref(), Some(std::path::Path::new("x")));
        }
    }

    #[test]
    fn bad_values_and_commands_behind_options_of_judging_are_refused() {
        let refused: [&[&str]; 8] = [
            &["--time-factor", "0"],
            &["--time-factor", "nan"],
            &["--report", "json"],
            &["--report", "xml=x"],
            &["-j", "0"],
            &["--containment", "most"],
            &["-q", "list"],
            &["--time-factor", "2", "plan"],
        ];
        for args in refused {
            assert!(parse(["harness"].iter().chain(args)).is_err(), "{args:?}");
        }
    }
}
