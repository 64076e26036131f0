//! The sandbox on Linux: launcher, cells and what confines them. See `launcher`, `cell` and
//! `spawner` for how it works.

mod cell;
mod cell_pool;
mod cgroup;
mod children;
mod cleanup;
mod client;
mod credentials;
mod fork_server;
#[cfg(fuzzing)]
pub mod fuzzing;
mod held_cell;
mod landlock;
mod launcher;
mod launcher_client;
mod level_cache;
mod level_probe;
mod lost_time;
mod memory_files;
mod messages;
mod namespaces;
mod oom;
mod outside;
mod pair;
mod party;
mod patience;
mod policy;
mod priority;
mod probe;
mod process_tree;
mod queue;
mod ready;
mod rss;
mod rule;
mod scratch_owner;
mod seccomp;
mod serving;
mod socket;
mod spawner;
mod syscall;
mod usage_watch;
mod users;

pub use client::{doctor, open};
pub use launcher::main as cell_main;
pub(crate) use memory_files::{blank_file, memory_file};
pub(crate) use oom::now as memory_kills;
pub use patience::Patience;
pub use process_tree::end as end_with_all_below;

/// Puts the name of the failed step before its error, and makes both one text.
fn check<T, E: std::fmt::Display>(what: impl std::fmt::Display, result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}
