//! From a [`model::Catalog`] to the events of a run: plans, builds, runs, judgements, and what is
//! remembered of them.
//!
//! It starts programs through the crate `sandbox` alone. It knows no terminal, no report and no
//! format of a package.

pub mod build;
pub mod cell;
#[cfg(test)]
mod fake;
pub mod fingerprint;
pub mod judge;
pub mod plan;
pub mod run;
pub mod store;
