//! What the harness and its cells tell each other.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sandbox::fuzzing::messages(bytes));
