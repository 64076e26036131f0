//! Finds the places in a solution's source that its compiler, a sanitizer or its own last words
//! name, for editors. Decides nothing: a message that is not understood names no place.
//!
//! All tools name a place in one of a few ways. Places in the solution's own file are found by its
//! name, whatever stands before it; of a compiler, those in files beside it, too.

use model::record::{Build, FoundBy, Place, SolutionRecord, TestRecord};
use model::{Evidence, Finding, Severity, TestId, Verdict, own_file};
use std::path::Path;

/// The places of a solution, those of its compiler first; each with the test in which it was found.
pub(crate) fn of(solution: &SolutionRecord) -> Vec<(Option<&TestId>, Place)> {
    let compiler = match &solution.build {
        Build::Rejected { messages } => messages.as_str(),
        Build::Ready { warnings, .. } => warnings.as_str(),
        Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => "",
    };
    let mut places: Vec<(Option<&TestId>, Place)> = Vec::new();
    let of_tests = solution.tests.iter().flat_map(|test| {
        let own = test.found.iter().filter_map(of_finding);
        let evidence = test.evidence.as_ref().filter(|_| test.found.is_empty());
        let found = own.chain(evidence.iter().flat_map(|evidence| of_test(solution, test, evidence)));
        found.map(|place| (Some(&test.test), place)).collect::<Vec<_>>()
    });
    for (test, place) in of_compiler(compiler, &solution.path).into_iter().map(|place| (None, place)).chain(of_tests) {
        // Many tests crash at one place.
        if !places.iter().any(|(_, there)| *there == place) {
            places.push((test, place));
        }
    }
    places
}

fn of_test(solution: &SolutionRecord, test: &TestRecord, evidence: &Evidence) -> Vec<Place> {
    // `a.cpp:7: heap-buffer-overflow in main`, as the engine words it.
    let spots = [&evidence.crash, &evidence.undefined].into_iter().flatten();
    let spots = spots.filter_map(|words| Spot::own(words, &solution.path));
    let sanitizer: Vec<Place> = spots.map(|spot| spot.place(FoundBy::Sanitizer, Severity::Error, spot.rest)).collect();
    if !sanitizer.is_empty() || test.verdict != Some(Verdict::RunTimeError) {
        return sanitizer;
    }
    let end = if evidence.stderr.tail.is_empty() { &evidence.stderr.head } else { &evidence.stderr.tail };
    let last_words = own_file(end, &solution.path, &solution.language);
    of_crash(&String::from_utf8_lossy(&last_words), &solution.path).into_iter().collect()
}

fn of_finding(Finding { path, line, column, what }: &Finding) -> Option<Place> {
    let (path, message) = (path.clone(), what.clone());
    let (found_by, severity) = (FoundBy::Sanitizer, Severity::Error);
    Some(Place { found_by, severity, path, line: (*line)?, column: *column, message })
}

/// The first error of a compiler.
pub(crate) fn first_error(messages: &str, path: &str) -> Option<Place> {
    of_compiler(messages, path).into_iter().find(|place| place.severity == Severity::Error)
}

/// Everything that a compiler complains about.
fn of_compiler(messages: &str, path: &str) -> Vec<Place> {
    let lines: Vec<&str> = messages.lines().collect();
    let mut places = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(spot) = Spot::own(line, path).or_else(|| Spot::of_header(line)) else { continue };
        let found = match spot.form {
            Form::Arrow => lines[..at].iter().rev().find(|line| begins_a_message(line)).and_then(|line| headline(line)),
            Form::File => said_after(&lines[at + 1..]),
            Form::Plain => match headline(spot.rest) {
                Some((severity, message)) => Some((severity, in_full(message, &lines[at + 1..]))),
                None => (!is_aside(spot.rest)).then_some((Severity::Error, spot.rest)),
            },
        };
        places.extend(found.map(|(severity, message)| spot.place(FoundBy::Compiler, severity, message)));
    }
    places
}

/// The place at which a program says that it ended: the innermost of its own.
fn of_crash(stderr: &str, path: &str) -> Option<Place> {
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut spots = lines.iter().enumerate().filter_map(|(at, line)| Some((at, Spot::own(line, path)?)));
    let (first, spot) = spots.next()?;
    // Python names the innermost call last, all others first.
    let (at, spot) = match spot.form {
        Form::File => spots.rfind(|(_, spot)| spot.form == Form::File).unwrap_or((first, spot)),
        Form::Arrow | Form::Plain => (first, spot),
    };
    let is_reason = |line: &&&str| ["Exception", "Error:", "panic:"].iter().any(|word| line.contains(word));
    let reason = || lines.iter().find(is_reason).or(lines.first()).copied();
    let message = match spot.form {
        Form::File => lines.last().copied()?,
        Form::Arrow | Form::Plain if spot.rest.chars().any(char::is_alphabetic) => spot.rest,
        // `panicked at a.rs:3:5:`, and the message on the next line.
        Form::Arrow | Form::Plain if lines[at].ends_with(':') => lines.get(at + 1).copied()?,
        Form::Arrow | Form::Plain => reason()?,
    };
    Some(spot.place(FoundBy::Crash, Severity::Error, message))
}

/// How a place is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `a.cpp:3:5: …`, `a.cs(3,5): …`, `at Main.main(Main.java:3)`.
    Plain,
    /// `--> a.rs:3:5`: what is said stands above it.
    Arrow,
    /// `File "a.py", line 3`, `in a.php on line 3`: what is said stands below or before it.
    File,
}

/// A place in a line of text.
#[derive(Clone, Copy, Debug)]
struct Spot<'a> {
    form: Form,
    path: &'a str,
    line: usize,
    column: Option<usize>,
    /// What is said behind it, or in front of it.
    rest: &'a str,
}

impl<'a> Spot<'a> {
    /// A place in the file at `path`.
    fn own(line: &'a str, path: &'a str) -> Option<Spot<'a>> {
        let name = Path::new(path).file_name()?.to_str()?;
        line.match_indices(name).find_map(|(at, _)| {
            let before = line[..at].chars().next_back();
            let begins = before.is_none_or(|c| c == '/' || c == '"' || c == '(' || c == '\'' || c.is_whitespace());
            let spot = Spot::behind(&line[at + name.len()..], path)?;
            let spot =
                Spot { form: if line.trim_start().starts_with("--> ") { Form::Arrow } else { spot.form }, ..spot };
            // `PHP Fatal error:  Uncaught … in /x/a.php on line 3`
            let in_front = line[..at].rsplit_once(" in ").map(|(words, _)| words.trim());
            let rest = if spot.form == Form::File && spot.rest.is_empty() { in_front.unwrap_or("") } else { spot.rest };
            begins.then_some(Spot { rest, ..spot })
        })
    }

    /// A place in another file that lies beside it: `x.h:3:5: error: …`, as compilers of C write
    /// it. Where the machine's own headers complain, the program's line is named, too.
    fn of_header(line: &'a str) -> Option<Spot<'a>> {
        let (path, behind) = line.split_at(line.find(':')?);
        let is_beside = !path.is_empty() && !path.starts_with('/') && !path.contains(char::is_whitespace);
        let spot = Spot::behind(behind, path)?;
        (is_beside && spot.column.is_some() && headline(spot.rest).is_some()).then_some(spot)
    }

    /// The numbers behind a file's name.
    fn behind(text: &'a str, path: &'a str) -> Option<Spot<'a>> {
        if let Some(rest) = text.strip_prefix("\", line ").or_else(|| text.strip_prefix(" on line ")) {
            let (line, rest) = number(rest)?;
            let columns = rest.strip_prefix(", characters ").and_then(number);
            let column = columns.map(|(column, _)| column + 1);
            return Some(Spot { form: Form::File, path, line, column, rest: "" });
        }
        let (line, rest) = number(text.strip_prefix([':', '('])?)?;
        let (column, rest) = match rest.strip_prefix([':', ',']).and_then(number) {
            Some((column, rest)) => (Some(column), rest),
            None => (None, rest),
        };
        // Go's traceback has an offset behind the line.
        let words = rest.strip_prefix([')', ':', '\'']).unwrap_or("");
        let rest = words.trim_start_matches([')', ':']).trim();
        Some(Spot { form: Form::Plain, path, line, column, rest })
    }

    fn place(&self, found_by: FoundBy, severity: Severity, message: &str) -> Place {
        let Spot { path, line, column, .. } = *self;
        Place { found_by, severity, path: path.to_owned(), line, column, message: message.trim().to_owned() }
    }
}

/// The number that a text begins with, if it counts from 1.
fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..end].parse().ok().filter(|number| *number > 0)?;
    Some((number, &text[end..]))
}

/// What `error[E0308]: mismatched types` says, and how bad it is. `None`: nothing is said to be
/// wrong.
fn headline(line: &str) -> Option<(Severity, &str)> {
    const WORDS: [(&str, Severity); 8] = [
        ("fatal error", Severity::Error),
        ("Fatal Error", Severity::Error),
        ("error", Severity::Error),
        ("Error", Severity::Error),
        ("Fatal", Severity::Error),
        ("warning", Severity::Warning),
        ("Warning", Severity::Warning),
        ("syntax error", Severity::Error),
    ];
    let line = line.trim_start();
    let (word, severity) = WORDS.into_iter().find(|(word, _)| line.starts_with(word))?;
    let rest = &line[word.len()..];
    if let Some(message) = rest.strip_prefix(':') {
        return Some((severity, message.trim()));
    }
    // `error[E0308]: …`, `error CS1002: …`, `Warning 26 [unused-var]: …`
    let (code, message) = rest.split_once(':')?;
    let is_code = code.starts_with(['[', ' ']) && code.len() <= 40 && !code.contains('`');
    is_code.then(|| (severity, message.trim()))
}

/// Whether this line of rustc's, with the place below it, begins a message or a note.
fn begins_a_message(line: &str) -> bool {
    headline(line).is_some() || line.starts_with("note") || line.starts_with("help")
}

/// Lines that lead to an error, and are none.
fn is_aside(rest: &str) -> bool {
    const ASIDES: [&str; 10] =
        ["note", "Note", "Hint", "hint", "required ", "recursively ", "in ", "In ", "from ", "instantiated "];
    rest.is_empty() || ASIDES.iter().any(|aside| rest.starts_with(aside))
}

/// The message, or where it is a code alone, what the next line says.
fn in_full<'a>(message: &'a str, below: &[&'a str]) -> &'a str {
    let is_code = message.is_empty() || (message.starts_with('[') && message.ends_with(']'));
    let next = || below.first().map(|line| line.trim_start_matches([' ', '\t', '•']).trim());
    if is_code { next().filter(|next| !next.is_empty()).unwrap_or(message) } else { message }
}

/// What is said below `File "a.py", line 3`: a headline, or the name of an exception.
fn said_after<'a>(below: &[&'a str]) -> Option<(Severity, &'a str)> {
    let until_next = || below.iter().take_while(|line| !line.trim_start().starts_with("File \""));
    let exception = |line: &&&str| {
        let (name, _) = line.split_once(':').unwrap_or((line, ""));
        name.ends_with("Error") && !name.contains(char::is_whitespace)
    };
    let headline = until_next().find_map(|line| headline(line));
    headline.or_else(|| Some((Severity::Error, *until_next().find(exception)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(place: &Place) -> String {
        let column = place.column.map(|column| format!(":{column}")).unwrap_or_default();
        format!("{} {}:{}{column} {}", place.severity.name(), place.path, place.line, place.message)
    }

    #[test]
    fn compilers_name_places_in_their_own_ways() {
        let check = |path: &str, messages: &str, expected: &[&str]| {
            let found: Vec<String> = of_compiler(messages, path).iter().map(line_of).collect();
            assert_eq!(found, expected, "{messages}");
        };
        let gcc = "b/a.cpp: In function 'int main()':\nb/a.cpp:1:21: error: invalid conversion\n    1 | int x = \"a\";\n      |         ^~~\n\
                   b/a.cpp:3:1: warning: no return statement [-Wreturn-type]\nb/a.cpp:4:2: note: declared here\n";
        let both = ["error b/a.cpp:1:21 invalid conversion", "warning b/a.cpp:3:1 no return statement [-Wreturn-type]"];
        check("b/a.cpp", gcc, &both);
        let template = "In file included from /usr/include/c++/12/map:60,\n                 from a.cpp:1:\n/usr/include/c++/12/bits/x.h:15:7: error: no match\n\
                        a.cpp:7:12:   required from here\na.cpp:9:3: error: later\n";
        check("a.cpp", template, &["error a.cpp:9:3 later"]);
        check("a.cpp", "a.cpp:1:10: fatal error: x.h: No such file\n", &["error a.cpp:1:10 x.h: No such file"]);
        check("a.cpp", "In file included from a.cpp:1:\nx.h:3:5: error: bad\n", &["error x.h:3:5 bad"]);
        let rustc = "warning: unused\n --> a.rs:3:1\n  |\n\nerror[E0308]: mismatched types\n  --> a.rs:14:5\n   |\nnote: defined here\n  --> a.rs:2:4\n";
        check("a.rs", rustc, &["warning a.rs:3:1 unused", "error a.rs:14:5 mismatched types"]);
        check(
            "a.py",
            "  File \"/x/a.py\", line 3\n    if x\n        ^\nSyntaxError: expected ':'\n",
            &["error a.py:3 SyntaxError: expected ':'"],
        );
        check(
            "a.ml",
            "File \"a.ml\", line 2, characters 4-9:\n2 | let x\n        ^\nError: Unbound value y\n",
            &["error a.ml:2:5 Unbound value y"],
        );
        check(
            "a.hs",
            "a.hs:3:5: error: [GHC-88464]\n    • Variable not in scope: y\n",
            &["error a.hs:3:5 Variable not in scope: y"],
        );
        check("A.java", "A.java:3: error: ';' expected\n  int x\n", &["error A.java:3 ';' expected"]);
        check("a.go", "# command-line-arguments\n./a.go:5:2: undefined: x\n", &["error a.go:5:2 undefined: x"]);
        check("a.cs", "a.cs(3,5): error CS1002: ; expected\n", &["error a.cs:3:5 ; expected"]);
        check(
            "a.pas",
            "a.pas(3,5) Error: Identifier not found\na.pas(4,1) Note: local\n",
            &["error a.pas:3:5 Identifier not found"],
        );
        check("a.rb", "a.rb:3: syntax error, unexpected end\n", &["error a.rb:3 syntax error, unexpected end"]);
        check("a.cpp", "cc1plus: out of memory\naa.cpp:1:2: odd\n", &[]);
    }

    #[test]
    fn the_innermost_place_of_a_crash_is_named_with_its_reason() {
        let check = |path: &str, stderr: &str, expected: Option<&str>| {
            let found = of_crash(stderr, path);
            assert_eq!(found.as_ref().map(line_of).as_deref(), expected, "{stderr}");
        };
        let python = "Traceback (most recent call last):\n  File \"a.py\", line 4, in <module>\n    f(0)\n  File \"a.py\", line 3, in f\n    return 1//x\n\
                      ZeroDivisionError: integer division or modulo by zero\n";
        check("a.py", python, Some("error a.py:3 ZeroDivisionError: integer division or modulo by zero"));
        let rust =
            "\nthread 'main' (7) panicked at a.rs:3:5:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1`\n";
        check("a.rs", rust, Some("error a.rs:3:5 index out of bounds"));
        let java = "Exception in thread \"main\" java.lang.RuntimeException: bad\n\tat java.base/x(Y.java:9)\n\tat A.f(A.java:5)\n\tat A.main(A.java:2)\n";
        let expected = "error A.java:5 Exception in thread \"main\" java.lang.RuntimeException: bad";
        check("A.java", java, Some(expected));
        let go = "panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/a.go:5 +0x1d\n";
        check("a.go", go, Some("error a.go:5 panic: runtime error: index out of range"));
        let assertion = "main: b/a.cpp:5: int main(): Assertion `x' failed.\n";
        check("b/a.cpp", assertion, Some("error b/a.cpp:5 int main(): Assertion `x' failed."));
        let ruby = "a.rb:3:in `f': divided by 0 (ZeroDivisionError)\n\tfrom a.rb:5:in `<main>'\n";
        check("a.rb", ruby, Some("error a.rb:3 in `f': divided by 0 (ZeroDivisionError)"));
        check("a.py", "it is over\n", None);
        check("a.py", "", None);
    }
}
