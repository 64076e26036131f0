//! The numbers of the language: integers of any size, and decimals. Knows nothing of programs.

mod decimal;
mod integer;

pub use decimal::Decimal;
pub(crate) use decimal::fixed;
pub use integer::Integer;

type Result<T> = std::result::Result<T, ArithmeticError>;

/// Why a calculation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArithmeticError {
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The limits are [`Integer::MAX_BITS`], and 2^60 for the exponent of a decimal.
    #[error("the number gets too large")]
    TooLarge,
}
