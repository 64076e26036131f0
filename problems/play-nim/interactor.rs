//! The other player of play-nim.
//!
//! The program starts from a position that is won for it. Whenever it hands over a position that is
//! won for the judge, the judge plays Bouton's move and cannot lose any more. Otherwise no move
//! helps the judge, and it plays in the manner that the test names, to lead the program into a
//! mistake. The manners draw on the test alone, so the same program always has the same dialogue.
//!
//! Every move takes a stone, so every dialogue is finite. The answer file (always `win`) is not
//! read.

use kit::{Program, Reader, Result, Rng};

/// Bytes of a line. The longest legal move, `100 1000`, has 8; the rest is room for white space.
const LONGEST_LINE: u64 = 100;

/// `take` stones leave the heap with this index (from 0).
struct Move {
    heap: usize,
    take: i64,
}

fn main() {
    kit::interact(|test, program| {
        let n = test.input.int("n", 1..)?;
        let heaps = test.input.ints("heap", n, 1..)?;
        test.input.ensure(nim_sum(&heaps) != 0, "the nim-sum is 0, so no program can win")?;
        let manner = Manner::read(&mut test.input)?;
        program.longest_line(LONGEST_LINE);
        play(heaps, manner, program)
    })
}

/// The whole dialogue.
fn play(mut heaps: Vec<i64>, mut manner: Manner, program: &mut Program) -> Result<()> {
    let words: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    program.send(format!("{}\n{}", heaps.len(), words.join(" ")))?;

    let mut blunder = None;
    loop {
        let mut line = program.line()?;
        let theirs = read_move(&mut line, &heaps)?;
        heaps[theirs.heap] -= theirs.take;
        if is_over(&heaps) {
            return program.end();
        }

        let ours = match winning_move(&heaps) {
            Some(ours) => {
                blunder = blunder.or_else(|| {
                    let (heap, sum) = (theirs.heap + 1, nim_sum(&heaps));
                    Some(line.complain(format_args!(
                        "taking {} from heap {} gives the win away, it leaves nim-sum {}",
                        theirs.take, heap, sum
                    )))
                });
                ours
            }
            None => manner.choose(&heaps),
        };
        heaps[ours.heap] -= ours.take;
        program.send(format_args!("{} {}", ours.heap + 1, ours.take))?;
        // Only a winning move takes the last stone, so there was a blunder.
        match blunder.take() {
            Some(blunder) if is_over(&heaps) => return Err(blunder),
            earlier => blunder = earlier,
        }
    }
}

/// The program's line as a legal move.
fn read_move(line: &mut Reader, heaps: &[i64]) -> Result<Move> {
    let heap = line.int("the heap", 1..=heaps.len() as i64)?;
    let index = heap as usize - 1;
    let take = line.int(&format!("the take from heap {}", heap), 1..=heaps[index])?;
    line.end()?;
    Ok(Move { heap: index, take })
}

fn is_over(heaps: &[i64]) -> bool {
    heaps.iter().all(|&heap| heap == 0)
}

fn nim_sum(heaps: &[i64]) -> i64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// The first move that leaves nim-sum 0: by Bouton's theorem these are the winning moves.
fn winning_move(heaps: &[i64]) -> Option<Move> {
    let sum = nim_sum(heaps);
    let heap = heaps.iter().position(|heap| heap ^ sum < *heap)?;
    Some(Move { heap, take: heaps[heap] - (heaps[heap] ^ sum) })
}

/// How the judge plays while it is losing.
enum Manner {
    /// Takes one stone from the largest heap: a long game, in which nearly every reply matters.
    Drag,
    /// Takes the largest heap whole.
    Largest,
    /// Takes the smallest heap whole.
    Smallest,
    /// Leaves one stone of the largest heap: soon all heaps are ones, where misère players turn
    /// wrong.
    Ones,
    /// Looks for the move against which the usual short cuts fail.
    Trap,
    /// Any heap, any number of stones.
    Random(Rng),
}

impl Manner {
    fn read(input: &mut Reader) -> Result<Manner> {
        let names = ["drag", "largest", "smallest", "ones", "trap", "random"];
        Ok(match input.one_of("the manner", &names)? {
            "drag" => Manner::Drag,
            "largest" => Manner::Largest,
            "smallest" => Manner::Smallest,
            "ones" => Manner::Ones,
            "trap" => Manner::Trap,
            _ => Manner::Random(Rng::new(input.int("the seed", 0..)? as u64)),
        })
    }

    /// A move in a position that has one, that is, with a stone left.
    fn choose(&mut self, heaps: &[i64]) -> Move {
        let filled: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i] > 0).collect();
        let heap = match self {
            Manner::Drag | Manner::Largest | Manner::Ones => largest(heaps),
            Manner::Smallest => *filled.iter().min_by_key(|&&i| heaps[i]).expect("a stone is left"),
            Manner::Trap => return trap(heaps),
            Manner::Random(rng) => *rng.pick(&filled),
        };
        let take = match self {
            Manner::Drag => 1,
            Manner::Largest | Manner::Smallest | Manner::Trap => heaps[heap],
            Manner::Ones => (heaps[heap] - 1).max(1),
            Manner::Random(rng) => rng.int(1..=heaps[heap]),
        };
        Move { heap, take }
    }
}

/// The first of the largest heaps.
fn largest(heaps: &[i64]) -> usize {
    (0..heaps.len()).rev().max_by_key(|&i| heaps[i]).expect("there is a heap")
}

/// The move that breaks the most habits of a player who does not look at the nim-sum. Of equals the
/// first.
fn trap(heaps: &[i64]) -> Move {
    let mut best = Move { heap: 0, take: 0 };
    let mut most = None;
    for heap in 0..heaps.len() {
        // Of several equal heaps one is enough.
        if heaps[..heap].contains(&heaps[heap]) {
            continue;
        }
        let mut after = heaps.to_vec();
        for take in 1..=heaps[heap] {
            after[heap] = heaps[heap] - take;
            let broken = Some(broken_habits(&after, take));
            if broken > most {
                best = Move { heap, take };
                most = broken;
            }
            if most == Some(HABITS) {
                return best;
            }
        }
    }
    best
}

const HABITS: usize = 4;

/// How many of these habits do not win in `heaps`, after the judge has taken `take` stones: to take
/// as many, to turn to the largest heap, to the first heap, to any heap but one.
fn broken_habits(heaps: &[i64], take: i64) -> usize {
    let sum = nim_sum(heaps);
    // The stones to take from a heap to win, or nothing that can be taken.
    let gain = |i: usize| (heaps[i] - (heaps[i] ^ sum)).max(0);
    let copied = (0..heaps.len()).any(|i| gain(i) == take);
    let first = heaps.iter().position(|&stones| stones > 0).unwrap_or(0);
    let replies = (0..heaps.len()).filter(|&i| gain(i) > 0).count();
    let broken: [bool; HABITS] =
        [!copied, gain(largest(heaps)) == 0, gain(first) == 0, replies == 1];
    broken.iter().filter(|&&habit| habit).count()
}
