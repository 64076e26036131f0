//! checktestdata: any text is a grammar or a mistake, any input is accepted or rejected, in bounds;
//! what a grammar makes, it accepts.
#![no_main]

use ctd::{Caps, Generator, Program, Reading, Shape, validate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |byte| *byte == 0xFF);
    let (source, input) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    // An automaton of thousands of states takes its time, and shows nothing that a small one does not.
    if is_large(source) {
        return;
    }
    let Ok(program) = Program::parse(source) else { return };
    let reading = Reading { steps: 2000, values: 20_000, ..Reading::default() };
    let _ = validate(&program, input, &reading);
    // Making is slower than reading by far: of one input in eight.
    if source.len() % 8 == 0 && source.len() < 200 {
        let generator = Generator::new(&program, Caps { bytes: 1000, steps: 1000, ..Caps::default() });
        if let Ok(made) = generator.generate(Shape::scheduled(input.len() as u64), 1) {
            let reading = Reading { steps: 1_000_000, ..reading };
            assert!(validate(&program, &made, &reading).is_ok(), "a grammar rejects what it made: {made:?}");
        }
    }
});

/// Whether an expression may repeat something a hundred times or more: `{100}`, `{2,100}`, or one
/// repeat within others.
fn is_large(source: &[u8]) -> bool {
    let counts = source.split(|byte| *byte == b'{').skip(1);
    counts.clone().count() > 2
        || counts.flat_map(|rest| rest.split(|byte| *byte == b'}').take(1)).any(|count| {
            count.split(|byte| *byte == b',').any(|number| number.len() > 2 && number.iter().all(u8::is_ascii_digit))
        })
}
