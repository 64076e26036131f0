//! What a judge says, as it may be shown and kept. Nothing else in this crate makes [`Words`], so
//! none hold a secret, whatever page of an error repeats what it was sent.

use crate::secret::{Secret, base64};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// The most characters of a line, and the most lines.
const LONGEST_LINE: usize = 300;
const MOST_LINES: usize = 100;

/// A judge's words: without tags and secrets, and no more than a person reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(String);

impl Deref for Words {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a judge is sent and nobody is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Secrets(Rc<[Secret]>);

impl Secrets {
    pub(crate) fn of(name: &str, secret: &Secret) -> Secrets {
        // An empty one stands everywhere.
        let secrets = (!secret.0.is_empty()).then(|| [secret.clone(), base64(name, secret)]);
        Secrets(secrets.into_iter().flatten().collect())
    }

    /// A judge's text on one line.
    pub(crate) fn line(&self, text: &str) -> Words {
        let text = self.text(text);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Words(if words.is_empty() { "an empty answer".to_owned() } else { cut(&words) })
    }

    /// The same, and the answer's status behind it unless that is good.
    pub(crate) fn line_of_answer(&self, text: &str, status: u16) -> Words {
        let line = self.line(text);
        if (200..300).contains(&status) { line } else { Words(format!("{line} (answer {status})")) }
    }

    /// The same, line by line.
    pub(crate) fn lines(&self, text: &str) -> Words {
        let text = self.text(text);
        Words(text.trim().lines().take(MOST_LINES).map(cut).collect::<Vec<_>>().join("\n"))
    }

    fn text(&self, page: &str) -> String {
        // Before, because a secret may look like a tag; behind, because tags hide nothing.
        self.hidden(&without_tags(&self.hidden(page)))
    }

    fn hidden(&self, text: &str) -> String {
        let (mut visible, mut rest) = (String::new(), text);
        while let Some(first) = rest.chars().next() {
            let echo = self.0.iter().filter_map(|secret| echo(rest, secret)).max();
            match echo {
                Some(_) => visible.push_str("(a secret)"),
                None => visible.push(first),
            }
            rest = &rest[echo.unwrap_or(first.len_utf8())..];
        }
        visible
    }
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// How long the secret is with which a text begins, however each of its letters is written.
fn echo(text: &str, secret: &Secret) -> Option<usize> {
    let mut ends = vec![0];
    for letter in secret.0.chars() {
        let next: BTreeSet<usize> =
            ends.iter().flat_map(|&end| written(&text[end..], letter).map(move |length| end + length)).collect();
        ends = next.into_iter().collect();
        if ends.is_empty() {
            return None;
        }
    }
    ends.pop()
}

/// The lengths of a letter with which a text begins: as it is, and as forms, addresses, JSON and
/// HTML have it.
fn written(text: &str, letter: char) -> impl Iterator<Item = usize> {
    let plain = text.starts_with(letter).then(|| letter.len_utf8());
    let blank = (letter == ' ' && text.starts_with('+')).then_some(1);
    let escaped = text.strip_prefix('\\').filter(|rest| rest.starts_with(letter)).map(|_| 1 + letter.len_utf8());
    let of_address = units(text, "%", 2, letter.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
    let of_json = units(text, "\\u", 4, letter.encode_utf16(&mut [0; 2]).iter().copied().map(u32::from));
    [plain, blank, escaped, of_address, of_json, entity(text, letter)].into_iter().flatten()
}

/// The length of these values in hexadecimal digits, each behind a sign.
fn units(text: &str, sign: &str, digits: usize, values: impl Iterator<Item = u32>) -> Option<usize> {
    let mut rest = text;
    for value in values {
        let (number, behind) = rest.strip_prefix(sign)?.split_at_checked(digits)?;
        u32::from_str_radix(number, 16).ok().filter(|number| *number == value)?;
        rest = behind;
    }
    Some(text.len() - rest.len())
}

/// The length of a letter that is written as HTML's entity.
fn entity(text: &str, letter: char) -> Option<usize> {
    // JSON has its own escape for what begins one, and a page may show the source of a page.
    let rest = ["&amp;", "&", "\\u0026"].into_iter().find_map(|sign| text.strip_prefix(sign))?;
    let (name, behind) = rest.split_once(';')?;
    let number = match name.strip_prefix("#x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => name.strip_prefix('#').and_then(|digits| digits.parse().ok()),
    };
    let named = || ENTITIES.iter().find(|(entity, _)| entity[1..].strip_suffix(';') == Some(name));
    let is = number == Some(u32::from(letter)) || named().is_some_and(|(_, meaning)| meaning.starts_with(letter));
    is.then_some(text.len() - behind.len())
}

/// The commonest entities. The last one begins the others, where a page shows a page's source.
const ENTITIES: [(&str, &str); 6] =
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];

/// The text of HTML, its commonest entities resolved.
pub(crate) fn without_tags(html: &str) -> String {
    let (mut text, mut rest) = (String::new(), html);
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let tag = &rest[open..];
        let end = ["script", "style"].iter().find_map(|name| {
            let is = tag[1..].get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
            is.then(|| tag.find(&format!("</{name}")).unwrap_or(tag.len()))
        });
        let from = end.unwrap_or(0);
        let Some(close) = tag[from..].find('>') else {
            rest = "";
            break;
        };
        rest = &tag[from + close + 1..];
        text.push(' ');
    }
    text.push_str(rest);
    ENTITIES.iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "s3cr/t+ &\"\\é";

    fn secrets() -> Secrets {
        Secrets::of("ada", &Secret(SECRET.to_owned()))
    }

    #[test]
    fn a_secret_that_a_judge_says_again_is_not_shown_however_it_is_written() {
        let json = serde_json::to_string(SECRET).unwrap();
        let php = json.replace('/', "\\/").replace('é', "\\u00e9");
        let html = SECRET.replace('&', "&amp;").replace('"', "&quot;");
        let php_html = SECRET.replace('&', "&amp;").replace('"', "&#034;").replace('é', "&#xe9;");
        let go = json.replace('&', "\\u0026");
        let of_basic = "YWRhOnMzY3IvdCsgJiJcw6k=";
        for echo in [
            SECRET,
            &json,
            &php,
            &html,
            &php_html,
            &go,
            &html.replace('&', "&amp;"),
            &html.replace('&', "\\u0026"),
            "s3cr%2Ft%2B%20%26%22%5C%C3%A9",
            "s3cr%2ft%2b+%26%22%5c%c3%a9",
            of_basic,
            &of_basic.replace('=', "%3D"),
            &of_basic.replace('/', "\\/"),
        ] {
            for page in [format!("<p>sent: {echo}</p>"), format!("{echo} {echo}"), format!("Basic {echo}")] {
                for words in [secrets().line(&page), secrets().lines(&page)] {
                    assert!(words.contains("(a secret)"), "{echo}: {words}");
                    assert!(!words.contains("s3c") && !words.contains("YWR"), "{echo}: {words}");
                }
            }
        }
        assert_eq!(&*secrets().line("s3cr/t alone"), "s3cr/t alone");
        // Nothing of it is left where a long answer is cut.
        let cut = secrets().line(&format!("{}{SECRET}", "x".repeat(299)));
        assert!(cut.ends_with("x(…"), "{cut}");
        assert_eq!(&*Secrets::of("ada", &Secret(String::new())).line("a b"), "a b");
    }

    #[test]
    fn a_page_becomes_a_line() {
        let line = |page: &str| Secrets::default().line(page).to_string();
        let page = "<html><script>var a = '<b>';</script><body class=\"x\">You  &lt;have&gt;\n<p>no rights</p></body>";
        assert_eq!(line(page), "You <have> no rights");
        assert_eq!(line(" <p> "), "an empty answer");
        assert_eq!(line("<unfinished"), "an empty answer");
        assert_eq!(line(&"é".repeat(301)).chars().count(), 301);
    }

    #[test]
    fn a_judge_says_no_more_than_a_person_reads() {
        for text in ["word ".repeat(1 << 14), "line\n".repeat(1 << 14), "x".repeat(1 << 14)] {
            for words in [secrets().line(&text), secrets().lines(&text)] {
                assert!(words.len() < 2000, "{}", words.len());
            }
        }
        assert_eq!(&*secrets().lines("<pre>a  b\nc</pre>"), "a  b\nc");
    }
}
