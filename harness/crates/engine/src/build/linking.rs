//! Whether a program is linked with static or with shared libraries.
//!
//! A static program starts in a half to a quarter of the time: nothing is looked up, mapped and
//! relocated before `main`. It computes the same. Where static linking fails (the machine has no
//! static libraries, or the source needs something that only shared ones have), the program is
//! linked with shared ones, as is usual elsewhere. Each way has a key of its own, so equal keys are
//! equal programs.

use crate::build::SourceFile;
use crate::build::languages::LanguageEntry;
use model::Checks;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Linking {
    /// With the `static` arguments of the languages table.
    Static,
    Shared,
}

impl Linking {
    /// The ways to link a program of this language, the better one first. Sanitizers need shared
    /// libraries, and a problem may ask for them.
    pub(super) fn ways(entry: &LanguageEntry, source: &SourceFile) -> &'static [Linking] {
        let is_usual = entry.checks_for(source.purpose) == Checks::Usual;
        match is_usual && !entry.link_static.is_empty() && !source.options.shared {
            true => &[Linking::Static, Linking::Shared],
            false => &[Linking::Shared],
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Linking::Static => "static",
            Linking::Shared => "shared",
        }
    }

    /// The compiler arguments for this way of linking. They follow all others.
    pub(super) fn args(self, entry: &LanguageEntry) -> &[String] {
        match self {
            Linking::Static => &entry.link_static,
            Linking::Shared => &[],
        }
    }
}

/// Whether a compiler's messages may have come from linking statically. Then the file is compiled
/// once more. A file that merely contains such words is compiled again too, and refused again.
pub(super) fn blames_static(words: &str) -> bool {
    ["static", "ld returned", "linker command failed", "linking with"].iter().any(|sign| words.contains(sign))
}

/// Whether a library is missing that every program of this language needs.
pub(super) fn lacks_library(words: &str) -> bool {
    words.contains("cannot find -l") || words.contains("unable to find library")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Languages;

    #[test]
    fn what_a_linker_says_is_told_from_what_a_compiler_says() {
        let check =
            |words: &str, blames, lacks| assert_eq!((blames_static(words), lacks_library(words)), (blames, lacks));
        check("/usr/bin/ld: cannot find -lc\ncollect2: error: ld returned 1 exit status\n", true, true);
        check("error: linking with `cc` failed: exit status: 1\n = note: cannot find -lgcc_eh\n", true, true);
        check("warning: Using 'dlopen' in statically linked applications requires at runtime …", true, false);
        check("a.cpp:3:5: error: 'x' was not declared in this scope\n", false, false);
    }

    #[test]
    fn only_what_is_linked_natively_can_be_linked_statically() {
        let languages = Languages::built_in().unwrap();
        for entry in &languages.entries {
            let native = ["rust", "c", "cpp"].contains(&&*entry.id);
            assert_eq!(!entry.link_static.is_empty(), native, "{}", entry.id);
        }
    }
}
