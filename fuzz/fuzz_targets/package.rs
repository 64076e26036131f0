//! The YAML of packages: problem.yaml, test_group.yaml, testdata.yaml, submissions.yaml.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| package::kattis::fuzzing::yaml(bytes));
