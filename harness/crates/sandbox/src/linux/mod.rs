//! The sandbox on Linux: launcher, cells and what confines them. See `launcher`, `cell` and `spawn` for how it works.

mod cell;
mod cgroup;
mod client;
mod ladder;
mod landlock;
mod launcher;
mod leavings;
mod lent;
mod messages;
mod namespaces;
mod note;
mod output_pool;
mod pair;
mod policy;
mod probe;
mod processes;
mod seccomp;
mod slim;
mod spawn;
mod syscall;
mod wire;

pub use ladder::{doctor, open};
pub use launcher::main as cell_main;
