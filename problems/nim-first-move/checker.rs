//! Judges an output of `nim-first-move` by the rules of the game; any winning move is right. ICPC protocol:
//! `checker INPUT ANSWER FEEDBACK_DIR < output`, exit code 42: accepted; 43: rejected, and `judgemessage.txt` in the
//! feedback directory says why. Any other code is a fault of the judge, told in the same file and on standard error.
//!
//! The answer file is not believed. It goes through the same rules as the output, and a wrong one is a fault: an output
//! that finds a win where the answer says `lose` shows a mistake of the judge and none of the solution.
//!
//! The output is a stranger's. It is read word by word and only until the verdict is known, and a word is cut short when
//! it is longer than any legal one, so a flood costs neither memory nor time.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Bytes, Read};
use std::path::Path;
use std::process;

const ACCEPTED: i32 = 42;
const REJECTED: i32 = 43;
const FAULT: i32 = 1;

/// Bytes of a word that are kept. A legal number has at most 20 digits, so a word that was cut is never legal.
const LONGEST_WORD: usize = 40;

enum Verdict {
    Accepted,
    Rejected(String),
}

fn main() {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if arguments.len() < 3 {
        eprintln!("usage: checker INPUT ANSWER FEEDBACK_DIR < output");
        process::exit(FAULT);
    }
    let (input, answer) = (Path::new(&arguments[0]), Path::new(&arguments[1]));
    let (code, message) = match check(input, answer) {
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

/// The verdict on standard input, or why there can be none.
fn check(input: &Path, answer: &Path) -> Result<Verdict, String> {
    let heaps = read_heaps(input).map_err(|why| format!("{}: {}", input.display(), why))?;

    let answer_is = File::open(answer).and_then(|file| judge(&heaps, file));
    match answer_is {
        Ok(Verdict::Accepted) => {}
        Ok(Verdict::Rejected(why)) => return Err(format!("the answer file is wrong: {}", why)),
        Err(error) => return Err(format!("{}: {}", answer.display(), error)),
    }
    judge(&heaps, io::stdin().lock()).map_err(|error| format!("standard input: {}", error))
}

/// Is this text a right answer for these heaps? White space is free.
fn judge<R: Read>(heaps: &[u64], text: R) -> io::Result<Verdict> {
    let mut words = Words::new(text);
    let reject = |line: u64, why: String| Ok(Verdict::Rejected(format!("line {}: {}", line, why)));

    let first = match words.next()? {
        Some(word) => word,
        None => return reject(words.line, "a move or 'lose' is missing".to_string()),
    };
    if first.text == b"lose" {
        if let Some(extra) = words.next()? {
            return reject(extra.line, format!("'{}' after 'lose'", extra));
        }
        return match winning_move(heaps) {
            None => Ok(Verdict::Accepted),
            Some(better) => reject(first.line, format!("'lose', but {} wins", better)),
        };
    }

    let heap = match first.number() {
        Some(heap) => heap,
        None => {
            let why = format!("'{}' is neither a heap number nor 'lose'", first);
            return reject(first.line, why);
        }
    };
    let second = match words.next()? {
        Some(word) => word,
        None => {
            let why = "the number of stones left is missing".to_string();
            return reject(first.line, why);
        }
    };
    let left = match second.number() {
        Some(left) => left,
        None => {
            return reject(
                second.line,
                format!("'{}' is not a number of stones", second),
            )
        }
    };
    if let Some(extra) = words.next()? {
        return reject(extra.line, format!("'{}' after the move", extra));
    }

    if heap == 0 || heap > heaps.len() as u128 {
        let why = format!(
            "there is no heap {}, the heaps are 1 to {}",
            first,
            heaps.len()
        );
        return reject(first.line, why);
    }
    let index = heap as usize - 1;
    let stones = heaps[index];
    if left >= u128::from(stones) {
        let problem = if left == u128::from(stones) {
            "takes none"
        } else {
            "adds some"
        };
        let why = format!(
            "heap {} has {} stones, leaving {} {}",
            heap, stones, second, problem
        );
        return reject(second.line, why);
    }
    let mut after = heaps.to_vec();
    after[index] = left as u64;
    match winning_move(&after) {
        None => Ok(Verdict::Accepted),
        Some(reply) => {
            let why = format!(
                "heap {} from {} to {} does not win, the reply {} does",
                heap, stones, left, reply
            );
            reject(first.line, why)
        }
    }
}

/// A move that leaves nim-sum 0, if there is one. By Bouton's theorem these moves are the winning ones, and there is
/// one exactly when the player to move wins.
fn winning_move(heaps: &[u64]) -> Option<Move> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let index = heaps.iter().position(|heap| heap ^ nim_sum < *heap)?;
    Some(Move {
        heap: index + 1,
        from: heaps[index],
        to: heaps[index] ^ nim_sum,
    })
}

struct Move {
    heap: usize,
    from: u64,
    to: u64,
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "heap {} from {} to {}", self.heap, self.from, self.to)
    }
}

/// The heaps of a test. The validator has seen it, so anything odd is a fault and not worth a fine message.
fn read_heaps(input: &Path) -> Result<Vec<u64>, String> {
    let text = fs::read_to_string(input).map_err(|error| error.to_string())?;
    let numbers: Result<Vec<u64>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers.map_err(|error| error.to_string())?;
    match numbers.split_first() {
        Some((&n, heaps)) if n == heaps.len() as u64 => Ok(heaps.to_vec()),
        _ => Err("not a number n and n heaps".to_string()),
    }
}

/// The words of a text, read no further than asked, and the line (from 1) that the reading has come to.
struct Words<R: Read> {
    bytes: Bytes<BufReader<R>>,
    line: u64,
}

impl<R: Read> Words<R> {
    fn new(text: R) -> Words<R> {
        Words {
            bytes: BufReader::new(text).bytes(),
            line: 1,
        }
    }

    fn next(&mut self) -> io::Result<Option<Word>> {
        let mut text = Vec::new();
        let line = loop {
            match self.bytes.next().transpose()? {
                None => return Ok(None),
                Some(b'\n') => self.line += 1,
                Some(byte) if is_space(byte) => {}
                Some(byte) => {
                    text.push(byte);
                    break self.line;
                }
            }
        };
        while text.len() < LONGEST_WORD {
            match self.bytes.next().transpose()? {
                Some(byte) if !is_space(byte) => text.push(byte),
                end => {
                    if end == Some(b'\n') {
                        self.line += 1;
                    }
                    break;
                }
            }
        }
        Ok(Some(Word { text, line }))
    }
}

struct Word {
    text: Vec<u8>,
    line: u64,
}

impl Word {
    fn is_cut(&self) -> bool {
        self.text.len() == LONGEST_WORD
    }

    /// The value of a plain decimal number: digits only, no padding, not cut. 39 digits may leave `u128`; then the value
    /// saturates, far above every heap.
    fn number(&self) -> Option<u128> {
        let plain = self.text.iter().all(u8::is_ascii_digit);
        let padded = self.text.len() > 1 && self.text[0] == b'0';
        if !plain || padded || self.is_cut() {
            return None;
        }
        Some(self.text.iter().fold(0, |value: u128, digit| {
            value
                .saturating_mul(10)
                .saturating_add(u128::from(digit - b'0'))
        }))
    }
}

/// What cannot be printed is escaped, so that a message stays one readable line.
impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in String::from_utf8_lossy(&self.text).chars() {
            if c.is_control() {
                write!(out, "{}", c.escape_default())?;
            } else {
                write!(out, "{}", c)?;
            }
        }
        if self.is_cut() {
            write!(out, "...")?;
        }
        Ok(())
    }
}

/// The white space of the ICPC output rules.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}
