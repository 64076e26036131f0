//! What is read, what is noted and where, and what a hostile file costs.

use super::*;
use crate::fields::Fields;
use crate::node::number;
use model::Severity;
use proptest::prelude::*;
use std::sync::Arc;

/// What `read` returns for `text`, and the mistakes: line, severity, title, the marked text.
fn read<T>(text: &str, read: impl FnOnce(Option<Node>, &mut Mistakes) -> T) -> (T, Vec<String>) {
    let mut mistakes = Mistakes::new("p.yaml".into(), Arc::from(text));
    let node = parse(text, &mut mistakes);
    let read = read(node, &mut mistakes);
    let printed = mistakes.into_diagnostics().into_iter().map(|diagnostic| {
        let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
        let span = diagnostic.snippet.unwrap().span;
        let line = text[..span.start].matches('\n').count() + 1;
        format!("{line}: {severity}: {} <{}>", diagnostic.title, text[span].trim_end())
    });
    (read, printed.collect())
}

/// The tree in one line, without places.
fn shape(node: &Node) -> String {
    match &node.value {
        NodeValue::Scalar { text, plain: true } => text.clone(),
        NodeValue::Scalar { text, plain: false } => format!("{text:?}"),
        NodeValue::List(items) => format!("[{}]", items.iter().map(shape).collect::<Vec<_>>().join(", ")),
        NodeValue::Map(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{}: {}", key.it, shape(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
    }
}

fn check(text: &str, expected: &str, mistakes: &[&str]) {
    let (got, printed) = read(text, |node, _| node.map_or(String::new(), |node| shape(&node)));
    assert_eq!(
        (got.as_str(), printed),
        (expected, mistakes.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()),
        "{text}"
    );
}

#[test]
fn maps_lists_and_scalars_are_read_with_what_is_behind_them() {
    check("name: Hello   # a comment\nlimits:\n  time_limit: 1.5", "{name: Hello, limits: {time_limit: 1.5}}", &[]);
    check("type:\n  - scoring\n  - interactive\n", "{type: [scoring, interactive]}", &[]);
    check("a: [x, 'y z', \"t\\tab\"]", "{a: [x, \"y z\", \"t\\tab\"]}", &[]);
    check("a: |\n  two\n  lines\n", "{a: \"two\\nlines\\n\"}", &[]);
    check("\u{feff}a: 1\r\nb: 2\r\n", "{a: 1, b: 2}", &[]);
    check("%YAML 1.1\n---\na: 1\n...\n", "{a: 1}", &[]);
    for nothing in ["", "\n", "# only a comment\n", "---\n", "~\n"] {
        check(nothing, "", &[]);
    }
}

/// Found by the fuzzer: a value ends in the blanks of a line that is left out.
#[test]
fn places_do_not_cut_characters_of_a_line_that_is_left_out() {
    fn in_text(node: &Node, text: &str) -> bool {
        let inside = |place: &Range<usize>| text.get(place.clone()).is_some();
        inside(&node.place)
            && match &node.value {
                NodeValue::Scalar { .. } => true,
                NodeValue::List(items) => items.iter().all(|item| in_text(item, text)),
                NodeValue::Map(pairs) => pairs.iter().all(|(key, value)| inside(&key.place) && in_text(value, text)),
            }
    }
    let odd = |count| "\u{fffd}".repeat(count);
    let text = format!(
        "\"ac`e: >5\n  {}a'ade{}::\n  s]ore: >5\n  {}*a]\n\"*.{{py,cpp}}\": &a\n  message: \n xba:*\n",
        odd(5),
        odd(8),
        odd(4)
    );
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        let text = &text[..end];
        let (all_in_text, _) = read(text, |node, _| node.is_none_or(|node| in_text(&node, text)));
        assert!(all_in_text, "{text}");
    }
}

#[test]
fn a_line_that_is_no_yaml_is_left_out_and_the_rest_is_read() {
    check(
        "name: Two: heaps\nlimits:\n  memory: 512\n",
        "{limits: {memory: 512}}",
        &["1: error: invalid YAML: mapping values are not allowed in this context <:>"],
    );
    let (_, printed) = read("a: 1\nb: \"unclosed\nc: 3\n", |_, _| ());
    assert!(printed[0].contains("error: invalid YAML"), "{printed:?}");
}

#[test]
fn the_last_of_two_equal_keys_counts_and_a_second_document_does_not() {
    check("a: 1\nb: 2\na: 3\n", "{a: 3, b: 2}", &["3: warning: `a` for the second time <a>"]);
    check("a: 1\n---\nb: 2\n", "{a: 1}", &["2: warning: a second document in the file <--->"]);
}

#[test]
fn aliases_stand_for_what_they_name() {
    check("a: &x [1, 2]\nb: *x\n", "{a: [1, 2], b: [1, 2]}", &[]);
    let (_, printed) = read("a: *nobody\nb: 1\n", |_, _| ());
    assert!(printed[0].starts_with("1: error: invalid YAML"), "{printed:?}");
    let (_, printed) = read("a: &x [*x]\n", |_, _| ());
    assert!(printed[0].contains("error: invalid YAML"), "{printed:?}");
}

#[test]
fn a_bomb_of_aliases_goes_off_nowhere() {
    let mut bomb = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for level in 1..30 {
        let before = format!("*a{}", level - 1);
        bomb.push_str(&format!("a{level}: &a{level} [{}]\n", [before.as_str(); 10].join(", ")));
    }
    let (_, printed) = read(&bomb, |_, _| ());
    assert!(matches!(printed.as_slice(), [one] if one.contains("more than 500000 values")), "{printed:?}");
    let (_, printed) = read(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)), |_, _| ());
    assert!(!printed.is_empty());
}

#[test]
fn fields_are_typed_and_every_mistake_is_noted_where_it_stands() {
    let text = "name: [x]\ntime: fast\nmemory: -3\nsafe: yes\nflags: a  b\nargs: [a b, c]\nlist: one\nnmae: 7\nempty:\nhuge: 1.5\n";
    let (_, printed) = read(text, |node, mistakes| {
        let mut fields = Fields::of("", node, mistakes);
        assert_eq!(fields.text("name"), None);
        assert_eq!(fields.number("time", 0.0..=10.0, "seconds"), None);
        assert_eq!(fields.whole("memory", 1..=1024, "MiB"), None);
        assert!(fields.flag("safe").unwrap().it);
        assert_eq!(fields.words("flags").unwrap().it, ["a", "b"]);
        assert_eq!(fields.texts("args").unwrap().it, ["a b", "c"]);
        assert_eq!(fields.texts("list").unwrap().it, ["one"]);
        assert_eq!((fields.text("empty"), fields.text("absent")), (None, None));
        assert_eq!(fields.whole("huge", 1..=10, "").unwrap().it, 2);
        fields.finish();
    });
    assert_eq!(
        printed,
        [
            "1: error: `name` is a text, not a list <[x]>",
            "2: error: `time` is a number, not a text <fast>",
            "3: error: `memory` is out of range <-3>",
            "8: warning: unknown key `nmae` <nmae>",
            "10: warning: `huge` is a whole number <1.5>",
        ]
    );
}

#[test]
fn numbers_are_decimal_and_may_be_infinite() {
    for (text, expected) in [
        ("12", Some(12.0)),
        ("-1.5e3", Some(-1500.0)),
        (".5", Some(0.5)),
        ("+inf", Some(f64::INFINITY)),
        ("-.inf", Some(f64::NEG_INFINITY)),
        ("nan", None),
        ("infinity", None),
        ("--1", None),
        ("1 2", None),
        ("2author", None),
        ("0x10", None),
    ] {
        assert_eq!(number(text), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn anything_is_read_without_a_panic_and_every_place_lies_in_the_text(text in "[ -~\n\t:{}\\[\\]#&*!|>'\"%@`é-]{0,120}") {
        read(&text, |_, _| ());
    }
}
