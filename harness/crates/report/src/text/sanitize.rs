//! Makes bytes of unknown origin harmless and visible.
//!
//! Everything that comes from a program, a compiler or a file name passes through here before it
//! reaches a terminal or a report. No escape code, control character, bidirectional override or
//! invisible character gets through. A control character becomes the sign that stands for it, as
//! wide as one character, so that a caret below it keeps its place: `␛`, `␀`, `␍`. Any other one
//! becomes `‹U+202E›`, and a byte that is not UTF-8 `‹FF›`. These signs themselves become
//! `‹U+2039›`, so the result has only one reading. A backslash is ordinary: a person can copy
//! `"\n"` and `C:\x41` as they were written.
//!
//! Where only ASCII may be written, the escapes are `\x1b`, `\0` and `\u{202e}`, and a backslash
//! becomes `\x5c` where it would read as the start of one. Knows nothing about colour, layout or
//! verdicts.

use std::borrow::Cow;
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// How to show bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// False for terminals that may not know UTF-8: everything beyond ASCII is escaped.
    unicode: bool,
    /// A newline stays one, and a tab becomes spaces up to the next multiple of four.
    has_lines: bool,
}

impl Manner {
    /// Everything stays on one line: a newline is shown as `⏎`, or as `\n` if only ASCII may be
    /// written.
    pub const fn line(unicode: bool) -> Manner {
        Manner { unicode, has_lines: false }
    }

    /// For messages laid out by their author.
    pub const fn message(unicode: bool) -> Manner {
        Manner { unicode, has_lines: true }
    }
}

/// One visible unit: a character, or the escape of a character or byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Range of the source bytes.
    pub source: Range<usize>,
    pub text: Cow<'static, str>,
    /// Columns on a terminal.
    pub width: usize,
}

/// Splits `bytes` into glyphs. Together they cover every byte.
pub fn glyphs(bytes: &[u8], manner: Manner) -> impl Iterator<Item = Glyph> + '_ {
    // Each character with its place, and `None` for each byte that belongs to none.
    let mut at = 0;
    let units = bytes
        .utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars().map(Some).chain(chunk.invalid().iter().map(|_| None)));
    let mut column = 0;
    // Combining marks allowed on the last character: two are a language, twenty are an attack on
    // the lines above.
    let mut marks = MARKS;
    units.map(move |unit| {
        let source = at..at + unit.map_or(1, char::len_utf8);
        at = source.end;
        let next = bytes.get(at).copied();
        let glyph = match unit {
            None if manner.unicode => escape(source.clone(), format!("‹{:02X}›", bytes[source.start])),
            None => escape(source.clone(), format!("\\x{:02x}", bytes[source.start])),
            Some('\n') if manner.has_lines => Glyph { source, text: "\n".into(), width: 0 },
            Some('\n') if manner.unicode => Glyph { source, text: "⏎".into(), width: 1 },
            Some('\n') => escape(source, "\\n"),
            Some('\t') if manner.has_lines => {
                let width = 4 - column % 4;
                Glyph { source, text: "    "[..width].into(), width }
            }
            // A carriage return before a newline is another system's line ending, not content.
            Some('\r') if manner.has_lines && next == Some(b'\n') => Glyph { source, text: "".into(), width: 0 },
            Some(c) => character(c, source, manner, next, marks),
        };
        marks = match glyph.width {
            0 if glyph.text != "\n" => marks + 1,
            _ if glyph.text.starts_with(|c| c == '\n' || is_sign(c)) => MARKS,
            _ => 0,
        };
        column = if glyph.text == "\n" { 0 } else { column + glyph.width };
        glyph
    })
}

/// Makes all of `bytes` visible, however long.
pub fn visible(bytes: &[u8], manner: Manner) -> String {
    glyphs(bytes, manner).map(|glyph| glyph.text).collect()
}

/// Makes a name or a phrase harmless, on one line. Like [`visible`], but borrowed if nothing
/// changes.
pub fn name(text: &str, unicode: bool) -> Cow<'_, str> {
    if text.bytes().all(|b| (b' '..=b'~').contains(&b) && (unicode || b != b'\\')) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(visible(text.as_bytes(), Manner::line(unicode)))
}

/// Like [`name`], for a phrase of ours that contains a program's words already made visible: their
/// escapes stay as they are.
pub fn phrase(text: &str, unicode: bool) -> Cow<'_, str> {
    if let Cow::Borrowed(text) = name(text, unicode) {
        return Cow::Borrowed(text);
    }
    let mut phrase = String::new();
    for part in text.split_inclusive(is_sign) {
        let sign = part.chars().next_back().filter(|c| is_sign(*c) && (unicode || c.is_ascii()));
        let words = &part[..part.len() - sign.map_or(0, char::len_utf8)];
        phrase.push_str(&name(words, unicode));
        phrase.extend(sign);
    }
    Cow::Owned(phrase)
}

/// Like [`phrase`], for whole lines of ours.
pub fn lines(text: &str, unicode: bool) -> String {
    text.split_inclusive('\n').fold(String::new(), |mut lines, line| {
        let (words, end) = line.strip_suffix('\n').map_or((line, ""), |words| (words, "\n"));
        lines.push_str(&phrase(words, unicode));
        lines.push_str(end);
        lines
    })
}

/// What begins an escape, or stands for a character that cannot be seen.
fn is_sign(c: char) -> bool {
    matches!(c, '\\' | '‹' | '⏎' | '\u{2400}'..='\u{2421}')
}

/// The beginning of `bytes` that fits into a number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub text: String,
    /// Columns of `text`.
    pub width: usize,
    /// Bytes of the source that `text` shows; fewer than all if it was cut.
    pub covered: usize,
}

/// Cuts between glyphs, never within a wide character or an escape.
pub fn cut(bytes: &[u8], manner: Manner, columns: usize) -> Cut {
    let mut cut = Cut { text: String::new(), width: 0, covered: 0 };
    for glyph in glyphs(bytes, manner) {
        if cut.width + glyph.width > columns {
            break;
        }
        cut.width += glyph.width;
        cut.covered = glyph.source.end;
        cut.text.push_str(&glyph.text);
    }
    cut
}

/// Returns the columns of a text that is already harmless.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// The most combining marks that a character may carry.
const MARKS: usize = 2;

fn character(c: char, source: Range<usize>, manner: Manner, next: Option<u8>, marks: usize) -> Glyph {
    let numbered = |source, c: char| match manner.unicode {
        true => escape(source, format!("‹U+{:04X}›", c as u32)),
        false => escape(source, format!("\\u{{{:x}}}", c as u32)),
    };
    match c {
        '\0'..='\x1f' if manner.unicode => Glyph { source, text: picture(c as u32).into(), width: 1 },
        '\x7f' if manner.unicode => Glyph { source, text: picture(0x21).into(), width: 1 },
        '\0' => escape(source, "\\0"),
        '\t' => escape(source, "\\t"),
        '\r' => escape(source, "\\r"),
        // Only where it would read as one of our own escapes.
        '\\' if !manner.unicode && next.is_some_and(|b| b"0tnrxu".contains(&b)) => escape(source, "\\x5c"),
        ' '..='~' => {
            const ASCII: &str =
                " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
            let at = c as usize - ' ' as usize;
            Glyph { source, text: Cow::Borrowed(&ASCII[at..at + 1]), width: 1 }
        }
        c if (c as u32) < 0x80 => escape(source, format!("\\x{:02x}", c as u32)),
        c => match c.width() {
            _ if !manner.unicode || invisible(c) || is_sign(c) => numbered(source, c),
            Some(0) if marks >= MARKS => numbered(source, c),
            Some(width) => Glyph { source, text: c.to_string().into(), width },
            None => numbered(source, c),
        },
    }
}

/// The sign of a control character: `␛`.
fn picture(control: u32) -> String {
    char::from_u32(0x2400 + control).map(String::from).unwrap_or_default()
}

fn escape(source: Range<usize>, text: impl Into<Cow<'static, str>>) -> Glyph {
    let text = text.into();
    Glyph { source, width: text.chars().count(), text }
}

/// Characters that show nothing, look like a plain space without being one, or reorder what stands
/// around them.
fn invisible(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{a0}'                     // C1 controls, no-break space
        | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{1680}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{2000}'..='\u{200f}'               // spaces of all widths, zero-width, direction marks
        | '\u{2028}'..='\u{202f}'               // separators, embeddings and overrides
        | '\u{205f}'..='\u{206f}'               // isolates and other format characters
        | '\u{3000}'                            // the wide space
        | '\u{e000}'..='\u{f8ff}'               // private use: a font decides what it shows
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{10ffff}'            // tags, variation selectors, private use
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        let rendered = visible(bytes, Manner::line(true));
        assert_eq!(rendered, expected, "{bytes:?}");
        let covered: Vec<usize> = glyphs(bytes, Manner::line(true)).flat_map(|g| g.source).collect();
        assert!(covered.into_iter().eq(0..bytes.len()), "every byte is shown once: {bytes:?}");
    }

    #[test]
    fn plain_text_is_left_alone() {
        check(b"", "");
        check(b"4 -2 x{}~", "4 -2 x{}~");
        check("Größe 数学 ∑".as_bytes(), "Größe 数学 ∑");
    }

    #[test]
    fn control_characters_are_named() {
        check(b"\0\t\r\n\x1b[31m\x07\x7f", "␀␉␍⏎␛[31m␇␡");
        check("\u{9b}31m".as_bytes(), "‹U+009B›31m");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_shown_as_numbers() {
        check(b"a\xffb\xc3", "a‹FF›b‹C3›");
        check(b"\xed\xa0\x80", "‹ED›‹A0›‹80›");
        check(b"\xc0\x80\xf0\x9f\x98", "‹C0›‹80›‹F0›‹9F›‹98›");
    }

    #[test]
    fn invisible_and_reordering_characters_are_shown() {
        check(
            "\u{202e}x\u{2066}\u{200b}\u{feff}\u{a0}\u{3000}".as_bytes(),
            "‹U+202E›x‹U+2066›‹U+200B›‹U+FEFF›‹U+00A0›‹U+3000›",
        );
    }

    #[test]
    fn combining_marks_need_a_base_and_do_not_pile_up() {
        check("e\u{301}\u{302}\u{303}".as_bytes(), "e\u{301}\u{302}‹U+0303›");
        check("\u{301}e".as_bytes(), "‹U+0301›e");
        check("\n\u{301}".as_bytes(), "⏎‹U+0301›");
    }

    #[test]
    fn a_backslash_can_be_copied_and_an_escape_has_one_reading() {
        for text in [r"\n", r"\x1b", r"\q \", r"\\", r"C:\new\x41\\end", r"/\_/\ \\", r"\u{202e}"] {
            check(text.as_bytes(), text);
        }
        // What looks like an escape of ours.
        check("‹FF› ␛".as_bytes(), "‹U+2039›FF› ‹U+241B›");
        let ascii = |bytes: &[u8]| visible(bytes, Manner::line(false));
        assert_eq!(ascii(br"\n \x1b \q \\ \"), r"\x5cn \x5cx1b \q \\ \");
        assert_eq!(ascii(b"\x1b\\x1b"), r"\x1b\x5cx1b");
    }

    proptest::proptest! {
        #[test]
        fn no_two_texts_look_the_same_and_nothing_harmful_is_left(
            a in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..12),
            b in "[\\\\xu0tnr{}1b‹›⏎U+F\u{1b}\u{241b}\u{202e}\n\t]{0,12}",
            unicode: bool,
        ) {
            let show = |bytes: &[u8]| visible(bytes, Manner::line(unicode));
            for (x, y) in [(&a[..], b.as_bytes()), (b.as_bytes(), show(b.as_bytes()).as_bytes())] {
                proptest::prop_assert!(x == y || show(x) != show(y), "{:?} {:?}", x, y);
            }
            let visible = show(b.as_bytes());
            proptest::prop_assert!(visible.chars().all(|c| !c.is_control() && !invisible(c)), "{visible:?}");
            proptest::prop_assert_eq!(phrase(&visible, unicode), visible.as_str());
        }
    }

    #[test]
    fn without_utf8_everything_is_ascii() {
        let rendered = visible("é\n數".as_bytes(), Manner::line(false));
        assert_eq!(rendered, "\\u{e9}\\n\\u{6578}");
    }

    #[test]
    fn a_message_keeps_its_lines_and_its_indentation() {
        let rendered = visible(b"a\tb\r\n\tc\rd\x1b[0m", Manner::message(true));
        assert_eq!(rendered, "a   b\n    c␍d␛[0m");
    }

    #[test]
    fn what_was_escaped_before_is_not_escaped_again() {
        let check = |text: &str, rendered: &str| assert_eq!(phrase(text, true), rendered);
        check("expected a, got \\u{1b}[31ma", "expected a, got \\u{1b}[31ma");
        check("plain", "plain");
        check("\\xff \u{1b}[2J\u{202e}", "\\xff ␛[2J‹U+202E›");
        check("␛[2J ‹FF›\u{7}", "␛[2J ‹FF›␇");
        assert_eq!(lines("a\u{1b}\n\n␛\u{202e}\nb", true), "a␛\n\n␛‹U+202E›\nb");
    }

    #[test]
    fn a_cut_falls_between_characters_and_counts_what_it_shows() {
        let check = |text: &str, columns: usize, expected: (&str, usize, usize)| {
            let cut = cut(text.as_bytes(), Manner::line(true), columns);
            assert_eq!((cut.text.as_str(), cut.width, cut.covered), expected, "{text:?} at {columns}");
        };
        check("abcdef", 3, ("abc", 3, 3));
        check("abc", 3, ("abc", 3, 3));
        check("数学", 3, ("数", 2, 3));
        check("a\u{202e}b", 8, ("a", 1, 1));
        check("a\x1bb", 2, ("a␛", 2, 2));
        check("", 0, ("", 0, 0));
    }
}
