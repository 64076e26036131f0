//! The stop: a small object that makes a program able to serve forks of itself.
//!
//! Linked into a program, it costs a comparison before the first constructor, and does nothing more
//! unless a cell asks for it: so the program that is judged and the one that is hunted are the
//! same. It is Rust without a library, so whoever can compile Rust can make it, for a program in
//! any language that is linked. `stop/stop.rs` says what it does, and `linux/fork_server.rs` why it
//! need not be trusted.
//!
//! An interpreter that serves ([`Exec::serving`](crate::Exec::serving)) does the same by itself.

/// Whether programs can serve on this system: of others the source makes nothing.
pub const SUPPORTED: bool = cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));

/// The source.
pub const SOURCE: &str = include_str!("../stop/stop.rs");

/// What rustc needs besides `-o` and the file to make an object of [`SOURCE`] that every program
/// can be linked with.
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

/// The first variable in the environment of a program that is asked to serve, in front of its own.
pub const MARK: &str = "HARNESS_SERVES=1";
