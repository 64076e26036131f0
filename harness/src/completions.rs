//! Completions: the script by which a shell asks the harness what may come next, and the
//! answers.
//!
//! clap answers from its own description, so completions cannot differ from `--help`. Names of
//! problems and solutions come from the folders of the nearest workspace; no file is read.
//!
//! What a shell inserts it reads as if it was typed, and the folder may be a stranger's. So a name
//! is offered only if it is one word in every shell, and no option.

use clap::{Arg, Command, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{CompleteEnv, Shells};
use judge::names_from;
use std::env;
use std::ffi::OsStr;

/// The script sets it when the shell asks.
const VARIABLE: &str = "HARNESS_COMPLETE";

/// The script for a shell of this name.
pub(crate) fn script(shell: &str) -> Vec<u8> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let shell = shells.completer(shell).expect("one of the shells that there are");
    shell.write_registration(VARIABLE, "harness", "harness", "harness", &mut script).expect("memory can be written");
    script
}

/// Answers a shell. Returns false if no shell asks for completions.
pub(crate) fn answer(definition: fn() -> Command) -> Result<bool, clap::Error> {
    let here = env::current_dir().ok();
    CompleteEnv::with_factory(|| with_plain_names(definition()))
        .var(VARIABLE)
        .try_complete(env::args_os(), here.as_deref())
}

/// The same command line, which offers plain names alone wherever names of files are offered.
fn with_plain_names(command: Command) -> Command {
    let plain = |arg: Arg| {
        let own = arg.get::<ArgValueCompleter>().cloned();
        let hint = arg.get_value_hint();
        let of_hint = if hint == ValueHint::FilePath {
            Some(PathCompleter::file())
        } else if hint == ValueHint::DirPath {
            Some(PathCompleter::dir())
        } else {
            (hint == ValueHint::AnyPath).then(PathCompleter::any)
        };
        let names = own.or_else(|| of_hint.map(ArgValueCompleter::new));
        let Some(names) = names else { return arg };
        arg.add(ArgValueCompleter::new(move |current: &OsStr| {
            let mut names = names.complete(current);
            names.retain(|name| is_plain(name.get_value()));
            names
        }))
    };
    command.mut_args(plain).mut_subcommands(with_plain_names)
}

/// Whether a name is one word in every shell, as it stands, and no option. `~/` is the person's.
fn is_plain(name: &OsStr) -> bool {
    let is_usual = |c: char| c.is_alphanumeric() || "._-+/".contains(c);
    name.to_str()
        .is_some_and(|name| !name.starts_with('-') && name.strip_prefix("~/").unwrap_or(name).chars().all(is_usual))
}

/// A problem, `problem/solution`, or a path.
pub(crate) fn filter() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let here = env::current_dir().ok();
        let names = here.map(|here| names_from(&current.to_string_lossy(), &here)).into_iter().flatten();
        let mut found: Vec<_> = names.map(CompletionCandidate::new).collect();
        found.extend(PathCompleter::any().complete(current));
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;
    use std::fs;

    /// Every argument of every command, in a folder that a stranger has filled.
    #[test]
    fn names_that_a_shell_would_read_otherwise_are_never_offered() {
        let dir = tempfile::tempdir().unwrap();
        let odd = [
            "s$(touch x).c",
            "s`x`.c",
            "s;x.c",
            "s&x.c",
            "s|x.c",
            "s x.c",
            "s'x.c",
            "s\"x.c",
            "s\\x.c",
            "s\nx.c",
            "s\tx.c",
            "s\u{1b}[31m.c",
            "s*.c",
            "s?.c",
            "s[a].c",
            "s{a,b}.c",
            "s<x.c",
            "s>x.c",
            "s!x.c",
            "s#x.c",
            "s~x.c",
            "s^x.c",
            "s:x.c",
            "s\u{202e}.c",
            "s\u{a0}.c",
            "s\u{200b}.c",
        ];
        for name in odd.into_iter().chain(["sum-1_ä.c", "sum.d/x"]) {
            fs::create_dir_all(dir.path().join(name).parent().unwrap()).unwrap();
            fs::write(dir.path().join(name), "").unwrap();
        }
        let mut offered = 0;
        let begin = dir.path().join("s").into_os_string();
        let mut check = |words: &[&str]| {
            let words = ["harness"].iter().chain(words).map(OsString::from).chain([begin.clone()]).collect::<Vec<_>>();
            let (mut command, last) = (with_plain_names(crate::cli::definition()), words.len() - 1);
            for name in clap_complete::engine::complete(&mut command, words.clone(), last, None).unwrap_or_default() {
                let name = name.get_value().to_str().unwrap().strip_prefix(begin.to_str().unwrap()).unwrap();
                assert!(["um-1_ä.c", "um.d/"].contains(&name), "{words:?}: {name}");
                offered += 1;
            }
        };
        let command = crate::cli::definition();
        let all = command.get_subcommands().map(|command| (vec![command.get_name()], command));
        for (name, command) in all.chain([(Vec::new(), &command)]) {
            check(&name);
            for option in command.get_arguments().filter_map(Arg::get_long) {
                check(&[&name[..], &[&format!("--{option}")]].concat());
            }
        }
        assert!(offered > 50, "{offered}");
        assert!(!is_plain(OsStr::new("--containment=measured")) && !is_plain(OsStr::new("~x")));
        assert!(is_plain(OsStr::new("~/nim/a.cpp")));
    }
}
