//! Puts the file's real name into a compiler's messages, and reads the make rules that name what
//! the compiler read.

use std::path::Path;

/// Joins what the compiler wrote on both streams and replaces staged names by those that people
/// know. `names` are pairs of `(staged, known)`.
pub(super) fn of(stderr: &str, stdout: &str, staging: &Path, names: &[(String, String)]) -> String {
    let staged = format!("{}/", staging.display());
    let mut text = String::with_capacity(stderr.len() + stdout.len());
    for part in [stderr, stdout] {
        text.push_str(part);
        if !part.is_empty() && !part.ends_with('\n') {
            text.push('\n');
        }
    }
    let text = text.replace(&staged, "");
    // `main.rs:3:5`, `Main.java:3: error`, `File "x.py", line 3`, `main.d(5)`, `at out/x.pl line
    // 3`.
    names.iter().fold(text, |text, (staged, original)| renamed(&text, staged, original))
}

/// Stands for the program's name in messages that are kept with its build: another file with the
/// same text has the same build.
const NAME: &str = "\0";

/// Messages without the name by which people know the program.
pub(super) fn nameless(words: &str, display: &str) -> String {
    renamed(words, display, NAME)
}

/// The same with the name of this program.
pub(super) fn with_name(words: &str, display: &str) -> String {
    words.replace(NAME, display)
}

/// Replaces a name wherever it stands alone.
fn renamed(text: &str, name: &str, by: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || ['_', '-', '/', '.'].contains(&c);
    let (mut made, mut end) = (String::with_capacity(text.len()), 0);
    for (at, _) in text.match_indices(name) {
        let mut next = text[at + name.len()..].chars();
        let goes_on = match next.next() {
            // The end of a sentence.
            Some('.') => next.next().is_some_and(is_part),
            next => next.is_some_and(is_part),
        };
        made.push_str(&text[end..at]);
        made.push_str(if goes_on || text[..at].ends_with(is_part) { name } else { by });
        end = at + name.len();
    }
    made + &text[end..]
}

/// The files named in a make rule (`target: a b \` …) as rustc and gcc write it, without system
/// headers. A `./` in front of a name is left out.
///
/// A backslash stands before blanks in names, in gcc's rules also before `#` and `:`, and gcc
/// doubles `$`. rustc writes all of these as they are: what can be both is read as gcc's unless
/// `is_known` knows the name as it stands. Later rules (a bare `a:`, for files that vanish) name
/// nothing new.
pub(super) fn prerequisites(rules: &str, is_known: impl Fn(&str) -> bool) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    let joined = rules.replace("\\\n", " ");
    for line in joined.split('\n') {
        let Some((_, list)) = line.split_once(": ") else { continue };
        for written in names(list) {
            let plain = written.replace("\\ ", " ");
            let name = if is_known(&plain) { plain } else { unquoted(&written) };
            let name = name.strip_prefix("./").map_or(name.clone(), str::to_owned);
            if !files.contains(&name) {
                files.push(name);
            }
        }
    }
    files
}

/// The words of a list, as they are written: a blank behind an odd number of backslashes belongs to
/// its word.
fn names(list: &str) -> Vec<String> {
    let (mut names, mut name, mut backslashes) = (Vec::new(), String::new(), 0);
    for c in list.chars() {
        if is_blank(c) && backslashes % 2 == 0 {
            names.push(std::mem::take(&mut name));
        } else {
            name.push(c);
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
    }
    names.push(name);
    names.retain(|name| !name.is_empty());
    names
}

/// What gcc quoted, as it is called.
fn unquoted(written: &str) -> String {
    let mut name = String::with_capacity(written.len());
    let mut chars = written.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek().copied()) {
            ('\\', Some(' ' | '\t' | '#' | ':' | '%')) | ('$', Some('$')) => name.extend(chars.next()),
            // In front of a quoted blank, backslashes are doubled.
            ('\\', Some('\\')) if is_before_blank(chars.clone()) => name.extend(chars.next()),
            _ => name.push(c),
        }
    }
    name
}

/// Whether these backslashes are followed by a blank.
fn is_before_blank(chars: impl Iterator<Item = char>) -> bool {
    chars.into_iter().find(|c| *c != '\\').is_some_and(is_blank)
}

/// What compilers put between names: any other white space is part of one.
fn is_blank(c: char) -> bool {
    [' ', '\t'].contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rules: &str, files: &[&str]) {
        assert_eq!(prerequisites(rules, |_| false), files, "{rules}");
    }

    #[test]
    fn rule_files_list_what_was_read() {
        check("out/main: nim.rs\n\nmain.d: nim.rs\n\nnim.rs:\n", &["nim.rs"]);
        check("out/main: nim.rs extra.rs\n", &["nim.rs", "extra.rs"]);
        check("main: nim.cpp \\\n  a\\ b.h\n", &["nim.cpp", "a b.h"]);
        check("", &[]);
        check(r"out/main: a\#b.cpp $$x.cpp my\#lib.hpp", &["a#b.cpp", "$x.cpp", "my#lib.hpp"]);
        check(r"out/main: ./-dash.cpp a\:b.c c:d.c 100%.c", &["-dash.cpp", "a:b.c", "c:d.c", "100%.c"]);
        check(r"out/main: a\\\ b.c a\b.c", &[r"a\ b.c", r"a\b.c"]);
        // Compilers quote blanks and tabs alone.
        for odd in ['\u{a0}', '\u{3000}', '\u{2028}', '\u{85}', '\u{b}', '\u{c}', '\r'] {
            check(
                &format!("out/main: a{odd}b.c {odd}.h b\\ {odd}"),
                &[&*format!("a{odd}b.c"), &*format!("{odd}.h"), &*format!("b {odd}")],
            );
        }
        assert_eq!(prerequisites("out/main: a$$b.rs", |name| name == "a$$b.rs"), ["a$$b.rs"]);
    }

    #[test]
    fn messages_name_the_real_file() {
        let named = |staged: &str, original: &str| (staged.to_owned(), original.to_owned());
        let text = of(" --> nim.rs:3:5\n", "", Path::new("/tmp/s"), &[named("nim.rs", "solutions/src/bin/nim.rs")]);
        assert_eq!(text, " --> solutions/src/bin/nim.rs:3:5\n");
        let text = of(
            "/tmp/s/Main.java:1: error: x",
            "",
            Path::new("/tmp/s"),
            &[named("Main.java", "solutions/java/nim.java")],
        );
        assert_eq!(text, "solutions/java/nim.java:1: error: x\n");
        let check = |text: &str, staged: &str, expected: &str| {
            assert_eq!(of(text, "", Path::new("/tmp/s"), &[named(staged, "nim.x")]), format!("{expected}\n"));
        };
        check("main.d(5): Error: x", "main.d", "nim.x(5): Error: x");
        check("syntax error at a.pl line 3.", "a.pl", "syntax error at nim.x line 3.");
        check(
            "\"a.py\" and a.pyc, sub/a.py, xa.py and a.py.",
            "a.py",
            "\"nim.x\" and a.pyc, sub/a.py, xa.py and nim.x.",
        );
    }
}
