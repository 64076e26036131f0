//! Problems from the browser: what the extension Competitive Companion posts to localhost.
//!
//! Whoever knows the port can send anything, also a web page that a browser has open. So only a small part of HTTP is understood, everything
//! is bounded in size and time, requests from web pages are refused, and what comes out is plain values. This module listens to
//! nobody by itself and writes no files.
//!
//! Sources: RFC 9112 for the messages; the extension's own description of its JSON (github.com/jmerle/competitive-companion).

pub mod http;
pub mod posted;

pub use http::{Refusal, receive};
pub use posted::{Posted, PostedError};
