//! The headers that C and C++ programs include. They are found beside the program and in folders of
//! the workspace and the user, and are compiled with it, so that their content is part of the
//! build's key.

use crate::build::sources::around;
use beneath::Home;
use model::{Include, TESTLIB, includes, is_header};
use std::path::{Component, Path, PathBuf};

/// A program that includes or imports more files has gone wrong.
pub(super) const MOST: usize = 200;
const LARGEST: u64 = 4 << 20;

/// Where a program's headers may be.
pub(super) struct Search<'a> {
    /// The folder of the program's file. Names with `..` lead from here.
    pub beside: Option<&'a Path>,
    /// The folders that a name is looked up in, the first one that has it.
    pub folders: Vec<&'a Path>,
    /// The folder of the program's problem. It stands for any folder above that has no such header.
    pub problem: Option<&'a Path>,
    /// What was handed over: neither a link nor `..` leads out of it. Where that is everything,
    /// `..` leads into no hidden folder.
    pub home: &'a Home,
}

impl Search<'_> {
    /// The first folder that has a module of Python, and the names that the module's files have in
    /// it: one of this name, and those of a package.
    pub(super) fn module(&self, name: &str) -> Option<(&Path, Vec<String>)> {
        let of_folder = |folder: &Path| {
            let package = around(folder, self.home).files(&folder.join(name)).flatten();
            let package = package.map(|found| format!("{name}/{}", found.name));
            let files = package.filter(|name| name.ends_with(".py")).chain([format!("{name}.py")]);
            files.filter(|name| folder.join(name).is_file()).collect::<Vec<String>>()
        };
        let mut found = self.folders.iter().map(|folder| (*folder, of_folder(folder)));
        found.find(|(_, files)| !files.is_empty())
    }

    /// A file of one of the folders, and what is in it. One behind a link that leads out of its
    /// folder, or out of the home where the folder lies in it, is not there: it could expose a file
    /// that nobody has handed over.
    pub(super) fn take(&self, folder: &Path, name: &Path) -> Option<(PathBuf, Vec<u8>)> {
        let place = folder.join(name);
        around(folder, self.home).read(&place, LARGEST).ok().map(|bytes| (place, bytes))
    }
}

/// Adds every header that `files` include, directly or through other headers, and
/// returns where they are. A header that is nowhere is left for the compiler to report. Where a
/// name leads up, out of the program's folder, the program moves down: into folders with the names
/// of those above it.
pub(super) fn add(files: &mut Vec<(String, Vec<u8>)>, search: &Search<'_>) -> Vec<PathBuf> {
    let own = files.clone();
    let mut up = 0;
    loop {
        let tree = Tree::of(search, up);
        *files = own.clone();
        files.iter_mut().for_each(|(name, _)| *name = tree.inside(name));
        match tree.add(files) {
            Ok(added) => return added,
            Err(LeadsOut) => up += 1,
        }
    }
}

/// A name needs one more level above the program's folder.
struct LeadsOut;

/// More levels than this are taken for a mistake.
const MOST_UP: usize = 8;

/// The folders above a program in which it is compiled.
struct Tree<'a> {
    search: &'a Search<'a>,
    /// `solutions/cpp`, where one level is needed; empty where none is.
    place: PathBuf,
    /// The folder that holds `place`.
    root: Option<&'a Path>,
    up: usize,
}

impl<'a> Tree<'a> {
    fn of(search: &'a Search<'a>, up: usize) -> Tree<'a> {
        // The names of one folder more, so that nothing in it is taken for what lies in `include/`.
        let root = search.beside.filter(|_| up > 0).and_then(|beside| beside.ancestors().nth(up + 1));
        let place = root.and_then(|root| search.beside?.strip_prefix(root).ok()).unwrap_or(Path::new(""));
        Tree { search, place: place.to_owned(), root, up }
    }

    /// The name of a file of the program's folder.
    fn inside(&self, name: &str) -> String {
        self.place.join(name).to_string_lossy().into_owned()
    }

    fn add(&self, files: &mut Vec<(String, Vec<u8>)>) -> Result<Vec<PathBuf>, LeadsOut> {
        let (mut next, mut added) = (0, Vec::new());
        while next < files.len() {
            let (name, bytes) = files[next].clone();
            let folder = Path::new(&name).parent().map(Path::to_path_buf).unwrap_or_default();
            for header in includes(&String::from_utf8_lossy(&bytes)) {
                if header.quoted && self.leads_out(&folder.join(header.name)) {
                    return Err(LeadsOut);
                }
                for name in places(&folder, header) {
                    if files.iter().any(|(other, _)| *other == name) {
                        break;
                    }
                    if files.len() < MOST
                        && let Some((place, bytes)) = self.find(&name)
                    {
                        files.push((name, bytes));
                        added.push(place);
                        break;
                    }
                }
            }
            next += 1;
        }
        Ok(added)
    }

    /// Whether a file of the program's folders names one above all of them.
    fn leads_out(&self, name: &Path) -> bool {
        let has_more = || self.search.beside.is_some_and(|beside| beside.ancestors().nth(self.up + 2).is_some());
        let top = self.place.iter().next();
        let stays = |name: String| top.is_none_or(|top| Path::new(&name).starts_with(top));
        let is_of_tree = name.starts_with(&self.place) || top.is_some_and(|top| name.starts_with(top));
        self.up < MOST_UP && is_of_tree && name.is_relative() && !plain(name).is_some_and(stays) && has_more()
    }

    /// The file of this name, and what is in it. What is not there is left for the compiler to
    /// report.
    fn find(&self, name: &str) -> Option<(PathBuf, Vec<u8>)> {
        let Search { folders, problem, home, .. } = self.search;
        let name = Path::new(name);
        let top = self.place.iter().next().filter(|top| name.starts_with(top));
        let (Some(_), Some(root)) = (top, self.root) else {
            let of_problem = problem.filter(|_| is_source(name));
            return folders.iter().copied().chain(of_problem).find_map(|folder| self.search.take(folder, name));
        };
        // Tests and settings lie in these folders, too.
        if !is_source(name) {
            return None;
        }
        let place = root.join(name);
        if !self.is_hidden(name)
            && let Ok(bytes) = home.read(&place, LARGEST)
        {
            return Some((place, bytes));
        }
        // `../params.h` of a solution: its problem's folder is where other formats have it above.
        let below = name.strip_prefix(self.place.parent()?).ok().or_else(|| name.file_name().map(Path::new))?;
        problem.and_then(|problem| self.search.take(problem, below))
    }

    /// Whether a name leads from the program's folder into a hidden one.
    fn is_hidden(&self, name: &Path) -> bool {
        let own = self.place.iter().zip(name).take_while(|(own, part)| own == part).count();
        name.iter().skip(own).any(|part| part.as_encoded_bytes().starts_with(b"."))
    }
}

/// Whether a file is part of a program in C or C++, by its name.
fn is_source(name: &Path) -> bool {
    let others = ["inc", "inl", "ipp", "tpp", "tcc", "def", "c", "cc", "cpp"];
    let is_other = |ending: &std::ffi::OsStr| others.iter().any(|other| ending == *other);
    is_header(name) || name.extension().is_some_and(is_other)
}

/// Where a file in `folder` finds a header, in the compiler's order: for a name in quotes beside
/// the file first.
pub(super) fn places(folder: &Path, header: Include<'_>) -> impl Iterator<Item = String> {
    let beside = header.quoted.then(|| folder.join(header.name));
    beside.into_iter().chain([PathBuf::from(header.name)]).filter_map(|name| plain(&name))
}

/// `name` without `.` and `..`, if it leads nowhere but down.
pub(super) fn plain(name: &Path) -> Option<String> {
    let mut parts = Vec::new();
    for part in name.components() {
        match part {
            Component::Normal(part) => parts.push(part),
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    parts.iter().collect::<PathBuf>().to_str().map(str::to_owned)
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
        let (own, all) = (at("own"), at("all"));
        let home = Home::alone(&own);
        add(&mut files, &Search { beside: None, folders: vec![&own, &all], problem: None, home: &home });
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["main.cpp", "lib/a.h", "in.h", "lib/b.h", "testlib.h"]);
        assert_eq!(files[3].1, b"beside");
        // The folder itself leads out of what was handed over.
        fs::create_dir_all(at("handed/over")).unwrap();
        std::os::unix::fs::symlink("../keys", at("handed/include")).unwrap();
        let mut files = vec![("main.cpp".to_owned(), b"#include \"id\"".to_vec())];
        let (include, home) = (at("handed/include"), Home::alone(&at("handed")));
        let search = Search { beside: None, folders: vec![&include], problem: None, home: &home };
        assert_eq!(add(&mut files, &search), Vec::<PathBuf>::new());
    }

    /// The names that the headers of `solutions/cpp/main.cpp` get, in a workspace.
    fn found(source: &str, headers: &[(&str, &str)]) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("ws");
        for (name, text) in headers {
            let file = root.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        fs::create_dir_all(root.join("solutions/cpp")).unwrap();
        fs::write(dir.path().join("outside.h"), "").unwrap();
        let (beside, include, problem) = (root.join("solutions/cpp"), root.join("include"), root.join("problems/p"));
        let (folders, home) = (vec![beside.as_path(), &include], Home::of(&root));
        let search = Search { beside: Some(&beside), folders, problem: Some(&problem), home: &home };
        let mut files = vec![("main.cpp".to_owned(), source.as_bytes().to_vec())];
        add(&mut files, &search);
        files.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn headers_beside_above_and_in_the_problems_folder_are_found_by_the_names_that_people_write() {
        let check = |source: &str, headers: &[(&str, &str)], expected: &[&str]| {
            assert_eq!(found(source, headers), expected, "{source}");
        };
        check("#include \"./x.h\"\n", &[("solutions/cpp/x.h", "")], &["main.cpp", "x.h"]);
        let above = [("solutions/lib/x.h", "#include \"../y.h\"\n"), ("solutions/y.h", "")];
        let names = ["solutions/cpp/main.cpp", "solutions/lib/x.h", "solutions/y.h"];
        check("#include \"../lib/x.h\"\n", &above, &names);
        let far = [("lib/x.h", "#include \"z.h\"\n"), ("lib/z.h", "")];
        check("#include \"../../lib/x.h\"\n", &far, &["ws/solutions/cpp/main.cpp", "ws/lib/x.h", "ws/lib/z.h"]);
        let of_problem = [("problems/p/params.h", "")];
        check("#include \"params.h\"\n", &of_problem, &["main.cpp", "params.h"]);
        check("#include \"../params.h\"\n", &of_problem, &["solutions/cpp/main.cpp", "solutions/params.h"]);
        // What is in `include/` is still found from the root.
        let both = [("solutions/y.h", ""), ("include/lib/a.h", "")];
        let names = ["solutions/cpp/main.cpp", "solutions/y.h", "lib/a.h"];
        check("#include \"../y.h\"\n#include \"lib/a.h\"\n", &both, &names);
    }

    #[test]
    fn nothing_outside_of_the_workspace_is_read() {
        let names = found("#include \"../../../outside.h\"\n", &[]);
        assert_eq!(names.len(), 1, "{names:?}");
        let names = found("#include \"../../testdata/p/1.ans\"\n", &[("testdata/p/1.ans", "1")]);
        assert_eq!(names.len(), 1, "a test is not a header: {names:?}");
    }

    #[test]
    fn a_file_that_includes_very_many_headers_is_not_given_all_of_them() {
        let names: Vec<String> = (0..MOST + 50).map(|at| format!("{at}.h")).collect();
        let headers: Vec<(String, &str)> = names.iter().map(|name| (format!("include/{name}"), "")).collect();
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        let source: String = names.iter().map(|name| format!("#include \"{name}\"\n")).collect();
        assert_eq!(found(&source, &headers).len(), MOST);
    }

    #[test]
    fn a_name_that_leads_down_is_one_name() {
        let check =
            |name: &str, expected: Option<&str>| assert_eq!(plain(Path::new(name)).as_deref(), expected, "{name}");
        check("./a//b/../c.h", Some("a/c.h"));
        check("../a.h", None);
        check("a/../../b.h", None);
        check("/etc/passwd", None);
    }

    #[test]
    fn without_testlib_there_is_one_sentence_with_the_command_that_brings_it() {
        let words = "c.cpp:1:10: fatal error: testlib.h: No such file or directory\ncompilation terminated.\n";
        assert!(missing(words, "c.cpp").unwrap().contains("curl -fsSL -o include/testlib.h"));
        assert_eq!(missing("c.cpp:1: error: testlib.h", "c.cpp"), None);
    }
}
