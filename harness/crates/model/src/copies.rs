//! Where programs lie that are put together from files of a problem before they are built: below
//! a folder for what they hold, at the places of their originals, which people know.

use crate::{Key, ProblemId};
use std::path::{Path, PathBuf};

const FOLDER: &str = "programs";
/// Digits of a key that tell apart what is put together.
const DIGITS: usize = 16;

/// The place below `stage` for the program at `original` in its package.
pub fn place(stage: &Path, key: &Key, problem: &ProblemId, original: &Path) -> PathBuf {
    stage.join(FOLDER).join(&key.to_string()[..DIGITS]).join(problem.as_str()).join(original)
}

/// The problem of a program that is put together, and the place of its original.
pub fn original(copy: &Path) -> Option<(&str, &Path)> {
    let mut parts = copy.components();
    while let Some(part) = parts.next() {
        let mut below = parts.clone();
        let key = below.next()?.as_os_str().as_encoded_bytes();
        if part.as_os_str() == FOLDER && key.len() == DIGITS && key.iter().all(u8::is_ascii_hexdigit) {
            return Some((below.next()?.as_os_str().to_str()?, below.as_path()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_lies_at_the_place_of_its_original() {
        let problem = ProblemId::parse("sum").unwrap();
        for own in ["sol/sum/a.cpp", "programs/0123456789abcdef/sum/a.cpp"] {
            let copy = place(Path::new("/cache/programs/staged"), &Key::of(&[own], b""), &problem, Path::new(own));
            assert_eq!(original(&copy), Some(("sum", Path::new(own))));
        }
        for other in ["/cache/staged/sum/data/1.in", "/x/programs/a/b/c", "programs"] {
            assert_eq!(original(Path::new(other)), None, "{other}");
        }
    }
}
