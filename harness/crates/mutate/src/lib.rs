#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![cfg_attr(not(test), warn(unreachable_pub))]
// An operator names the kinds of node that it breaks, and leaves all others alone, even new ones.
#![allow(clippy::wildcard_enum_match_arm)]

mod combine;
mod lex;
mod mutant;
mod node;
mod operators;
mod parse;

pub use combine::{CombinedProgram, combine};
pub use mutant::{Mutant, Operator};

/// Which language a program is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rust.
    Rust,
    /// C and C++.
    Cpp,
    /// Java.
    Java,
    /// Python 3.
    Python,
}

impl Language {
    /// Returns the language of files with this extension, without its dot.
    pub fn of_extension(extension: &str) -> Option<Language> {
        match extension {
            "rs" => Some(Language::Rust),
            "c" | "cc" | "cpp" | "cxx" => Some(Language::Cpp),
            "java" => Some(Language::Java),
            "py" => Some(Language::Python),
            _ => None,
        }
    }
}

/// Returns every way to break the program once, in the order of its lines. No two of the resulting
/// texts are equal. `None` if brackets, strings or comments have no end, for then the text is not a
/// program, or if the program is too deep: some 300 signs, branches or calls in one another.
pub fn mutants(source: &str, language: Language) -> Option<Vec<Mutant>> {
    let program = parse::program(source, language)?;
    Some(operators::all(source, language, &program))
}
