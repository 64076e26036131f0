//! DMOJ's checkers by name, as comparisons.

use crate::fields::Fields;
use model::{BlankLines, Comparison, Foreign, MoreLines};

/// A comparison, and how it differs from DMOJ's checker; or why there is none, and what is
/// expected.
pub type NamedChecker = Result<(Comparison, Option<&'static str>), (String, &'static str)>;

/// What the checker of this name does with these arguments.
pub fn named(name: &str, args: &mut Fields<'_>) -> NamedChecker {
    let same = |checker| Ok((Comparison::Foreign(checker), None));
    let no_such = |key: &str, expected| Err((format!("the checker `{name}` has no such `{key}`"), expected));
    let digits = args.whole("precision", 0..=30, "digits").map_or(6, |digits| digits.it as i32);
    let mode = args.text("error_mode").map_or_else(|| "default".to_owned(), |mode| mode.it);
    let floats = |mode: &str| {
        let within = Some(10_f64.powi(-digits));
        match mode {
            "default" => same(Foreign::Floats { absolute: within, relative: within }),
            "absolute" => same(Foreign::Floats { absolute: within, relative: None }),
            "relative" => same(Foreign::Floats { absolute: None, relative: within }),
            _ => no_such("error_mode", "expected `default`, `absolute` or `relative`"),
        }
    };
    match name {
        "standard" => same(Foreign::Standard),
        "easy" => same(Foreign::Easy),
        "floats" => floats(&mode),
        "floatsabs" => floats("absolute"),
        "floatsrel" => floats("relative"),
        "identical" => Ok((Comparison::Exact, None)),
        "linecount" => {
            let difference = "an output with some right lines gets a part of the points there, and none here";
            Ok((Comparison::Foreign(Foreign::LineCount), Some(difference)))
        }
        "linematches" => {
            let is_allowed = args.flag("filler_lines_required").is_some_and(|is_required| !is_required.it);
            let more_lines = if is_allowed { MoreLines::Allowed } else { MoreLines::Wrong };
            let difference =
                "an output with some right lines is accepted there with a part of the points, and wrong here";
            Ok((Comparison::Foreign(Foreign::LineMatches { more_lines }), Some(difference)))
        }
        "rstripped" => {
            let drops = args.flag("filter_new_line").is_some_and(|drops| drops.it);
            same(Foreign::Rstripped { blank_lines: if drops { BlankLines::Dropped } else { BlankLines::Count } })
        }
        "sorted" => match args.text("split_on").as_ref().map_or("lines", |split_on| &split_on.it) {
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
    use super::*;
    use crate::mistakes::Mistakes;

    #[test]
    fn names_have_comparisons() {
        let check = |name: &str, args: &str, expected: &NamedChecker| {
            let mut mistakes = Mistakes::new("init.yml".into(), args.into());
            let root = crate::yaml::parse(args, &mut mistakes);
            assert_eq!(named(name, &mut Fields::of("", root, &mut mistakes)), *expected);
        };
        let same = |checker| Ok((Comparison::Foreign(checker), None));
        let floats = |absolute, relative| same(Foreign::Floats { absolute, relative });
        check("standard", "", &same(Foreign::Standard));
        check("easy", "", &same(Foreign::Easy));
        check("floats", "", &floats(Some(1e-6), Some(1e-6)));
        check("floatsabs", "precision: 4", &floats(Some(1e-4), None));
        check("floats", "error_mode: relative", &floats(None, Some(1e-6)));
        let title = "the checker `floats` has no such `error_mode`".to_owned();
        check("floats", "error_mode: odd", &Err((title, "expected `default`, `absolute` or `relative`")));
        check("sorted", "", &same(Foreign::SortedLines));
        check("sorted", "split_on: whitespace", &same(Foreign::SortedWords));
        check("unordered", "", &same(Foreign::SortedWords));
        check("rstripped", "filter_new_line: true", &same(Foreign::Rstripped { blank_lines: BlankLines::Dropped }));
        check("rstripped", "", &same(Foreign::Rstripped { blank_lines: BlankLines::Count }));
        let title = "`check.py` is a checker in Python for DMOJ's own judge: it is not run here".to_owned();
        check("check.py", "", &Err((title, "a program of its own (`bridged`) is run")));
    }
}
