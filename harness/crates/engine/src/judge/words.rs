//! What a problem's own program says of its failure.

use std::path::Path;

/// The first line of what a program wrote to stderr, with the next one after a colon: a panic gives
/// its place on the first line and its reason on the second, and so does an exception of C++ that
/// nobody caught. Python gives its reason on the last.
pub(crate) fn first_words(words: &str) -> Option<String> {
    if let Some(reason) = python_error(words) {
        return Some(reason);
    }
    let mut lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
    let (first, second) = (lines.next()?, lines.next());
    if let Some(what) = second.and_then(|second| second.strip_prefix("what():")) {
        return Some(format!("{first}: {}", what.trim()));
    }
    Some(match second.filter(|_| first.ends_with(':')) {
        Some(second) => format!("{first} {second}"),
        None => first.to_owned(),
    })
}

/// What a Python program died of: the last line of its traceback, and the last place that is not in
/// a library of Python's, wherever that is installed.
fn python_error(words: &str) -> Option<String> {
    let at = words.find("Traceback (most recent call last):")?;
    let begins = |line: &&str| !line.is_empty() && !line.starts_with([' ', '\t']);
    let error = words[at..].lines().skip(1).filter(begins).last()?;
    let place = words[at..].lines().rev().find_map(|line| {
        let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
        let line: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let is_of_library = LIBRARIES.iter().any(|folder| path.contains(folder)) || path.starts_with('<');
        let name = Path::new(path).file_name().filter(|_| !is_of_library)?;
        Some(format!(" ({}, line {line})", name.to_string_lossy()))
    });
    Some(format!("{error}{}", place.unwrap_or_default()))
}

/// What the folders of Python's libraries are called, before their version.
const LIBRARIES: [&str; 3] = ["/lib/python3", "/lib64/python3", "/lib/pypy3"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_is_in_the_words_that_are_chosen() {
        let check = |words: &str, first: Option<&str>| assert_eq!(first_words(words).as_deref(), first, "{words:?}");
        check("", None);
        check(" \n\t\n", None);
        check("line 3: n is 0\nmore\n", Some("line 3: n is 0"));
        check(
            "\nthread 'main' panicked at v.rs:3:5:\nno number\nnote: …\n",
            Some("thread 'main' panicked at v.rs:3:5: no number"),
        );
        check(
            "Traceback (most recent call last):\n  File \"/tmp/v.py\", line 2, in <module>\n    f()\nValueError: n \
             is 0\n",
            Some("ValueError: n is 0 (v.py, line 2)"),
        );
        for library in ["/usr/lib/python3.11/json", "/root/.pyenv/versions/3.11.7/lib/python3.11/json", "<frozen json"]
        {
            let words = format!(
                "Traceback (most recent call last):\n  File \"/usr/src/v.py\", line 2, in <module>\n  File \
                 \"{library}/decoder.py\", line 9, in f\nValueError: x\n"
            );
            check(&words, Some("ValueError: x (v.py, line 2)"));
        }
        check(
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  stoi\n",
            Some("terminate called after throwing an instance of 'std::out_of_range': stoi"),
        );
        check("Traceback (most recent call last):\n", Some("Traceback (most recent call last):"));
    }
}
