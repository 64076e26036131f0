//! A run as people and programs see it.

pub mod github;
pub mod html;
pub mod jsonl;
pub mod junit;
pub mod line;
pub mod live;
pub mod mutation;
pub mod pulse;
pub mod statement;
pub mod terminal;
