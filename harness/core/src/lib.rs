//! What the harness knows and does, without a word to anyone: the content of a workspace, plans, builds, cells, verdicts, runs.
//!
//! A crate of its own so that it compiles while the libraries of the reports and of the command line still do. It is no interface: the one
//! crate that uses it is `harness`, whose front page says which module may know what.

pub mod build;
pub mod catalog;
pub mod draft;
pub mod judge;
pub mod key;
pub mod model;
pub mod plan;
pub mod run;
pub mod sandbox;
pub mod store;
pub mod submit;
