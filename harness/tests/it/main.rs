//! The integration tests, one binary: each module below is one subject.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod again;
mod authoring;
mod browser;
mod cache;
mod circles;
mod command;
mod content;
mod doctor;
mod exits;
mod explaining;
mod getting;
mod grading;
mod languages;
mod layers;
mod manual;
mod mutating;
mod only;
mod packages;
mod page;
mod picture;
mod playing;
mod readme;
mod recipes;
mod reports;
mod repository;
mod scene;
mod schema;
mod setting;
mod statements;
mod submitting;
mod tools;
mod trying;
mod watching;
mod workspaces;
