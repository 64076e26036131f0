//! What other judges compare by. Each function follows one of theirs; see [`model::Foreign`].

use super::tokens::Tokens;
use super::{is_space, lines};
use model::{BlankLines, Foreign, MoreLines};

pub(super) fn agree(checker: Foreign, answer: &[u8], output: &[u8]) -> bool {
    match checker {
        Foreign::Standard => standard(answer, output),
        Foreign::Easy => letters(answer) == letters(output),
        Foreign::Floats { absolute, relative } => same_lines(answer, output, |a, b| {
            let (a, b): (Vec<_>, Vec<_>) = (words(a).collect(), words(b).collect());
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_number(a, b, absolute, relative))
        }),
        Foreign::SortedLines => {
            let sorted = |text| {
                let mut lines: Vec<Vec<&[u8]>> = full_lines(text).map(|line| words(line).collect()).collect();
                lines.sort_unstable();
                lines
            };
            sorted(answer) == sorted(output)
        }
        Foreign::SortedWords => sorted_words(answer) == sorted_words(output),
        Foreign::Rstripped { blank_lines: BlankLines::Dropped } => {
            same_lines(answer, output, |a, b| super::trim_end(a) == super::trim_end(b))
        }
        Foreign::Rstripped { blank_lines: BlankLines::Count } => {
            all_lines(answer).map(super::trim_end).eq(all_lines(output).map(super::trim_end))
        }
        Foreign::LineCount => same_lines(answer, output, |a, b| trim(a) == trim(b)),
        Foreign::LineMatches { more_lines: MoreLines::Wrong } => same_lines(answer, output, |a, b| a == b),
        Foreign::LineMatches { more_lines: MoreLines::Allowed } => {
            let count = full_lines(answer).count();
            full_lines(answer).eq(full_lines(output).take(count))
        }
        Foreign::LineTokens => same(lines(answer), lines(output), |a, b| words(a).eq(words(b))),
        Foreign::WholeLines => whole_lines(answer, output),
    }
}

/// Between two words there is a line's end in both texts or in neither.
fn standard(answer: &[u8], output: &[u8]) -> bool {
    let (mut xs, mut ys) = (Tokens::of(answer), Tokens::of(output));
    let (mut x_end, mut y_end) = (None, None);
    loop {
        let (x, y) = match (xs.next(), ys.next()) {
            (Some(x), Some(y)) => (x, y),
            (x, y) => return x.is_none() && y.is_none(),
        };
        let breaks = |text: &[u8], end: Option<usize>, start: usize| {
            end.is_some_and(|end| text[end..start].iter().any(|byte| is_line_end(*byte)))
        };
        if breaks(answer, x_end, x.start) != breaks(output, y_end, y.start) || answer[x.clone()] != output[y.clone()] {
            return false;
        }
        (x_end, y_end) = (Some(x.end), Some(y.end));
    }
}

const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn all_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_line_end(*byte))
}

/// The lines with a character.
fn full_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    all_lines(text).filter(|line| !line.is_empty())
}

/// Whether both have the same number of lines with a character, and `are` holds for each pair.
fn same_lines(answer: &[u8], output: &[u8], are: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    same(full_lines(answer), full_lines(output), are)
}

fn same<'t>(
    mut a: impl Iterator<Item = &'t [u8]>,
    mut b: impl Iterator<Item = &'t [u8]>,
    are: impl Fn(&[u8], &[u8]) -> bool,
) -> bool {
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if are(a, b) => {}
            (_, _) => return false,
        }
    }
}

/// An output that has ended goes on with empty lines.
fn whole_lines(answer: &[u8], output: &[u8]) -> bool {
    fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        let ended = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line));
        ended.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    }
    let (mut wanted, mut got) = (lines(answer).peekable(), lines(output));
    while let Some(line) = wanted.next() {
        let is_end = line.is_empty() && wanted.peek().is_none();
        if !is_end && got.next().unwrap_or_default() != line {
            return false;
        }
    }
    got.all(|line| line.iter().all(|byte| is_space(*byte)))
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    Tokens::of(text).map(|word| &text[word])
}

fn sorted_words(text: &[u8]) -> Vec<&[u8]> {
    let mut all: Vec<&[u8]> = words(text).collect();
    all.sort_unstable();
    all
}

fn trim(text: &[u8]) -> &[u8] {
    let text = super::trim_end(text);
    &text[text.iter().take_while(|byte| is_space(**byte)).count()..]
}

/// How often each byte occurs, without white space and case.
fn letters(text: &[u8]) -> [u64; 256] {
    let mut counts = [0; 256];
    for byte in text.iter().filter(|byte| !is_space(**byte)) {
        counts[usize::from(byte.to_ascii_lowercase())] += 1;
    }
    counts
}

/// A word of an output is right if it is the answer's word, or close enough to its number.
fn same_number(answer: &[u8], output: &[u8], absolute: Option<f64>, relative: Option<f64>) -> bool {
    let Some(wanted) = number(answer) else { return answer == output };
    let Some(got) = number(output) else { return false };
    // Infinite numbers differ by NaN, which is within no tolerance; the bounds of `floatsrel` are
    // infinite, too, and hold the number itself.
    if !wanted.is_finite() {
        return absolute.is_none() && got == wanted;
    }
    let by = (got - wanted).abs();
    absolute.is_some_and(|within| by <= within) || relative.is_some_and(|within| by <= within * wanted.abs())
}

/// A number as Python's `float` reads it: with single underscores between digits, `inf` and `nan`.
fn number(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_between = |at: usize| digit(at.checked_sub(1)) && digit(Some(at + 1));
    if !text.contains('_') {
        return text.parse().ok();
    }
    let fine = bytes.iter().enumerate().all(|(at, byte)| *byte != b'_' || is_between(at));
    if fine { text.replace('_', "").parse().ok() } else { None }
}

/// The first word that the answer has more often, and the first one that the output has.
pub(crate) fn words_surplus<'t>(answer: &'t [u8], output: &'t [u8]) -> [Option<&'t [u8]>; 2] {
    let (a, b) = (sorted_words(answer), sorted_words(output));
    let first = |these: &[&'t [u8]], others: &[&'t [u8]]| {
        let mut others = others.iter().peekable();
        these.iter().copied().find(|word| {
            while others.next_if(|other| *other < word).is_some() {}
            others.next_if(|other| *other == word).is_none()
        })
    };
    [first(&a, &b), first(&b, &a)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(checker: Foreign, answer: &[u8], accepted: &[&[u8]], rejected: &[&[u8]]) {
        for (outputs, expected) in [(accepted, true), (rejected, false)] {
            for output in outputs {
                let text = output.escape_ascii();
                assert_eq!(agree(checker, answer, output), expected, "{}: \"{text}\"", checker.name());
            }
        }
    }

    #[test]
    fn standard_looks_at_words_and_at_which_of_them_begin_a_line() {
        let accepted: [&[u8]; 3] = [b"1 2\n3", b"\n 1  2\t\n\n3 \n\n", b"1 2\r3\n"];
        check(Foreign::Standard, b"1 2\n3\n", &accepted, &[b"1 2 3\n", b"1\n2\n3\n", b"1 2\n", b"1 2\n3\n4\n", b""]);
        check(Foreign::Standard, b" \n", &[b"", b"\n\n"], &[b"x"]);
    }

    #[test]
    fn easy_counts_characters() {
        let accepted: [&[u8]; 2] = [b"h e l l o   w o rld", b"DLROW\nolleh"];
        check(Foreign::Easy, b"Hello World\n", &accepted, &[b"Hello Word", b"Hello World!"]);
    }

    #[test]
    fn floats_are_compared_line_by_line() {
        let floats = Foreign::Floats { absolute: Some(1e-6), relative: Some(1e-6) };
        let accepted: [&[u8]; 3] = [b"1.0000001 x\n2.5", b"\n1e0  x\n\n2.5\n", b"1 x\r2_5e-1\n"];
        let rejected: [&[u8]; 5] = [b"1.0\nx 2.5\n", b"1.0 x 2.5", b"1.1 x\n2.5", b"1.0 X\n2.5", b"one x\n2.5"];
        check(floats, b"1.0 x\n2.5\n", &accepted, &rejected);
        check(floats, b"nan inf 5", &[], &[b"nan inf 5", b"nan inf 5.0"]);
        check(floats, b"inf", &[], &[b"5", b"inf", b"-inf"]);
        check(floats, b"1000", &[b"1_000", b"+1e3"], &[b"1__000", b"_1000", b"1000_", b"0x3e8", b"1000 0"]);
        // A line of white space is a line.
        check(floats, b"1\n", &[b"1"], &[b"1\n \n"]);
        // The edge itself, in numbers that floats hold exactly.
        check(Foreign::Floats { absolute: Some(0.5), relative: None }, b"2", &[b"2.5", b"1.5"], &[b"2.75", b"1.25"]);
        check(Foreign::Floats { absolute: None, relative: Some(0.5) }, b"-2", &[b"-3", b"-1"], &[b"-3.25", b"-0.75"]);
        let relative = Foreign::Floats { absolute: None, relative: Some(1e-6) };
        check(relative, b"1e-9", &[b"1.0000001e-9"], &[b"2e-9"]);
        check(relative, b"-inf", &[b"-INF", b"-1e400"], &[b"inf", b"-1", b"nan"]);
    }

    #[test]
    fn sorted_compares_the_words_of_lines_or_all_words() {
        let accepted: [&[u8]; 3] = [b"a\nb\n c\n", b"c\n\nb\r\na\n", b"b\na\nc  "];
        check(Foreign::SortedLines, b"a\nb\nc\n", &accepted, &[b"a b c", b"a\nb\n", b"a\nb\nc\n \n"]);
        check(Foreign::SortedLines, b"b a\n", &[b" b   a"], &[b"a b"]);
        check(Foreign::SortedWords, b"b a\nc\n", &[b"a b c", b"c\nb\na"], &[b"a b", b"a b c c"]);
        assert_eq!(words_surplus(b"b a\nc", b"a d c c"), [Some(&b"b"[..]), Some(&b"c"[..])]);
    }

    #[test]
    fn lines_are_compared_with_or_without_what_is_around_them() {
        let (all, full) = (BlankLines::Count, BlankLines::Dropped);
        check(
            Foreign::Rstripped { blank_lines: all },
            b"a\n\nb\n",
            &[b"a \n\nb\t\n"],
            &[b"a\nb\n", b"a\n\nb", b" a\n\nb\n"],
        );
        check(Foreign::Rstripped { blank_lines: full }, b"a\n\nb\n", &[b"a \nb", b"a\r\nb"], &[b" a\nb", b"a\nb\n \n"]);
        check(Foreign::LineCount, b"a\nb\n", &[b" a \n\nb"], &[b"a\n", b"a\nb\nc", b"a\nB"]);
        check(Foreign::LineMatches { more_lines: MoreLines::Wrong }, b"a\nb\n", &[b"a\n\nb"], &[b"a \nb", b"a\nb\nc"]);
        check(Foreign::LineMatches { more_lines: MoreLines::Allowed }, b"a\n", &[b"a\nb"], &[b"b\na", b""]);
    }

    #[test]
    fn the_line_by_line_comparisons_of_cms_and_testlib_count_lines() {
        let same: [&[u8]; 4] = [b"1 2\n\n3", b" 1\t2 \r\n \n3 \n\n", b"1 2\n\n3\n \n", b"1 \x0b2\n\x0c\n3\n"];
        let other: [&[u8]; 7] = [b"1 2 3", b"1\n2\n3\n", b"1 2\n3\n", b"\n1 2\n\n3\n", b"1 2\n\n", b"", b"1 2\n\n3\n4"];
        check(Foreign::LineTokens, b"1 2\n\n3\n", &same, &other);
        check(Foreign::LineTokens, b"1\n\n\n", &[b"1", b"1\n \n"], &[b"\n1", b"1 1"]);
        let same: [&[u8]; 3] = [b"1 2\n\n3", b"1 2\r\n\r\n3\r\n", b"1 2\n\n3\n \n\n"];
        let other: [&[u8]; 6] = [b"1 2 \n\n3", b"1  2\n\n3", b"1 2\n \n3", b"1 2\n3", b"1 2\n\n", b"1 2\n\n3\n4"];
        check(Foreign::WholeLines, b"1 2\n\n3\n", &same, &other);
        check(Foreign::WholeLines, b"1\n\n\n", &[b"1", b"1\n", b"1\n\n \n"], &[b"1\n \n", b"2"]);
        check(Foreign::WholeLines, b"", &[b"", b" \n"], &[b"1"]);
    }
}
