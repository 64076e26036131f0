//! The integration tests, one binary: each module below is one subject.

#![allow(clippy::unwrap_used)]

mod again;
mod authoring;
mod cache;
mod command;
mod content;
mod exits;
mod layers;
mod readme;
mod reports;
mod repository;
mod scene;
mod setting;
mod submitting;
mod workspaces;
