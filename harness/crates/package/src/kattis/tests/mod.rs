//! What is read of packages and of their files.

mod package;
mod yaml;
