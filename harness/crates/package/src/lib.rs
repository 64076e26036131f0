//! Problem packages on disk: reads them into a [`model::Catalog`], writes drafts of new ones.
//!
//! One module for each format. It knows nothing of building, running or judging.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod added;
mod cms;
mod codes;
pub mod config;
pub mod detect;
mod diagnostics;
mod directives;
mod dmoj;
pub mod draft;
pub mod export;
mod fields;
pub mod folder;
pub mod import;
mod judged;
pub mod kattis;
pub mod keys;
mod leftover;
mod lfs;
mod limits;
pub mod loss;
mod making;
mod mistakes;
pub mod native;
mod node;
mod original;
mod polygon;
mod reading;
mod staged;
pub mod statement;
#[cfg(test)]
mod testing;
mod tree;
mod unsupported;
mod verdicts;
mod xml;
mod yaml;
pub mod zip;
