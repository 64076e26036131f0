//! Markup of pages and of XML: tags of ours, and text in which no tag can begin.

use crate::text::sanitize::{self, Glyph, Manner};
use std::iter::Sum;

/// A piece of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Markup(String);

impl Markup {
    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// Escapes the text. It must be harmless already.
impl From<&str> for Markup {
    fn from(text: &str) -> Markup {
        Markup(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"))
    }
}

impl From<String> for Markup {
    fn from(text: String) -> Markup {
        Markup::from(&*text)
    }
}

impl From<usize> for Markup {
    fn from(number: usize) -> Markup {
        Markup(number.to_string())
    }
}

impl Sum for Markup {
    fn sum<I: Iterator<Item = Markup>>(pieces: I) -> Markup {
        Markup(pieces.map(Markup::into_string).collect())
    }
}

impl<const N: usize> From<[Markup; N]> for Markup {
    fn from(pieces: [Markup; N]) -> Markup {
        pieces.into_iter().sum()
    }
}

/// The beginning of an element.
pub(crate) struct Tag {
    name: &'static str,
    begin: Markup,
}

pub(crate) fn tag(name: &'static str) -> Tag {
    Tag { name, begin: Markup(format!("<{name}")) }
}

impl Tag {
    pub(crate) fn with(mut self, attribute: &str, value: impl Into<Markup>) -> Tag {
        self.begin.0.push_str(&format!(" {attribute}=\"{}\"", value.into().0));
        self
    }

    pub(crate) fn class(self, class: &str) -> Tag {
        self.with("class", class)
    }

    /// The element with this in it.
    pub(crate) fn around(self, content: impl Into<Markup>) -> Markup {
        Markup(format!("{}>{}</{}>", self.begin.0, content.into().0, self.name))
    }
}

/// A page that needs no network and no script, and its policy refuses both.
pub(crate) fn document(title: &str, style: &str, body: Markup) -> String {
    const META: &str = "<meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"referrer\" content=\"no-referrer\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'\">";
    let head = [Markup(META.into()), tag("title").around(name(title)), tag("style").around(Markup(style.into()))];
    let page = tag("html").with("lang", "en").around([tag("head").around(head), tag("body").around(body)]);
    format!("<!DOCTYPE html>{}", page.0)
}

/// A name from outside, on one line.
pub(crate) fn name(text: &str) -> Markup {
    Markup::from(&*sanitize::name(text, true))
}

/// A phrase of ours. The program's words in it are already harmless.
pub(crate) fn phrase(text: &str) -> Markup {
    Markup::from(&*sanitize::phrase(text, true))
}

/// Several lines, laid out by their author.
pub(crate) fn message(bytes: &[u8]) -> Markup {
    Markup::from(sanitize::visible(bytes, Manner::message(true)))
}

/// Shows bytes, with trailing spaces marked.
pub(crate) fn content(bytes: &[u8]) -> Markup {
    let visible: Vec<Glyph> = sanitize::glyphs(bytes, Manner::line(true)).collect();
    let pieces = visible.iter().enumerate().map(|(i, glyph)| {
        // A space at the end of a line may be the difference.
        let after = || visible[i..].iter().find(|g| bytes[g.source.start] != b' ');
        let trailing = bytes[glyph.source.start] == b' ' && after().is_none_or(|g| bytes[g.source.start] == b'\n');
        if trailing { tag("s").around("␣") } else { marked(bytes, glyph) }
    });
    pieces.sum()
}

/// A glyph. One that stands for something else is marked, so that it cannot be taken for the text
/// itself.
fn marked(bytes: &[u8], glyph: &Glyph) -> Markup {
    if bytes[glyph.source.start] == b'\n' {
        "\n".into()
    } else if glyph.text.as_bytes() == &bytes[glyph.source.clone()] {
        Markup::from(&*glyph.text)
    } else {
        tag("s").around(&*glyph.text)
    }
}
