//! Which files a C or C++ program includes.

use std::path::Path;

/// The header that implements Codeforces' protocols for checkers, validators and interactors.
pub const TESTLIB: &str = "testlib.h";

/// A header's name in an `#include`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Include<'a> {
    pub name: &'a str,
    /// In quotes: the folder of the including file is searched first.
    pub quoted: bool,
}

/// What one line includes, if it may be a file of a person's own. `None` for headers of the system:
/// names in angle brackets with no folder, or with a folder that belongs to the compiler.
pub fn include(line: &str) -> Option<Include<'_>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    named(rest)
}

/// The name that `text` begins with, in quotes or angle brackets.
fn named(text: &str) -> Option<Include<'_>> {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.split_once('"').map(|(name, _)| Include { name, quoted: true });
    }
    let (name, _) = text.strip_prefix('<')?.split_once('>')?;
    let folder = name.split_once('/').map(|(folder, _)| folder);
    let own = name == TESTLIB || folder.is_some_and(|folder| !["bits", "sys"].contains(&folder));
    own.then_some(Include { name, quoted: false })
}

/// What stands behind the name on a line that includes something.
pub fn behind<'l>(line: &'l str, include: Include<'_>) -> &'l str {
    let opens = if include.quoted { '"' } else { '<' };
    let name = format!("{opens}{}", include.name);
    line.split_once(&name).map_or("", |(_, rest)| rest.get(1..).unwrap_or_default())
}

/// The files that a condition on this line asks for by `__has_include`.
pub fn has_includes(line: &str) -> impl Iterator<Item = Include<'_>> {
    let directive = line.trim_start().strip_prefix('#').map_or("", str::trim_start);
    let words = if directive.starts_with("if") || directive.starts_with("elif") { directive } else { "" };
    words.split(HAS_INCLUDE).skip(1).filter_map(|rest| named(rest.trim_start().strip_prefix('(')?.trim_start()))
}

const HAS_INCLUDE: &str = "__has_include";

/// `line` with the answer to each `__has_include` of a file that `is_there` says is there.
pub fn answer_has_includes(line: &str, is_there: impl Fn(Include<'_>) -> bool) -> String {
    let mut parts = line.split(HAS_INCLUDE);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        let name = rest.trim_start().strip_prefix('(').and_then(|rest| named(rest.trim_start()));
        match (name.filter(|name| is_there(*name)), rest.split_once(')')) {
            (Some(_), Some((_, behind))) => text.push_str(&format!("1{behind}")),
            (Some(_) | None, _) => text.push_str(&format!("{HAS_INCLUDE}{rest}")),
        }
    }
    text
}

/// What a program may need of a person's own files: what its lines include, and what they ask for.
/// Comments and strings include nothing.
pub fn includes(source: &str) -> impl Iterator<Item = Include<'_>> {
    code_lines(source)
        .filter(|(_, is_code)| *is_code)
        .flat_map(|(line, _)| include(line).into_iter().chain(has_includes(line)))
}

/// Where a line begins.
enum At {
    Code,
    BlockComment,
    /// A comment to the end of a line that goes on, on the next one.
    LineComment,
    /// A raw string, and what ends it.
    Raw(String),
}

/// Each line of a C or C++ source with its line end, and whether it begins in code, rather than
/// within a comment or a raw string.
pub fn code_lines(source: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut at = At::Code;
    source.split_inclusive('\n').map(move |line| {
        let is_code = matches!(at, At::Code);
        at = behind_line(line, std::mem::replace(&mut at, At::Code));
        (line, is_code)
    })
}

/// Where the line after `line` begins.
fn behind_line(line: &str, begins: At) -> At {
    let goes_on = line.trim_end_matches(['\n', '\r']).ends_with('\\');
    let mut at = begins;
    let mut rest = line;
    loop {
        match at {
            At::LineComment => return if goes_on { At::LineComment } else { At::Code },
            At::BlockComment => match rest.split_once("*/") {
                Some((_, behind)) => rest = behind,
                None => return At::BlockComment,
            },
            At::Raw(end) => match rest.split_once(end.as_str()) {
                Some((_, behind)) => rest = behind,
                None => return At::Raw(end),
            },
            At::Code => {}
        }
        let Some(found) = rest.find(['/', '"', '\'']) else { return At::Code };
        let (before, from) = rest.split_at(found);
        (at, rest) = if let Some(behind) = from.strip_prefix("/*") {
            (At::BlockComment, behind)
        } else if from.starts_with("//") {
            (At::LineComment, "")
        } else if from.starts_with('"') && before.ends_with('R') {
            let (delimiter, behind) = from[1..].split_once('(').unwrap_or_default();
            (At::Raw(format!("){delimiter}\"")), behind)
        } else if from.starts_with('/') || (from.starts_with('\'') && before.ends_with(char::is_alphanumeric)) {
            // A division, or a separator of digits.
            (At::Code, &from[1..])
        } else {
            (At::Code, behind_literal(from))
        };
    }
}

/// What stands behind a string or a character that `text` begins with.
fn behind_literal(text: &str) -> &str {
    let quote = text.chars().next().unwrap_or_default();
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

/// Whether a file is a header of C or C++ by its name.
pub fn is_header(file: impl AsRef<Path>) -> bool {
    file.as_ref()
        .extension()
        .is_some_and(|extension| ["h", "hh", "hpp", "hxx"].iter().any(|header| extension == *header))
}

/// Whether a program with this source speaks testlib's protocol.
pub fn uses_testlib(source: &str) -> bool {
    let lines = code_lines(source).filter(|(_, is_code)| *is_code);
    lines.filter_map(|(line, _)| include(line)).any(|it| it.name == TESTLIB || it.name.ends_with("/testlib.h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_the_system_are_not_among_a_files_includes() {
        let source = "#include <vector>\n # include \"a/b.h\"\n#include<testlib.h>\n// #include \"no\"\n\
                      #include \"open\n#include <bits/stdc++.h>\n#include <atcoder/dsu>\n";
        let names: Vec<(&str, bool)> = includes(source).map(|include| (include.name, include.quoted)).collect();
        assert_eq!(names, [("a/b.h", true), ("testlib.h", false), ("atcoder/dsu", false)]);
        let questions = "#if __has_include(\"a.h\") && __has_include( <b/c.h> ) || __has_include(<map>)\n#endif\n";
        assert_eq!(includes(questions).map(|include| include.name).collect::<Vec<_>>(), ["a.h", "b/c.h"]);
        let answered = answer_has_includes(questions, |include| include.name == "a.h");
        assert!(answered.starts_with("#if 1 && __has_include( <b/c.h> ) || __has_include(<map>)"), "{answered}");
        assert!(uses_testlib(source) && uses_testlib("#include \"lib/testlib.h\"") && !uses_testlib("testlib.h"));
    }

    #[test]
    fn a_line_within_a_comment_or_a_raw_string_is_no_code() {
        let check = |source: &str, expected: &[bool]| {
            assert_eq!(code_lines(source).map(|(_, is_code)| is_code).collect::<Vec<_>>(), expected, "{source}");
        };
        check("a /* b\nc\nd */ e\nf\n", &[true, false, false, true]);
        check("// a \\\nb\nc\n", &[true, false, true]);
        check("x = R\"q(a\n)\" b\n)q\";\nc\n", &[true, false, false, true]);
        check("a = \"/*\";\nb = '\"'; c = 1'000 / 2;\nd\n", &[true, true, true]);
        assert_eq!(includes("/*\n#include \"a.h\"\n*/\n").count(), 0);
    }
}
