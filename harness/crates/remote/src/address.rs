//! Addresses that a program may be sent to.

use crate::error::Error;
use std::fmt;

/// An absolute address: `https`, or `http` to this machine itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    text: String,
    /// `https://host:port`
    origin: usize,
}

impl Address {
    /// Parses an address; one without a scheme is `https`.
    ///
    /// # Errors
    /// [`Error::Address`] for another scheme, for `http` to another machine, and for what is not an
    /// address: names of users, blanks, control characters.
    pub fn parse(text: &str) -> Result<Address, Error> {
        let bad = |why: &str| Error::Address { address: text.to_owned(), why: why.to_owned() };
        let given = text.trim();
        let text = if given.contains("://") { given.to_owned() } else { format!("https://{given}") };
        let Some((scheme, rest)) = text.split_once("://") else { return Err(bad("it has no scheme")) };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.is_empty() {
            return Err(bad("it names no host"));
        }
        if authority.contains('@') {
            return Err(bad("it holds a user's name"));
        }
        // What changes the direction of text, or is not seen, would show another address.
        let odd = |c: char| match c.is_ascii() {
            true => !c.is_ascii_graphic() || ['"', '\\', '<', '>', '`', '{', '}'].contains(&c),
            false => !c.is_alphanumeric(),
        };
        let is_odd_in_host = |c: char| !c.is_ascii_alphanumeric() && !['.', '-', ':', '[', ']'].contains(&c);
        if text.contains(odd) || authority.contains(is_odd_in_host) {
            return Err(bad("it holds a character that an address cannot have"));
        }
        match scheme.to_ascii_lowercase().as_str() {
            "https" => {}
            "http" if is_loopback(authority) => {}
            "http" => return Err(bad("it is not encrypted: use https")),
            _ => return Err(bad("its scheme is not https")),
        }
        let origin = scheme.len() + "://".len() + authority.len();
        Ok(Address { text, origin })
    }

    /// `https://host:port`, in lower case.
    pub fn origin(&self) -> String {
        self.text[..self.origin].to_ascii_lowercase()
    }

    /// `host:port`, as it was written.
    pub fn host(&self) -> &str {
        self.text[..self.origin].split_once("://").map_or("", |(_, host)| host)
    }

    /// Everything behind the host.
    pub fn path(&self) -> &str {
        &self.text[self.origin..]
    }

    pub(crate) fn is_loopback(&self) -> bool {
        is_loopback(self.host())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The address of something below this one.
    pub(crate) fn below(&self, path: &str) -> Address {
        let text = format!("{}/{}", self.text.trim_end_matches('/'), path.trim_start_matches('/'));
        Address { text, origin: self.origin }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn is_loopback(authority: &str) -> bool {
    let port = |rest: &str| rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| authority.strip_prefix(name).is_some_and(port))
}

/// Escapes a part of a path.
pub(crate) fn escaped(part: &str) -> String {
    let letter = |byte: u8| match byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    part.bytes().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_encrypted_address_or_this_machine_is_taken() {
        for text in [
            "open.kattis.com",
            "https://open.kattis.com/problems/x",
            "http://127.0.0.1:8080/x",
            "http://localhost/a",
            "https://cses.fi/\u{9898}/1",
            "http://[::1]:9",
        ] {
            assert!(Address::parse(text).is_ok(), "{text}");
        }
        for text in [
            "http://open.kattis.com",
            "http://127.0.0.1.evil.example/",
            "http://localhost:80@evil.example/",
            "https://me:secret@judge.example/",
            "file:///etc/passwd",
            "ftp://judge.example",
            "https://",
            "https://a b/",
            "https://a/\nurl = x",
            "https://a/\"",
            "https://open.k\u{430}ttis.com/",
            "https://a%2eb/",
            "https://a/\u{202e}moc",
            "https://a/\u{200b}",
            "",
        ] {
            assert!(matches!(Address::parse(text), Err(Error::Address { .. })), "{text}");
        }
    }

    #[test]
    fn an_address_has_parts() {
        let address = Address::parse("https://Judge.example:8443/contest/a?x").unwrap();
        assert_eq!((address.origin().as_str(), address.host()), ("https://judge.example:8443", "Judge.example:8443"));
        assert_eq!(address.path(), "/contest/a?x");
        assert_eq!(Address::parse("judge.example/").unwrap().below("/api").as_str(), "https://judge.example/api");
        assert_eq!(escaped("a/b c?é"), "a%2Fb%20c%3F%C3%A9");
    }
}
