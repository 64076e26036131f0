//! One post of a browser, over a port of this machine.

use super::posted::{PostedProblem, batch};
use remote::http::{Refusal, Service};
use remote::listener::{Listener, Request};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

/// Why a post is ignored.
#[derive(Debug, thiserror::Error)]
pub enum IgnoredPost {
    /// It is not a request that is served.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Well-formed, but its body is not a problem.
    #[error("{why}")]
    OtherBody {
        /// What is wrong with it, as a fragment.
        why: String,
        /// How many problems come together, if it says so.
        batch: Option<u64>,
    },
}

/// Which posts of those that come together are still missing. Before the first one nobody knows how
/// many there are.
#[derive(Clone, Copy, Debug, Default)]
pub struct MissingPosts(Option<u64>);

impl MissingPosts {
    /// Whether a post is still to come.
    pub fn more(&self) -> bool {
        self.0 != Some(0)
    }

    /// Takes note of a post, one of so many.
    pub fn came(&mut self, batch: u64) {
        self.0 = Some(self.0.unwrap_or(batch).saturating_sub(1));
    }

    /// Takes note of an ignored post. Returns whether a problem of a contest is missing for good:
    /// nothing will be sent in its place.
    pub fn ignored(&mut self, why: &IgnoredPost) -> bool {
        let IgnoredPost::OtherBody { batch: Some(batch @ 2..), .. } = *why else { return false };
        self.came(batch);
        true
    }
}

/// The port to which browsers post.
pub struct Mailbox(Listener);

impl Mailbox {
    /// `timeout`: for one post, and for its answer.
    ///
    /// # Errors
    /// When another program has the port.
    pub fn open(port: u16, timeout: Duration) -> io::Result<Mailbox> {
        Listener::open(port, Service::Json, timeout).map(Mailbox)
    }

    /// Where the browser has to post: an address of this machine.
    pub fn address(&self) -> SocketAddr {
        self.0.address()
    }

    /// Waits for the next post and answers it.
    ///
    /// # Errors
    /// Why the post is ignored.
    pub fn take(&mut self) -> Result<PostedProblem, IgnoredPost> {
        let Request { mut connection, body } = self.0.wait();
        let posted = body.map_err(IgnoredPost::from).and_then(|body| {
            PostedProblem::parse(&body).map_err(|why| IgnoredPost::OtherBody { why, batch: batch(&body) })
        });
        let (status, why) = match &posted {
            Ok(_) => (Some((200, "OK")), String::new()),
            Err(why @ IgnoredPost::Refused(refusal)) => (refusal.status, format!("{why}\n")),
            Err(why @ IgnoredPost::OtherBody { .. }) => (Some((400, "Bad Request")), format!("{why}\n")),
        };
        if let Some(status) = status {
            // A sender that does not wait for the answer, or is too slow, is not our concern.
            let _ = connection.answer(status, "text/plain", why.as_bytes());
        }
        posted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not_a_problem(batch: Option<u64>) -> IgnoredPost {
        IgnoredPost::OtherBody { why: "`tests` is missing".to_owned(), batch }
    }

    #[test]
    fn a_contest_is_complete_with_its_last_post_even_if_one_was_not_a_problem() {
        let mut awaited = MissingPosts::default();
        assert!(awaited.more());
        awaited.came(3);
        assert!(awaited.more());
        assert!(awaited.ignored(&not_a_problem(Some(3))));
        assert!(awaited.more());
        awaited.came(3);
        assert!(!awaited.more());
    }

    #[test]
    fn whoever_posts_anything_else_ends_no_waiting() {
        let mut awaited = MissingPosts::default();
        for other in [not_a_problem(None), not_a_problem(Some(1))] {
            assert!(!awaited.ignored(&other));
            assert!(awaited.more(), "{other:?}");
        }
        awaited.came(1);
        assert!(!awaited.more());
    }
}
