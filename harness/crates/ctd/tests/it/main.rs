//! The tests of the public interface, in one binary. Each module below is one subject.

#![allow(clippy::unwrap_used)]

mod generate;
mod grammars;
mod language;
mod shrink;
