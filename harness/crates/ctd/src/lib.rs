#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod bounds;
mod diagnostic;
mod float;
mod generate;
mod interval;
mod machine;
pub mod number;
mod output;
mod random;
mod read;
mod regex;
mod shrink;
mod syntax;
mod value;

pub use bounds::{Bound, Bounds};
pub use diagnostic::{Diagnostic, Span};
pub use generate::{Caps, GenerateError, Generator, Policy, Shape};
pub use read::{Reading, Reason, Rejection, WhiteSpace, relaid, validate};
pub use shrink::shrink;
pub use syntax::Program;
