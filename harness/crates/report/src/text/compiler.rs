//! A compiler's messages, with paths as people know them.

/// Makes paths below `root` in the messages relative.
pub(crate) fn relative(messages: &str, root: &str) -> String {
    let root = root.trim_end_matches('/');
    if root.is_empty() { messages.to_owned() } else { messages.replace(&format!("{root}/"), "") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_the_root_become_relative() {
        assert_eq!(relative("--> /w/solutions/a.rs:1:1", "/w"), "--> solutions/a.rs:1:1");
    }
}
