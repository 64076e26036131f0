//! fibonacci-nim: heaps, and a 0 behind the last.
//!
//!     range     --from A --to B           every heap from A to B
//!     random    --games T --max M --seed S  T heaps of 2..=M, every second one a Fibonacci number
//!     fibonacci --max M --by B            every Fibonacci number up to M, and B to either side
//!     sums      --max M                   sums of two Fibonacci numbers, one far above the other
//!     multiples --max M                   halves and small multiples of Fibonacci numbers
//!     powers    --by B                    every power of two below 2^31, and B to either side

use kit::Text;

fn main() {
    kit::generate(|args, rng| {
        let max = || args.int("max", 2..=2_147_483_647);
        let around = |middles: Vec<i64>, by: i64| -> Vec<i64> {
            middles.into_iter().flat_map(|middle| middle - by..=middle + by).collect()
        };
        let heaps = match args.kind() {
            "range" => (args.int("from", 2..)?..=args.int("to", 2..)?).collect(),
            "random" => {
                let numbers = fibonacci(max()?);
                let max = max()?;
                let heap = |at| if at % 2 == 0 { *rng.pick(&numbers) } else { rng.int(2..=max) };
                (0..args.int("games", 1..)?).map(heap).collect()
            }
            "fibonacci" => around(fibonacci(max()?), args.int("by", 0..)?),
            "sums" => {
                let numbers = fibonacci(max()?);
                let small = [1, 2, 3, 5, 8, 13, 21, 34, 55];
                numbers
                    .iter()
                    .flat_map(|large| small.iter().map(move |small| large + small))
                    .collect()
            }
            // Of these n, 5 n^2 plus a small number is a square, though not 5 n^2 + 4 or 5 n^2 - 4.
            "multiples" => {
                let numbers = fibonacci(max()?);
                let of =
                    |number: &i64| vec![number / 2, 2 * number, 3 * number, 4 * number, 5 * number];
                numbers.iter().flat_map(of).collect()
            }
            "powers" => around((1..31).map(|bit| 1_i64 << bit).collect(), args.int("by", 0..)?),
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        for heap in heaps.into_iter().filter(|heap| (2..=2_147_483_647).contains(heap)) {
            text.line([heap]);
        }
        text.line([0]);
        Ok(text)
    })
}

/// The Fibonacci numbers from 2 to `max`.
fn fibonacci(max: i64) -> Vec<i64> {
    let mut numbers = vec![2, 3];
    while numbers[numbers.len() - 1] <= max {
        numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
    }
    numbers.retain(|&number| number <= max);
    numbers
}
