//! lasker-nim: a list of games.
//!
//!     random --games T --n R --s R --lose P --seed S [--xor X]   T games of n heaps of s stones
//!     last   --games T --n N --s V --last L   T games of n - 1 heaps of V stones, then one of L; with
//!                                             --first F, the first heap has F stones
//!
//! In P percent of the games with two heaps or more, two heaps are drawn again until the position
//! is lost, if that can be done; with `--xor` every second one of these gets the xor X instead. R
//! is a number or a range `A-B`.

use kit::{Rng, Span, Text};

fn main() {
    kit::generate(|args, rng| {
        let games = args.int("games", 1..)?;
        let (heaps, stones) = (args.span("n")?, args.span("s")?);
        if args.kind() == "last" {
            let last = args.int("last", 1..)?;
            let mut text = Text::new();
            text.line([games]);
            for _ in 0..games {
                let n = rng.int(heaps);
                let mut game = rng.ints(n, stones);
                game.pop();
                game.push(last);
                game[0] = args.int_or("first", 1.., game[0])?;
                text.list(&game);
            }
            return Ok(text);
        }
        let (lose, xor) = (args.int("lose", 0..=100)?, args.int_or("xor", 0.., 0)?);
        if args.kind() != "random" {
            return Err(args.unknown_kind());
        }
        let mut arranged = 0;
        let mut text = Text::new();
        text.line([games]);
        for _ in 0..games {
            let n = rng.int(heaps);
            let mut game = rng.ints(n, stones);
            if n >= 2 && rng.chance(lose) {
                arranged += 1;
                arrange(&mut game, stones, if arranged % 2 == 0 { xor } else { 0 }, rng);
            }
            text.list(&game);
        }
        Ok(text)
    })
}

/// Draws two heaps again until the position has this xor of values, if a thousand draws do.
fn arrange(game: &mut [i64], stones: Span, xor: i64, rng: &mut Rng) {
    let wanted = game[2..].iter().fold(xor, |xor, &heap| xor ^ value(heap));
    let fitting = (0..1000).find_map(|_| {
        let first = rng.int(stones);
        // A value comes from the heap that has the value's own value as its size.
        let second = value(wanted ^ value(first));
        stones.contains(second).then(|| (first, second))
    });
    if let Some((first, second)) = fitting {
        game[0] = first;
        game[1] = second;
        game.swap(1, rng.below(game.len() as i64) as usize);
    }
}

/// The Sprague-Grundy value of a heap: 4k + 3 and 4k + 4 change places.
fn value(heap: i64) -> i64 {
    match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    }
}
