//! `problem.toml`: a problem or mistakes, each with its place in the text.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| package::native::fuzzing::manifest(bytes));
