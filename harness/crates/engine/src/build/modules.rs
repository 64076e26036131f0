//! The modules of Python programs that lie beside them: found by the names that a program imports,
//! so that they are part of its build's key. Names that are put together while it runs are not
//! seen.

use crate::build::headers::Search;
use std::path::{Path, PathBuf};

/// A program that imports more files has gone wrong.
const MOST: usize = 200;
const LARGEST: u64 = 4 << 20;

/// Adds every module that the first of `files` imports, directly or through other modules, and
/// returns where they are. `below` is what the names of `files` begin with, such as `out/`. A
/// module that is nowhere is left for the interpreter to report.
pub(super) fn add(files: &mut Vec<(String, Vec<u8>)>, search: &Search<'_>, below: &str) -> Vec<PathBuf> {
    let (mut next, mut added) = (0, Vec::new());
    while next < files.len() && files.len() < MOST {
        let (name, bytes) = files[next].clone();
        let own = name.strip_prefix(below).unwrap_or(&name);
        for wanted in imports(&String::from_utf8_lossy(&bytes)).iter().flat_map(|import| import.files(Path::new(own))) {
            let inside = format!("{below}{wanted}");
            if files.iter().any(|(other, _)| *other == inside) {
                continue;
            }
            if let Some((place, bytes)) = search.read(Path::new(&wanted), LARGEST) {
                files.push((inside, bytes));
                added.push(place);
            }
        }
        next += 1;
    }
    added
}

/// A module that a program imports.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Import {
    /// The dots in front: how many folders up it is looked for, plus one. None: from the program's.
    dots: usize,
    /// The parts of its name.
    parts: Vec<String>,
}

impl Import {
    /// The files that the module may be made of, for a file of this name.
    fn files(&self, importing: &Path) -> Vec<String> {
        let mut folder = match self.dots {
            0 => PathBuf::new(),
            _ => importing.parent().map(Path::to_owned).unwrap_or_default(),
        };
        for _ in 1..self.dots {
            if !folder.pop() {
                return Vec::new();
            }
        }
        if self.dots == 0 && self.parts.first().is_some_and(|first| is_of_python(first)) {
            return Vec::new();
        }
        let mut files = Vec::new();
        for part in &self.parts {
            folder.push(part);
            files.push(folder.with_extension("py"));
            files.push(folder.join("__init__.py"));
        }
        files.iter().filter_map(|file| file.to_str().map(str::to_owned)).collect()
    }
}

/// Every module that a line may import: one within a text is taken along, too, and harms nothing.
fn imports(source: &str) -> Vec<Import> {
    // Names in parentheses may go over several lines.
    let joined = source.replace("\\\n", " ");
    let mut imports = Vec::new();
    let mut open: Option<Import> = None;
    for line in joined.lines() {
        let line = line.split('#').next().unwrap_or_default();
        if let Some(from) = &open {
            let (inside, is_over) = line.split_once(')').map_or((line, false), |(inside, _)| (inside, true));
            imports.extend(members(from, inside));
            if is_over {
                open = None;
            }
            continue;
        }
        for statement in line.split([';', ':']) {
            let words = statement.trim_start();
            if let Some(names) = keyword(words, "import") {
                imports.extend(names.split(',').filter_map(|name| module(name.split_whitespace().next()?)));
            } else if let Some((name, names)) = keyword(words, "from")
                .and_then(|rest| rest.split_once(" import").or_else(|| rest.split_once("\timport")))
                && let Some(from) = module(name.trim())
            {
                let names = names.trim_start();
                let inside = names.strip_prefix('(');
                imports.push(from.clone());
                imports.extend(members(&from, inside.unwrap_or(names).split(')').next().unwrap_or_default()));
                open = inside.filter(|inside| !inside.contains(')')).map(|_| from);
            }
        }
    }
    imports
}

/// What stands behind a keyword.
fn keyword<'l>(words: &'l str, keyword: &str) -> Option<&'l str> {
    let rest = words.strip_prefix(keyword)?;
    rest.starts_with([' ', '\t']).then(|| rest.trim_start())
}

fn module(name: &str) -> Option<Import> {
    let named = name.trim_start_matches('.');
    let dots = name.len() - named.len();
    let parts: Vec<String> = named.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let is_name = |part: &String| part.chars().all(|c| c.is_alphanumeric() || c == '_');
    (parts.iter().all(is_name) && (dots > 0 || !parts.is_empty())).then_some(Import { dots, parts })
}

/// What is imported from a module may be a module of it.
fn members(from: &Import, names: &str) -> Vec<Import> {
    let names = names.split(',').filter_map(|name| module(name.split_whitespace().next()?));
    let member = |name: Import| Import { dots: from.dots, parts: [from.parts.clone(), name.parts].concat() };
    names.map(member).collect()
}

/// Whether Python brings the module along: a file of this name beside a program does not take its
/// place, as a judge has no such file.
fn is_of_python(name: &str) -> bool {
    name.starts_with('_') || OF_PYTHON.split_whitespace().any(|own| own == name)
}

/// Source: `sys.stdlib_module_names` of Python 3.11, seen in November 2026.
const OF_PYTHON: &str = "\
    abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb \
    binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop \
    collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg \
    crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email \
    encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib \
    functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac \
    html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword \
    lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap \
    modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers \
    opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil \
    platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr \
    pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy \
    sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket \
    socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string \
    stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib \
    tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace \
    traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid \
    venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp \
    zipfile zipimport zlib zoneinfo annotationlib compression";

#[cfg(test)]
mod tests {
    use super::*;
    use beneath::Home;
    use std::fs;

    #[test]
    fn the_modules_that_a_program_imports_are_found_wherever_it_says_so() {
        let check = |source: &str, own: &str, expected: &[&str]| {
            let all = imports(source);
            let files: Vec<String> = all.iter().flat_map(|import| import.files(Path::new(own))).collect();
            let files: Vec<&str> =
                files.iter().map(String::as_str).filter(|file| !file.ends_with("__init__.py")).collect();
            assert_eq!(files, expected, "{source}");
        };
        check("import util\n", "a.py", &["util.py"]);
        check("import sys, util as u  # import no\n", "a.py", &["util.py"]);
        check("from util import f\n", "a.py", &["util.py", "util.py", "util/f.py"]);
        check("import lib.graph\n", "a.py", &["lib.py", "lib/graph.py"]);
        check("if 1: import x; import y\n", "a.py", &["x.py", "y.py"]);
        let of_several = ["m.py", "m.py", "m/a.py", "m.py", "m/b.py"];
        check("from m import (a as c,  # one\n  b)\nimport q\n", "a.py", &[&of_several[..], &["q.py"]].concat());
        check("from m import \\\n  a\n", "a.py", &of_several[..3]);
        check("from . import x\nfrom .y import z\n", "p/__init__.py", &["p/x.py", "p/y.py", "p/y.py", "p/y/z.py"]);
        check("from .. import x\n", "p/q/a.py", &["p/x.py"]);
        check("from ... import x\n", "p/a.py", &[]);
        check("important = 1\nfrom_ = 2\nimport 1x/../y\n", "a.py", &[]);
        check("import queue\nfrom heapq import heappush\n", "a.py", &[]);
    }

    #[test]
    fn modules_are_taken_from_beside_the_program_and_no_link_leads_out() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir_all(at("own/lib")).unwrap();
        for (name, text) in
            [("own/util.py", "import deep\n"), ("own/deep.py", ""), ("own/lib/__init__.py", "from . import part\n")]
        {
            fs::write(at(name), text).unwrap();
        }
        fs::write(at("own/lib/part.py"), "").unwrap();
        fs::write(at("own/queue.py"), "not this one").unwrap();
        fs::write(at("secret.py"), "s").unwrap();
        std::os::unix::fs::symlink("../secret.py", at("own/link.py")).unwrap();
        let own = at("own");
        let home = Home::alone(&own);
        let search = Search { beside: Some(&own), folders: vec![&own], problem: None, home: &home };
        let source = b"import util, lib, queue, link, none\nfrom .. import secret\n".to_vec();
        let mut files = vec![("out/main.py".to_owned(), source)];
        let places = add(&mut files, &search, "out/");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["out/main.py", "out/util.py", "out/lib/__init__.py", "out/deep.py", "out/lib/part.py"]);
        assert_eq!(places.len(), 4);
    }
}
