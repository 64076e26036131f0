//! The `//@` lines of a solution.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| package::native::fuzzing::directives(bytes));
