//! The modules of Python programs that lie beside them: found by the names that a program imports,
//! so that they are part of its build's key. Names that are put together while it runs are not
//! seen.

use crate::build::headers::{MOST, Search};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Adds every module that the first of `files` imports, directly or through other modules, and
/// returns where they are. `below` is what the names of `files` begin with, such as `out/`. A
/// module that is nowhere is left for the interpreter to report.
pub(super) fn add(files: &mut Vec<(String, Vec<u8>)>, search: &Search<'_>, below: &str) -> Vec<PathBuf> {
    let (mut next, mut added) = (0, Vec::new());
    while next < files.len() && files.len() < MOST {
        let source = String::from_utf8_lossy(&files[next].1).replace("\\\n", " ");
        for (folder, names) in imports(&source).into_iter().filter_map(|module| search.module(module)) {
            for name in names {
                let inside = format!("{below}{name}");
                let is_new = files.len() < MOST && files.iter().all(|(other, _)| *other != inside);
                if is_new && let Some((place, bytes)) = search.take(folder, Path::new(&name)) {
                    files.push((inside, bytes));
                    added.push(place);
                }
            }
        }
        next += 1;
    }
    added
}

/// The first part of each module name that a program imports. An import within a string counts,
/// too, and does no harm. A relative import does not: all files of its package are added anyway.
fn imports(source: &str) -> BTreeSet<&str> {
    let statements = source.lines().flat_map(|line| line.split('#').next().unwrap_or_default().split([';', ':']));
    let names = statements.flat_map(|statement| {
        let statement = statement.trim_start();
        let of_module = || keyword(statement, "from").and_then(|rest| rest.split_whitespace().next());
        keyword(statement, "import").or_else(of_module).unwrap_or_default().split(',')
    });
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let names = names.filter_map(|name| name.trim_start().split(|c| !is_part(c)).next());
    names.filter(|name| !name.is_empty() && !is_of_python(name)).collect()
}

/// What follows `keyword` in a statement that begins with it.
fn keyword<'l>(statement: &'l str, keyword: &str) -> Option<&'l str> {
    statement.strip_prefix(keyword).filter(|rest| rest.starts_with([' ', '\t'])).map(str::trim_start)
}

/// Whether the name is that of a module of Python, or begins with `_`. A file of this name beside a
/// program is not added, as a judge has no such file.
fn is_of_python(name: &str) -> bool {
    name.starts_with('_') || OF_PYTHON.split_whitespace().any(|module| module == name)
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
        let check = |source: &str, expected: &[&str]| {
            assert_eq!(imports(source).into_iter().collect::<Vec<_>>(), expected, "{source}");
        };
        check("import util\n", &["util"]);
        check("import sys, util as u  # import no\n", &["util"]);
        check("from lib.graph import f\nimport a.b, c\n", &["a", "c", "lib"]);
        check("if 1: import x; import y; a = b\n", &["x", "y"]);
        check("from m import (a as c,\n  b)\nimport q\n", &["m", "q"]);
        check("from . import x\nfrom .y import z\n", &[]);
        check("important = 1\nfrom_ = 2\n", &[]);
        check("import queue\nfrom heapq import heappush\n", &[]);
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
        assert_eq!(names, ["out/main.py", "out/lib/__init__.py", "out/lib/part.py", "out/util.py", "out/deep.py"]);
        assert_eq!(places.len(), 4);
    }

    #[test]
    fn a_package_of_very_many_files_is_not_taken_whole() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("all")).unwrap();
        (0..MOST + 50).for_each(|at| fs::write(dir.path().join(format!("all/m{at}.py")), "").unwrap());
        let home = Home::alone(dir.path());
        let search = Search { beside: None, folders: vec![dir.path()], problem: None, home: &home };
        let mut files = vec![("main.py".to_owned(), b"import all".to_vec())];
        add(&mut files, &search, "");
        assert_eq!(files.len(), MOST);
    }
}
