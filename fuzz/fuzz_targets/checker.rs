//! What a checker left: messages, scores, an exit code, in every protocol.
#![no_main]

use fuzz::Case;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some(case) = Case::of(bytes, 3) else { return };
    let mut third = case.second.splitn(2, |byte| *byte == 0xFF);
    let (score, multiplier) = (third.next().unwrap_or_default(), third.next().unwrap_or_default());
    let choices = [case.choice(0), case.choice(1), case.choice(2)];
    engine::judge::fuzzing::checker(choices, case.first, score, multiplier);
});
