//! chess-game: graphs without cycles, each with queries.
//!
//!     random --graphs C --n R --degree R --queries R --m R --lose P --seed S
//!
//! C graphs of n positions. The positions have a hidden rank; each has edges to `degree` lower
//! ranks (or to all of them, where there are fewer). Then q queries of m chessmen each. In P
//! percent of the queries the last chessman is placed so that the query is lost, if any place does
//! that. R is a number or a range `A-B`. `--n 700-100` goes down evenly from graph to graph.
//!
//!     --near W                    edges reach at most W ranks down, which makes the graph deep
//!     --full F                    each of the F lowest ranks has edges to all ranks below, so the
//!                                 values 0 to F - 1 all occur
//!     --hub                       the highest rank has edges to all others
//!     --order forward | backward  numbers along the ranks, all edges to higher or all to lower
//!                                 numbers; else shuffled
//!     --ascending                 a position's edges in the order of ranks; else shuffled
//!     --xor X                     every second query made lost is made to have the xor X instead

use kit::{Args, Result, Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        if args.kind() != "random" {
            return Err(args.unknown_kind());
        }
        let graphs = args.int("graphs", 1..)?;
        let mut text = Text::new();
        for graph in 0..graphs {
            let n = match args.ends("n")? {
                (first, last) if first <= last => rng.int(first..=last),
                (first, last) => first - (first - last) * graph / graphs.max(2),
            };
            text.line([n]);
            let grundy = draw_graph(n as usize, args, rng, &mut text)?;
            draw_queries(&grundy, args, rng, &mut text)?;
        }
        Ok(text)
    })
}

/// Writes each position's out-positions, and gives each position's Sprague-Grundy value.
fn draw_graph(n: usize, args: &Args, rng: &mut Rng, text: &mut Text) -> Result<Vec<i64>> {
    let degree = args.span("degree")?;
    let near = args.int_or("near", 1.., n as i64)? as usize;
    let full = args.int_or("full", 0.., 0)? as usize;
    let hub = args.flag("hub");
    let mut names: Vec<i64> = (0..n as i64).collect();
    match args.text_or("order", "")?.as_str() {
        "forward" => names.reverse(),
        "backward" => {}
        "" => rng.shuffle(&mut names),
        order => return Err(args.complain(format_args!("no such --order: '{}'", order))),
    }
    let mut rows = vec![Vec::new(); n];
    let mut grundy = vec![0; n];
    for (rank, &name) in names.iter().enumerate() {
        let is_full = rank < full || (hub && rank + 1 == n);
        let lowest = if is_full { 0 } else { rank.saturating_sub(near) };
        let mut row = names[lowest..rank].to_vec();
        if !args.flag("ascending") {
            rng.shuffle(&mut row);
        }
        if !is_full {
            row.truncate(rng.int(degree) as usize);
        }
        let values: Vec<i64> = row.iter().map(|&to| grundy[to as usize]).collect();
        let mex = (0..).find(|value| !values.contains(value));
        grundy[name as usize] = mex.expect("a row leaves out some value");
        rows[name as usize] = row;
    }
    for row in rows {
        text.row(&row);
    }
    Ok(grundy)
}

fn draw_queries(grundy: &[i64], args: &Args, rng: &mut Rng, text: &mut Text) -> Result<()> {
    let (lose, xor) = (args.int("lose", 0..=100)?, args.int_or("xor", 0.., 0)?);
    let (queries, m) = (args.span("queries")?, args.span("m")?);
    let positions = 0..grundy.len() as i64;
    let mut arranged = 0;
    for _ in 0..rng.int(queries) {
        let m = rng.int(m);
        let mut query = rng.ints(m, positions.clone());
        if rng.chance(lose) {
            query.pop();
            arranged += 1;
            let aim = if arranged % 2 == 0 { xor } else { 0 };
            let wanted = query.iter().fold(aim, |xor, &v| xor ^ grundy[v as usize]);
            let fits = |&v: &i64| grundy[v as usize] == wanted;
            let fitting: Vec<i64> = positions.clone().filter(fits).collect();
            query.push(if fitting.is_empty() {
                rng.int(positions.clone())
            } else {
                *rng.pick(&fitting)
            });
        }
        text.row(&query);
    }
    text.line([0]);
    Ok(())
}
