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
    // `main.rs:3:5`, `Main.java:3: error`, `File "x.py", line 3`.
    names.iter().fold(text, |text, (staged, original)| {
        text.replace(&format!("{staged}:"), &format!("{original}:"))
            .replace(&format!("\"{staged}\""), &format!("\"{original}\""))
    })
}

/// The files named in a make rule (`target: a b \` …) as rustc and gcc write it, without system
/// headers.
///
/// Spaces in names are written `\ `. Later rules (a bare `a:`, for files that vanish) name nothing
/// new.
pub(super) fn prerequisites(rules: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    let joined = rules.replace("\\\n", " ");
    for line in joined.lines() {
        let Some((_, list)) = line.split_once(": ") else { continue };
        let mut name = String::new();
        let mut chars = list.chars().peekable();
        loop {
            match chars.next() {
                Some('\\') if chars.peek() == Some(&' ') => {
                    name.push(' ');
                    chars.next();
                }
                Some(c) if !c.is_whitespace() => name.push(c),
                other => {
                    if !name.is_empty() && !files.contains(&name) {
                        files.push(std::mem::take(&mut name));
                    }
                    name.clear();
                    if other.is_none() {
                        break;
                    }
                }
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rules: &str, files: &[&str]) {
        assert_eq!(prerequisites(rules), files, "{rules}");
    }

    #[test]
    fn rule_files_list_what_was_read() {
        check("out/main: nim.rs\n\nmain.d: nim.rs\n\nnim.rs:\n", &["nim.rs"]);
        check("out/main: nim.rs extra.rs\n", &["nim.rs", "extra.rs"]);
        check("main: nim.cpp \\\n  a\\ b.h\n", &["nim.cpp", "a b.h"]);
        check("", &[]);
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
    }
}
