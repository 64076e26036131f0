//! The headers that C and C++ programs include. They are found beside the program and in folders of
//! the workspace and the user, and are compiled with it, so that their content is part of the
//! build's key.

use beneath::Home;
use model::{Include, TESTLIB, includes};
use std::path::{Component, Path, PathBuf};

/// A program that includes more files has gone wrong.
const MOST: usize = 200;
const LARGEST: u64 = 4 << 20;

/// Adds every header that `files` include, directly or through other headers, from the first folder
/// that has it, and returns where they are. A header that is nowhere is left for the compiler to
/// report, and so is one behind a link that leads out of its folder, or out of `home` where the
/// folder lies in it: it could expose a file that nobody has handed over.
pub(super) fn add(files: &mut Vec<(String, Vec<u8>)>, folders: &[&Path], home: &Home) -> Vec<PathBuf> {
    let around = |folder: &Path| if home.names(folder) { home.clone() } else { Home::alone(folder) };
    let folders: Vec<(&Path, Home)> = folders.iter().map(|folder| (*folder, around(folder))).collect();
    let (mut next, mut added) = (0, Vec::new());
    while next < files.len() && files.len() < MOST {
        let (name, bytes) = files[next].clone();
        let folder = Path::new(&name).parent().map(Path::to_path_buf).unwrap_or_default();
        for header in includes(&String::from_utf8_lossy(&bytes)) {
            for name in places(&folder, header) {
                if files.iter().any(|(other, _)| *other == name) {
                    break;
                }
                let read = |(folder, home): &(&Path, Home)| {
                    let place = folder.join(&name);
                    home.read(&place, LARGEST).ok().map(|bytes| (place, bytes))
                };
                if let Some((place, bytes)) = folders.iter().find_map(read) {
                    files.push((name, bytes));
                    added.push(place);
                    break;
                }
            }
        }
        next += 1;
    }
    added
}

/// Where a file in `folder` finds a header, in the compiler's order: for a name in quotes beside
/// the file first.
pub(super) fn places(folder: &Path, header: Include<'_>) -> impl Iterator<Item = String> {
    let beside = header.quoted.then(|| folder.join(header.name));
    beside.into_iter().chain([PathBuf::from(header.name)]).filter_map(|name| plain(&name))
}

/// Returns `name` if it leads nowhere but down.
fn plain(name: &Path) -> Option<String> {
    let down = name.components().all(|part| matches!(part, Component::Normal(_)));
    name.to_str().filter(|_| down).map(str::to_owned)
}

/// Explains how to get testlib, if that is what the compiler missed.
pub(super) fn missing(messages: &str, display: &str) -> Option<String> {
    let is_it = |line: &str| line.contains(TESTLIB) && (line.contains("No such file") || line.contains("not found"));
    messages.lines().any(is_it).then(|| {
        format!(
            "{display} includes testlib.h, which is not on this machine: put it beside the file, into include/ or into \
             ~/.config/harness/include/\nmkdir -p include && curl -fsSL -o include/testlib.h \
             https://raw.githubusercontent.com/MikeMirzayanov/testlib/master/testlib.h\n"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn headers_are_taken_from_the_first_folder_that_has_them_and_no_link_leads_out_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir_all(at("own/lib")).unwrap();
        fs::create_dir_all(at("all")).unwrap();
        fs::write(at("own/lib/a.h"), "#include \"b.h\"\n#include <testlib.h>").unwrap();
        fs::write(at("own/lib/b.h"), "beside").unwrap();
        fs::write(at("all/b.h"), "not this one").unwrap();
        fs::write(at("all/testlib.h"), "t").unwrap();
        fs::write(at("secret"), "s").unwrap();
        fs::create_dir_all(at("keys")).unwrap();
        fs::write(at("keys/id"), "s").unwrap();
        for (link, target) in
            [("link.h", "../secret"), ("keys", "../keys"), ("pass", "/etc"), ("self", "/proc/self"), ("in.h", "b.h")]
        {
            std::os::unix::fs::symlink(target, at("all").join(link)).unwrap();
        }
        let hostile = ["link.h", "keys/id", "pass/passwd", "self/environ", "../secret", "none.h", "in.h"];
        let hostile: String = hostile.iter().map(|name| format!("#include \"{name}\"\n")).collect();
        let source = format!("#include \"lib/a.h\"\n{hostile}");
        let mut files = vec![("main.cpp".to_owned(), source.as_bytes().to_vec())];
        add(&mut files, &[&at("own"), &at("all")], &Home::alone(&at("own")));
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["main.cpp", "lib/a.h", "in.h", "lib/b.h", "testlib.h"]);
        assert_eq!(files[3].1, b"beside");
        // The folder itself leads out of what was handed over.
        fs::create_dir_all(at("handed/over")).unwrap();
        std::os::unix::fs::symlink("../keys", at("handed/include")).unwrap();
        let mut files = vec![("main.cpp".to_owned(), b"#include \"id\"".to_vec())];
        assert_eq!(add(&mut files, &[&at("handed/include")], &Home::alone(&at("handed"))), Vec::<PathBuf>::new());
    }

    #[test]
    fn without_testlib_there_is_one_sentence_with_the_command_that_brings_it() {
        let words = "c.cpp:1:10: fatal error: testlib.h: No such file or directory\ncompilation terminated.\n";
        assert!(missing(words, "c.cpp").unwrap().contains("curl -fsSL -o include/testlib.h"));
        assert_eq!(missing("c.cpp:1: error: testlib.h", "c.cpp"), None);
    }
}
