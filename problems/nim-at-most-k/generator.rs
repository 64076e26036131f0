//! nim-at-most-k: a list of games, each some heaps and the most stones that one move may take.
//!
//!     pairs   --max M --k R                 every ordered pair of heaps 1..=M, with each k of R
//!     triples --max M --k R                 every ordered triple of heaps 1..=M, with each k of R
//!     random  --games T --heaps N --max M --k R --lose P --seed S
//!                                           T games of 1..=N heaps of 1..=M
//!     powers  --heaps N --max M --lose P --seed S
//!                                           games with k around each power of two, and with k + 1
//!     last    --games T --heaps N --value V --k K --last L
//!                                           T games: N - 1 heaps of V, then one of L
//!
//! In P percent of the random games the last heap is drawn so that the game is lost, if there is
//! such a heap. R is a number or a range `A-B`.

use kit::{Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        let max = || args.int("max", 1..);
        let heaps = || args.int("heaps", 1..);
        let every = |lists: Vec<Vec<i64>>| {
            let (first, last) = args.ends("k")?;
            let with = move |k| lists.clone().into_iter().map(move |heaps| (k, heaps));
            Ok((first..=last).flat_map(with).collect())
        };
        let games: Vec<(i64, Vec<i64>)> = match args.kind() {
            "pairs" => every(kit::all_lists(2, 1..=max()?))?,
            "triples" => every(kit::all_lists(3, 1..=max()?))?,
            "random" => {
                let (most, max, k) = (heaps()?, max()?, args.span("k")?);
                let lose = args.int("lose", 0..=100)?;
                let game = |_| {
                    let k = rng.int(k);
                    (k, draw(rng, most, max, k, lose))
                };
                (0..args.int("games", 1..)?).map(game).collect()
            }
            "powers" => {
                let (most, max, lose) = (heaps()?, max()?, args.int("lose", 0..=100)?);
                let around = |bit: i64| (-2..=1).map(move |by| (1_i64 << bit) + by);
                let takes = (1..30).flat_map(around).filter(|&k| k >= 1);
                takes.map(|k| (k, draw(rng, most, max, k, lose))).collect()
            }
            "last" => {
                let mut all = vec![args.int("value", 1..)?; heaps()? as usize];
                all.pop();
                all.push(args.int("last", 1..)?);
                vec![(args.int("k", 1..)?, all); args.int("games", 1..)? as usize]
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

fn draw(rng: &mut Rng, most_heaps: i64, max: i64, k: i64, lose: i64) -> Vec<i64> {
    let n = rng.int(1..=most_heaps);
    let mut heaps = rng.ints(n, 1..=max);
    if rng.chance(lose) {
        heaps.pop();
        let wanted = heaps.iter().fold(0, |xor, heap| xor ^ (heap % (k + 1)));
        let blocks = (max - wanted) / (k + 1);
        let heap = if blocks < 0 { 0 } else { wanted + (k + 1) * rng.int(0..=blocks) };
        let fits = wanted <= k && (1..=max).contains(&heap);
        heaps.push(if fits { heap } else { rng.int(1..=max) });
    }
    heaps
}
