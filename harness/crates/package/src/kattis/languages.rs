//! The codes that the format has for languages, each with an extension of its files.
//!
//! Source: the table "Languages" of the problem package format.

const CODES: [(&str, &str); 30] = [
    ("ada", "adb"),
    ("bash", "sh"),
    ("c", "c"),
    ("cpp", "cpp"),
    ("csharp", "cs"),
    ("d", "d"),
    ("dart", "dart"),
    ("fortran", "f90"),
    ("fsharp", "fs"),
    ("go", "go"),
    ("haskell", "hs"),
    ("java", "java"),
    ("javascript", "js"),
    ("julia", "jl"),
    ("kotlin", "kt"),
    ("lisp", "lisp"),
    ("lua", "lua"),
    ("nim", "nim"),
    ("ocaml", "ml"),
    ("pascal", "pas"),
    ("perl", "pm"),
    ("php", "php"),
    ("python2", "py2"),
    ("python3", "py"),
    ("ruby", "rb"),
    ("rust", "rs"),
    ("scala", "scala"),
    ("swift", "swift"),
    ("typescript", "ts"),
    ("zig", "zig"),
];

/// The usual extension of the language with this code.
pub fn extension(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| *known == code).map(|(_, extension)| *extension)
}
