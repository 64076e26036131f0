//! The patterns of `submissions.yaml`: `*` within a name, and braces. Nothing else is special.
//!
//! A pattern matches a path, or any folder that the path lies in.

/// A parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Globs(Vec<GlobPart>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum GlobPart {
    Text(String),
    /// Any bytes but `/`.
    Star,
    /// One of these.
    Braces(Vec<Vec<GlobPart>>),
}

impl Globs {
    /// Every text is a pattern. Braces are not nested: the format does not say what that would
    /// mean.
    pub fn parse(text: &str) -> Globs {
        let text = text.trim_end_matches('/');
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let inner = &rest[open + 1..];
            let Some(close) = inner.find(['{', '}']).filter(|at| inner[*at..].starts_with('}')) else {
                parts.extend(stars(&rest[..=open]));
                rest = inner;
                continue;
            };
            parts.extend(stars(&rest[..open]));
            parts.push(GlobPart::Braces(inner[..close].split(',').map(|choice| stars(choice.trim())).collect()));
            rest = &inner[close + 1..];
        }
        parts.extend(stars(rest));
        Globs(parts)
    }

    /// Whether the pattern matches this path itself, rather than a folder above it.
    pub fn matches_whole(&self, path: &str) -> bool {
        run(&self.0, path.as_bytes(), vec![0]).contains(&path.len())
    }

    pub fn matches(&self, path: &str) -> bool {
        let path = path.as_bytes();
        let ends = run(&self.0, path, vec![0]);
        ends.into_iter().any(|end| end == path.len() || path[end] == b'/')
    }
}

fn stars(text: &str) -> Vec<GlobPart> {
    let mut parts = Vec::new();
    for (index, piece) in text.split('*').enumerate() {
        if index > 0 {
            parts.push(GlobPart::Star);
        }
        if !piece.is_empty() {
            parts.push(GlobPart::Text(piece.to_owned()));
        }
    }
    parts
}

/// Where in `path` a match of `parts` that begins at one of `starts` may end. Uses sets instead of
/// backtracking, so that no pattern is slow.
fn run(parts: &[GlobPart], path: &[u8], starts: Vec<usize>) -> Vec<usize> {
    parts.iter().fold(starts, |starts, part| {
        let mut ends: Vec<usize> = match part {
            GlobPart::Text(text) => starts
                .into_iter()
                .filter(|start| path[*start..].starts_with(text.as_bytes()))
                .map(|start| start + text.len())
                .collect(),
            GlobPart::Star => reached(&starts, path),
            GlobPart::Braces(choices) => choices.iter().flat_map(|choice| run(choice, path, starts.clone())).collect(),
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    })
}

/// Every place from each of the sorted `starts` up to the next `/`, both included.
fn reached(starts: &[usize], path: &[u8]) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    for start in starts {
        if ends.last().is_some_and(|last| last >= start) {
            continue;
        }
        let length = path[*start..].iter().take_while(|byte| **byte != b'/').count();
        ends.extend(*start..=start + length);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_a_path_or_a_folder_above_it() {
        let check = |pattern: &str, path: &str, expected: bool| {
            assert_eq!(Globs::parse(pattern).matches(path), expected, "{pattern} {path}");
        };
        for (pattern, path) in [
            ("accepted", "accepted/a.py"),
            ("accepted/", "accepted/a.py"),
            ("accepted/*", "accepted/a.py"),
            ("*/a.py", "accepted/a.py"),
            ("accepted/a.{py,cpp}", "accepted/a.cpp"),
            ("secret/*{1,3,5}", "secret/13"),
            ("secret/*{,0,1}{0,2}", "secret/02"),
            ("secret/*{ 4 }{ 2 }", "secret/42"),
            ("secret/{a*,b}/1", "secret/abc/1"),
            ("a[b]c", "a[b]c"),
            ("odd{name", "odd{name"),
            ("secret/*-hard", "secret/01-hard"),
        ] {
            check(pattern, path, true);
        }
        for (pattern, path) in [
            ("accepted", "accepted2/a.py"),
            ("a.py", "accepted/a.py"),
            ("*", "b/a.py/c"),
            ("accepted/*.py", "accepted/x/a.py"),
            ("secret/*{1,3,5}", "secret/12"),
            ("match/match", "match/match_wa"),
            ("a[b]c", "abc"),
            ("", "a"),
        ] {
            check(pattern, path, pattern == "*");
        }
    }

    #[test]
    fn no_pattern_is_slow() {
        let pattern = format!("{}b", "*{a,aa,aaa}".repeat(200));
        assert!(!Globs::parse(&pattern).matches(&"a".repeat(2000)));
    }
}
