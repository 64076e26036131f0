//! Hostile bytes are harmless once they are made into text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use report::text::sanitize::{Manner, name, phrase, visible};

fuzz_target!(|bytes: &[u8]| {
    for unicode in [true, false] {
        for (manner, lines) in [(Manner::line(unicode), false), (Manner::message(unicode), true)] {
            harmless(&visible(bytes, manner), unicode, lines);
        }
        let text = String::from_utf8_lossy(bytes);
        harmless(&name(&text, unicode), unicode, false);
        harmless(&phrase(&text, unicode), unicode, false);
    }
});

fn harmless(text: &str, unicode: bool, lines: bool) {
    for c in text.chars() {
        let reorders = matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
        assert!(!reorders && (!c.is_control() || lines && matches!(c, '\n' | '\t')), "{c:?} is let through");
        assert!(unicode || c.is_ascii(), "{c:?} is not ASCII");
    }
}
