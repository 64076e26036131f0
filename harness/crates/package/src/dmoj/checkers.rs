//! DMOJ's checkers by name, as comparisons; programs that judge, as checkers and interactors.

use super::Dmoj;
use super::init::{Bridge, Checker};
use crate::folder;
use crate::node::PlacedValue;
use crate::reading::PackageReader;
use model::{BlankLines, Comparison, Foreign, Judging, MoreLines, ProgramSpec, Protocol};

/// A comparison, and how it differs from DMOJ's checker; or why there is none, and what is
/// expected.
type NamedChecker = Result<(Comparison, Option<&'static str>), (String, &'static str)>;

impl PackageReader<'_, Dmoj> {
    pub(super) fn judging(&mut self) -> Option<Judging> {
        let init = &self.description.init;
        if let Some(bridge) = &init.interactive {
            return self.program(bridge, "interactor").map(Judging::Interactor);
        }
        let Some(checker) = &init.checker else { return Some(Judging::Compare(standard())) };
        let PlacedValue { place, it: name } = &checker.name;
        if name == "bridged" {
            return self.program(&checker.args.bridge, "checker").map(Judging::Checker);
        }
        match named(checker) {
            Ok((comparison, difference)) => {
                if let Some(difference) = difference {
                    let title = format!("the checker `{name}` is not quite the same here");
                    self.mistakes.warning(place.clone(), title, difference);
                }
                Some(Judging::Compare(comparison))
            }
            Err((title, expected)) => {
                self.mistakes.error(place.clone(), title, expected);
                None
            }
        }
    }

    fn program(&mut self, bridge: &Bridge, role: &str) -> Option<ProgramSpec> {
        let place = &bridge.place;
        let Some(name) = bridge.files.first() else {
            self.mistakes.error(place.clone(), format!("the {role} has no `files`"), "expected a file's name");
            return None;
        };
        let file = self.named_file(name, place)?;
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
        let (protocol, args) = match kind {
            "peg" => (Protocol::Peg, args),
            _ if format == TESTLIB => (Protocol::Testlib, Vec::new()),
            _ => (Protocol::Called, args),
        };
        let file = self.judging_program(bridge, file, role)?;
        Some(ProgramSpec { protocol, file, args, accepts_answers: false })
    }
}

/// How programs that use testlib are called.
const TESTLIB: &str = "{input_file} {output_file} {answer_file}";

fn standard() -> Comparison {
    Comparison::Foreign(Foreign::Standard)
}

fn named(checker: &Checker) -> NamedChecker {
    let (name, args) = (checker.name.it.as_str(), &checker.args);
    let same = |checker| Ok((Comparison::Foreign(checker), None));
    let no_such = |key: &str, expected| Err((format!("the checker `{name}` has no such `{key}`"), expected));
    let floats = |mode: &str| {
        let within = Some(10_f64.powi(-i32::try_from(args.precision.unwrap_or(6)).unwrap_or(6)));
        match mode {
            "default" => same(Foreign::Floats { absolute: within, relative: within }),
            "absolute" => same(Foreign::Floats { absolute: within, relative: None }),
            "relative" => same(Foreign::Floats { absolute: None, relative: within }),
            _ => no_such("error_mode", "expected `default`, `absolute` or `relative`"),
        }
    };
    match name {
        "standard" => Ok((standard(), None)),
        "easy" => same(Foreign::Easy),
        "floats" => floats(args.error_mode.as_deref().unwrap_or("default")),
        "floatsabs" => floats("absolute"),
        "floatsrel" => floats("relative"),
        "identical" => Ok((Comparison::Exact, None)),
        "linecount" => {
            let difference = "an output with some right lines gets a part of the points there, and none here";
            Ok((Comparison::Foreign(Foreign::LineCount), Some(difference)))
        }
        "linematches" => {
            let more_lines = if args.filler_lines == Some(false) { MoreLines::Allowed } else { MoreLines::Wrong };
            let difference =
                "an output with some right lines is accepted there with a part of the points, and wrong here";
            Ok((Comparison::Foreign(Foreign::LineMatches { more_lines }), Some(difference)))
        }
        "rstripped" => same(Foreign::Rstripped {
            blank_lines: if args.drops_blank_lines { BlankLines::Dropped } else { BlankLines::Count },
        }),
        "sorted" => match args.split_on.as_deref().unwrap_or("lines") {
            "lines" => same(Foreign::SortedLines),
            "whitespace" => same(Foreign::SortedWords),
            _ => no_such("split_on", "expected `lines` or `whitespace`"),
        },
        "unordered" => same(Foreign::SortedWords),
        _ => {
            let title = match name.rsplit_once('.') {
                Some((_, "py")) => format!("`{name}` is a checker in Python for DMOJ's own judge: it is not run here"),
                _ => format!("the checker `{name}` is not known here"),
            };
            Err((title, "a program of its own (`bridged`) is run"))
        }
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
        let same = |checker| Ok((Comparison::Foreign(checker), None));
        let floats = |absolute, relative| same(Foreign::Floats { absolute, relative });
        let no_such = |name: &str, key: &str| {
            let title = format!("the checker `{name}` has no such `{key}`");
            Err((title, "expected `default`, `absolute` or `relative`"))
        };
        let text = |text: &str| Some(text.to_owned());
        check("standard", CheckerArgs::default(), &same(Foreign::Standard));
        check("easy", CheckerArgs::default(), &same(Foreign::Easy));
        check("floats", CheckerArgs::default(), &floats(Some(1e-6), Some(1e-6)));
        let args = CheckerArgs { precision: Some(4), ..CheckerArgs::default() };
        check("floatsabs", args, &floats(Some(1e-4), None));
        let args = CheckerArgs { error_mode: text("relative"), ..CheckerArgs::default() };
        check("floats", args, &floats(None, Some(1e-6)));
        let args = CheckerArgs { error_mode: text("odd"), ..CheckerArgs::default() };
        check("floats", args, &no_such("floats", "error_mode"));
        check("sorted", CheckerArgs::default(), &same(Foreign::SortedLines));
        let args = CheckerArgs { split_on: text("whitespace"), ..CheckerArgs::default() };
        check("sorted", args, &same(Foreign::SortedWords));
        check("unordered", CheckerArgs::default(), &same(Foreign::SortedWords));
        let args = CheckerArgs { drops_blank_lines: true, ..CheckerArgs::default() };
        check("rstripped", args, &same(Foreign::Rstripped { blank_lines: BlankLines::Dropped }));
        check("rstripped", CheckerArgs::default(), &same(Foreign::Rstripped { blank_lines: BlankLines::Count }));
        let title = "`check.py` is a checker in Python for DMOJ's own judge: it is not run here".to_owned();
        check("check.py", CheckerArgs::default(), &Err((title, "a program of its own (`bridged`) is run")));
    }
}
