//! What a C or C++ source includes, as far as that can be read without a preprocessor.

/// The header that implements Codeforces' protocols for checkers, validators and interactors.
pub const TESTLIB: &str = "testlib.h";

/// The names in `#include "…"`, and testlib's in `#include <…>`, in order.
pub fn includes(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        if let Some(quoted) = rest.strip_prefix('"') {
            return quoted.split_once('"').map(|(name, _)| name);
        }
        let (name, _) = rest.strip_prefix('<')?.split_once('>')?;
        (name == TESTLIB).then_some(name)
    })
}

/// Whether a program with this source speaks testlib's protocol.
pub fn uses_testlib(source: &str) -> bool {
    includes(source).any(|name| name == TESTLIB || name.ends_with("/testlib.h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_read_and_only_testlib_in_angles_is_ours() {
        let source =
            "#include <vector>\n # include \"a/b.h\"\n#include<testlib.h>\n// #include \"no\"\n#include \"open\n";
        assert_eq!(includes(source).collect::<Vec<_>>(), ["a/b.h", "testlib.h"]);
        assert!(uses_testlib(source) && uses_testlib("#include \"lib/testlib.h\"") && !uses_testlib("testlib.h"));
    }
}
