//! The judges' names for the languages of the harness's table.
//!
//! Kattis: the names that its own client sends (Kattis/kattis-cli, read 2026-11). Codeforces: its
//! `programTypeId`, which the extension cph-submit uses for CSES, too (agrawal-d/cph-submit, read
//! 2026-11). DOMjudge says its languages itself.

struct LanguageNames {
    id: &'static str,
    kattis: Option<&'static str>,
    codeforces: Option<u32>,
}

const fn row(id: &'static str, kattis: Option<&'static str>, codeforces: Option<u32>) -> LanguageNames {
    LanguageNames { id, kattis, codeforces }
}

const TABLE: &[LanguageNames] = &[
    row("ada", Some("Ada"), None),
    row("bash", Some("Bash"), None),
    row("c", Some("C"), Some(43)),
    row("cpp", Some("C++"), Some(89)),
    row("csharp", Some("C#"), None),
    row("d", Some("D"), None),
    row("fortran", Some("Fortran"), None),
    row("go", Some("Go"), None),
    row("haskell", Some("Haskell"), Some(12)),
    row("java", Some("Java"), Some(87)),
    row("javascript", Some("JavaScript (Node.js)"), Some(55)),
    row("kotlin", Some("Kotlin"), None),
    row("lua", Some("Lua"), None),
    row("ocaml", Some("OCaml"), None),
    row("pascal", Some("Pascal"), Some(4)),
    row("perl", Some("Perl"), None),
    row("php", Some("PHP"), None),
    row("pypy", Some("Python 3"), Some(70)),
    row("python", Some("Python 3"), Some(31)),
    row("ruby", Some("Ruby"), Some(67)),
    row("rust", Some("Rust"), Some(75)),
    row("scala", Some("Scala"), Some(20)),
    row("typescript", Some("TypeScript"), None),
];

fn find(id: &str) -> Option<&'static LanguageNames> {
    TABLE.iter().find(|row| row.id == id)
}

/// Kattis' name of a language.
pub fn kattis(id: &str) -> Option<&'static str> {
    find(id).and_then(|row| row.kattis)
}

/// The `programTypeId` of Codeforces.
pub fn codeforces(id: &str) -> Option<u32> {
    find(id).and_then(|row| row.codeforces)
}

/// The ids that the table knows.
pub fn ids() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.id)
}
