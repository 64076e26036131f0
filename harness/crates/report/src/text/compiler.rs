//! Finds the first error in a compiler's messages, and shortens their paths.

/// Returns `E0308 line 14`: code and line of the first error, as far as the messages give them.
/// `None` if they give neither.
///
/// Reads rustc's `error[E0308]: …` + `--> file:14:5` and the `file:14:5: error: …` of gcc and
/// clang.
pub(crate) fn first_error(messages: &str) -> Option<String> {
    match first_place(messages) {
        (Some(code), Some(line)) => Some(format!("{code} line {line}")),
        (Some(code), None) => Some(code.to_owned()),
        (None, Some(line)) => Some(format!("line {line}")),
        (None, None) => None,
    }
}

/// Code and line of the first error.
pub(crate) fn first_place(messages: &str) -> (Option<&str>, Option<u64>) {
    let mut lines = messages.lines().skip_while(|line| !is_error(line));
    let Some(error) = lines.next() else { return (None, None) };
    let code = error
        .trim_start()
        .strip_prefix("error[")
        .and_then(|rest| rest.split_once(']'))
        .map(|(code, _)| code)
        .filter(|code| !code.is_empty() && code.len() <= 8 && code.bytes().all(|b| b.is_ascii_alphanumeric()));
    let place = match error.split_once(": error:").or_else(|| error.split_once(": fatal error:")) {
        Some((place, _)) => Some(place),
        None => lines.take_while(|line| !is_error(line)).find_map(|line| line.trim_start().strip_prefix("--> ")),
    };
    (code, place.and_then(line_number))
}

/// Returns the line of the first error: the others often follow from it. All messages if no error
/// is recognized.
pub(crate) fn first_message(messages: &str) -> &str {
    messages.lines().find(|line| is_error(line)).unwrap_or(messages)
}

/// Makes paths below `root` in the messages relative.
pub(crate) fn relative(messages: &str, root: &str) -> String {
    let root = root.trim_end_matches('/');
    if root.is_empty() { messages.to_owned() } else { messages.replace(&format!("{root}/"), "") }
}

fn is_error(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("error") || line.contains(": error:") || line.contains(": fatal error:")
}

/// The number in `path:14:5` or `path:14`.
fn line_number(place: &str) -> Option<u64> {
    let numbers: Vec<u64> = place.trim_end().rsplit(':').map_while(|part| part.parse().ok()).take(2).collect();
    numbers.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(messages: &str, expected: Option<&str>) {
        assert_eq!(first_error(messages).as_deref(), expected, "{messages}");
    }

    #[test]
    fn rustc_names_code_and_line() {
        check("error[E0308]: mismatched types\n  --> solutions/a.rs:14:5\n   |\n", Some("E0308 line 14"));
        check("warning: unused\n --> a.rs:3:1\n\nerror: expected `;`\n --> a.rs:7:9\n", Some("line 7"));
        check("error[E0601]: `main` function not found\n\nerror: aborting\n", Some("E0601"));
    }

    #[test]
    fn gcc_names_the_line() {
        check("a.cpp: In function 'int main()':\na.cpp:3:7: error: expected ';'\n", Some("line 3"));
        check("a.cpp:1:10: fatal error: x.h: No such file or directory\n", Some("line 1"));
    }

    #[test]
    fn other_words_name_nothing() {
        check("", None);
        check("Segmentation fault\n", None);
        check("error[\x1b[31m]: x\n --> nowhere\n", None);
    }

    #[test]
    fn paths_below_the_root_become_relative() {
        assert_eq!(relative("--> /w/solutions/a.rs:1:1", "/w"), "--> solutions/a.rs:1:1");
    }
}
