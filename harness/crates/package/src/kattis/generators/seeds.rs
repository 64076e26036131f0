//! Fills in the braces of a command: `{seed}`, `{seed:2}`, `{name}`, `{{CONSTANT}}`.

use crate::kattis::constants::fill;
use sha2::{Digest, Sha512};

/// The command with everything filled in. The seed is derived from the command without it.
pub(super) fn filled(command: &str, name: &str, salt: &str, constants: &[(String, String)]) -> String {
    // A test that stands for itself alone has the number 1.
    let command = fill(command.trim(), constants).replace("{count}", "1");
    let seed = seed(&format!("{salt}{command}"));
    with_seed(&command, seed).replace("{name}", name)
}

/// The hash of `text`, below 2 to the power of 31.
fn seed(text: &str) -> u32 {
    let hash = Sha512::digest(text.as_bytes());
    let last: [u8; 4] = hash[hash.len() - 4..].try_into().expect("four bytes are four bytes");
    u32::from_be_bytes(last) & 0x7fff_ffff
}

/// Replaces the first `{seed}` or `{seed:7}`.
fn with_seed(command: &str, seed: u32) -> String {
    for (at, _) in command.match_indices("{seed") {
        let rest = &command[at + "{seed".len()..];
        let Some(close) = rest.find('}') else { break };
        let inner = &rest[..close];
        let digits =
            inner.strip_prefix(':').is_some_and(|own| !own.is_empty() && own.bytes().all(|b| b.is_ascii_digit()));
        if inner.is_empty() || digits {
            return format!("{}{seed}{}", &command[..at], &rest[close + 1..]);
        }
    }
    command.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_those_of_bapctools() {
        let check = |command: &str, salt: &str, expected: &str| {
            assert_eq!(filled(command, "01-a", salt, &[]), expected, "{command}");
        };
        // int(hashlib.sha512(text.encode()).hexdigest(), 16) % 2**31
        check("gen {seed}", "", "gen 33027537");
        check("gen {seed:42} x", "bob", "gen 377914739 x");
        check("gen {name} {seeds} {seed:x}", "", "gen 01-a {seeds} {seed:x}");
    }
}
