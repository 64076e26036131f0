#![doc = include_str!("../README.md")]
#![allow(dead_code, unused_imports)] // Generating and shrinking stand on what nothing uses yet.

mod bounds;
mod choice;
mod diagnostic;
mod interval;
mod machine;
pub mod number;
mod read;
mod regex;
mod syntax;
mod value;

pub use bounds::{Bound, Bounds, Quantity};
pub use choice::Choices;
pub use diagnostic::{Diagnostic, Span};
pub use machine::Fault;
pub use read::{Reading, Reason, Rejection, Trace, trace, validate};
pub use regex::Regex;
pub use syntax::{Program, ast};
pub use value::Value;
