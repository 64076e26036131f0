//! nim-cases: games, one after the other.
//!
//!     random --cases T --n N --max M --seed S  T games of 1..=N heaps of 0..=M; in about half of them
//!                                              the nim-sum is made 0
//!     all    --n N --max M                     every game of N heaps of 0..=M, in every order
//!     nimsum --n N --max M --xor X --seed S    one game of N heaps with nim-sum X
//!     tail   --n N --max M --seed S            one game of N heaps: nim-sum 0 but for the last heap,
//!                                              a single stone
//!     bits   --n N --bits B --seed S           B games of N heaps below 2^B, with nim-sums 1, 2, 4 ...
//!     ladder --max M --seed S                  games around the round numbers of heaps up to 1024,
//!                                              each as nimsum 0 and as tail
//!     equal  --n N --heap H                    one game of N heaps of H
//!     ends   --n N --heap H --ends E           one game of N heaps: E, then H, and E again at the
//!                                              end; with N even its nim-sum is 0, and that of no
//!                                              beginning of it is
//!
//! `--end zero` (the default) ends the list with n = 0, and `--end eof` with the file.

use kit::{Result, Rng, Text};

type Game = Vec<i64>;

fn main() {
    kit::generate(|args, rng| {
        // n = 0 would end the list.
        let n = || args.int("n", 1..);
        let max = || args.int("max", 0..);
        let games = match args.kind() {
            "random" => {
                let (cases, n, max) = (args.int("cases", 0..)?, n()?, max()?);
                (0..cases).map(|_| random_game(n, max, rng)).collect()
            }
            "all" => kit::all_lists(n()?, 0..=max()?),
            "nimsum" => vec![rng.with_xor(n()?, 0..=max()?, args.int("xor", 0..)?)?],
            "tail" => vec![with_tail(n()?, max()?, rng)?],
            "bits" => {
                let (n, bits) = (n()?, args.int("bits", 1..=62)?);
                let game = |bit| rng.with_xor(n, 0..1 << bits, 1_i64 << bit);
                (0..bits).map(game).collect::<Result<_>>()?
            }
            "ladder" => ladder(max()?, rng)?,
            "ends" => {
                let mut heaps = vec![args.int("heap", 0..)?; n()? as usize];
                let ends = args.int("ends", 0..)?;
                heaps[0] = ends;
                heaps.pop();
                heaps.push(ends);
                vec![heaps]
            }
            "equal" => vec![vec![args.int("heap", 0..)?; n()? as usize]],
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        for game in games {
            text.list(&game);
        }
        match args.text_or("end", "zero")?.as_str() {
            "zero" => text.line(["0"]),
            "eof" => {}
            end => return Err(args.complain(format_args!("no such --end: '{}'", end))),
        }
        Ok(text)
    })
}

/// A game of 1..=n heaps. A coin decides whether one heap is replaced so that the nim-sum is 0, if
/// that heap is not too large.
fn random_game(n: i64, max: i64, rng: &mut Rng) -> Game {
    let size = rng.int(1..=n);
    let mut heaps = rng.ints(size, 0..=max);
    if rng.below(2) == 0 {
        let place = rng.below(size) as usize;
        let balanced = heaps.iter().fold(heaps[place], |sum, heap| sum ^ heap);
        if balanced <= max {
            heaps[place] = balanced;
        }
    }
    heaps
}

/// Lost but for one stone: a program that does not read the last heap says Bob.
fn with_tail(n: i64, max: i64, rng: &mut Rng) -> Result<Game> {
    let mut heaps = if n == 1 { Game::new() } else { rng.with_xor(n - 1, 0..=max, 0)? };
    heaps.push(1);
    Ok(heaps)
}

fn ladder(max: i64, rng: &mut Rng) -> Result<Vec<Game>> {
    let round = [2, 10, 16, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1000, 1024];
    let mut games = Vec::new();
    for middle in round {
        for n in middle - 1..=middle + 1 {
            games.push(rng.with_xor(n, 0..=max, 0)?);
            games.push(with_tail(n, max, rng)?);
        }
    }
    Ok(games)
}
