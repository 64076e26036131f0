//! Reads what a program that checks itself says on standard error: sanitizers, checked containers,
//! and the checks of languages that have some of their own. Decides nothing: what is not understood
//! says nothing.

use model::Finding;
use std::path::Path;

/// Something that a program found in itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SanitizerFinding {
    pub finding: Finding,
    /// It was the end of the run. Sanitizers go on after most undefined behaviour, as the program
    /// itself would.
    pub ends: bool,
}

/// How much is read of what a program found in itself.
pub(crate) const WORDS: u64 = 1 << 20;

/// What a sanitized program says that it found in itself, at most as much as is shown.
pub(crate) fn findings(stderr: &[u8], display: &str) -> Vec<Finding> {
    let words = &stderr[..stderr.len().min(WORDS as usize)];
    let found = read(&String::from_utf8_lossy(words), display);
    found.into_iter().map(|found| found.finding).take(Finding::MOST).collect()
}

/// The most characters of what is found.
const FOUND: usize = 200;
const AT_THE_END: &str = "execution reached";

/// Everything that is said, in order, each thing once, about the file or folder that people know as
/// `display`.
pub(crate) fn read(stderr: &str, display: &str) -> Vec<SanitizerFinding> {
    let lines: Vec<&str> = stderr.lines().collect();
    let mut all: Vec<SanitizerFinding> = Vec::new();
    for at in 0..lines.len() {
        let Some(found) = one(&lines, at, display) else { continue };
        // The other sanitizer may have said more about the same line just before.
        let same = all.iter().rposition(|before| {
            let (before, found) = (&before.finding, &found.finding);
            found.line.is_some() && (&before.path, before.line) == (&found.path, found.line)
        });
        match same {
            Some(same) if found.ends && !all[same].ends => all[same].ends = true,
            Some(_) | None if all.contains(&found) => {}
            Some(_) | None => all.push(found),
        }
    }
    // Nobody can go on from there.
    if let Some(last) = all.last_mut() {
        last.ends |= last.finding.what.starts_with(AT_THE_END);
    }
    all
}

/// What begins in the line at this index.
fn one(lines: &[&str], at: usize, display: &str) -> Option<SanitizerFinding> {
    let (line, next) = (lines[at], lines.get(at + 1).copied().unwrap_or_default());
    // `a.cpp:5:14: runtime error: division by zero`
    if let Some((place, what)) = line.split_once(": runtime error: ") {
        // What is compiled beside the file is its header, and has no other folder in front.
        let header = || Spot::of(place).filter(|_| !place.starts_with(['/', '.']));
        return Some(Spot::own(place, display).or_else(header)?.found(what, false));
    }
    // Whichever of them was needed first takes the signals.
    const REPORTS: [&str; 3] =
        ["ERROR: AddressSanitizer: ", "ERROR: UndefinedBehaviorSanitizer: ", "WARNING: ThreadSanitizer: "];
    if let Some((_, report)) = REPORTS.iter().find_map(|sign| line.split_once(sign)) {
        return sanitizer(lines, at, report, display);
    }
    if line == "WARNING: DATA RACE" {
        return race(&lines[at + 1..], display);
    }
    // Rust: `thread 'main' panicked at a.rs:3:5:`, and the message on the next line.
    if let Some((_, place)) = line.split_once(" panicked at ") {
        return Some(Spot::own(place.trim_end_matches(':'), display)?.found(next, true));
    }
    // Fortran: `At line 5 of file a.f90`, then `Fortran runtime error: …`.
    if let (Some(place), Some(what)) = (line.strip_prefix("At line "), next.strip_prefix("Fortran runtime error: ")) {
        let (number, file) = place.split_once(" of file ")?;
        return Some(Spot::own(&format!("{}:{number}", file.trim()), display)?.found(what, true));
    }
    // Pascal: `Runtime error 201 at $0000000000401112`, then `  $…  main,  line 5 of a.pas`.
    if line.starts_with("Runtime error ") {
        let what = line.split_once(" at $").map_or(line, |(what, _)| what);
        let place = lines[at + 1..].iter().find_map(|line| {
            let (number, file) = line.rsplit_once("line ")?.1.split_once(" of ")?;
            Spot::own(&format!("{}:{number}", file.trim()), display)
        });
        return Some(place?.found(what, true));
    }
    // Ada: `raised CONSTRAINT_ERROR : main.adb:5 range check failed`.
    if let Some((_, raised)) = line.split_once("raised ") {
        let (name, place) = raised.split_once(" : ")?;
        let (place, what) = place.split_once(' ').unwrap_or((place, ""));
        return Some(Spot::own(place, display)?.found(&format!("{name}: {what}"), true));
    }
    // D: `core.exception.ArrayIndexError@a.d(5): index [7] is out of bounds`.
    let (name, place) = line.split_once('@').filter(|(name, _)| name.starts_with("core.exception."))?;
    let (place, what) = place.split_once("): ")?;
    let name = name.trim_start_matches("core.exception.");
    Some(Spot::own(&place.replacen('(', ":", 1), display)?.found(&format!("{name}: {what}"), true))
}

/// `    #1 0x55ce0822e071 in g(int) /build/a.cpp:4`, below `==7==ERROR: AddressSanitizer: SEGV on
/// …`.
fn sanitizer(lines: &[&str], at: usize, report: &str, display: &str) -> Option<SanitizerFinding> {
    let kind = report.split_whitespace().next()?;
    // It only says why it gives up: `AddressSanitizer failed to allocate …` has no colon.
    let frames = lines[at + 1..].iter().take_while(|line| !line.starts_with("SUMMARY"));
    let own = frames.into_iter().find_map(|line| {
        let (_, frame) = line.trim_start().strip_prefix('#')?.split_once(" in ")?;
        // A path may have a space in it, and so may a function's name.
        let (function, place) =
            frame.find(" /").map(|at| (&frame[..at], &frame[at + 1..])).or(frame.rsplit_once(' '))?;
        Some((Spot::own(place, display)?, function))
    });
    let words = if kind == "ABRT" { words_before(&lines[..at]) } else { None };
    let Some((spot, function)) = own else {
        let what = words.as_deref().unwrap_or(kind).chars().take(FOUND).collect();
        let finding = Finding { path: display.to_owned(), line: None, column: None, what };
        return Some(SanitizerFinding { finding, ends: true });
    };
    Some(spot.found(&words.unwrap_or_else(|| format!("{kind} in {function}")), true))
}

/// Go's detector: `Read at 0x00c0000180e8 by goroutine 7:`, with the calls below it, each with its
/// place in a line of its own (`      /build/a.go:17 +0x8d`), and likewise `Previous write at …`.
fn race(report: &[&str], display: &str) -> Option<SanitizerFinding> {
    let mut accesses = report.split(|line| line.is_empty()).take(2).filter_map(|access| {
        let (head, calls) = access.split_first()?;
        let (kind, _) = head.split_once(" at 0x")?;
        let spot = calls.iter().find_map(|line| Spot::own(line.trim().split(' ').next()?, display))?;
        Some((kind.to_lowercase(), spot))
    });
    let (kind, spot) = accesses.next()?;
    let before = accesses.next().map_or_else(String::new, |(kind, spot)| format!(", {kind} in line {}", spot.line));
    Some(spot.found(&format!("data race: {kind}{before}"), false))
}

/// Why a program called `abort`: the words of a checked container, or of an assertion.
fn words_before(lines: &[&str]) -> Option<String> {
    let container = lines.iter().rposition(|line| line.starts_with("Error: "));
    if let Some(at) = container {
        let words: Vec<&str> = lines[at..].iter().map(|line| line.trim()).take_while(|line| !line.is_empty()).collect();
        return words.join(" ").strip_prefix("Error: ").map(str::to_owned);
    }
    let assertion = lines.iter().rfind(|line| line.contains("Assertion `") || line.contains("Assertion '"))?;
    assertion.find("Assertion").map(|begin| assertion[begin..].to_owned())
}

/// A place in a source.
struct Spot {
    path: String,
    line: usize,
    column: Option<usize>,
}

impl Spot {
    /// `a.cpp:5:14`, `a.cpp:5`. A file may have a colon in its name.
    fn of(place: &str) -> Option<Spot> {
        let (before, last) = place.rsplit_once(':')?;
        let inner = before.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?)));
        let (path, line, column): (_, usize, _) = match inner {
            Some((path, line)) => (path, line, last.parse().ok()),
            None => (before, last.parse().ok()?, None),
        };
        (line > 0).then(|| Spot { path: path.to_owned(), line, column: column.filter(|column| *column > 0) })
    }

    /// A place in the solution's own file, as people name it.
    fn own(place: &str, display: &str) -> Option<Spot> {
        let spot = Spot::of(place)?;
        let name = Path::new(&spot.path).file_name()?.to_str()?;
        let file = Path::new(display);
        if file.file_name().is_some_and(|file| file == name) {
            return Some(Spot { path: display.to_owned(), ..spot });
        }
        match file.extension().and_then(|extension| extension.to_str()) {
            // Some compilers want a name of their own.
            Some(extension) => {
                (name.strip_suffix(extension) == Some("main.")).then(|| Spot { path: display.to_owned(), ..spot })
            }
            // In a program of several files, the display path is a folder.
            None => {
                let foreign = spot.path.starts_with("/usr/") || spot.path.starts_with("..");
                (!foreign).then(|| Spot { path: format!("{display}/{name}"), ..spot })
            }
        }
    }

    fn found(self, what: &str, ends: bool) -> SanitizerFinding {
        let what = what.trim().chars().take(FOUND).collect();
        SanitizerFinding {
            finding: Finding { path: self.path, line: Some(self.line), column: self.column, what },
            ends,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(stderr: &str, display: &str, expected: &[&str]) {
        let found: Vec<String> = read(stderr, display).iter().map(|found| found.finding.to_string()).collect();
        assert_eq!(found, expected, "{stderr}");
    }

    #[test]
    fn a_place_in_a_file_with_colons_and_spaces_in_its_name_is_found() {
        let text = |name: &str| {
            format!(
                "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n    #0 0x1 in memcpy (/lib/libc.so.6+0x8)\n    \
                 #1 0x2 in g(int, char) /w/{name}:4:7\n    #2 0x3 in main /w/{name}:9\nSUMMARY: AddressSanitizer: SEGV\n"
            )
        };
        for name in ["a.c", "a:b.c.c", "x y.c", "a:5.c", "a: 5:6 .c"] {
            check(&text(name), &format!("s/{name}"), &[&format!("s/{name}:4:7: SEGV in g(int, char)")]);
        }
        check("a:b.c:5:14: runtime error: division by zero\n", "a:b.c", &["a:b.c:5:14: division by zero"]);
    }

    #[test]
    fn checked_containers_say_more_than_the_abort_that_they_end_with() {
        let text = "/usr/include/c++/12/debug/vector:442:\nIn function:\n    operator[](size_type)\n\n\
                    Error: attempt to subscript container with out-of-bounds index 3, but \ncontainer only holds 3 elements.\n\n\
                    Objects involved in the operation:\n    sequence \"this\" @ 0x7ff {\n    }\nAddressSanitizer:DEADLYSIGNAL\n\
                    ==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n    #0 0x1  (/lib/libc.so.6+0x8)\n    \
                    #9 0x2 in main /w/a.cpp:5\nSUMMARY: AddressSanitizer: ABRT\n";
        let found =
            "a.cpp:5: attempt to subscript container with out-of-bounds index 3, but container only holds 3 elements.";
        check(text, "a.cpp", &[found]);
        let text = "a: /usr/include/x.h:9: T& f(): Assertion '__n < this->size()' failed.\n\
                    ==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n    #9 0x2 in main /w/a.cpp:5\n";
        check(text, "a.cpp", &["a.cpp:5: Assertion '__n < this->size()' failed."]);
    }

    #[test]
    fn what_is_said_twice_about_a_line_is_one_finding_and_the_rest_comes_in_order() {
        let once = "a.cpp:5:7: runtime error: index 7 out of bounds for type 'int [2]'\n";
        let ended =
            "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1\n    #0 0x2 in main /w/a.cpp:5\n";
        let expected = "a.cpp:5:7: index 7 out of bounds for type 'int [2]'";
        check(&format!("{once}{once}{ended}"), "a.cpp", &[expected]);
        check(&format!("a.cpp:4:1: runtime error: x\n{once}"), "a.cpp", &["a.cpp:4:1: x", expected]);
    }

    #[test]
    fn where_no_line_of_the_program_is_named_the_file_is() {
        check("==1==ERROR: AddressSanitizer: SEGV on x\n    #0 0x2  (/lib/libc.so+1)\n", "a.cpp", &["a.cpp: SEGV"]);
        check("==7==ERROR: AddressSanitizer failed to allocate 0xdfff\n", "a.cpp", &[]);
    }

    #[test]
    fn a_race_stands_at_the_access_that_it_was_found_at() {
        let text = "==================\nWARNING: DATA RACE\nRead at 0x00c0000180e8 by goroutine 7:\n  \
                    sync.(*Pool).Get()\n      /usr/go/src/sync/pool.go:9 +0x1\n  \
                    main.main.func1()\n      /build/r.go:17 +0x8d\n\nPrevious write at 0x00c0000180e8 by goroutine 10:\n  \
                    main.main.func1()\n      /build/r.go:18 +0xc4\n\nGoroutine 7 (running) created at:\n  main.main()\n      \
                    /build/r.go:15 +0xf3\n==================\nFound 1 data race(s)\n";
        check(text, "x/r.go", &["x/r.go:17: data race: read, previous write in line 18"]);
        check("WARNING: DATA RACE\n", "r.go", &[]);
    }

    #[test]
    fn each_language_has_its_own_words() {
        check(
            "thread 'main' panicked at a.rs:4:9:\nattempt to add with overflow\n",
            "x/a.rs",
            &["x/a.rs:4:9: attempt to add with overflow"],
        );
        check(
            "At line 4 of file a.f90\nFortran runtime error: Index '3' is above 2\n",
            "a.f90",
            &["a.f90:4: Index '3' is above 2"],
        );
        check(
            "Runtime error 201 at $0000000000401112\n  $0000000000401112  main,  line 4 of a.pas\n",
            "a.pas",
            &["a.pas:4: Runtime error 201"],
        );
        check(
            "\nraised CONSTRAINT_ERROR : main.adb:5 index check failed\n",
            "a.adb",
            &["a.adb:5: CONSTRAINT_ERROR: index check failed"],
        );
        check(
            "core.exception.ArrayIndexError@main.d(5): index [7] is out of bounds\n",
            "a.d",
            &["a.d:5: ArrayIndexError: index [7] is out of bounds"],
        );
    }
}
