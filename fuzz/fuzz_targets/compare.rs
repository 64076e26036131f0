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
    // Long equal beginnings are skipped in blocks: where bytes are few, they are repeated. Seldom,
    // as such a text takes a hundred times as long.
    let (times, most) = match case.choice(4) {
        0..8 => (2000, 9000),
        8..24 => (70, 2000),
        _ => (1, 0),
    };
    let long = |text: &[u8]| if text.len() * times <= most { text.repeat(times) } else { text.to_vec() };
    let answer = long(case.first);
    let output = match case.choice(5) % 3 {
        0 => case.second.to_vec(),
        // Nearly the answer: all of it and something more, or a piece of it replaced.
        1 => [&answer[..], case.second].concat(),
        _ => {
            let at = answer.len() * (case.choice(5) / 3) / 86;
            let end = (at + case.second.len()).min(answer.len());
            [&answer[..at], case.second, &answer[end..]].concat()
        }
    };
    let Some(expected) = oracle::agrees(&comparison, &answer, &output) else { return };
    assert_eq!(engine::judge::fuzzing::agrees(&comparison, &answer, &output), expected, "{comparison:?}");
    engine::judge::fuzzing::explained(&comparison, &answer, &output);
});
