//! Quotes words for a shell.

/// `text` as one word for a POSIX-like shell: as it is where it is plain, quoted otherwise.
///
/// Characters that could be invisible or change the terminal are escaped with the `$'…'` of bash
/// and zsh.
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !text.is_empty() && text.chars().all(plain) && !text.starts_with(['~', '=']) {
        return text.to_owned();
    }
    let harmless = |c: char| c.is_ascii_graphic() || c == ' ' || c.is_alphanumeric();
    if text.chars().all(harmless) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let mut word = String::from("$'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => word.extend(['\\', c]),
            c if harmless(c) => word.push(c),
            c => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| word.push_str(&format!("\\x{byte:02x}"))),
        }
    }
    word.push('\'');
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_when_they_must_be() {
        let cases = [
            ("secret/03-allneg", "secret/03-allneg"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("$(rm)", "'$(rm)'"),
            ("a;b", "'a;b'"),
            ("~x", "'~x'"),
            ("[*]", "'[*]'"),
            ("a\x1b'", r"$'a\x1b\''"),
            ("数", "'数'"),
            ("a\u{200b}", r"$'a\xe2\x80\x8b'"),
        ];
        for (text, expected) in cases {
            assert_eq!(word(text), expected);
        }
    }
}
