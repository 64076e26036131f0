//! The judges' names for the languages of the harness's table.
//!
//! Kattis: the names that its own client sends (Kattis/kattis-cli, read 2026-11). Codeforces: its
//! `programTypeId`, which the extension cph-submit uses for CSES, too (agrawal-d/cph-submit, read
//! 2026-11). DOMjudge says its languages itself.

/// The harness's id, Kattis's name, Codeforces's `programTypeId`.
type LanguageNames = (&'static str, &'static str, Option<u32>);

const TABLE: &[LanguageNames] = &[
    ("ada", "Ada", None),
    ("bash", "Bash", None),
    ("c", "C", Some(43)),
    ("cpp", "C++", Some(89)),
    ("csharp", "C#", None),
    ("d", "D", None),
    ("fortran", "Fortran", None),
    ("go", "Go", None),
    ("haskell", "Haskell", Some(12)),
    ("java", "Java", Some(87)),
    ("javascript", "JavaScript (Node.js)", Some(55)),
    ("kotlin", "Kotlin", None),
    ("lua", "Lua", None),
    ("ocaml", "OCaml", None),
    ("pascal", "Pascal", Some(4)),
    ("perl", "Perl", None),
    ("php", "PHP", None),
    ("pypy", "Python 3", Some(70)),
    ("python", "Python 3", Some(31)),
    ("ruby", "Ruby", Some(67)),
    ("rust", "Rust", Some(75)),
    ("scala", "Scala", Some(20)),
    ("typescript", "TypeScript", None),
];

fn find(id: &str) -> Option<&'static LanguageNames> {
    TABLE.iter().find(|(own, ..)| *own == id)
}

/// Kattis' name of a language.
pub fn kattis(id: &str) -> Option<&'static str> {
    find(id).map(|(_, kattis, _)| *kattis)
}

/// The `programTypeId` of Codeforces.
pub fn codeforces(id: &str) -> Option<u32> {
    find(id)?.2
}

/// The ids that the table knows.
pub fn ids() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(id, ..)| *id)
}
