//! {slug}: some numbers.
//!
//!     random --n N --low L --high H --seed S   N numbers of L..=H
//!     equal  --n N --number X                  N times X
//!
//! Every kind takes `--layout crlf`, `column`, `bare` ...: white space that a reader has to bear.

fn main() {
    kit::generate(|args, rng| {
        let n = args.int("n", 1..=100)?;
        let numbers = match args.kind() {
            "random" => rng.ints(n, args.int("low", ..)?..=args.int("high", ..)?),
            "equal" => vec![args.int("number", ..)?; n as usize],
            _ => return Err(args.unknown_kind()),
        };
        let mut text = kit::Text::new();
        text.list(&numbers);
        Ok(text)
    })
}
