//! What a browser sends.
#![no_main]

use judge::receive::PostedProblem;
use libfuzzer_sys::fuzz_target;
use remote::browser::SERVICE;
use remote::http::{Service, receive};

fuzz_target!(|bytes: &[u8]| {
    let whole = receive(&mut &bytes[..], 27121, Service::Json);
    if let Ok(Some(body)) = whole {
        assert!(bytes.windows(body.len().max(1)).any(|part| part == body) || body.is_empty());
        let _ = PostedProblem::parse(&body);
    }
    let _ = PostedProblem::parse(bytes);
    if let Ok(Some(body)) = receive(&mut &bytes[..], 27121, SERVICE) {
        assert!(body.is_empty());
    }
});
