//! Bounded pieces of hostile bytes, made readable.

use std::fmt::Write as _;
use std::ops::Range;

/// The most characters of one value in a note.
const NOTE_VALUE: usize = 40;

/// A value for a one-line note.
pub(super) fn note_value(bytes: &[u8]) -> String {
    readable(bytes, NOTE_VALUE)
}

/// Escapes control characters, invisible characters and broken UTF-8, and cuts the text to at most
/// `limit` characters.
pub(super) fn readable(bytes: &[u8], limit: usize) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' | '"' | '\'' => text.push(c),
                // What `Debug` escapes is invisible, or changes how its neighbours look.
                _ => text.extend(c.escape_debug()),
            }
        }
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02x}").expect("a String takes everything");
        }
    }
    if text.chars().count() > limit {
        text = text.chars().take(limit - 1).chain(['…']).collect();
    }
    text
}

/// Two positive numbers with two digits each, or with as many as it takes to see that they differ:
/// `1.0000001e-6` and `1e-6`.
pub(super) fn told_apart(a: f64, b: f64) -> (String, String) {
    let both = |digits| (rounded_to(a, digits), rounded_to(b, digits));
    (1..=16).map(both).find(|(a, b)| a != b).unwrap_or_else(|| both(1))
}

/// A positive number with two digits: `3.3e-6`, `0.25`, `12000`.
#[cfg(test)]
fn rounded(value: f64) -> String {
    rounded_to(value, 1)
}

/// With this many digits behind the first one, without zeros at their end.
fn rounded_to(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.digits$e}");
    let text = match text.split_once('e') {
        Some((number, power)) if number.contains('.') => {
            format!("{}e{power}", number.trim_end_matches('0').trim_end_matches('.'))
        }
        Some(_) | None => text,
    };
    let plain = (1e-3..1e7).contains(&value).then(|| text.parse::<f64>().ok().map(|value| value.to_string()));
    plain.flatten().unwrap_or(text)
}

/// At most `limit` bytes of a piece of a text, chosen so that the byte at `focus` is visible with
/// some of what precedes it.
pub(super) fn window(piece: &Range<usize>, focus: usize, limit: usize) -> Range<usize> {
    if piece.len() <= limit {
        return piece.clone();
    }
    let start = match focus < piece.start + limit {
        true => piece.start,
        false => (focus - limit / 4).min(piece.end - limit),
    };
    start..start + limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_show_what_cannot_be_seen() {
        let check = |bytes: &[u8], expected: &str| assert_eq!(note_value(bytes), expected);
        check(b"42", "42");
        check(b"a b", "a b");
        check(b"a\tb\0\x1b[31m\r", "a\\tb\\0\\u{1b}[31m\\r");
        check(b"\xff\xfe1", "\\xff\\xfe1");
        check("中文 é".as_bytes(), "中文 é");
        check("\u{202e}1\u{200b}".as_bytes(), "\\u{202e}1\\u{200b}");
        check(br#"C:\'x'"y""#, r#"C:\'x'"y""#);
        check(&[b'7'; 40], &"7".repeat(40));
        check(&[b'7'; 41], &format!("{}…", "7".repeat(39)));
    }

    #[test]
    fn how_far_a_number_is_off_is_said_in_two_digits() {
        let check = |value, expected: &str| assert_eq!(rounded(value), expected);
        check(3.3333e-6, "3.3e-6");
        check(1e-6, "1e-6");
        check(0.2549, "0.25");
        check(1.0, "1");
        check(12_345.0, "12000");
        check(1e12, "1e12");
        check(0.0, "0");
    }

    #[test]
    fn two_numbers_that_differ_are_told_apart() {
        let check = |a, b, expected: (&str, &str)| {
            let (a, b) = told_apart(a, b);
            assert_eq!((&*a, &*b), expected);
        };
        check(3.3333e-6, 1e-6, ("3.3e-6", "1e-6"));
        check(1.000_000_1e-6, 1e-6, ("1.0000001e-6", "1e-6"));
        check(1.000_000_1, 1.0, ("1.0000001", "1"));
        check(1e-6, 1e-6, ("1e-6", "1e-6"));
    }

    #[test]
    fn a_window_always_holds_its_focus() {
        assert_eq!(window(&(0..10), 3, 20), 0..10);
        assert_eq!(window(&(0..100), 3, 20), 0..20);
        assert_eq!(window(&(0..100), 19, 20), 0..20);
        assert_eq!(window(&(0..100), 20, 20), 15..35);
        assert_eq!(window(&(0..100), 99, 20), 80..100);
        assert_eq!(window(&(0..100), 100, 20), 80..100);
        assert_eq!(window(&(50..150), 70, 20), 65..85);
    }
}
