//! What is remembered: any bytes are a section or none, and a section that is written is read back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine::store::fuzzing::section(bytes));
