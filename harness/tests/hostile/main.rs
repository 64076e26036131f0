//! The sandbox on real programs, well-behaved and hostile.

mod basics;
mod bench;
