//! Turns a title into a problem's name, and back.

use model::ProblemId;

/// Names that cargo reserves for its own folders: a solution of that name would break the package
/// of solutions.
const RESERVED: [&str; 4] = ["build", "deps", "examples", "incremental"];

/// The longest name that is made from a title; people may choose longer ones.
const LONGEST: usize = 60;

/// The name that a text was most likely meant to be: `Two Heaps!` is `two-heaps`. `None` when
/// nothing in it can be used.
pub fn suggest(text: &str) -> Option<ProblemId> {
    let mut slug = String::new();
    for c in text.chars() {
        match fold(c) {
            Some(c) => slug.push(c),
            // `Alice's` is one word.
            None if c == '\'' || c == '\u{2019}' => {}
            None if slug.ends_with('-') || slug.is_empty() => {}
            None => slug.push('-'),
        }
        if slug.len() >= LONGEST {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    let slug = if trouble(slug).is_some() { format!("p-{slug}") } else { slug.to_owned() };
    ProblemId::parse(&slug).ok()
}

/// Why cargo cannot have a program of this name; `None` when it can.
pub fn trouble(slug: &str) -> Option<&'static str> {
    if RESERVED.contains(&slug) {
        Some("cargo keeps this name for a folder of its own")
    } else if slug.starts_with(|c: char| c.is_ascii_digit()) {
        Some("cargo takes no program whose name begins with a digit")
    } else {
        None
    }
}

/// `two-heaps` is `Two heaps`.
pub fn title(slug: &ProblemId) -> String {
    let words = slug.as_str().replace('-', " ");
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

/// Strips the marks from Latin letters: names on disk are ASCII.
fn fold(c: char) -> Option<char> {
    let c = c.to_lowercase().next().unwrap_or(c);
    match c {
        'a'..='z' | '0'..='9' => Some(c),
        'à'..='å' => Some('a'),
        'ç' => Some('c'),
        'è'..='ë' => Some('e'),
        'ì'..='ï' => Some('i'),
        'ñ' => Some('n'),
        'ò'..='ö' | 'ø' => Some('o'),
        'ù'..='ü' => Some('u'),
        'ý' | 'ÿ' => Some('y'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, slug: Option<&str>) {
        assert_eq!(suggest(text).as_ref().map(ProblemId::as_str), slug, "{text}");
    }

    #[test]
    fn titles_become_names() {
        check("Two Heaps!", Some("two-heaps"));
        check("  A. Alice's  --  game  ", Some("a-alices-game"));
        check("Größe_é", Some("gro-e-e"));
        check("G2. Teleporters (Hard Version)", Some("g2-teleporters-hard-version"));
        check("取石子", None);
        check("", None);
        check("---", None);
    }

    #[test]
    fn names_that_cargo_does_not_take_are_changed() {
        check("3 Sum", Some("p-3-sum"));
        check("Build", Some("p-build"));
    }

    #[test]
    fn long_titles_are_cut_to_a_name() {
        let slug = suggest(&"ab ".repeat(100)).unwrap();
        assert!(slug.as_str().len() <= LONGEST && !slug.as_str().ends_with('-'), "{slug}");
    }

    #[test]
    fn names_become_titles() {
        assert_eq!(title(&ProblemId::parse("two-heaps").unwrap()), "Two heaps");
    }
}
