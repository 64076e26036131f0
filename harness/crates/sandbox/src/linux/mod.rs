//! The sandbox on Linux: launcher, cells and what confines them. See `launcher`, `cell` and `spawn` for how it works.

mod cell;
mod cgroup;
mod cleanup;
mod client;
mod ladder;
mod landlock;
mod launcher;
mod messages;
mod namespaces;
mod note;
mod output_pool;
mod pair;
mod policy;
mod probe;
mod processes;
mod scratch_owner;
mod seccomp;
mod slim;
mod spawn;
mod syscall;
mod users;
mod wire;

pub use ladder::{doctor, open};
pub use launcher::main as cell_main;
