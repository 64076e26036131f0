//! What checkers with testlib's exit codes write about points on standard error.

/// The number that a testlib checker writes first, with or without the word `points` before it.
pub(super) fn points(stderr: &[u8]) -> &[u8] {
    let words = stderr.trim_ascii_start();
    let words = words.strip_prefix(b"points").unwrap_or(words).trim_ascii_start();
    words.split(u8::is_ascii_whitespace).next().unwrap_or_default()
}

/// The percentage of `quitf(_pc(20), …)`: testlib writes it on standard error, and ends with it as
/// its exit code.
pub(super) fn percent(stderr: &[u8]) -> Option<i32> {
    let words = stderr.trim_ascii_start().strip_prefix(b"partially correct (")?;
    let digits = words.split(|byte| *byte == b')').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok().filter(|percent| (0..=100).contains(percent))
}

/// What a checker of DMOJ's type `coci` writes on a line of its own: `partial 3/4`. The inner
/// `None` means that what it wrote is not a valid part.
pub(super) fn part(stderr: &[u8]) -> Option<Option<f64>> {
    let lines = stderr.split(|byte| *byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    let text = lines.filter_map(|line| line.strip_prefix("partial ")).next()?;
    let part = text.split_once('/').and_then(|(part, of)| {
        let (part, of): (u32, u32) = (part.parse().ok()?, of.trim_end().parse().ok()?);
        (part <= of && of > 0).then(|| f64::from(part) / f64::from(of))
    });
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_what_testlib_writes() {
        assert_eq!(percent(b"partially correct (20) well\n"), Some(20));
        for odd in
            [&b"partially correct (200) x"[..], b"partially correct (x)", b"points 20", b"a partially correct (2)"]
        {
            assert_eq!(percent(odd), None);
        }
    }

    #[test]
    fn a_part_of_the_points_stands_on_a_line_of_its_own() {
        let check = |text: &str, expected: Option<Option<f64>>| assert_eq!(part(text.as_bytes()), expected, "{text}");
        check("well\npartial 3/4\n", Some(Some(0.75)));
        check("partial 0/2", Some(Some(0.0)));
        for odd in ["partial 3/2", "partial 1/0", "partial -1/2", "partial x", "partial 1/"] {
            check(odd, Some(None));
        }
        check("a partial 1/2", None);
        check("points 3", None);
    }
}
