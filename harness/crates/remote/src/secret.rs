//! A secret, and how it is sent.

use std::fmt;

/// A token or password. It shows itself to nobody.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Name and secret as a request of HTTP's `Basic` carries them.
pub(crate) fn base64(name: &str, secret: &Secret) -> Secret {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in format!("{name}:{}", secret.0).into_bytes().chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - three.len()));
        let letters = (0..=three.len()).map(|at| char::from(LETTERS[bits >> (18 - 6 * at) & 63]));
        text.extend(letters.chain(std::iter::repeat_n('=', 3 - three.len())));
    }
    Secret(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_show_itself() {
        assert_eq!(format!("{:?}", Secret("abc".to_owned())), "Secret");
    }
}
