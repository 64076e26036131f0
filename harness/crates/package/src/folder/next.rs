//! Names for one more test of a program: those of its other tests, with the next number.

use super::pairs::Pair;
use std::path::{Path, PathBuf};

/// So many numbers are tried before another hyphen: `a1.in` to `a9.in` may be those of `a1` to
/// `a9`.
const MOST: u64 = 100;

/// The input and the answer of the next test, which `fits` takes for one of the program. Nothing
/// has these names yet. `None`: every such name is another program's.
pub fn after(program: &Path, pairs: &[Pair], fits: impl Fn(&Path, &Path) -> bool) -> Option<(PathBuf, PathBuf)> {
    let stem = super::stem(program);
    let numbered = pairs.iter().filter_map(|pair| {
        let (input, answer) = (NumberedName::of(&pair.input, &stem)?, NumberedName::of(&pair.answer, &stem)?);
        (input.number == answer.number).then_some((input, answer))
    });
    let last = numbered.max_by_key(|(input, _)| input.number);
    let (input, answer) = last.unwrap_or_else(|| first(program, &stem, pairs.last()));
    let from = input.number.saturating_add(1);
    let names = ["", "-", "--", "---"].into_iter().flat_map(|hyphens| {
        let numbers = from..from.saturating_add(MOST);
        let (input, answer) = (&input, &answer);
        numbers.map(move |number| (input.with(hyphens, number), answer.with(hyphens, number)))
    });
    names.into_iter().find(|(input, answer)| !input.exists() && !answer.exists() && fits(input, answer))
}

/// Those of a program's own test with this number.
pub fn numbered(program: &Path, number: u64) -> (PathBuf, PathBuf) {
    let (input, answer) = first(program, &super::stem(program), None);
    (input.with("", number), answer.with("", number))
}

/// Those of a name of one's own, beside the program.
pub fn called(program: &Path, name: &str) -> (PathBuf, PathBuf) {
    let place = |extension: &str| program.with_file_name(format!("{name}.{extension}"));
    (place("in"), place("out"))
}

/// What comes before number 1 of the program's own, or, where one test has no number, before its
/// number 2.
fn first(program: &Path, stem: &str, only: Option<&Pair>) -> (NumberedName, NumberedName) {
    // `p1` and a digit could be another test of `p`.
    let between = if stem.ends_with(|c: char| c.is_ascii_digit()) { "-" } else { "" };
    let before = |path: &Path, number: u64| {
        let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
        NumberedName {
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            begin: format!("{}{between}", super::stem(path)),
            end: extension.unwrap_or_default(),
            number,
            width: 0,
        }
    };
    let (number, (input, answer)) = match only {
        Some(pair) => (1, (pair.input.clone(), pair.answer.clone())),
        None => (0, called(program, stem)),
    };
    (before(&input, number), before(&answer, number))
}

/// A file's name with a number in it.
pub(crate) struct NumberedName {
    folder: PathBuf,
    begin: String,
    pub number: u64,
    width: usize,
    end: String,
}

impl NumberedName {
    /// The last number in a file's name, behind the program's name.
    pub fn of(path: &Path, stem: &str) -> Option<NumberedName> {
        let name = path.file_name()?.to_str()?;
        let own = name.get(..stem.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(stem));
        let from = if own { stem.len() } else { 0 };
        let end = name.rfind(|c: char| c.is_ascii_digit()).filter(|end| *end >= from)? + 1;
        let begin = name[from..end]
            .rfind(|c: char| !c.is_ascii_digit())
            .map_or(from, |at| from + at + name[from + at..].chars().next().map_or(0, char::len_utf8));
        Some(NumberedName {
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            begin: name[..begin].to_owned(),
            number: name[begin..end].parse().ok()?,
            width: end - begin,
            end: name[end..].to_owned(),
        })
    }

    /// The same with another number, and hyphens before it.
    pub fn with(&self, hyphens: &str, number: u64) -> PathBuf {
        let NumberedName { folder, begin, width, end, .. } = self;
        folder.join(format!("{begin}{hyphens}{number:0width$}{end}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::TestId;

    #[test]
    fn the_next_test_is_named_as_those_that_are_there() {
        let check = |program: &str, pairs: &[(&str, &str)], expected: (&str, &str)| {
            let pairs: Vec<Pair> = pairs
                .iter()
                .map(|(input, answer)| Pair { id: TestId("".into()), input: input.into(), answer: answer.into() })
                .collect();
            let (input, answer) = after(Path::new(program), &pairs, |_, _| true).unwrap();
            let text = |path: &Path| path.display().to_string();
            assert_eq!((text(&input).as_str(), text(&answer).as_str()), expected, "{program} {pairs:?}");
        };
        check("/x/a.cpp", &[], ("/x/a1.in", "/x/a1.out"));
        check("/x/p1.py", &[], ("/x/p1-1.in", "/x/p1-1.out"));
        check("/x/a.cpp", &[("/x/a1.in", "/x/a1.ans"), ("/x/a2.in", "/x/a2.ans")], ("/x/a3.in", "/x/a3.ans"));
        check("/x/a.cpp", &[("/x/t/09", "/x/t/09.a")], ("/x/t/10", "/x/t/10.a"));
        check("/x/a.cpp", &[("/x/in2.txt", "/x/out2.txt")], ("/x/in3.txt", "/x/out3.txt"));
        check("/x/a.cpp", &[("/x/a.in", "/x/a.out")], ("/x/a2.in", "/x/a2.out"));
        check("/x/p1.cpp", &[("/x/p1.in", "/x/p1.out")], ("/x/p1-2.in", "/x/p1-2.out"));
        check("/x/a.cpp", &[("/x/s.in.1", "/x/s.out.1")], ("/x/s.in.2", "/x/s.out.2"));
        check("/x/a.cpp", &[("/x/sample-1.in", "/x/sample-1.out")], ("/x/sample-2.in", "/x/sample-2.out"));
    }
}
