//! Names that browsers, desktops and learning platforms give to a second copy of a file:
//! `nim (1).py`, `nim - Copy.py`.

/// The name without the marks of a copy, and the numbers of the copies: of `a/nim (2).py`,
/// `a/nim.py` and 2. `None` if there is no such mark.
pub(super) fn without_marks(name: &str) -> Option<(String, Vec<u32>)> {
    let (folder, file) = name.rsplit_once('/').map_or(("", name), |(_, file)| (&name[..name.len() - file.len()], file));
    let (mut stem, ending) = file.rsplit_once('.').map_or((file, ""), |(stem, _)| (stem, &file[stem.len()..]));
    let mut numbers = Vec::new();
    while let Some((rest, number)) = last_mark(stem) {
        stem = rest;
        numbers.insert(0, number);
    }
    (!numbers.is_empty()).then(|| (format!("{folder}{stem}{ending}"), numbers))
}

/// The stem in front of its last mark, and that mark's number.
fn last_mark(stem: &str) -> Option<(&str, u32)> {
    let numbered = || {
        let (rest, number) = stem.strip_suffix(')')?.rsplit_once('(')?;
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        Some((rest, number.parse().ok().filter(|_| digits)?))
    };
    let word = || {
        let lower = stem.to_ascii_lowercase();
        let mark = [" - copy", " copy", "-copy", "_copy"].into_iter().find(|mark| lower.ends_with(mark))?;
        Some((&stem[..stem.len() - mark.len()], 1))
    };
    let counted = || {
        let (rest, number) = stem.rsplit_once(' ')?;
        let is_copy = rest.to_ascii_lowercase().ends_with(" copy");
        is_copy.then_some(())?;
        Some((&rest[..rest.len() - " copy".len()], number.parse().ok()?))
    };
    let (rest, number) = numbered().or_else(word).or_else(counted)?;
    let rest = rest.trim_end();
    (!rest.is_empty()).then_some((rest, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_copies_are_told_from_names() {
        let check = |name: &str, expected: Option<(&str, &[u32])>| {
            let got = without_marks(name);
            assert_eq!(got, expected.map(|(name, numbers)| (name.to_owned(), numbers.to_vec())), "{name}");
        };
        check("erin_nim (1).py", Some(("erin_nim.py", &[1])));
        check("a/nim(12).py", Some(("a/nim.py", &[12])));
        check("a/nim (1) (2).py", Some(("a/nim.py", &[1, 2])));
        check("nim - Copy.cpp", Some(("nim.cpp", &[1])));
        check("nim - Copy (3).cpp", Some(("nim.cpp", &[1, 3])));
        check("nim copy 2.cpp", Some(("nim.cpp", &[2])));
        check("nim (1)", Some(("nim", &[1])));
        for name in [
            "nim.py",
            "a (1)/nim.py",
            "(1).py",
            "nim ().py",
            "nim (x).py",
            "copy.py",
            "photocopy.py",
            "nim (99999999999).py",
        ] {
            check(name, None);
        }
    }
}
