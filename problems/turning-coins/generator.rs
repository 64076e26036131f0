//! turning-coins: games, each the coins that show heads.
//!
//!     rows   --coins C                                         every row of C coins
//!     random --games T --heads N --max M --lose P --seed S     T games of 0..=N heads on 0..=M
//!
//! In P percent of the random games the last head is drawn so that the first player loses, if there
//! is such a coin.

use kit::{Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        let games: Vec<Vec<i64>> = match args.kind() {
            "rows" => {
                let coins = args.int("coins", 1..=16)?;
                (0..1 << coins)
                    .map(|row: i64| (0..coins).filter(|coin| row >> coin & 1 == 1).collect())
                    .collect()
            }
            "random" => {
                let (heads, max) = (args.int("heads", 1..=100)?, args.int("max", 0..=99_999_999)?);
                let lose = args.int("lose", 0..=100)?;
                (0..args.int("games", 1..)?).map(|_| draw(rng, heads, max, lose)).collect()
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        for game in games {
            text.list(&game);
        }
        Ok(text)
    })
}

fn draw(rng: &mut Rng, most_heads: i64, max: i64, lose: i64) -> Vec<i64> {
    let n = rng.int(0..=most_heads);
    let mut heads = rng.ints(n, 0..=max);
    if n > 0 && rng.chance(lose) {
        heads.pop();
        let mut different = heads.clone();
        different.sort_unstable();
        different.dedup();
        let wanted = different.iter().fold(0, |xor, &coin| xor ^ value(coin));
        let coin = wanted / 2;
        let fits = wanted > 0 && value(coin) == wanted && coin <= max && !different.contains(&coin);
        heads.push(if fits { coin } else { rng.int(0..=max) });
    }
    heads
}

/// The one of 2a and 2a + 1 that has an odd number of ones.
fn value(coin: i64) -> i64 {
    2 * coin + i64::from(coin.count_ones() % 2 == 0)
}
