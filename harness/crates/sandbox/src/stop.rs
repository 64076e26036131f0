//! The stop: a small object that lets a program serve forks of itself.
//!
//! Linked into a program, it costs one comparison before the first constructor, and does nothing
//! more unless a cell asks for it. So the program that is judged and the one that is hunted are the
//! same. It is Rust without a library: anyone who can compile Rust can build it, for a program in
//! any language that is linked. `stop/stop.rs` says what it does, and `linux/fork_server.rs` why it
//! need not be trusted.
//!
//! An interpreter that serves ([`Exec::serving`](crate::Exec::serving)) does the same by itself.

/// The stop's source, in Rust.
pub const SOURCE: &str = include_str!("../stop/stop.rs");

/// The flags rustc needs, beyond `-o` and the file, to compile [`SOURCE`] into an object that any
/// program can be linked with.
pub const FLAGS: [&str; 8] = [
    "--edition=2021",
    "--crate-type=lib",
    "--crate-name=stop",
    "--emit=obj",
    "-Copt-level=2",
    "-Cpanic=abort",
    "-Crelocation-model=pic",
    "-Ccodegen-units=1",
];

/// The first environment variable of a program that is asked to serve, before its own.
pub const MARK: &str = "HARNESS_SERVES=1";
