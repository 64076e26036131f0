//! The messages between the harness and its cells.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sandbox::fuzzing::messages(bytes));
