//! grundys-game: a list of heaps.
//!
//!     range  --from A --to B                    every heap from A to B
//!     random --games T --min A --max B --seed S T heaps from A to B

use kit::Text;

fn main() {
    kit::generate(|args, rng| {
        let heaps: Vec<i64> = match args.kind() {
            "range" => (args.int("from", 1..)?..=args.int("to", 1..)?).collect(),
            "random" => {
                let (min, max) = (args.int("min", 1..)?, args.int("max", 1..)?);
                rng.ints(args.int("games", 1..)?, min..=max)
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        text.line([heaps.len()]);
        for heap in heaps {
            text.line([heap]);
        }
        Ok(text)
    })
}
