//! The fuzzer's way in; compiled only for it.

use super::messages::{CellSpec, Reply, Request};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that any bytes parse as a message or are refused, and that a message that parses is the
/// same when written and read back.
pub fn messages(bytes: &[u8]) {
    again::<CellSpec>(bytes);
    again::<Request>(bytes);
    again::<Reply>(bytes);
}

fn again<M: Serialize + DeserializeOwned + PartialEq>(bytes: &[u8]) {
    let Ok(message) = postcard::from_bytes::<M>(bytes) else { return };
    let written = postcard::to_stdvec(&message).expect("a message can be written");
    assert!(postcard::from_bytes::<M>(&written).is_ok_and(|read| read == message));
}
