//! The tests of the public interface, in one binary. Each module below is one subject.

#![allow(clippy::unwrap_used)]

mod generate;
mod grammars;
mod language;
mod shrink;

use ctd::{Policy, Shape};

/// Whether the long variants are wanted.
fn long() -> bool {
    std::env::var_os("HARNESS_TEST_LONG").is_some()
}

/// The shape of an input in a long search: tiny for the first thousands, then growing, with tiny
/// ones in between. The policies take turns.
fn scheduled(number: u64) -> Shape {
    let policies = Policy::ALL.len() as u64;
    let policy = Policy::ALL[(number % policies) as usize];
    let round = number / policies;
    let tiny = 1 + round % 6;
    let grown = 8u64 << ((round / 100) % 24).min(20);
    let chance = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let size = if round < 200 || round.is_multiple_of(3) { tiny } else { 1 + chance % grown };
    Shape { policy, size }
}

fn uniform(size: u64) -> Shape {
    Shape { policy: Policy::Uniform, size }
}
