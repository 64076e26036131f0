//! What files of tests are called: by names alone, which file is the answer of which input. Whoever
//! pairs tests asks here, and whoever keeps them from a program.

use std::collections::{BTreeMap, BTreeSet};

/// How an input and its answer are named. A `*` stands for the same text in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub input: String,
    pub answers: Vec<String>,
}

/// The usual names. In a pattern with folders, the folders may lie anywhere.
const USUAL: [(&str, &[&str]); 29] = [
    ("*.in", &["*.out", "*.ans", "*.a", "*.sol", "*.expected", "*.desired", "*.ok", "*.res"]),
    ("*.input", &["*.output", "*.answer", "*.expected"]),
    // Olympiads: `sum.in1` and `sum.out1`, `sum.in.1a` and `sum.out.1a`.
    ("*.in*", &["*.out*", "*.ans*"]),
    // Themis: `SUM.INP` and `SUM.OUT`.
    ("*.inp", &["*.out", "*.ans"]),
    ("*.dat", &["*.ans", "*.sol", "*.out"]),
    ("in*", &["out*", "ans*", "expected*"]),
    ("input*", &["output*", "answer*", "ans*", "out*", "expected*", "expected_output*"]),
    ("*.txt", &["*.ans"]),
    ("*in.txt", &["*out.txt", "*ans.txt"]),
    ("*input.txt", &["*output.txt", "*answer.txt"]),
    // CompetiTest: `a_input0.txt` and `a_output0.txt`.
    ("*_input*", &["*_output*", "*_answer*", "*_ans*", "*_expected*"]),
    ("*-input*", &["*-output*", "*-answer*", "*-ans*", "*-expected*"]),
    ("*.input*", &["*.output*", "*.answer*", "*.ans*", "*.expected*"]),
    ("*_in*", &["*_out*", "*_ans*"]),
    ("*-in*", &["*-out*", "*-ans*"]),
    ("*input", &["*output", "*answer"]),
    ("I.*", &["O.*"]),
    ("in/*", &["out/*"]),
    ("in/*.in", &["out/*.out", "out/*.ans"]),
    ("in/*.txt", &["out/*.txt"]),
    ("input/*", &["output/*"]),
    ("input/*.in", &["output/*.out", "output/*.ans"]),
    ("input/in*", &["output/out*"]),
    ("input/input*", &["output/output*"]),
    // yukicoder.
    ("test_in/*", &["test_out/*"]),
    ("inputs/*", &["outputs/*"]),
    ("inputs/*.in", &["outputs/*.out", "outputs/*.ans"]),
    ("inputs/input*", &["outputs/output*"]),
    // Codeforces and Polygon: `01` and `01.a`.
    ("*", &["*.a"]),
];

/// Files in which other tools keep all tests of a program: CompetiTest, cargo-compete.
const OF_TOOLS: [&str; 3] = ["*.testcases", "testcases/*.yml", "testcases/*.yaml"];

/// The usual patterns.
pub fn usual() -> Vec<Pattern> {
    let own = |(input, answers): &(&str, &[&str])| Pattern {
        input: (*input).to_owned(),
        answers: answers.iter().map(|answer| (*answer).to_owned()).collect(),
    };
    USUAL.iter().map(own).collect()
}

impl Pattern {
    /// The answers that an input of this name may have; `None`: the name does not fit.
    fn answers_of(&self, file: &str) -> Option<Vec<String>> {
        let (before, stars) = matched(&self.input, file)?;
        Some(self.answers.iter().map(|answer| format!("{before}{}", filled(answer, &stars))).collect())
    }

    fn in_small_letters(&self) -> Pattern {
        let answers = self.answers.iter().map(|answer| answer.to_lowercase()).collect();
        Pattern { input: self.input.to_lowercase(), answers }
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.input).chain(&self.answers)
    }

    /// Whether it names a file in a folder that is called `folder`.
    pub fn enters(&self, folder: &str) -> bool {
        self.names().any(|name| name.split_once('/').is_some_and(|(first, _)| matched(first, folder).is_some()))
    }
}

/// What of these files in a folder is part of a test, by the usual names: inputs with answers,
/// inputs that nothing else is called like, and what other tools keep.
pub fn of_tests<'f>(names: &BTreeSet<&'f str>, may_answer: &dyn Fn(&str) -> bool) -> BTreeSet<&'f str> {
    let answers = answers_by_input(names, &usual(), may_answer);
    let mut tests = BTreeSet::new();
    for (input, answers) in answers {
        if !answers.is_empty() || is_input(input) {
            tests.insert(input);
        }
        tests.extend(answers.iter().filter_map(|answer| names.get(answer.as_str())));
    }
    tests.extend(names.iter().filter(|name| OF_TOOLS.iter().any(|pattern| matched(pattern, name).is_some())));
    tests
}

/// The answers by these patterns of a file that may be an input, whether or not they are there.
pub fn answers_of<'f>(file: &'f str, patterns: &'f [Pattern]) -> impl Iterator<Item = String> + use<'f> {
    patterns.iter().filter_map(move |pattern| pattern.answers_of(file)).flatten()
}

/// The answers that are there for each name that may be an input. `may_answer` says of a name
/// whether the file can be an answer.
pub fn answers_by_input<'f>(
    names: &BTreeSet<&'f str>,
    patterns: &[Pattern],
    may_answer: &dyn Fn(&str) -> bool,
) -> BTreeMap<&'f str, Vec<String>> {
    // Which patterns a name fits, its shape decides. Those of thousands of tests differ in digits
    // alone, so that the patterns are tried on a few shapes.
    let has_digit = |text: &str| text.contains(|letter: char| letter.is_ascii_digit());
    let are_plain = !patterns.iter().flat_map(Pattern::names).any(|name| has_digit(name));
    let letter = |letter: char| if are_plain && letter.is_ascii_digit() { '0' } else { letter };
    let shape = |name: &str| -> String { name.chars().map(letter).collect() };
    let mut by_shape: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    names.iter().for_each(|name| by_shape.entry(shape(name)).or_default().push(name));
    let mut by_lower: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    if names.iter().any(|name| name.contains(char::is_uppercase)) {
        names.iter().for_each(|name| by_lower.entry(name.to_lowercase()).or_default().push(name));
    }
    let lower: Vec<Pattern> = patterns.iter().map(Pattern::in_small_letters).collect();
    let lower_shapes: BTreeSet<String> = by_lower.keys().map(|name| shape(name)).collect();
    let mut answers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (shape, files) in &by_shape {
        let as_written = fitting(patterns, shape, |name| by_shape.contains_key(name));
        let lower = fitting(&lower, &shape.to_lowercase(), |name| lower_shapes.contains(name));
        for file in files {
            let is_there = |name: &String| name != file && names.contains(name.as_str()) && may_answer(name);
            let mut add = |named: Vec<String>| {
                let all = answers.entry(file).or_default();
                for name in named {
                    if !all.contains(&name) && is_there(&name) {
                        all.push(name);
                    }
                }
                !all.is_empty()
            };
            let mut has_some = false;
            for named in as_written.iter().filter_map(|pattern| pattern.answers_of(file)) {
                has_some = add(named);
            }
            // `1.IN` and `1.OUT`: only where the names as they are written have found nothing.
            if by_lower.is_empty() || has_some {
                continue;
            }
            let small = file.to_lowercase();
            for named in lower.iter().filter_map(|pattern| pattern.answers_of(&small)) {
                let alike = named.iter().filter_map(|name| by_lower.get(name)).flatten();
                add(alike.map(|name| (*name).to_owned()).collect());
            }
        }
    }
    answers
}

/// The patterns that names of this shape fit, without answers of a shape that nothing has.
fn fitting(patterns: &[Pattern], shape: &str, is_there: impl Fn(&str) -> bool) -> Vec<Pattern> {
    let fitting = patterns.iter().filter_map(|pattern| {
        let named = pattern.answers_of(shape)?;
        let answers = pattern.answers.iter().zip(named).filter(|(_, name)| is_there(name));
        Some(Pattern { input: pattern.input.clone(), answers: answers.map(|(answer, _)| answer.clone()).collect() })
    });
    fitting.collect()
}

/// Whether the name alone marks a file as an input.
pub fn is_input(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let numbered = |begin: &str| {
        let rest = name.strip_prefix(begin).and_then(|rest| rest.strip_suffix(".txt"));
        rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let ends =
        name.rsplit_once('.').is_some_and(|(_, end)| ["in", "inp"].iter().any(|it| end.eq_ignore_ascii_case(it)));
    ends || numbered("in") || numbered("input")
}

/// Whether a file that begins with these bytes is a program or a part of one, of any system:
/// whatever it is called, it is not an answer.
pub fn is_program(head: &[u8]) -> bool {
    // Linux; archives of objects; macOS in each of its forms.
    const BEGINS: [&[u8]; 7] = [
        b"\x7fELF",
        b"!<arch>\n",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
        b"\xce\xfa\xed\xfe",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
    ];
    // A text may begin with the letters of Windows' programs, but has no zeros.
    let is_of_windows = head.starts_with(b"MZ") && head.iter().take(64).any(|byte| *byte == 0);
    is_of_windows || BEGINS.iter().any(|begin| head.starts_with(begin))
}

/// What precedes the pattern, up to a `/`, and what each `*` stands for.
fn matched<'f>(pattern: &str, file: &'f str) -> Option<(&'f str, Vec<&'f str>)> {
    let depth = pattern.matches('/').count();
    let begin = file.rmatch_indices('/').nth(depth).map_or(0, |(at, _)| at + 1);
    if file[begin..].matches('/').count() != depth {
        return None;
    }
    let mut rest = &file[begin..];
    let mut parts = pattern.split('*');
    rest = rest.strip_prefix(parts.next()?)?;
    let mut stars = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // The last star matches as much as it can.
        let end = match parts.peek() {
            None => {
                rest.len().checked_sub(part.len()).filter(|end| rest.is_char_boundary(*end) && rest.ends_with(part))?
            }
            Some(_) => rest.find(part)?,
        };
        stars.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    (rest.is_empty() && stars.iter().all(|star| !star.contains('/'))).then_some((&file[..begin], stars))
}

/// The pattern with these texts in place of its stars.
fn filled(pattern: &str, stars: &[&str]) -> String {
    let mut stars = stars.iter();
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + stars.next().copied().unwrap_or_default() + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_usual_pattern_matches_is_part_of_a_test() {
        for pattern in usual() {
            for answer in &pattern.answers {
                for text in ["1", "a2-x"] {
                    for folder in ["", "t/", "deep/er/"] {
                        let [input, answer] =
                            [&pattern.input, answer].map(|it| folder.to_owned() + &it.replace('*', text));
                        for [input, answer] in
                            [[input.clone(), answer.clone()], [input, answer].map(|it| it.to_uppercase())]
                        {
                            let names = BTreeSet::from([&*input, &*answer, "notes.md", "data.bin"]);
                            let tests = of_tests(&names, &|_| true);
                            assert_eq!(tests, BTreeSet::from([&*input, &*answer]));
                        }
                    }
                }
            }
        }
        let names = BTreeSet::from(["a.testcases", "testcases/a.yml", "3.in", "run.sh", "b.yml", "a.in", "a.out"]);
        let tests = of_tests(&names, &|name| name != "a.out");
        assert_eq!(tests, BTreeSet::from(["3.in", "a.in", "a.testcases", "testcases/a.yml"]));
    }

    #[test]
    fn a_pattern_that_names_digits_tells_apart_what_differs_in_digits_alone() {
        let check = |pattern: (&str, &str), input: &str, expected: &[&str]| {
            let pattern = Pattern { input: pattern.0.to_owned(), answers: vec![pattern.1.to_owned()] };
            let names = BTreeSet::from(["21.in", "22.in", "22.out", "3.in", "3.out"]);
            let found = answers_by_input(&names, &[pattern], &|_| true);
            assert_eq!(found.get(input).map_or(&[][..], Vec::as_slice), expected, "{input}");
        };
        check(("*1.in", "*2.out"), "21.in", &["22.out"]);
        check(("*1.in", "*2.out"), "22.in", &[]);
        check(("*.in", "*.out"), "22.in", &["22.out"]);
        check(("*.in", "*.out"), "21.in", &[]);
    }

    #[test]
    fn programs_of_any_system_are_known_by_what_they_begin_with() {
        let zeros = [&b"MZ\x90\0"[..], &[0; 60]].concat();
        for head in [&b"\x7fELF\x02"[..], b"\xcf\xfa\xed\xfe\x07", b"\xca\xfe\xba\xbe", b"!<arch>\nx", &zeros] {
            assert!(is_program(head), "{head:?}");
        }
        for head in
            [&b""[..], b"MZ", b"MZ is a text that goes on for longer than sixty-four bytes, as some do\n\0", b"#!"]
        {
            assert!(!is_program(head), "{head:?}");
        }
    }
}
