//! Commands and options of other tools and of earlier versions, and what to type here instead.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use judge::model::{nearest, shell};
use std::path::Path;

/// Other tools' commands for judging, which needs no command here.
const JUDGING: [&str; 6] = ["test", "run", "judge", "verify", "t", "try"];
/// Other tools' commands for taking a problem from its page.
const GETTING: [&str; 6] = ["download", "dl", "d", "fetch", "receive", "parse"];

/// Commands and options that had another name, and what to say now: the first that names options
/// of the command alone.
const RENAMED: [(&str, &str); 29] = [
    ("watch", "say `harness -w`"),
    ("cache", "say `harness doctor`; the folders `build` and `store` in it may be removed"),
    ("completions", "say `harness print bash`, or another shell"),
    ("man", "say `harness print man`"),
    ("schema", "say `harness print schema`, `lines-schema` or `list-schema`"),
    ("statement", "open `problems/NAME/statement.md`: editors and GitHub draw it"),
    ("time", "say `harness check NAME --time`"),
    ("--all-failures", "say `--all`"),
    ("--ans", "say `--names IN:ANSWER`"),
    ("--ans", "say `--answer FILE`"),
    ("--checker-kind", "say `--checker testlib:FILE` or `--checker icpc:FILE`"),
    ("--clear", "leave it out"),
    ("--color", "set NO_COLOR=1 or CLICOLOR_FORCE=1"),
    ("--eps", "say `--compare`"),
    ("--factor", "leave it out: the limit is five times the slowest accepted"),
    ("--format", "say `--quiet` or `--verbose`"),
    ("--in", "say `--names IN:ANSWER`"),
    ("--in", "say `--input FILE`"),
    ("--infer-limits", "say `--no-cache`"),
    ("--input-file", "say `--files IN,OUT`"),
    ("--lazy", "leave it out: packages are judged so, and `--fail-fast` ends any run"),
    ("--no-lazy", "say `--all`"),
    ("--output-file", "say `--files IN,OUT`"),
    ("--require-containment", "say `--containment LEVEL+`"),
    ("--runs", "leave it out: the least of three runs counts"),
    ("--shard-by", "leave it out: the tests of a solution stay together"),
    ("--tolerance", "say `--compare`"),
    ("-d", "name the folder: `harness FILE tests`"),
    ("--directory", "name the folder: `harness FILE tests`"),
];

/// What to type in place of `words`, if the first one is such a command and not a file.
pub(crate) fn hint(whole: &clap::Command, words: &[String]) -> Option<String> {
    let (word, rest) = words.split_first()?;
    if Path::new(word).exists() {
        return None;
    }
    if GETTING.contains(&word.as_str()) {
        return Some("`harness get` takes a problem with its samples from the browser".to_owned());
    }
    let rest: Vec<String> = rest.iter().map(|word| shell::word(word)).collect();
    let rest = if rest.is_empty() { "FILE".to_owned() } else { rest.join(" ") };
    let judging = JUDGING.contains(&word.as_str()).then(|| format!("judging needs no command: `harness {rest}`"));
    judging.or_else(|| now(whole, word))
}

/// The command that was most likely meant by this word, if it is not a file.
pub(crate) fn meant(whole: &clap::Command, word: &str) -> Option<String> {
    let commands = whole.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    nearest(word, commands).filter(|_| !Path::new(word).exists()).map(str::to_owned)
}

/// All that had another name.
#[cfg(test)]
pub(crate) fn old_names() -> impl Iterator<Item = &'static str> {
    RENAMED.iter().map(|(old, _)| *old)
}

/// Says what to type to `command` in place of an old name.
fn now(command: &clap::Command, name: &str) -> Option<String> {
    let takes = |code: &str| match code.strip_prefix("--") {
        Some(option) => {
            let long = option.split(' ').next();
            command.get_arguments().any(|argument| argument.get_long() == long)
        }
        // A call without a command is not what this command takes.
        None => !code.starts_with("harness FILE") || command.has_subcommands(),
    };
    // What stands in code quotes is every second piece.
    let holds = |new: &&str| new.split('`').skip(1).step_by(2).all(takes);
    let new = RENAMED.iter().filter(|(old, _)| *old == name).map(|(_, new)| *new).find(holds)?;
    Some(format!("there is no `{name}`: {new}"))
}

/// Replaces clap's error if the call's first word (`first`) or the unknown option is an old name.
/// `called`: the subcommand of the call.
pub(crate) fn renamed(
    command: &clap::Command,
    called: Option<&str>,
    first: Option<&str>,
    error: clap::Error,
) -> clap::Error {
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => Some(option.as_str()),
        Some(_) | None => None,
    };
    let takes = called.and_then(|name| command.find_subcommand(name)).unwrap_or(command);
    match first.and_then(|word| now(command, word)).or_else(|| now(takes, option?)) {
        Some(words) => command.clone().error(error.kind(), words),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::definition;

    #[test]
    fn a_mistyped_command_is_recognised() {
        let check =
            |word: &str, expected: Option<&str>| assert_eq!(meant(&definition(), word).as_deref(), expected, "{word}");
        check("submt", Some("submit"));
        check("exprot", Some("export"));
        check("a.cpp", None);
        check("src", None);
    }
}
