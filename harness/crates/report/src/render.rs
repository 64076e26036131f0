//! A run as people and programs see it.

pub mod github;
pub mod jsonl;
pub mod junit;
pub mod line;
pub mod live;
pub mod mutation;
pub mod page;
pub mod pulse;
pub mod terminal;
