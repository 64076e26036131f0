//! How packages and their files are read.

mod package;
mod points;
mod yaml;
