//! Test generator for Georgia and Bob: one test on stdout, the same bytes on every machine.
//!
//! ```text
//! boards --cells C --first F --count K           the boards whose chessmen are the bits of F, F+1, … (cell 1 = bit 0)
//! random --t T --n-min A --n-max B --max M --seed S          N and the positions drawn freely from 1..=M
//! mixed  --t T --n-min A --n-max B --max M --gap G --seed S  about half of the boards are lost for Georgia; the counted
//!                                                            gaps are at most G, and the won boards are near misses
//! block  --n N --from P                          one board: N chessmen side by side, the leftmost in cell P
//! ```

use std::collections::BTreeMap;
use std::io::{self, Write};

const USAGE: &str = "usage: generator boards --cells C --first F --count K
       generator random --t T --n-min A --n-max B --max M --seed S
       generator mixed --t T --n-min A --n-max B --max M --gap G --seed S
       generator block --n N --from P";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let cases = match generate(&args) {
        Some(cases) => cases,
        None => {
            eprintln!("{}", USAGE);
            std::process::exit(2);
        }
    };
    let mut text = format!("{}\n", cases.len());
    for men in &cases {
        let words: Vec<String> = men.iter().map(|cell| cell.to_string()).collect();
        text += &format!("{}\n{}\n", men.len(), words.join(" "));
    }
    io::stdout()
        .write_all(text.as_bytes())
        .expect("stdout takes the test");
}

/// The boards that the arguments ask for, or nothing if they make no sense.
fn generate(args: &[String]) -> Option<Vec<Vec<u64>>> {
    let kind = args.first()?.as_str();
    let keys: &[&str] = match kind {
        "boards" => &["cells", "first", "count"],
        "random" => &["t", "n-min", "n-max", "max", "seed"],
        "mixed" => &["t", "n-min", "n-max", "max", "gap", "seed"],
        "block" => &["n", "from"],
        _ => return None,
    };
    let options = options(&args[1..], keys)?;
    let option = |key: &str| options[key];
    if options.values().any(|&value| value > 1 << 32) {
        return None;
    }

    match kind {
        "boards" => {
            let masks = option("first")..option("first").checked_add(option("count"))?;
            let cells = option("cells");
            if cells > 63 || masks.start == 0 || masks.end > 1 << cells {
                return None;
            }
            Some(masks.map(|mask| board_of_bits(mask, cells)).collect())
        }
        "block" => Some(vec![(0..option("n"))
            .map(|man| option("from") + man)
            .collect()]),
        _ => {
            let (least, most, cells) = (option("n-min"), option("n-max"), option("max"));
            if least < 1 || least > most || most > cells {
                return None;
            }
            let mut random = SplitMix64(option("seed"));
            let mut cases = Vec::new();
            for _ in 0..option("t") {
                let n = least + random.below(most - least + 1);
                let mut men = if kind == "random" {
                    random_board(n, cells, &mut random)
                } else {
                    mixed_board(n, cells, option("gap"), &mut random)
                };
                random.shuffle(&mut men);
                cases.push(men);
            }
            Some(cases)
        }
    }
}

/// `--key value` pairs: each of `keys` exactly once, and no other.
fn options(args: &[String], keys: &[&str]) -> Option<BTreeMap<String, u64>> {
    let mut found = BTreeMap::new();
    for pair in args.chunks(2) {
        let key = pair[0].strip_prefix("--")?;
        let value = pair.get(1)?.parse().ok()?;
        if !keys.contains(&key) || found.insert(key.to_string(), value).is_some() {
            return None;
        }
    }
    if found.len() == keys.len() {
        Some(found)
    } else {
        None
    }
}

/// The chessmen of a bit pattern; every second board lists them from right to left.
fn board_of_bits(mask: u64, cells: u64) -> Vec<u64> {
    let mut men: Vec<u64> = (1..=cells)
        .filter(|cell| mask >> (cell - 1) & 1 == 1)
        .collect();
    if mask % 2 == 1 {
        men.reverse();
    }
    men
}

/// `n` different cells of `1..=cells`, by Floyd's sampling.
fn random_board(n: u64, cells: u64, random: &mut SplitMix64) -> Vec<u64> {
    let mut men = std::collections::BTreeSet::new();
    for last in cells - n + 1..=cells {
        let cell = 1 + random.below(last);
        if !men.insert(cell) {
            men.insert(last);
        }
    }
    men.into_iter().collect()
}

/// A board built from its counted gaps: a lost one, or one that is lost but for a small change of one gap.
fn mixed_board(n: u64, cells: u64, gap: u64, random: &mut SplitMix64) -> Vec<u64> {
    let free = cells - n;
    let heaps = (n / 2 + n % 2) as usize;
    let lost = random.below(2) == 0;
    let mut gap = gap;
    let counted = loop {
        let mut counted: Vec<u64> = (0..heaps).map(|_| random.below(gap + 1)).collect();
        let rest = counted[1..].iter().fold(0, |xor, heap| xor ^ heap);
        counted[0] = rest;
        random.shuffle(&mut counted);
        if !lost {
            let victim = random.below(counted.len() as u64) as usize;
            counted[victim] = near(counted[victim], random);
        }
        if counted.iter().sum::<u64>() <= free {
            break counted;
        }
        // Too long for the strip: try again with shorter gaps. With gap 0 and a lost board everything fits;
        // a full strip has no near miss, and then the lost board has to do.
        gap = gap * 3 / 4;
        if gap == 0 && free == 0 {
            break vec![0; heaps];
        }
    };

    // The cells left over go in front of the pairs and behind the last one, at random.
    let mut left_over = free - counted.iter().sum::<u64>();
    let mut men = Vec::new();
    let mut cell = 0;
    for (pair, heap) in counted.iter().enumerate() {
        let lone = pair == 0 && n % 2 == 1;
        if !lone {
            let skip = random.below(left_over / (heaps - pair) as u64 * 2 + 1);
            let skip = skip.min(left_over);
            left_over -= skip;
            cell += skip + 1;
            men.push(cell);
        }
        cell += heap + 1;
        men.push(cell);
    }
    men
}

/// Another gap that a careless program takes for the same one.
fn near(heap: u64, random: &mut SplitMix64) -> u64 {
    match random.below(5) {
        0 => heap + 1,
        1 => heap.saturating_sub(1) ^ (heap == 0) as u64,
        2 => heap + 256,
        3 => heap ^ 1 << random.below(6),
        _ => heap * 2 + 1,
    }
}

/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of `0..bound`. The bias of the remainder is far too small to matter for tests.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Fisher and Yates.
    fn shuffle(&mut self, items: &mut [u64]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
