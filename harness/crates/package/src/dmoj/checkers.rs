//! DMOJ's checkers by name, as comparisons; programs that judge, as checkers and interactors.

use super::DmojReader;
use super::init::{Bridge, Checker};
use crate::folder;
use crate::yaml::PlacedValue;
use model::{BlankLines, Comparison, Dmoj, Judging, MoreLines, ProgramSpec, Protocol};
use std::path::Path;

/// What a checker's name means here.
#[derive(Debug, PartialEq)]
enum NamedChecker {
    Same(Comparison),
    /// Not quite the same, with the difference.
    Nearly(Comparison, &'static str),
    Bridged,
    /// The checker is known; this argument of it has no such value, and what is expected.
    Argument(&'static str, &'static str),
    Unknown,
}

impl DmojReader<'_> {
    pub(super) fn judging(&mut self) -> Option<Judging> {
        let init = self.init;
        if let Some(bridge) = &init.interactive {
            let place = 0..0;
            return self.program(bridge, &place, "interactor").map(Judging::Interactor);
        }
        let Some(checker) = &init.checker else { return Some(Judging::Compare(standard())) };
        let PlacedValue { place, it: name } = &checker.name;
        match named(checker) {
            NamedChecker::Same(comparison) => Some(Judging::Compare(comparison)),
            NamedChecker::Nearly(comparison, difference) => {
                self.mistakes.warning(
                    place.clone(),
                    format!("the checker `{name}` is not quite the same here"),
                    difference,
                );
                Some(Judging::Compare(comparison))
            }
            NamedChecker::Bridged => self.program(&checker.args.bridge, place, "checker").map(Judging::Checker),
            NamedChecker::Argument(key, expected) => {
                let title = format!("the checker `{name}` has no such `{key}`");
                self.mistakes.error(place.clone(), title, expected);
                None
            }
            NamedChecker::Unknown => {
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

fn standard() -> Comparison {
    Comparison::Dmoj(Dmoj::Standard)
}

fn named(checker: &Checker) -> NamedChecker {
    let args = &checker.args;
    let same = |checker| NamedChecker::Same(Comparison::Dmoj(checker));
    let floats = |mode: &str| {
        let within = Some(10_f64.powi(-i32::try_from(args.precision.unwrap_or(6)).unwrap_or(6)));
        match mode {
            "default" => same(Dmoj::Floats { absolute: within, relative: within }),
            "absolute" => same(Dmoj::Floats { absolute: within, relative: None }),
            "relative" => same(Dmoj::Floats { absolute: None, relative: within }),
            _ => NamedChecker::Argument("error_mode", "expected `default`, `absolute` or `relative`"),
        }
    };
    match checker.name.it.as_str() {
        "standard" => NamedChecker::Same(standard()),
        "easy" => same(Dmoj::Easy),
        "floats" => floats(args.error_mode.as_deref().unwrap_or("default")),
        "floatsabs" => floats("absolute"),
        "floatsrel" => floats("relative"),
        "identical" => NamedChecker::Same(Comparison::Exact),
        "linecount" => NamedChecker::Nearly(
            Comparison::Dmoj(Dmoj::LineCount),
            "an output with some right lines gets a part of the points there, and none here",
        ),
        "linematches" => NamedChecker::Nearly(
            Comparison::Dmoj(Dmoj::LineMatches {
                more_lines: if args.filler_lines == Some(false) { MoreLines::Allowed } else { MoreLines::Wrong },
            }),
            "an output with some right lines is accepted there with a part of the points, and wrong here",
        ),
        "rstripped" => same(Dmoj::Rstripped {
            blank_lines: if args.drops_blank_lines { BlankLines::Dropped } else { BlankLines::Count },
        }),
        "sorted" => match args.split_on.as_deref().unwrap_or("lines") {
            "lines" => same(Dmoj::SortedLines),
            "whitespace" => same(Dmoj::SortedWords),
            _ => NamedChecker::Argument("split_on", "expected `lines` or `whitespace`"),
        },
        "unordered" => same(Dmoj::SortedWords),
        "bridged" => NamedChecker::Bridged,
        _ => NamedChecker::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::super::init::CheckerArgs;
    use super::*;

    #[test]
    fn names_have_comparisons() {
        let check = |name: &str, args: CheckerArgs, expected: &NamedChecker| {
            let name = PlacedValue { place: 0..0, it: name.to_owned() };
            assert_eq!(named(&Checker { name, args }), *expected);
        };
        let same = |checker| NamedChecker::Same(Comparison::Dmoj(checker));
        let floats = |absolute, relative| same(Dmoj::Floats { absolute, relative });
        let text = |text: &str| Some(text.to_owned());
        check("standard", CheckerArgs::default(), &same(Dmoj::Standard));
        check("easy", CheckerArgs::default(), &same(Dmoj::Easy));
        check("floats", CheckerArgs::default(), &floats(Some(1e-6), Some(1e-6)));
        let args = CheckerArgs { precision: Some(4), ..CheckerArgs::default() };
        check("floatsabs", args, &floats(Some(1e-4), None));
        let args = CheckerArgs { error_mode: text("relative"), ..CheckerArgs::default() };
        check("floats", args, &floats(None, Some(1e-6)));
        let args = CheckerArgs { error_mode: text("odd"), ..CheckerArgs::default() };
        assert!(matches!(
            named(&Checker { name: PlacedValue { place: 0..0, it: "floats".into() }, args }),
            NamedChecker::Argument(..)
        ));
        check("sorted", CheckerArgs::default(), &same(Dmoj::SortedLines));
        let args = CheckerArgs { split_on: text("whitespace"), ..CheckerArgs::default() };
        check("sorted", args, &same(Dmoj::SortedWords));
        check("unordered", CheckerArgs::default(), &same(Dmoj::SortedWords));
        let args = CheckerArgs { drops_blank_lines: true, ..CheckerArgs::default() };
        check("rstripped", args, &same(Dmoj::Rstripped { blank_lines: BlankLines::Dropped }));
        check("rstripped", CheckerArgs::default(), &same(Dmoj::Rstripped { blank_lines: BlankLines::Count }));
        check("check.py", CheckerArgs::default(), &NamedChecker::Unknown);
    }
}
