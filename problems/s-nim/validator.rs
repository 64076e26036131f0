//! s-nim: cases until k = 0. A case is a take-set of k numbers, then m positions of l heaps of size h.

fn main() {
    kit::validate(|input| {
        while !input.skip("0") {
            let k = input.int("k", 1..=100)?;
            input.distinct("s", k, 1..=10_000)?;
            let positions = input.int("m", 1..=100)?;
            for _ in 0..positions {
                let heaps = input.int("l", 1..=100)?;
                input.ints("h", heaps, 0..=10_000)?;
            }
        }
        input.rest()
    })
}
