//! Numbers as the language has them: whole ones of any size, and decimal fractions. They know nothing of programs.

mod decimal;
mod integer;

pub use decimal::Decimal;
pub(crate) use decimal::fixed;
pub use integer::Integer;

/// Why a calculation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArithmeticError {
    #[error("division by zero")]
    DivisionByZero,
    /// Whole numbers end at [`Integer::MAX_BITS`] bits, exponents of decimals at 64 bits.
    #[error("the number gets too large")]
    TooLarge,
}
