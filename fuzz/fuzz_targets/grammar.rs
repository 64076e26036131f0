//! checktestdata: any text is a grammar or a mistake, and any input is accepted or rejected, within
//! bounds. A grammar accepts what it makes. The limits of numbers and automata are low under
//! `cfg(fuzzing)`, so that small inputs reach them and none takes long.
#![no_main]

use ctd::{Caps, Generator, Policy, Program, Reading, Shape, validate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |byte| *byte == 0xFF);
    let (source, input) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Ok(program) = Program::parse(source) else { return };
    let reading = Reading { steps: 500, values: 5000, ..Reading::default() };
    let _ = validate(&program, input, &reading);
    // Making is far slower than reading, so it is done for one input in eight. A few more bytes are
    // allowed than the longest number that is read has digits, so that this limit is reached too.
    if source.len() % 8 == 0 && source.len() < 200 {
        let generator = Generator::new(&program, Caps { bytes: 150, steps: 80, ..Caps::default() });
        let (round, policy) = (input.len() / Policy::ALL.len(), input.len() % Policy::ALL.len());
        let shape = Shape { policy: Policy::ALL[policy], size: 1 + round as u64 % 6 };
        if let Ok(made) = generator.generate(shape, 1) {
            let reading = Reading { steps: 1_000_000, values: 1 << 20, ..reading };
            assert!(validate(&program, &made, &reading).is_ok(), "a grammar rejects what it made: {made:?}");
        }
    }
});
