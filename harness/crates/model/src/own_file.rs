//! Names in tracebacks: programs are built elsewhere, and people know them by their own files.

use crate::id::Language;
use crate::making::COMMAND;
use std::borrow::Cow;
use std::path::Path;

/// Replaces the built file that a traceback names by the solution at `path` that it was made from.
pub fn own_file<'a>(bytes: &'a [u8], path: &str, language: &Language) -> Cow<'a, [u8]> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Cow::Borrowed(bytes) };
    let mut named = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/out/") {
        let start = start_of_path(&rest[..at]);
        let folder = rest[..at].rsplit('/').next().unwrap_or_default();
        let is_build = folder.len() >= 32 && folder.bytes().all(|byte| byte.is_ascii_hexdigit());
        let behind = &rest[at + "/out/".len()..];
        let file = &behind[..behind.find(['"', '\'', ')', ':', ' ', ',', '\n']).unwrap_or(behind.len())];
        let same = Path::new(path).file_name().is_some_and(|name| name == file);
        if is_build && !file.is_empty() {
            named.push_str(&rest[..start]);
            // A command's files lie in the folder that it is called in. The path of a program of
            // several files is a folder.
            if language.0.as_ref() == COMMAND {
                named.push_str(file);
            } else if same {
                named.push_str(path);
            } else {
                named.push_str(&format!("{path}/{file}"));
            }
            rest = &behind[file.len()..];
        } else {
            let end = rest.len() - behind.len();
            named.push_str(&rest[..end]);
            rest = behind;
        }
    }
    named.push_str(rest);
    if language.0.as_ref() == "java" && path.ends_with(".java") {
        named = named.split_inclusive('\n').map(|line| own_frame(line, path)).collect();
    }
    if named == text { Cow::Borrowed(bytes) } else { Cow::Owned(named.into_bytes()) }
}

/// Where the path begins that `before` ends in: at its last slash with nothing of a name before it.
/// A folder's name may hold spaces and quotes.
fn start_of_path(before: &str) -> usize {
    const AROUND: [char; 5] = ['"', '\'', '(', ' ', '\n'];
    let begins = |at: &usize| *at == 0 || before[..*at].ends_with(AROUND);
    let relative = || before.rfind(AROUND).map_or(0, |around| around + 1);
    before.rmatch_indices('/').map(|(at, _)| at).find(begins).unwrap_or_else(relative)
}

/// Rewrites a Java stack frame, `at Main.main(Main.java:5)`: the class's file is a copy of the
/// solution's. Frames of the library name a module, `java.base/…`, and stay.
fn own_frame<'l>(line: &'l str, path: &str) -> Cow<'l, str> {
    let Some((method, place)) = line.split_once('(').filter(|(method, _)| method.trim_start().starts_with("at "))
    else {
        return Cow::Borrowed(line);
    };
    match place.split_once(".java:") {
        Some((_, number)) if !method.contains('/') => Cow::Owned(format!("{method}({path}:{number}")),
        Some(_) | None => Cow::Borrowed(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traceback_names_the_file_that_people_know() {
        let check = |path: &str, language: &str, text: &str, expected: &str| {
            let named = own_file(text.as_bytes(), path, &Language(language.into())).into_owned();
            assert_eq!(String::from_utf8(named).unwrap(), expected);
        };
        let build = "/w/target/harness/build/9d4427f50c099d4427f50c099d4427f50c09/out";
        let python =
            format!("  File \"{build}/guess.py\", line 3, in <module>\n  File \"/usr/lib/out/x.py\", line 1\n");
        let own = "  File \"solutions/python/guess.py\", line 3, in <module>\n  File \"/usr/lib/out/x.py\", line 1\n";
        check("solutions/python/guess.py", "python", &python, own);
        check("submissions/accepted/a", "python", &format!("{build}/b.py:3"), "submissions/accepted/a/b.py:3");
        for command in ["python3 b.py", "python3 ./b.py", "make -s run"] {
            check(command, "command", &format!("File \"{build}/b.py\", line 3"), "File \"b.py\", line 3");
        }
        // Spaces and quotes in the folders above.
        for above in ["/home/me/my games", "/O'Neil (2)"] {
            let text = format!("lua: {above}{build}/a.lua:1: x\n  File \"{above}{build}/a.lua\"");
            check("a.lua", "lua", &text, "lua: a.lua:1: x\n  File \"a.lua\"");
        }
        let java = "\tat java.base/java.util.Scanner.next(Scanner.java:937)\n\tat Main.main(Main.java:5)\n";
        let own =
            "\tat java.base/java.util.Scanner.next(Scanner.java:937)\n\tat Main.main(solutions/java/nim.java:5)\n";
        check("solutions/java/nim.java", "java", java, own);
    }
}
