//! How packages and their files are read.

mod package;
mod yaml;
