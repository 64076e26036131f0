//! Slugs of problems, made of any names.

use model::ProblemId;
use std::collections::BTreeSet;

/// Derives a slug that is not `taken` from any name: characters that a slug cannot hold become a
/// hyphen.
pub fn slug(name: &str, taken: &mut BTreeSet<ProblemId>) -> ProblemId {
    let slug = hyphenated(name, "problem");
    let parse = |slug: &str| ProblemId::parse(slug).expect("words of letters and digits joined by hyphens are a slug");
    parse(&numbered(&slug, |slug| taken.insert(parse(slug))))
}

/// The words of letters and digits in `name`, joined by hyphens; `nothing` if there are none.
pub(crate) fn hyphenated(name: &str, nothing: &str) -> String {
    let name = name.to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { nothing.to_owned() } else { words.join("-") }
}

/// A slug for each of these names, all different. A name that is a slug keeps it, whatever the
/// others are called.
pub fn slugs(names: &[String]) -> Vec<ProblemId> {
    let mut taken: BTreeSet<ProblemId> = names.iter().filter_map(|name| ProblemId::parse(name).ok()).collect();
    let mut exact = BTreeSet::new();
    let of = |name: &String| match ProblemId::parse(name) {
        Ok(id) if exact.insert(id.clone()) => id,
        Ok(_) | Err(_) => slug(name, &mut taken),
    };
    names.iter().map(of).collect()
}

/// The first of `name`, `name-2`, `name-3` … that is free.
pub(crate) fn numbered(name: &str, is_free: impl FnMut(&String) -> bool) -> String {
    let more = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(more).find(is_free).expect("numbers do not end")
}
