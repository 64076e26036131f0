//! What a browser posts.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../harness/src/get/http.rs"]
mod http;
#[allow(dead_code)]
#[path = "../../harness/src/get/posted.rs"]
mod posted;

fuzz_target!(|bytes: &[u8]| {
    let whole = http::receive(&mut &bytes[..], 27121);
    if let Ok(body) = whole {
        assert!(bytes.windows(body.len().max(1)).any(|part| part == body) || body.is_empty());
        let _ = posted::Posted::parse(&body);
    }
    let _ = posted::Posted::parse(bytes);
});
