//! staircase-nim: one staircase.
//!
//!     random --n N --a A-B --seed S [--xor X]   N steps of A to B stones each; with `--xor`, drawn
//!                                               so that the steps 1, 3, 5, ... have the xor X
//!     last   --n N --value V --last L           N - 1 steps of V stones, and L on the highest one

use kit::{Args, Result, Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        let n = args.int("n", 1..)?;
        let mut steps = match args.kind() {
            "random" => rng.ints(n, args.span("a")?),
            "last" => {
                let mut steps = vec![args.int("value", 1..)?; n as usize - 1];
                steps.push(args.int("last", 1..)?);
                steps
            }
            _ => return Err(args.unknown_kind()),
        };
        if args.flag("xor") {
            arrange(&mut steps, args, rng)?;
        }
        let mut text = Text::new();
        text.list(&steps);
        Ok(text)
    })
}

/// Draws two of the steps that count again until the xor is the one asked for.
fn arrange(steps: &mut [i64], args: &Args, rng: &mut Rng) -> Result<()> {
    let (stones, xor) = (args.span("a")?, args.int("xor", 0..)?);
    // Index 0 holds step 1.
    let counting = (steps.len() as i64 + 1) / 2;
    args.ensure(counting >= 2, "--xor takes at least three steps")?;
    let first = rng.below(counting);
    let second = (first + 1 + rng.below(counting - 1)) % counting;
    let (first, second) = (2 * first as usize, 2 * second as usize);
    let now = steps.iter().step_by(2).fold(0, |xor, stones| xor ^ stones);
    let wanted = xor ^ now ^ steps[first] ^ steps[second];
    for _ in 0..1_000_000 {
        steps[first] = rng.int(stones);
        steps[second] = steps[first] ^ wanted;
        if stones.contains(steps[second]) {
            return Ok(());
        }
    }
    Err(args.complain("found no two steps that give this xor"))
}
