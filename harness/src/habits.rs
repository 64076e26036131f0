//! Words that other tools have for commands that are called otherwise here.

use model::shell;
use std::path::Path;

/// What they call judging, which needs no command here.
const JUDGING: [&str; 5] = ["test", "run", "judge", "verify", "t"];
/// What they call taking a problem from its page.
const GETTING: [&str; 6] = ["download", "dl", "d", "fetch", "receive", "parse"];

/// What to type in place of `words`, if the first one is such a word and not a file.
pub(crate) fn hint(words: &[String]) -> Option<String> {
    let (word, rest) = words.split_first()?;
    if Path::new(word).exists() {
        return None;
    }
    if GETTING.contains(&word.as_str()) {
        return Some("`harness get` takes a problem with its samples from the browser".to_owned());
    }
    let rest: Vec<String> = rest.iter().map(|word| shell::word(word)).collect();
    let rest = if rest.is_empty() { "FILE".to_owned() } else { rest.join(" ") };
    JUDGING.contains(&word.as_str()).then(|| format!("judging needs no command: `harness {rest}`"))
}
