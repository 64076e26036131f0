//! How packages and their files are read.

mod made;
mod package;
mod points;
mod yaml;
