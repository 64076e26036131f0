//! misere-nim: the number of games, then of each the number of heaps and the heaps.

fn main() {
    kit::validate(|input| {
        let games = input.int("games", 1..=500)?;
        for _ in 0..games {
            let n = input.int("heaps in a game", 1..=50)?;
            input.ints("heap", n, 1..=5000)?;
        }
        input.end()
    })
}
