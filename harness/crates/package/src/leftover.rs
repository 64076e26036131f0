//! Files that nobody means: readers of all formats pass over them.

/// Hidden files, and what editors, version control and desktops leave behind.
pub fn is_leftover(name: &str) -> bool {
    name.starts_with('.')
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'))
        || [".swp", ".swo", ".bak", ".orig"].iter().any(|end| name.ends_with(end))
        || ["Thumbs.db", "desktop.ini", "__pycache__"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_told_from_files() {
        for name in [".DS_Store", ".git", "01.in~", "#01.in#", ".01.in.swp", "a.swp", "a.bak", "a.orig", "Thumbs.db"] {
            assert!(is_leftover(name), "{name}");
        }
        for name in ["01.in", "#1.in", "swp", "a.b.in", "~a.in"] {
            assert!(!is_leftover(name), "{name}");
        }
    }
}
