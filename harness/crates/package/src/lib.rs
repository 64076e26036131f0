//! Problem packages on disk: reads them into a [`model::Catalog`], writes drafts of new ones.
//!
//! One module for each format. It knows nothing of building, running or judging.

pub mod cms;
mod codes;
pub mod config;
pub mod detect;
mod directives;
pub mod dmoj;
pub mod draft;
pub mod export;
pub mod folder;
mod home;
pub mod import;
pub mod judged;
pub mod kattis;
mod lfs;
mod limits;
mod making;
mod mistakes;
pub mod native;
pub mod polygon;
mod staged;
#[cfg(test)]
mod testing;
mod tree;
mod unsupported;
mod xml;
mod yaml;
pub mod zip;
