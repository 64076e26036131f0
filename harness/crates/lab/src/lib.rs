//! Looks for inputs on which programs fail, and makes them small.
//!
//! [`hunt::hunt`] makes inputs, runs a right solution and its suspects on each, judges as the
//! problem judges, and returns for each suspect the first input on which it fails. It prints
//! nothing and starts no thread: the engine runs programs, and `ctd` makes and shrinks inputs.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod arguments;
pub mod edit;
pub mod hunt;
mod mix;
pub mod mutation;
pub mod refusal;
pub mod source;
pub mod strengthen;
