//! DMOJ's checkers by name, as comparisons; programs that judge, as checkers and interactors.

use super::Reader;
use super::init::{Bridge, Checker};
use crate::folder;
use crate::yaml::Placed;
use model::{Comparison, Judging, ProgramSpec, Protocol, TokenOptions};
use std::path::Path;

/// What a checker's name means here.
#[derive(Debug, PartialEq)]
enum Named {
    Same(Comparison),
    /// Not quite the same, with the difference.
    Nearly(Comparison, &'static str),
    Bridged,
    Unknown,
}

impl Reader<'_> {
    pub(super) fn judging(&mut self) -> Option<Judging> {
        let init = self.init;
        if let Some(bridge) = &init.interactive {
            let place = 0..0;
            return self.program(bridge, &place, "interactor").map(Judging::Interactor);
        }
        let Some(checker) = &init.checker else { return Some(Judging::Compare(standard())) };
        let Placed { place, it: name } = &checker.name;
        match named(checker) {
            Named::Same(comparison) => Some(Judging::Compare(comparison)),
            Named::Nearly(comparison, difference) => {
                self.mistakes.warning(
                    place.clone(),
                    format!("the checker `{name}` is not quite the same here"),
                    difference,
                );
                Some(Judging::Compare(comparison))
            }
            Named::Bridged => self.program(&checker.args.bridge, place, "checker").map(Judging::Checker),
            Named::Unknown => {
                let title = match name.rsplit_once('.') {
                    Some((_, "py")) => {
                        format!("`{name}` is a checker in Python for DMOJ's own judge: it is not run here")
                    }
                    _ => format!("the checker `{name}` is not known here"),
                };
                let hint = "a checker that is a program of its own (`bridged`) is run".to_owned();
                self.mistakes.error(place.clone(), title, "not supported").hint = Some(hint);
                None
            }
        }
    }

    fn program(&mut self, bridge: &Bridge, place: &std::ops::Range<usize>, role: &str) -> Option<ProgramSpec> {
        let Some(name) = bridge.files.first() else {
            self.mistakes.error(place.clone(), format!("the {role} has no `files`"), "expected a file's name");
            return None;
        };
        let Some(file) = self.tree.file(name).map(Path::to_owned) else {
            self.mistakes.error(place.clone(), format!("`{name}` is not in the package"), "no such file");
            return None;
        };
        let kind = bridge.kind.as_deref().unwrap_or("default");
        let format = match (bridge.format.as_deref(), kind, role) {
            (Some(format), _, _) => format,
            // An interactor that uses testlib but names no type.
            (None, "default", "interactor") if folder::uses_testlib(&file) => TESTLIB,
            (None, "default" | "coci", "interactor") => "{input_file} {answer_file}",
            (None, "peg", "checker") => "{answer_file} {output_file} {input_file}",
            (None, "default" | "coci" | "testlib", _) => TESTLIB,
            (None, _, _) => {
                let title = format!("the {role} is of type `{kind}`: it is called as one of testlib is");
                self.mistakes.warning(place.clone(), title, "input, output, answer; exit codes 0, 1, 2, 3, 7");
                TESTLIB
            }
        };
        let Some(args) = shlex::split(format) else {
            let title = format!("a quote of `{format}` is never closed");
            self.mistakes.error(place.clone(), title, "expected words as for a shell");
            return None;
        };
        if let Some(odd) = bridge.odd {
            self.mistakes.warning(place.clone(), format!("`{odd}` of the {role} is not read"), "without it");
        }
        let (protocol, args) = match kind {
            "peg" => (Protocol::Peg, args),
            _ if format == TESTLIB => (Protocol::Testlib, Vec::new()),
            _ => (Protocol::Called, args),
        };
        let file = self.judging_program(bridge, file, place, role);
        Some(ProgramSpec { protocol, file, args, accepts_answers: false })
    }
}

/// How programs that use testlib are called.
const TESTLIB: &str = "{input_file} {output_file} {answer_file}";

/// Compares the words of lines. It does not matter here where the lines end.
fn standard() -> Comparison {
    Comparison::Tokens(TokenOptions::default())
}

fn named(checker: &Checker) -> Named {
    let args = &checker.args;
    let floats = |mode: &str| {
        let within = Some(10_f64.powi(-i32::try_from(args.precision.unwrap_or(6)).unwrap_or(6)));
        let (absolute, relative) = (mode != "relative", mode != "absolute");
        Named::Same(Comparison::Tokens(TokenOptions {
            float_absolute: within.filter(|_| absolute),
            float_relative: within.filter(|_| relative),
            ..TokenOptions::default()
        }))
    };
    match checker.name.it.as_str() {
        "standard" => Named::Same(standard()),
        "easy" => Named::Nearly(
            Comparison::Tokens(TokenOptions { case_sensitive: false, ..TokenOptions::default() }),
            "the order of letters counts here",
        ),
        "floats" => floats(args.error_mode.as_deref().unwrap_or("default")),
        "floatsabs" => floats("absolute"),
        "floatsrel" => floats("relative"),
        "identical" => Named::Same(Comparison::Exact),
        "linecount" => Named::Nearly(Comparison::Lines, "all lines must be right here"),
        "sorted" if args.split_on.as_deref().unwrap_or("lines") == "lines" => Named::Same(Comparison::Unordered),
        "bridged" => Named::Bridged,
        _ => Named::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::super::init::CheckerArgs;
    use super::*;

    #[test]
    fn names_have_comparisons() {
        let check = |name: &str, args: CheckerArgs, expected: &Named| {
            let name = Placed { place: 0..0, it: name.to_owned() };
            assert_eq!(named(&Checker { name, args }), *expected);
        };
        let tokens = |absolute, relative| {
            let options =
                TokenOptions { float_absolute: absolute, float_relative: relative, ..TokenOptions::default() };
            Named::Same(Comparison::Tokens(options))
        };
        check("standard", CheckerArgs::default(), &Named::Same(standard()));
        check("floats", CheckerArgs::default(), &tokens(Some(1e-6), Some(1e-6)));
        let args = CheckerArgs { precision: Some(4), ..CheckerArgs::default() };
        check("floatsabs", args, &tokens(Some(1e-4), None));
        let args = CheckerArgs { error_mode: Some("relative".to_owned()), ..CheckerArgs::default() };
        check("floats", args, &tokens(None, Some(1e-6)));
        check("sorted", CheckerArgs::default(), &Named::Same(Comparison::Unordered));
        let args = CheckerArgs { split_on: Some("whitespace".to_owned()), ..CheckerArgs::default() };
        check("sorted", args, &Named::Unknown);
        check("check.py", CheckerArgs::default(), &Named::Unknown);
    }
}
