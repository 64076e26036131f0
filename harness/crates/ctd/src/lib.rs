#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod bounds;
mod choice;
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
mod replay;
mod shrink;
mod syntax;
mod value;

pub use bounds::{Bound, Bounds, Quantity};
pub use choice::Choices;
pub use diagnostic::{Diagnostic, Span};
pub use generate::{GenerateError, Generator, Policy, Shape};
pub use machine::{Fault, Trace};
pub use read::{Reading, Reason, Rejection, WhiteSpace, trace, validate};
pub use regex::Regex;
pub use replay::{Caps, replay};
pub use shrink::{shrink, shrink_text};
pub use syntax::{Program, ast};
pub use value::Value;
