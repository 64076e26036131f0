//! Writes a test of `{slug}`: `--n COUNT --low NUMBER --high NUMBER --seed SEED`. The same arguments give the same test, everywhere.

use std::env;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let value = |name: &str| {
        let at = args
            .iter()
            .position(|arg| arg == name)
            .unwrap_or_else(|| panic!("{} is missing", name));
        args[at + 1]
            .parse::<i64>()
            .unwrap_or_else(|_| panic!("{} is not a whole number", name))
    };
    let (n, low, high) = (value("--n"), value("--low"), value("--high"));
    let mut random = Random(value("--seed") as u64);
    let numbers: Vec<String> = (0..n)
        .map(|_| random.within(low, high).to_string())
        .collect();
    println!("{}\n{}", n, numbers.join(" "));
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        let range = (high as i128 - low as i128 + 1) as u128;
        (low as i128 + (u128::from(self.next()) * range >> 64) as i128) as i64
    }
}
