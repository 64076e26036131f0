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
    if let Some(quoted) = rest.strip_prefix('"') {
        return quoted.split_once('"').map(|(name, _)| Include { name, quoted: true });
    }
    let (name, _) = rest.strip_prefix('<')?.split_once('>')?;
    let folder = name.split_once('/').map(|(folder, _)| folder);
    let own = name == TESTLIB || folder.is_some_and(|folder| !["bits", "sys"].contains(&folder));
    own.then_some(Include { name, quoted: false })
}

/// [`include()`], for each line of a file.
pub fn includes(source: &str) -> impl Iterator<Item = Include<'_>> {
    source.lines().filter_map(include)
}

/// Whether a file is a header of C or C++ by its name.
pub fn is_header(file: impl AsRef<Path>) -> bool {
    file.as_ref()
        .extension()
        .is_some_and(|extension| ["h", "hh", "hpp", "hxx"].iter().any(|header| extension == *header))
}

/// Whether a program with this source speaks testlib's protocol.
pub fn uses_testlib(source: &str) -> bool {
    includes(source).any(|include| include.name == TESTLIB || include.name.ends_with("/testlib.h"))
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
        assert!(uses_testlib(source) && uses_testlib("#include \"lib/testlib.h\"") && !uses_testlib("testlib.h"));
    }
}
