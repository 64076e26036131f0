//! The sandbox on real programs, well-behaved and hostile, at every level that works on this
//! machine.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod arena;
mod attacks;
mod basics;
mod bench;
mod compilers;
mod forks;
mod kernels;
mod named_files;
mod neighbours;
mod outputs;
mod pairs;
mod privileges;
mod programs;
mod remains;
mod streams;
mod threads;
mod tools;
mod traces;
mod trees;
