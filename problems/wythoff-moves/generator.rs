//! wythoff-moves: pairs of piles, and `0 0` behind the last.
//!
//!     grid      --a R --b R                   all pairs of these piles, but for 0 0
//!     random    --count C --max M --seed S    piles drawn freely from 0..=M
//!     near      --count C --max M --seed S    lost positions, many of them with one pile changed by 1
//!     around    --k R                         the R-th lost positions and their four neighbours, in
//!                                             either order
//!     fibonacci --max M                       the same for 1, 2, 3, 5, 8, ..., where a rounded phi
//!                                             fails first
//!     twice     --count C --max M --seed S    positions with a lost one that two moves reach; some
//!                                             are changed by 1
//!     lines     --count C --low L --high H --seed S   one pile from 0..=H, the other from L..=H
//!
//! R is a number or a range `A-B`.

use kit::{Rng, Text};

/// No pile of a test is larger.
const LARGEST: i64 = 1_000_000;

type Pair = [i64; 2];

fn main() {
    kit::generate(|args, rng| {
        // The tests were first drawn so.
        rng.by_remainder();
        let count = || args.int("count", 1..);
        let max = || args.int("max", 1..=LARGEST);
        let pairs: Vec<Pair> = match args.kind() {
            "grid" => {
                let (a, b) = (args.span("a")?, args.span("b")?);
                (a.low..=a.high).flat_map(|a| (b.low..=b.high).map(move |b| [a, b])).collect()
            }
            "random" => {
                let max = max()?;
                (0..count()?).map(|_| [rng.int(0..=max), rng.int(0..=max)]).collect()
            }
            "near" => beside(&lost_positions(max()? - 1)[1..], count()?, rng),
            "twice" => {
                let max = max()?;
                let lost = lost_positions(max - 1).into_iter().zip(0..).skip(1);
                // From here the equal take of a and taking b - a + k from the larger pile leave the
                // same.
                let reach_it_twice = lost.map(|([_, b], k)| [b, b + k]);
                let fitting: Vec<Pair> = reach_it_twice.filter(|pair| pair[1] < max).collect();
                beside(&fitting, count()?, rng)
            }
            "around" => {
                let (lost, k) = (lost_positions(LARGEST - 1), args.span("k")?);
                args.ensure(k.low > 0 && k.high < lost.len() as i64, "--k is out of bounds")?;
                (k.low..=k.high).flat_map(|k| both_orders(lost[k as usize])).collect()
            }
            "fibonacci" => {
                let lost = lost_positions(max()? - 1);
                let numbers = std::iter::successors(Some((1, 2)), |&(a, b)| Some((b, a + b)));
                let inside = numbers.map(|(k, _)| k).take_while(|&k| k < lost.len());
                inside.flat_map(|k| both_orders(lost[k])).collect()
            }
            "lines" => {
                let low = args.int("low", 0..=LARGEST)?;
                let high = args.int("high", low..=LARGEST)?;
                let pair = |_| {
                    let pair = [rng.int(0..=high), rng.int(low..=high)];
                    in_any_order(pair, rng)
                };
                (0..count()?).map(pair).collect()
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        // 0 0 would end the test before its time.
        for pair in pairs.into_iter().filter(|pair| pair != &[0, 0]) {
            text.line(pair);
        }
        text.line([0, 0]);
        Ok(text)
    })
}

/// The lost positions with piles of at most `max`, by their recurrence: each a is the smallest
/// number not used before.
fn lost_positions(max: i64) -> Vec<Pair> {
    let mut used = vec![false; max as usize + 1];
    let mut lost = Vec::new();
    for a in 0..=max {
        let b = a + lost.len() as i64;
        if used[a as usize] {
            continue;
        }
        if b > max {
            break;
        }
        used[b as usize] = true;
        lost.push([a, b]);
    }
    lost
}

/// The four that differ by one in one pile, and the pair itself.
fn neighbours([a, b]: Pair) -> [Pair; 5] {
    [[a - 1, b], [a + 1, b], [a, b - 1], [a, b + 1], [a, b]]
}

/// Half of them are the pairs themselves, half their neighbours.
fn beside(pairs: &[Pair], count: i64, rng: &mut Rng) -> Vec<Pair> {
    let mut drawn = Vec::new();
    for _ in 0..count {
        let pair = *rng.pick(pairs);
        let beside = neighbours(pair)[rng.below(8).min(4) as usize];
        drawn.push(in_any_order(beside, rng));
    }
    drawn
}

fn in_any_order([a, b]: Pair, rng: &mut Rng) -> Pair {
    if rng.below(2) == 0 {
        [a, b]
    } else {
        [b, a]
    }
}

/// The pair and its neighbours, every second one with the larger pile first.
fn both_orders(pair: Pair) -> Vec<Pair> {
    let mut pairs = neighbours(pair).to_vec();
    pairs.iter_mut().skip(1).step_by(2).for_each(|pair| pair.reverse());
    pairs
}
