//! The tests of what others use, one binary: each module below is one subject.

#![allow(clippy::unwrap_used)]

mod generate;
mod grammars;
mod language;
mod shrink;
