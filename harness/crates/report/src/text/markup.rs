//! Harmless text within markup. Markup itself is made by maud, which escapes everything put into
//! it.

use crate::text::sanitize;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

/// A page that needs no network. `policy`: its content security policy.
pub(crate) fn document(title: &str, policy: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (SanitizedName(title)) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}

/// Bytes that stand for themselves in a name: printable ASCII without a backslash and without the
/// characters special in HTML.
pub(crate) const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        plain[byte as usize] = !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'' | b'\\');
        byte += 1;
    }
    plain
};

/// A name from outside, on one line.
pub(crate) struct SanitizedName<'a>(pub &'a str);

impl Render for SanitizedName<'_> {
    fn render_to(&self, page: &mut String) {
        // A shortcut: nearly all names need no change, and a large page has a million characters.
        if self.0.as_bytes().iter().all(|byte| PLAIN[*byte as usize]) {
            page.push_str(self.0);
        } else {
            sanitize::name(self.0, true).render_to(page);
        }
    }
}

/// A phrase of ours. The program's words in it are already harmless.
pub(crate) struct Phrase<'a>(pub &'a str);

impl Render for Phrase<'_> {
    fn render_to(&self, page: &mut String) {
        sanitize::phrase(self.0, true).render_to(page);
    }
}
