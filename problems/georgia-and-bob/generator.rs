//! georgia-and-bob: cases, each a strip of cells with chessmen.
//!
//!     boards --cells C --first F --count K          the boards whose chessmen are the bits of F, F+1,
//!                                                   ... (cell 1 = bit 0)
//!     random --t T --n R --max M --seed S           T boards of n chessmen, anywhere in 1..=M
//!     mixed  --t T --n R --max M --gap G --seed S   about half of the boards are lost for Georgia,
//!                                                   the others near misses; the counted gaps are at
//!                                                   most G
//!     block  --n N --from P                         N chessmen side by side, the leftmost in cell P
//!
//! R is a number or a range `A-B`.

use kit::{Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        // The tests were first drawn so.
        rng.by_remainder();
        let cases: Vec<Vec<i64>> = match args.kind() {
            "boards" => {
                let cells = args.int("cells", 1..=62)?;
                let first = args.int("first", 1..1 << cells)?;
                let count = args.int("count", 1..=(1 << cells) - first)?;
                (first..first + count).map(|mask| board_of_bits(mask, cells)).collect()
            }
            "block" => {
                let from = args.int("from", 1..)?;
                vec![(from..from + args.int("n", 1..)?).collect()]
            }
            "random" | "mixed" => {
                let (n, max) = (args.span("n")?, args.int("max", 1..)?);
                args.ensure(1 <= n.low && n.high <= max, "--n is at least 1 and at most --max")?;
                let mut cases = Vec::new();
                for _ in 0..args.int("t", 1..)? {
                    let n = rng.int(n);
                    let mut men = match args.kind() {
                        "random" => rng.distinct(n, 1..=max),
                        _ => mixed_board(n, max, args.int("gap", 0..)?, rng),
                    };
                    rng.shuffle(&mut men);
                    cases.push(men);
                }
                cases
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        text.line([cases.len()]);
        for men in cases {
            text.list(&men);
        }
        Ok(text)
    })
}

/// The chessmen of a bit pattern; every second board lists them from right to left.
fn board_of_bits(mask: i64, cells: i64) -> Vec<i64> {
    let mut men: Vec<i64> = (1..=cells).filter(|cell| mask >> (cell - 1) & 1 == 1).collect();
    if mask % 2 == 1 {
        men.reverse();
    }
    men
}

/// A board built from its counted gaps: a lost one, or one that is lost but for one gap.
fn mixed_board(n: i64, cells: i64, gap: i64, rng: &mut Rng) -> Vec<i64> {
    let heaps = (n + 1) / 2;
    let counted = counted_gaps(heaps, cells - n, gap, rng);

    // The cells left over go in front of the pairs and behind the last one, at random.
    let mut left_over = cells - n - counted.iter().sum::<i64>();
    let mut men = Vec::new();
    let mut cell = 0;
    for (pair, heap) in (0..heaps).zip(counted) {
        let is_lone = pair == 0 && n % 2 == 1;
        if !is_lone {
            let skip = rng.int(0..=left_over / (heaps - pair) * 2).min(left_over);
            left_over -= skip;
            cell += skip + 1;
            men.push(cell);
        }
        cell += heap + 1;
        men.push(cell);
    }
    men
}

/// Gaps of xor 0, or of xor 0 but for one, that need at most `free` cells.
fn counted_gaps(heaps: i64, free: i64, mut gap: i64, rng: &mut Rng) -> Vec<i64> {
    let is_lost = rng.below(2) == 0;
    loop {
        let mut counted = rng.ints(heaps, 0..=gap);
        counted[0] = counted[1..].iter().fold(0, |xor, heap| xor ^ heap);
        rng.shuffle(&mut counted);
        if !is_lost {
            let victim = rng.below(heaps) as usize;
            counted[victim] = near(counted[victim], rng);
        }
        if counted.iter().sum::<i64>() <= free {
            return counted;
        }
        // Too long for the strip: try again with shorter gaps. With gap 0 and a lost board
        // everything fits; a full strip has no near miss, and then the lost board has to do.
        gap = gap * 3 / 4;
        if gap == 0 && free == 0 {
            return vec![0; heaps as usize];
        }
    }
}

/// Another gap that a careless program takes for the same one.
fn near(heap: i64, rng: &mut Rng) -> i64 {
    match rng.below(5) {
        0 => heap + 1,
        1 => (heap - 1).abs(),
        2 => heap + 256,
        3 => heap ^ (1 << rng.below(6)),
        _ => heap * 2 + 1,
    }
}
