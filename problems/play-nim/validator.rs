//! play-nim: the number of heaps, the heaps, and how the judge plays while it is losing.

const MANNERS: [&str; 6] = ["drag", "largest", "smallest", "ones", "trap", "random"];

fn main() {
    kit::validate(|input| {
        let n = input.int("n", 1..=100)?;
        let heaps = input.ints("heap", n, 1..=1000)?;
        input.record("stones", 1..=2000, heaps.iter().sum())?;
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        input.ensure(nim_sum != 0, "the nim-sum is 0, so the program cannot win")?;
        if input.one_of("the manner", &MANNERS)? == "random" {
            input.int("the seed", 0..)?;
        }
        input.end()
    })
}
