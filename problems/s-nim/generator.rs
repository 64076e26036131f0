//! s-nim: cases of a take-set and positions, and a 0 behind the last.
//!
//!     random  --cases C --k R --s R --m R --l R --h R --lose P --seed S
//!             C take-sets of k numbers from s, each with m positions of l heaps of size h. In P
//!             percent of the positions the last heap is chosen so that the position is lost, where
//!             any heap can do that. `--odd` makes every number of the set odd; `--take LIST` in
//!             place of `--k` and `--s` fixes the set.
//!     singles --take LIST --from A --to B
//!             one position for each single heap of size A to B
//!
//! R is a number or a range `A-B`; LIST is `A,B,C` or a range. `--k 100-1` goes down: the first
//! case has 100, the others 1.

use kit::{Args, Result, Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        let mut text = match args.kind() {
            "random" => random(args, rng)?,
            "singles" => singles(args)?,
            _ => return Err(args.unknown_kind()),
        };
        text.line([0]);
        Ok(text)
    })
}

fn random(args: &Args, rng: &mut Rng) -> Result<Text> {
    let lose = args.int("lose", 0..=100)?;
    let (positions, heaps, sizes) = (args.span("m")?, args.span("l")?, args.span("h")?);
    let mut text = Text::new();
    for case in 0..args.int("cases", 1..)? {
        let mut take =
            if args.flag("take") { args.list("take")? } else { draw_set(case, args, rng)? };
        rng.shuffle(&mut take);
        let grundy = grundy_table(&take, sizes.high);
        text.row(&take);
        let m = rng.int(positions);
        text.line([m]);
        for _ in 0..m {
            let l = rng.int(heaps);
            let mut position = rng.ints(l, sizes);
            if rng.chance(lose) {
                position.pop();
                let wanted = position.iter().fold(0, |xor, &h| xor ^ grundy[h as usize]);
                let loses = |&h: &i64| grundy[h as usize] == wanted;
                let fitting: Vec<i64> = (sizes.low..=sizes.high).filter(loses).collect();
                position.push(if fitting.is_empty() {
                    rng.int(sizes)
                } else {
                    *rng.pick(&fitting)
                });
            }
            text.row(&position);
        }
    }
    Ok(text)
}

fn singles(args: &Args) -> Result<Text> {
    let from = args.int("from", 0..)?;
    let to = args.int("to", from..)?;
    let mut text = Text::new();
    text.row(&args.list("take")?);
    text.line([to - from + 1]);
    for heap in from..=to {
        text.row(&[heap]);
    }
    Ok(text)
}

/// Distinct numbers, in any order.
fn draw_set(case: i64, args: &Args, rng: &mut Rng) -> Result<Vec<i64>> {
    let k = match args.ends("k")? {
        (first, last) if first <= last => rng.int(first..=last),
        (first, _) if case == 0 => first,
        (_, last) => last,
    };
    let from = args.span("s")?;
    let odd = args.flag("odd");
    let mut pool: Vec<i64> = (from.low..=from.high).filter(|s| !odd || s % 2 == 1).collect();
    args.ensure(pool.len() as i64 >= k, format_args!("--s has no {} numbers", k))?;
    rng.shuffle(&mut pool);
    pool.truncate(k as usize);
    Ok(pool)
}

fn grundy_table(take: &[i64], highest: i64) -> Vec<usize> {
    let mut grundy: Vec<usize> = Vec::new();
    for heap in 0..=highest {
        let mut seen = vec![false; take.len() + 1];
        for &t in take.iter().filter(|&&t| t <= heap) {
            seen[grundy[(heap - t) as usize]] = true;
        }
        let mex = seen.iter().position(|&hit| !hit);
        grundy.push(mex.expect("k options cannot cover k + 1 values"));
    }
    grundy
}
