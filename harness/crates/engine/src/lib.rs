#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
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

use beneath::LeadsOut;
use model::{Fault, FaultKind};
use std::fmt::Display;
use std::io;

/// A fault: a file of the workspace cannot be read.
fn cannot_read(file: impl Display, error: &io::Error) -> Fault {
    let hint = if LeadsOut::is_why(error) {
        LeadsOut::HINT
    } else if error.kind() == io::ErrorKind::PermissionDenied {
        "let this user read it"
    } else {
        "see that the file is there and stays as it is, then run again"
    };
    Fault::caused(FaultKind::Content, format_args!("cannot read {file}"), error).hint(hint)
}
