//! brave-game: a list of games, each the stones n and the most that a move takes, m.
//!
//!     grid   --n R --m R                            every n of the first range with every m of the
//!                                                   second
//!     random --games T --n R --m R --lose P --seed S
//!                                                   T games; in P percent of them n is drawn so
//!                                                   that the game is lost, if there is such an n

use kit::Text;

fn main() {
    kit::generate(|args, rng| {
        let games: Vec<(i64, i64)> = match args.kind() {
            "grid" => {
                let ((first, last), (least, most)) = (args.ends("n")?, args.ends("m")?);
                (first..=last).flat_map(|n| (least..=most).map(move |m| (n, m))).collect()
            }
            "random" => {
                let (stones, takes) = (args.span("n")?, args.span("m")?);
                let lose = args.int("lose", 0..=100)?;
                let game = |_| {
                    let (n, m) = (rng.int(stones), rng.int(takes));
                    let lost = n - n % (m + 1);
                    (if rng.chance(lose) && stones.contains(lost) { lost } else { n }, m)
                };
                (0..args.int("games", 1..)?).map(game).collect()
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        text.line([games.len()]);
        for (n, m) in games {
            text.line([n, m]);
        }
        Ok(text)
    })
}
