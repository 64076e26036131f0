#![doc = include_str!("../README.md")]
// Items are private by default, so that dead code shows. Tests are exempt, because their scripted
// sandbox is easier to read that way.
#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod build;
pub mod cell;
#[cfg(test)]
mod fake;
pub mod fingerprint;
pub mod judge;
pub mod plan;
mod processor;
pub mod run;
pub mod store;
pub mod tasks;

use model::{Fault, FaultKind};
use std::error::Error;
use std::fmt::Display;

/// A fault: a file of the workspace cannot be read.
fn cannot_read(file: impl Display, error: &dyn Error) -> Fault {
    Fault::caused(FaultKind::Content, format_args!("cannot read {file}"), error)
}
