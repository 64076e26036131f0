#![doc = include_str!("../README.md")]

pub mod build;
pub mod cell;
#[cfg(test)]
mod fake;
pub mod fingerprint;
pub mod judge;
pub mod plan;
pub mod run;
pub mod store;
