//! The cache's sections: any bytes are a section or are refused, and a section that is written is
//! read back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine::store::fuzzing::section(bytes));
