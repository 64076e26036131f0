//! Input validators: a test on standard input; exit code 42 or 43, and the bounds that the test
//! reaches.

use crate::complaint::{finish, Result};
use crate::reader::{End, Owner, Reader};
use std::io::{self, Read};

/// Runs a validator: `main` is this call, and `grammar` reads the whole test.
///
/// A valid test ends the process with exit code 42. Before that, standard output gets a line
/// `bound NAME LOWEST HIGHEST SMALLEST LARGEST` for each named number: the allowed values, and the
/// values seen. Any other test ends it with 43, and standard error says why.
///
/// ```no_run
/// // Games until `0`; each is n, then n heaps. What follows the 0 is free.
/// kit::validate(|input| {
///     while !input.skip("0") {
///         let n = input.int("n", 1..=1000)?;
///         let heaps = input.ints("heap", n, 0..=1_000_000_000)?;
///         input.ensure(heaps.iter().any(|&heap| heap > 0), "all heaps are empty")?;
///     }
///     input.rest()
/// })
/// ```
pub fn validate(grammar: impl FnOnce(&mut Reader) -> Result<End>) -> ! {
    finish(run(io::stdin(), grammar), "the bounds", 42, |complaint| if complaint.is_fault() { 1 } else { 43 })
}

/// Returns the `bound` lines of a valid test.
fn run(test: impl Read, grammar: impl FnOnce(&mut Reader) -> Result<End>) -> Result<String> {
    let mut input = Reader::read("input", Owner::Setter, test)?;
    let _end: End = grammar(&mut input)?;
    Ok(input.bound_lines())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valid_test_gives_its_bounds_in_the_order_of_their_first_numbers() {
        let bounds = run(&b"2\n7 5\n1\n\n9\n0 anything"[..], |input| {
            while !input.skip("0") {
                let n = input.int("heaps in a game", 1..=100)?;
                input.ints("heap", n, 0..=10)?;
            }
            input.rest()
        });
        assert_eq!(bounds.unwrap(), "bound heaps-in-a-game 1 100 1 2\nbound heap 0 10 5 9\n");
    }

    #[test]
    fn an_invalid_test_gives_the_first_complaint() {
        let complaint = run(&b"1\n7 5\n"[..], |input| {
            let n = input.int("n", 1..=100)?;
            input.ints("heap", n, 0..=10)?;
            input.end()
        });
        assert_eq!(complaint.unwrap_err().to_string(), "line 2, token 2: '5' where the input should end");
    }
}
