//! Looks for inputs on which programs fail, and makes them small.
//!
//! [`hunt::hunt`] makes inputs, runs a right solution and its suspects on each, judges as the
//! problem judges, and gives for each suspect the first input on which it fails. It prints nothing
//! and starts no thread: runs are the engine's, inputs and their shrinking are `ctd`'s.

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod arguments;
pub mod hunt;
pub mod mutation;
pub mod reach;
pub mod refusal;
pub mod source;
pub mod strengthen;
