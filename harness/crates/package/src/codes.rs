//! The codes that judges use for languages, each with a file extension: those of the problem
//! package format, DOMjudge, Polygon and DMOJ.
//!
//! A prefix, written as a folder, distinguishes languages that share an extension: `pypy/py`.

/// An extension, and the codes of its language: without versions, in lower case.
const CODES: [(&str, &[&str]); 32] = [
    ("adb", &["ada", "adb"]),
    ("sh", &["bash", "sh"]),
    ("c", &["c", "gcc", "clang"]),
    ("cpp", &["cpp", "c++", "cc", "g++", "clang++", "clangx", "gnu"]),
    ("cs", &["csharp", "c#", "cs", "csc", "monocs", "dotnet"]),
    ("d", &["d", "dmd"]),
    ("dart", &["dart"]),
    ("f90", &["fortran", "f"]),
    ("fs", &["fsharp", "fs"]),
    ("go", &["go", "golang"]),
    ("hs", &["haskell", "hask", "hs"]),
    ("java", &["java"]),
    ("js", &["javascript", "js", "node", "nodejs", "v8js"]),
    ("jl", &["julia", "jl"]),
    ("kt", &["kotlin", "kt", "kotl"]),
    ("lisp", &["lisp", "sbcl"]),
    ("lua", &["lua"]),
    ("nim", &["nim"]),
    ("ml", &["ocaml", "ml"]),
    ("pas", &["pascal", "pas", "fpc", "delphi", "dpr"]),
    ("pl", &["perl", "pl"]),
    ("php", &["php"]),
    ("pypy/py", &["pypy", "pypyx"]),
    ("py", &["py", "python", "pythonx"]),
    ("rb", &["ruby", "rb", "rubyx"]),
    ("rs", &["rust", "rs"]),
    ("scala", &["scala"]),
    ("swift", &["swift"]),
    ("ts", &["typescript", "ts"]),
    ("zig", &["zig", "zigg"]),
    ("vb", &["vb"]),
    ("awk", &["awk"]),
];

/// The extension, with its prefix, of the language with this code: `cpp.g++17` of Polygon, `CPP17`
/// and `PYPY3` of DMOJ, `python3` of Kattis and DOMjudge. `None` for unknown codes, and for
/// versions whose programs mean something else today (`python2`).
pub fn extension(code: &str) -> Option<&'static str> {
    if is_old(code) {
        return None;
    }
    let code = code.to_ascii_lowercase();
    // The part after the first dot says more than the language: the compiler, or another language.
    let (first, second) = code.split_once('.').unwrap_or((&code, ""));
    if second.starts_with("pypy") {
        return Some("pypy/py");
    }
    let plain = |code: &str| {
        let of_code =
            |code: &str| CODES.iter().find(|(_, codes)| codes.contains(&code)).map(|(extension, _)| *extension);
        of_code(code).or_else(|| of_code(code.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_'))))
    };
    plain(first).or_else(|| plain(second))
}

/// Whether the code stands for a version whose programs mean something else today.
pub fn is_old(code: &str) -> bool {
    let code = code.to_ascii_lowercase();
    let begins =
        |begin: &&str| code.strip_prefix(*begin).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    // DMOJ's `PYPY` is PyPy 2.
    code == "pypy" || ["python2", "python.2", "py2", "pypy2", "python.pypy2"].iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_all_judges_are_understood() {
        let check = |code: &str, expected: Option<&str>| assert_eq!(extension(code), expected, "{code}");
        for (code, expected) in [
            ("cpp.g++17", "cpp"),
            ("cpp.gcc14-64-msys2-g++23", "cpp"),
            ("cpp.ms2017", "cpp"),
            ("c.gcc", "c"),
            ("java11", "java"),
            ("java21", "java"),
            ("java.8", "java"),
            ("python.3", "py"),
            ("python.pypy3-64", "pypy/py"),
            ("pas.fpc", "pas"),
            ("pas.dpr", "pas"),
            ("csharp.mono", "cs"),
            ("kotlin19", "kt"),
            ("go", "go"),
            ("CPP17", "cpp"),
            ("CPP20", "cpp"),
            ("CLANGX", "cpp"),
            ("C11", "c"),
            ("PY3", "py"),
            ("PYPY3", "pypy/py"),
            ("JAVA8", "java"),
            ("V8JS", "js"),
            ("MONOCS", "cs"),
            ("RUST", "rs"),
            ("python3", "py"),
            ("cpp", "cpp"),
            ("c#", "cs"),
        ] {
            check(code, Some(expected));
        }
        for code in ["python2", "PY2", "PYPY", "python.2", "brainfuck", ""] {
            check(code, None);
        }
    }
}
