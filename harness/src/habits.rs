//! Commands and options of other tools and of earlier versions, and what to type here instead.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use judge::model::shell;
use std::path::Path;

/// Other tools' commands for judging, which needs no command here.
const JUDGING: [&str; 6] = ["test", "run", "judge", "verify", "t", "try"];
/// Other tools' commands for taking a problem from its page.
const GETTING: [&str; 6] = ["download", "dl", "d", "fetch", "receive", "parse"];

/// Commands and options that had another name, and what to say now.
const RENAMED: [(&str, &str); 27] = [
    ("watch", "say `harness -w`"),
    ("cache", "say `harness doctor`; the folders `build` and `store` in it may be removed"),
    ("completions", "say `harness print bash`, or another shell"),
    ("man", "say `harness print man`"),
    ("schema", "say `harness print schema`, `lines-schema` or `list-schema`"),
    ("statement", "open `problems/NAME/statement.md`: editors and GitHub draw it"),
    ("time", "say `harness check NAME --time`"),
    ("--all-failures", "say `-a`"),
    ("--ans", "say `--names IN:ANSWER`"),
    ("--checker-kind", "say `--checker testlib:FILE` or `--checker icpc:FILE`"),
    ("--clear", "leave it out"),
    ("--color", "set NO_COLOR=1 or CLICOLOR_FORCE=1"),
    ("--eps", "say `-e`"),
    ("--factor", "leave it out: the limit is five times the slowest accepted"),
    ("--format", "say `-q` or `-v`"),
    ("--in", "say `--names IN:ANSWER`"),
    ("--infer-limits", "say `--no-cache`"),
    ("--input-file", "say `--files IN,OUT`"),
    ("--lazy", "leave it out: packages are judged so, and `--fail-fast` ends any run"),
    ("--no-lazy", "say `-a`"),
    ("--output-file", "say `--files IN,OUT`"),
    ("--require-containment", "say `--containment LEVEL+`"),
    ("--runs", "leave it out: the least of three runs counts"),
    ("--shard-by", "leave it out: the tests of a solution stay together"),
    ("--tolerance", "say `-e`"),
    ("-d", "name the folder: `harness FILE tests`"),
    ("--directory", "name the folder: `harness FILE tests`"),
];

/// What to type in place of `words`, if the first one is such a command and not a file.
pub(crate) fn hint(words: &[String]) -> Option<String> {
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
    judging.or_else(|| now(word))
}

/// Says what to type in place of an old name.
pub(crate) fn now(name: &str) -> Option<String> {
    let (_, new) = RENAMED.iter().find(|(old, _)| *old == name)?;
    Some(format!("there is no `{name}`: {new}"))
}

/// Replaces clap's error if the call's first word (`first`) or the unknown option is an old name.
pub(crate) fn renamed(command: &clap::Command, first: Option<&str>, error: clap::Error) -> clap::Error {
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => Some(option.as_str()),
        Some(_) | None => None,
    };
    match first.and_then(now).or_else(|| now(option?)) {
        Some(words) => command.clone().error(error.kind(), words),
        None => error,
    }
}
