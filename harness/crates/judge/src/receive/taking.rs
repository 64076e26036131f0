//! One post of a browser, over a connection that somebody has accepted.

use super::posted::{Posted, batch};
use remote::http::{Connection, Refusal, Service};
use std::net::TcpStream;
use std::time::Duration;

/// Why a post is ignored.
#[derive(Debug, thiserror::Error)]
pub enum Ignored {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Well-formed, but its body is not a problem.
    #[error("{why}")]
    OtherBody {
        why: String,
        /// How many problems come together, if it says so.
        batch: Option<u64>,
    },
}

/// Takes one post and answers it, within `timeout`.
///
/// # Errors
/// Why the post is ignored.
pub fn take(stream: TcpStream, timeout: Duration) -> Result<Posted, Ignored> {
    let mut connection = Connection::new(stream, timeout);
    let posted = connection.receive(Service::Json).map_err(Ignored::from).and_then(|body| {
        Posted::parse(&body).map_err(|why| Ignored::OtherBody { why: why.to_string(), batch: batch(&body) })
    });
    let (status, why) = match &posted {
        Ok(_) => (Some((200, "OK")), String::new()),
        Err(why @ Ignored::Refused(refusal)) => (refusal.status(), format!("{why}\n")),
        Err(why @ Ignored::OtherBody { .. }) => (Some((400, "Bad Request")), format!("{why}\n")),
    };
    if let Some(status) = status {
        // A sender that does not wait for the answer, or reads it too slowly, is not our concern.
        let _ = connection.answer(status, "text/plain", why.as_bytes());
    }
    posted
}
