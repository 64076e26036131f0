//! Run-time errors that an installation may mend: a module or a library that is not on this
//! machine. The key of a result holds the language's version, but not what is installed for it.

use model::{Judgement, Verdict};

/// What runtimes say of a module that they do not find.
const WORDS: [&[u8]; 11] = [
    b"ModuleNotFoundError: ",                 // Python
    b"ImportError: ",                         // Python
    b"Cannot find module ",                   // Node.js
    b"ERR_MODULE_NOT_FOUND",                  // Node.js
    b" in @INC",                              // Perl
    b"cannot load such file -- ",             // Ruby
    b"Failed to open stream: No such file",   // PHP
    b"module '",                              // Lua: module 'x' not found
    b"ClassNotFoundException: ",              // Java
    b"NoClassDefFoundError: ",                // Java
    b"error while loading shared libraries:", // the dynamic linker
];

/// Whether a run may have failed for want of something that can be installed. One that only says so
/// is run again, which costs its own time and nobody else's.
pub(super) fn may_be_mended(judgement: &Judgement) -> bool {
    let stderr = judgement.evidence.as_ref().map(|evidence| &evidence.stderr);
    let says = |text: &[u8]| WORDS.iter().any(|words| memchr::memmem::find(text, words).is_some());
    judgement.verdict == Verdict::RunTimeError && stderr.is_some_and(|stderr| says(&stderr.head) || says(&stderr.tail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Evidence, Excerpt, Usage};

    #[test]
    fn a_missing_module_may_come_and_a_crash_stays() {
        let of = |verdict, text: &str| {
            let stderr = Excerpt { head: text.as_bytes().to_vec(), ..Excerpt::default() };
            let evidence = Some(Box::new(Evidence { stderr, ..Evidence::default() }));
            Judgement { evidence, ..Judgement::new(verdict, Usage::default()) }
        };
        let missing = "Traceback…\nModuleNotFoundError: No module named 'numpy'\n";
        assert!(may_be_mended(&of(Verdict::RunTimeError, missing)));
        assert!(may_be_mended(&of(Verdict::RunTimeError, "Can't locate A.pm in @INC (you may need…)")));
        assert!(!may_be_mended(&of(Verdict::RunTimeError, "ZeroDivisionError: division by zero")));
        assert!(!may_be_mended(&of(Verdict::WrongAnswer, missing)));
        assert!(!may_be_mended(&Judgement::new(Verdict::RunTimeError, Usage::default())));
    }
}
