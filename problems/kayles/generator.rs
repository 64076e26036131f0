//! kayles: games of either kind, K and D in turn.
//!
//!     rows       --from A --to B                        every row from A to B alone, in both games
//!     pairs      --max M                                every two rows of 1..=M, in both games
//!     exceptions --to B                                 every row that breaks the period beside
//!                                                       every row to B, in its game
//!     random     --games T --rows N --max M --seed S    T games of 1..=N rows of 1..=M
//!     last       --rows N --value V --last L            one game: N - 1 rows of V, then one of L

use kit::Text;

fn main() {
    kit::generate(|args, rng| {
        let both = |lists: Vec<Vec<i64>>| -> Vec<(char, Vec<i64>)> {
            lists.into_iter().flat_map(|rows| vec![('K', rows.clone()), ('D', rows)]).collect()
        };
        let games = match args.kind() {
            "rows" => {
                let (from, to) = (args.int("from", 1..)?, args.int("to", 1..)?);
                both((from..=to).map(|row| vec![row]).collect())
            }
            "pairs" => both(kit::all_lists(2, 1..=args.int("max", 1..)?)),
            "exceptions" => {
                let to = args.int("to", 1..)?;
                let of = |game, rows: &[i64]| -> Vec<(char, Vec<i64>)> {
                    let with = |&row: &i64| (1..=to).map(move |other| (game, vec![row, other]));
                    rows.iter().flat_map(with).collect()
                };
                let kayles = of('K', &[3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
                kayles.into_iter().chain(of('D', &[1, 15, 17, 18, 32, 35, 52])).collect()
            }
            "random" => {
                let (most, max) = (args.int("rows", 1..)?, args.int("max", 1..)?);
                let game = |at| {
                    let n = rng.int(1..=most);
                    (if at % 2 == 0 { 'K' } else { 'D' }, rng.ints(n, 1..=max))
                };
                (0..args.int("games", 1..)?).map(game).collect()
            }
            "last" => {
                let mut rows = vec![args.int("value", 1..)?; args.int("rows", 1..)? as usize];
                rows.pop();
                rows.push(args.int("last", 1..)?);
                vec![('K', rows)]
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        text.line([games.len()]);
        for (game, rows) in games {
            text.line([game.to_string(), rows.len().to_string()]);
            text.line(&rows);
        }
        Ok(text)
    })
}
