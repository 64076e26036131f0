//! The comparisons against an oracle.
#![no_main]

use fuzz::{Case, oracle};
use libfuzzer_sys::fuzz_target;
use model::{Comparison, TokenOptions};

const TOLERANCES: [Option<f64>; 8] =
    [None, Some(0.0), Some(1e-9), Some(1e-6), Some(0.1), Some(0.5), Some(2.0), Some(1.234_567_890_123_456_7e-5)];

fuzz_target!(|bytes: &[u8]| {
    let Some(case) = Case::of(bytes, 6) else { return };
    let comparison = match case.choice(0) % 6 {
        0 => Comparison::Exact,
        1 => Comparison::Lines,
        2 => Comparison::Unordered,
        _ => Comparison::Tokens(TokenOptions {
            case_sensitive: case.choice(1) & 1 == 0,
            space_change_sensitive: case.choice(1) & 2 != 0,
            float_absolute: case.pick(2, &TOLERANCES),
            float_relative: case.pick(3, &TOLERANCES),
        }),
    };
    let answer = case.first;
    let output = match case.choice(5) % 3 {
        0 => case.second.to_vec(),
        // Nearly the answer: all of it with something appended, or with a piece replaced.
        1 => [answer, case.second].concat(),
        _ => {
            let at = answer.len() * (case.choice(5) / 3) / 86;
            let end = (at + case.second.len()).min(answer.len());
            [&answer[..at], case.second, &answer[end..]].concat()
        }
    };
    let Some(expected) = oracle::agrees(&comparison, answer, &output) else { return };
    assert_eq!(engine::judge::fuzzing::agrees(&comparison, answer, &output), expected, "{comparison:?}");
    // Explaining a difference takes ten times as long as the verdict.
    if case.choice(4) < 32 {
        engine::judge::fuzzing::explained(&comparison, answer, &output);
    }
});
