//! Names of files with stars in them.

/// What precedes the pattern, up to a `/`, and what each `*` stands for.
pub(super) fn matched<'f>(pattern: &str, file: &'f str) -> Option<(&'f str, Vec<&'f str>)> {
    let depth = pattern.matches('/').count();
    let begin = file.rmatch_indices('/').nth(depth).map_or(0, |(at, _)| at + 1);
    if file[begin..].matches('/').count() != depth {
        return None;
    }
    let mut rest = &file[begin..];
    let mut parts = pattern.split('*');
    rest = rest.strip_prefix(parts.next()?)?;
    let mut stars = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // The last star matches as much as it can.
        let end = match parts.peek() {
            None => {
                rest.len().checked_sub(part.len()).filter(|end| rest.is_char_boundary(*end) && rest.ends_with(part))?
            }
            Some(_) => rest.find(part)?,
        };
        stars.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    (rest.is_empty() && stars.iter().all(|star| !star.contains('/'))).then_some((&file[..begin], stars))
}

/// The pattern with these texts in place of its stars.
pub(super) fn filled(pattern: &str, stars: &[&str]) -> String {
    let mut stars = stars.iter();
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + stars.next().copied().unwrap_or_default() + part)
}
