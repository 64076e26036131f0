//! moore-nim: games, each some heaps and the most heaps that one move may touch.
//!
//!     lists  --heaps N --max M --k R            every list of N heaps 1..=M, with each k of R
//!     random --games T --heaps N --max M --k R --lose P --seed S
//!                                               T games of 1..=N heaps of 1..=M
//!     equal  --heaps N --value V --k K          one game of N heaps of V
//!
//! In P percent of the random games the digits are drawn column by column, each with a multiple of
//! k + 1 ones; heaps without any are left out. R is a number or a range `A-B`.

use kit::{Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        let games: Vec<(i64, Vec<i64>)> = match args.kind() {
            "lists" => {
                let (first, last) = args.ends("k")?;
                let lists = kit::all_lists(args.int("heaps", 1..)?, 1..=args.int("max", 1..)?);
                let with = |k| lists.iter().map(move |heaps| (k, heaps.clone()));
                (first..=last).flat_map(with).collect()
            }
            "random" => {
                let (most, max, k) =
                    (args.int("heaps", 1..)?, args.int("max", 1..)?, args.span("k")?);
                let lose = args.int("lose", 0..=100)?;
                let game = |_| {
                    let k = rng.int(k);
                    (
                        k,
                        if rng.chance(lose) {
                            lost(rng, most, max, k)
                        } else {
                            any(rng, most, max)
                        },
                    )
                };
                (0..args.int("games", 1..)?).map(game).collect()
            }
            "equal" => {
                let heaps = vec![args.int("value", 1..)?; args.int("heaps", 1..)? as usize];
                vec![(args.int("k", 1..)?, heaps)]
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        text.line([games.len()]);
        for (k, heaps) in games {
            text.line([heaps.len() as i64, k]);
            text.line(&heaps);
        }
        Ok(text)
    })
}

fn any(rng: &mut Rng, most_heaps: i64, max: i64) -> Vec<i64> {
    let n = rng.int(1..=most_heaps);
    rng.ints(n, 1..=max)
}

/// A lost game. Where none comes about, any.
fn lost(rng: &mut Rng, most_heaps: i64, max: i64, k: i64) -> Vec<i64> {
    // Numbers of this many digits are not above the largest.
    let columns = (0..31).take_while(|&column| (2_i64 << column) - 1 <= max);
    let mut heaps = vec![0; most_heaps as usize];
    for column in columns.collect::<Vec<_>>() {
        let times = rng.int(0..=most_heaps / (k + 1));
        rng.shuffle(&mut heaps);
        heaps.iter_mut().take((times * (k + 1)) as usize).for_each(|heap| *heap += 1 << column);
    }
    heaps.retain(|&heap| heap > 0);
    if heaps.is_empty() {
        return any(rng, most_heaps, max);
    }
    rng.shuffle(&mut heaps);
    heaps
}
