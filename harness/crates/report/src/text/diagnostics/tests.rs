//! Tests of drawn diagnostics.

use super::*;
use proptest::prelude::*;
use snapbox::{IntoData, assert_data_eq, str};
use std::path::PathBuf;

const PLAIN: Look = Look { color: false, unicode: true, width: Some(80) };

fn diagnostic(text: &str, part: &str, label: &str) -> Diagnostic {
    let start = text.find(part).unwrap();
    Diagnostic {
        severity: Severity::Error,
        title: "unknown key `tme` in [limits]".to_owned(),
        path: PathBuf::from("problems/nim/problem.toml"),
        snippet: Some(Snippet {
            text: text.into(),
            first_line: 1,
            span: start..start + part.len(),
            label: label.to_owned(),
        }),
        hint: Some("did you mean `time`?".to_owned()),
    }
}

#[test]
fn a_mistake_is_drawn_at_its_place() {
    let text = "title = \"博弈\"\n[limits]\ntme = 1.0\n";
    assert_data_eq!(
        render(&diagnostic(text, "tme", "unknown key"), PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:3:1
  |
3 | tme = 1.0
  | ^^^ unknown key
  |
  = hint: did you mean `time`?

"#]]
    );
    assert_data_eq!(
        render(&diagnostic(text, "弈", "here"), PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:1:11
  |
1 | title = "博弈"
  |            ^^ here
  |
  = hint: did you mean `time`?

"#]]
    );
    assert_data_eq!(
        render(&diagnostic(text, "\"博弈\"\n[limits]\ntme", "all of it"), PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:1:9
  |
1 | title = "博弈"
  |         ^^^^^^ all of it
  |
  = hint: did you mean `time`?

"#]]
    );
}

#[test]
fn an_end_of_line_and_an_end_of_file_can_be_pointed_at() {
    let mut at_end = diagnostic("title = 'x'\r\n", "title", "expected more");
    at_end.snippet.as_mut().unwrap().span = 11..11;
    assert_data_eq!(
        render(&at_end, PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:1:12
  |
1 | title = 'x'
  |            ^ expected more
  |
  = hint: did you mean `time`?

"#]]
    );
    at_end.snippet.as_mut().unwrap().span = 13..13;
    assert_data_eq!(
        render(&at_end, PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:2:1
  |
2 |
  | ^ expected more
  |
  = hint: did you mean `time`?

"#]]
    );
}

#[test]
fn without_a_place_the_file_is_named() {
    let mut whole = diagnostic("x", "x", "");
    whole.snippet = None;
    whole.severity = Severity::Warning;
    assert_data_eq!(
        render(&whole, PLAIN),
        str![[r#"
warning: unknown key `tme` in [limits]
  --> problems/nim/problem.toml
   = hint: did you mean `time`?

"#]]
    );
}

#[test]
fn the_root_itself_has_a_name() {
    let mut root = diagnostic("x", "x", "");
    (root.snippet, root.path) = (None, PathBuf::new());
    assert!(render(&root, PLAIN).contains("\n  --> .\n"), "{}", render(&root, PLAIN));
}

#[test]
fn a_long_line_is_cut_around_the_carets_with_marks() {
    let text = format!("{}tme{}", "a ".repeat(50_000), " b".repeat(50_000));
    assert_data_eq!(
        render(&diagnostic(&text, "tme", "unknown key"), PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:1:100001
  |
1 | … a a a a a a a a a a a a tme b b b b b b b b b b b b b b b b b b b b b b …
  |                           ^^^ unknown key
  |
  = hint: did you mean `time`?

"#]]
    );
    let text = format!("tme{}", " b".repeat(50_000));
    assert_data_eq!(
        render(&diagnostic(&text, "tme", "unknown key"), PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:1:1
  |
1 | tme b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b …
  | ^^^ unknown key
  |
  = hint: did you mean `time`?

"#]]
    );
    let text = format!("a {}", "x".repeat(50_000));
    assert_data_eq!(
        render(&diagnostic(&text, &text[2..], "long"), PLAIN),
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:1:3
  |
1 | a xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: long
  = hint: did you mean `time`?

"#]]
    );
}

#[test]
fn a_narrow_screen_breaks_titles_and_hints_and_puts_the_label_below() {
    let mut narrow = diagnostic("                time = 'a'", "'a'", "expected a number from 0.001 to 3600");
    narrow.title = "`limits.time` is a number and not a string of characters".to_owned();
    narrow.hint = Some("write it without quotes, as in any other place where a number stands".to_owned());
    let drawn = render(&narrow, Look { width: Some(40), ..PLAIN });
    assert!(drawn.lines().all(|line| sanitize::width(line) <= 40), "{drawn}");
    assert_data_eq!(
        drawn,
        str![[r#"
error: `limits.time` is a number and not
       a string of characters
 --> problems/nim/problem.toml:1:24
  |
1 |                 time = 'a'
  |                        ^^^
  |
  = note: expected a number from 0.001
          to 3600
  = hint: write it without quotes, as in
          any other place where a number
          stands

"#]]
    );
}

#[test]
fn hostile_text_is_made_harmless() {
    let mut hostile = diagnostic("a\x1b[2Jb\t\u{202e}tme\x07", "tme", "\x1b[31mred");
    hostile.title = "unknown\r\n::error::x\x1b]0;t\x07".to_owned();
    hostile.hint = Some("\x1b[H".to_owned());
    hostile.path = PathBuf::from("problems/\x1b[1m\n.toml");
    let drawn = render(&hostile, PLAIN);
    assert!(drawn.chars().all(|c| c == '\n' || !c.is_control()), "{drawn:?}");
    assert_data_eq!(
        drawn,
        str![[r#"
error: unknown␍⏎::error::x␛]0;t␇
 --> problems/␛[1m⏎.toml:1:9
  |
1 | a␛[2Jb  ‹U+202E›tme␇
  |                 ^^^ ␛[31mred
  |
  = hint: ␛[H

"#]]
        .raw()
    );
}

#[test]
fn no_line_begins_like_a_command() {
    for columns in 1..60 {
        let text = Text::new().with(Role::Plain, "a b ::error file=x::what :: ::::::: ::set-output name=a::b");
        let lines = text.wrap(columns, 0);
        assert!(lines.iter().all(|line| !line.plain().trim_start().starts_with(':')), "at {columns} columns");
    }
}

#[test]
fn without_utf8_everything_is_ascii() {
    let text = format!("title = \"博弈\"{}", " ".repeat(200));
    let mut foreign = diagnostic(&text, "博弈", "…");
    foreign.hint = Some("add `title = \"…\"`".to_owned());
    let drawn = render(&foreign, Look { unicode: false, ..PLAIN });
    assert!(drawn.is_ascii(), "{drawn}");
    assert_data_eq!(
        drawn,
        str![[r#"
error: unknown key `tme` in [limits]
 --> problems/nim/problem.toml:1:10
  |
1 | title = "\u{535a}\u{5f08}"                                              ...
  |          ^^^^^^^^^^^^^^^^ ...
  |
  = hint: add `title = "..."`

"#]]
        .raw()
    );
}

#[test]
fn colour_is_there_only_when_asked_for() {
    let one = diagnostic("tme = 1", "tme", "unknown key");
    assert!(!render(&one, PLAIN).contains('\x1b'));
    assert!(render(&one, Look { color: true, ..PLAIN }).contains('\x1b'));
}

#[test]
fn endless_words_are_cut_with_a_count() {
    let mut endless = diagnostic("x", "x", "");
    endless.title = "é".repeat(100_000);
    let drawn = render(&endless, PLAIN);
    assert!(drawn.replace(['\n', ' '], "").contains("…(198,800morebytes)"), "{drawn}");
    assert!(drawn.lines().all(|line| sanitize::width(line) <= 80), "{drawn}");
    assert!(drawn.len() < 3000);
}

#[test]
fn many_are_counted_and_errors_come_first() {
    let error = diagnostic("tme = 1", "tme", "unknown key");
    let warning = Diagnostic { severity: Severity::Warning, title: "odd".to_owned(), snippet: None, ..error.clone() };
    let last = |most: usize, all: &[Diagnostic]| {
        let text = render_all(all, PLAIN, most);
        (text.matches("\n --> ").count() + text.matches("\n  --> ").count(), text.lines().last().map(str::to_owned))
    };
    let all = [warning, error.clone(), error.clone()];
    assert_eq!(last(9, &all), (3, Some("2 errors and 1 warning in the workspace".to_owned())));
    assert_eq!(
        last(2, &all),
        (2, Some("2 errors and 1 warning in the workspace, 1 of them not shown without -v".to_owned()))
    );
    assert!(render_all(&all, PLAIN, 9).starts_with("error"));
    assert_eq!(render_all(std::slice::from_ref(&error), PLAIN, 9), render(&error, PLAIN));
    assert_eq!(render_all(&[], PLAIN, 9), "");
}

proptest! {
    #[test]
    fn anything_is_drawn_within_the_width(
        text in "[a-z\n\t 乔\u{301}\u{1b}\r]{0,300}",
        a in 0usize..300,
        b in 0usize..300,
        width in 0usize..200,
        unicode: bool,
    ) {
        let boundary = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let mut any = diagnostic("x", "x", "label");
        let span = boundary(a.min(b))..boundary(a.max(b));
        any.snippet = Some(Snippet { text: text.as_str().into(), first_line: 1, span, label: text.clone() });
        any.hint = Some(text.clone());
        let look = Look { color: false, unicode, width: Some(width) };
        let drawn = render(&any, look);
        prop_assert!(drawn.lines().all(|line| sanitize::width(line) <= columns(look)), "{}", drawn);
        prop_assert!(drawn.chars().all(|c| c == '\n' || !c.is_control()));
        prop_assert!(unicode || drawn.is_ascii());
        prop_assert!(drawn.lines().any(|line| line.contains('^')));
    }
}
