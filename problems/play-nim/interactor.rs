//! The other player of `play-nim`. ICPC protocol: `interactor INPUT ANSWER FEEDBACK_DIR`, with the program's output on
//! standard input and the program's input on standard output. Exit code 42: the program has taken the last stone; 43: it has
//! lost or broken a rule, and `judgemessage.txt` in the feedback directory names the move. Any other code is a fault of the
//! judge, told in the same file and on standard error.
//!
//! Theory of operation. The program starts from a position that is won for it. Whenever it hands over a position that is
//! won for the judge, the judge plays Bouton's move and cannot lose any more. Otherwise no move helps the judge, and it
//! plays in the manner that the test names, to lead the program into a mistake. The manners draw on the test alone, so the
//! same program always has the same dialogue.
//!
//! Every move takes a stone, and there are few, so every dialogue is finite. The only wait is the one for the program's
//! next line: it ends with the line, or with the end of file when the program is gone. A reply that nobody reads any more
//! is not an error, because the program may have sent all its moves and left; its next line, or the lack of it, decides.
//! Once the verdict is known the interactor ends and reads no further. The answer file (always `win`) is not needed.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process;

const ACCEPTED: i32 = 42;
const REJECTED: i32 = 43;
const FAULT: i32 = 1;

/// Bytes of a line that are read. The longest legal move, `100 1000`, has 8; the rest is room for white space.
const LONGEST_LINE: u64 = 100;

enum Verdict {
    Accepted,
    Rejected(String),
}

/// `take` stones leave the heap with this index (from 0).
struct Move {
    heap: usize,
    take: u64,
}

fn main() {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if arguments.len() < 3 {
        eprintln!("usage: interactor INPUT ANSWER FEEDBACK_DIR");
        process::exit(FAULT);
    }
    let input = Path::new(&arguments[0]);
    let verdict = read_test(input)
        .map_err(|why| format!("{}: {}", input.display(), why))
        .and_then(|(heaps, manner)| {
            let stdin = io::stdin();
            let stdout = io::stdout();
            play(heaps, manner, &mut stdin.lock(), &mut stdout.lock())
                .map_err(|error| format!("talking to the program: {}", error))
        });
    let (code, message) = match verdict {
        Ok(Verdict::Accepted) => process::exit(ACCEPTED),
        Ok(Verdict::Rejected(why)) => (REJECTED, why),
        Err(why) => {
            eprintln!("{}", why);
            (FAULT, why)
        }
    };
    let file = Path::new(&arguments[2]).join("judgemessage.txt");
    if let Err(error) = fs::write(&file, message + "\n") {
        eprintln!("{}: {}", file.display(), error);
        process::exit(FAULT);
    }
    process::exit(code);
}

/// The whole dialogue. Moves are counted from 1, both players' together, so the program's are odd.
fn play(
    mut heaps: Vec<u64>,
    mut manner: Manner,
    program: &mut dyn BufRead,
    to_program: &mut dyn Write,
) -> io::Result<Verdict> {
    let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
    say(
        to_program,
        &format!("{}\n{}\n", heaps.len(), words.join(" ")),
    )?;

    let mut blunder: Option<String> = None;
    let mut number = 1;
    loop {
        let theirs = match read_move(program, &heaps)? {
            Ok(theirs) => theirs,
            Err(why) => return Ok(Verdict::Rejected(format!("move {}: {}", number, why))),
        };
        heaps[theirs.heap] -= theirs.take;
        if is_over(&heaps) {
            return Ok(Verdict::Accepted);
        }

        let ours = match winning_move(&heaps) {
            Some(ours) => {
                blunder = blunder.or_else(|| {
                    Some(format!(
                        "move {} gives the win away: taking {} from heap {} leaves nim-sum {}",
                        number,
                        theirs.take,
                        theirs.heap + 1,
                        nim_sum(&heaps)
                    ))
                });
                ours
            }
            None => manner.choose(&heaps),
        };
        heaps[ours.heap] -= ours.take;
        say(to_program, &format!("{} {}\n", ours.heap + 1, ours.take))?;
        if is_over(&heaps) {
            // Only a winning move takes the last stone, so there was a blunder.
            return Ok(Verdict::Rejected(format!(
                "{}; the judge takes the last stone with move {}",
                blunder.unwrap_or_default(),
                number + 1
            )));
        }
        number += 2;
    }
}

/// Sends a text at once. That nobody listens any more is no error here: see the theory of operation.
fn say(to_program: &mut dyn Write, text: &str) -> io::Result<()> {
    let sent = to_program
        .write_all(text.as_bytes())
        .and_then(|()| to_program.flush());
    match sent {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// The program's next line as a legal move, or the rule that it breaks.
fn read_move(program: &mut dyn BufRead, heaps: &[u64]) -> io::Result<Result<Move, String>> {
    let mut line = Vec::new();
    program
        .take(LONGEST_LINE + 1)
        .read_until(b'\n', &mut line)?;
    if line.is_empty() {
        let stones: u64 = heaps.iter().sum();
        return Ok(Err(format!(
            "the output ends before the game, stones left: {}",
            stones
        )));
    }
    if line.len() as u64 > LONGEST_LINE {
        return Ok(Err(format!("a line of more than {} bytes", LONGEST_LINE)));
    }
    Ok(parse_move(&line, heaps))
}

fn parse_move(line: &[u8], heaps: &[u64]) -> Result<Move, String> {
    let words: Vec<&[u8]> = line
        .split(|&byte| is_space(byte))
        .filter(|word| !word.is_empty())
        .collect();
    let (heap_word, take_word) = match words.as_slice() {
        [] => return Err("an empty line".to_string()),
        [heap, take] => (*heap, *take),
        _ => {
            return Err(format!(
                "'{}' is not a move, which is two numbers: HEAP TAKE",
                shown(line)
            ))
        }
    };
    let (heap, take) = (number(heap_word)?, number(take_word)?);
    if heap == 0 || heap > heaps.len() as u128 {
        return Err(format!(
            "there is no heap {}, the heaps are 1 to {}",
            shown(heap_word),
            heaps.len()
        ));
    }
    let index = heap as usize - 1;
    if take == 0 {
        return Err(format!("taking 0 from heap {} takes none", heap));
    }
    if take > u128::from(heaps[index]) {
        return Err(format!(
            "taking {} from heap {}, which holds {}",
            shown(take_word),
            heap,
            heaps[index]
        ));
    }
    Ok(Move {
        heap: index,
        take: take as u64,
    })
}

/// A plain decimal number: digits only, no padding. What leaves `u128` saturates, far above every heap.
fn number(word: &[u8]) -> Result<u128, String> {
    let digits = word.iter().all(u8::is_ascii_digit);
    let padded = word.len() > 1 && word[0] == b'0';
    if !digits || padded {
        return Err(format!("'{}' is not a plain decimal number", shown(word)));
    }
    Ok(word.iter().fold(0, |value: u128, digit| {
        value
            .saturating_mul(10)
            .saturating_add(u128::from(digit - b'0'))
    }))
}

/// A stranger's text for a message: one line, what cannot be printed escaped.
fn shown(text: &[u8]) -> String {
    let mut shown = String::new();
    for c in String::from_utf8_lossy(text).trim().chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn is_over(heaps: &[u64]) -> bool {
    heaps.iter().all(|&heap| heap == 0)
}

fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// The first move that leaves nim-sum 0, if there is one: by Bouton's theorem these are the winning moves.
fn winning_move(heaps: &[u64]) -> Option<Move> {
    let sum = nim_sum(heaps);
    let heap = heaps.iter().position(|heap| heap ^ sum < *heap)?;
    Some(Move {
        heap,
        take: heaps[heap] - (heaps[heap] ^ sum),
    })
}

/// How the judge plays while it is losing.
enum Manner {
    /// Takes one stone from the largest heap: a long game, in which nearly every reply matters.
    Drag,
    /// Takes the largest heap whole.
    Largest,
    /// Takes the smallest heap whole.
    Smallest,
    /// Leaves one stone of the largest heap: soon all heaps are ones, where misère players turn wrong.
    Ones,
    /// Looks for the move against which the usual short cuts fail.
    Trap,
    /// Any heap, any number of stones.
    Random(SplitMix64),
}

impl Manner {
    fn parse(words: &[&str]) -> Result<Manner, String> {
        match words {
            ["drag"] => Ok(Manner::Drag),
            ["largest"] => Ok(Manner::Largest),
            ["smallest"] => Ok(Manner::Smallest),
            ["ones"] => Ok(Manner::Ones),
            ["trap"] => Ok(Manner::Trap),
            ["random", seed] => match seed.parse() {
                Ok(seed) => Ok(Manner::Random(SplitMix64(seed))),
                Err(error) => Err(format!("seed '{}': {}", seed, error)),
            },
            _ => Err(format!("no such manner: '{}'", words.join(" "))),
        }
    }

    /// A move in a position that has one, that is, with a stone left.
    fn choose(&mut self, heaps: &[u64]) -> Move {
        let all_of = |heap: usize| Move {
            heap,
            take: heaps[heap],
        };
        match self {
            Manner::Drag => Move {
                heap: largest(heaps),
                take: 1,
            },
            Manner::Largest => all_of(largest(heaps)),
            Manner::Smallest => {
                let filled = (0..heaps.len()).filter(|&i| heaps[i] > 0);
                all_of(filled.min_by_key(|&i| heaps[i]).unwrap_or(0))
            }
            Manner::Ones => {
                let heap = largest(heaps);
                Move {
                    heap,
                    take: (heaps[heap] - 1).max(1),
                }
            }
            Manner::Trap => trap(heaps),
            Manner::Random(random) => {
                let filled: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i] > 0).collect();
                let heap = filled[random.below(filled.len() as u64) as usize];
                Move {
                    heap,
                    take: 1 + random.below(heaps[heap]),
                }
            }
        }
    }
}

/// The first of the largest heaps.
fn largest(heaps: &[u64]) -> usize {
    (0..heaps.len())
        .rev()
        .max_by_key(|&i| heaps[i])
        .unwrap_or(0)
}

/// The move that breaks the most habits of a player who does not look at the nim-sum: copying the number of stones,
/// turning to the largest heap, turning to the first heap, turning to any heap but one. Of equals the first.
fn trap(heaps: &[u64]) -> Move {
    const HABITS: usize = 4;
    let first = heaps.iter().position(|&heap| heap > 0).unwrap_or(0);
    let mut best = Move {
        heap: first,
        take: 1,
    };
    let mut most = 0;
    for heap in 0..heaps.len() {
        // Of several equal heaps one is enough.
        if heaps[..heap].contains(&heaps[heap]) {
            continue;
        }
        let mut after = heaps.to_vec();
        for take in 1..=heaps[heap] {
            after[heap] = heaps[heap] - take;
            let sum = nim_sum(&after);
            let gain = |i: usize| after[i].saturating_sub(after[i] ^ sum);
            let replies = (0..after.len()).filter(|&i| gain(i) > 0);
            let copied = (0..after.len()).any(|i| gain(i) == take);
            let first = after.iter().position(|&stones| stones > 0).unwrap_or(0);
            let broken: [bool; HABITS] = [
                !copied,
                gain(largest(&after)) == 0,
                gain(first) == 0,
                replies.count() == 1,
            ];
            let broken = broken.iter().filter(|&&habit| habit).count();
            if broken > most {
                best = Move { heap, take };
                most = broken;
                if most == HABITS {
                    return best;
                }
            }
        }
    }
    best
}

/// The heaps and the judge's manner. The validator has seen the test, so what is odd here is a fault.
fn read_test(input: &Path) -> Result<(Vec<u64>, Manner), String> {
    let text = fs::read_to_string(input).map_err(|error| error.to_string())?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let n = words.first().and_then(|word| word.parse().ok());
    let n: usize = n.ok_or_else(|| "no number of heaps".to_string())?;
    if n >= words.len() {
        return Err("a heap is missing".to_string());
    }
    let (heaps, manner) = words[1..].split_at(n);
    let heaps: Result<Vec<u64>, _> = heaps.iter().map(|heap| heap.parse()).collect();
    let heaps = heaps.map_err(|error| error.to_string())?;
    if nim_sum(&heaps) == 0 {
        return Err("the nim-sum is 0, so no program can win".to_string());
    }
    Ok((heaps, Manner::parse(manner)?))
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

    /// A number of 0..bound: the high half of the 128-bit product (a bias below bound / 2^64 does not matter here).
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}
