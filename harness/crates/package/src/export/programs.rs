//! Validators, checkers and interactors.
//!
//! A program that is written for testlib, in C++ or Python, gets a second source beside it, which
//! adapts arguments and exit codes (polygon2domjudge and rbx adapt such programs, too). It gets its
//! headers, as well. A Rust program becomes a folder with a `build` script, and the kit if it uses
//! that: this is how the format accepts what its own compilers do not. Everything else is included
//! as it is.

use super::{Content, Format, Writer, read};
use crate::folder::uses_testlib;
use crate::tree::{file_name, headers_beside};
use beneath::Home;
use model::{Comparison, Judging, ProgramSpec, Protocol, TESTLIB};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Accepts strictly laid out input. Other tools test whether a validator refuses sloppy white
/// space.
const LAYOUT: &str = include_str!("layout.cpp");
/// Compares the lines of output and answer, in any order.
const UNORDERED: &str = include_str!("unordered.cpp");

const BUILD: &str = "\
#!/bin/sh
# Compiles {name} with the library in kit.rs.
set -e
cd \"$(dirname \"$0\")\"
rustc --edition=2021 -O --crate-type=rlib --crate-name=kit -o libkit.rlib kit.rs
rustc --edition=2021 -O --crate-name=main --extern kit=libkit.rlib -o run {name}
rm libkit.rlib
";

/// The same for a program without the kit: not all tools of the format know Rust.
const BUILD_ALONE: &str = "\
#!/bin/sh
# Compiles {name}.
set -e
cd \"$(dirname \"$0\")\"
rustc --edition=2021 -O --crate-name=main -o run {name}
";

/// Stands between a program that is written for testlib and the format's tools.
const SHIM: &str = include_str!("testlib_shim.cpp");
/// The same for a program in Python, which a script starts with its own.
const PYTHON_SHIM: &str = include_str!("testlib_shim.py");

const RUN_PYTHON: &str = "\
#!/bin/sh
# Starts {name}, which is called as testlib does.
folder=$(dirname \"$0\")
exec python3 \"$folder/testlib_shim.py\" \"$folder/{name}\" \"$@\"
";

/// Some tools of the format start `run` only where there is a `build` that makes it.
const BUILD_PYTHON: &str = "\
#!/bin/sh
# `run` starts {name}: there is nothing to compile.
chmod +x \"$(dirname \"$0\")/run\"
";

/// What a program of the problem's own is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Validator,
    Checker,
    Interactor,
}

impl Role {
    const fn name(self) -> &'static str {
        match self {
            Role::Validator => "validator",
            Role::Checker => "checker",
            Role::Interactor => "interactor",
        }
    }
}

impl Writer<'_> {
    pub(super) fn programs(&mut self) -> io::Result<()> {
        let problem = self.problem;
        for validator in &problem.validators {
            if is(validator, "ctd") {
                self.copy(format!("input_validators/{}", file_name(validator)), validator);
            } else {
                let shim = is_cpp(validator) && uses_testlib(validator);
                self.tool("input_validators", validator, true, shim.then_some(Role::Validator))?;
            }
        }
        // A grammar may allow an empty file, and the kit's readers accept any white space.
        if self.is_plain()? {
            self.make("input_validators/layout.cpp", LAYOUT);
        }
        if problem.validators.is_empty() {
            self.remark("a validator of inputs", "there is none; the package's own looks at the layout alone");
        }
        let legacy = self.is_legacy();
        let folder = if legacy { "output_validators" } else { "output_validator" };
        match &problem.judging {
            Judging::Compare(Comparison::Unordered) => self.make(format!("{folder}/unordered.cpp"), UNORDERED),
            Judging::Compare(Comparison::Lines | Comparison::Exact | Comparison::Tokens(_) | Comparison::Dmoj(_)) => {}
            Judging::Checker(spec) => {
                let shim = self.shim_for(spec, Role::Checker);
                self.tool(folder, &spec.file, legacy, shim)?;
            }
            Judging::Interactor(spec) => {
                let shim = self.shim_for(spec, Role::Interactor);
                self.tool(folder, &spec.file, legacy, shim)?;
            }
        }
        // BAPCtools warns if only the default validator looks at answers.
        if self.format == Format::Icpc && !matches!(problem.judging, Judging::Interactor(_)) {
            match super::answers::grammar(&self.answers()?) {
                Some(text) => self.make("answer_validators/lines.ctd", text),
                None => self.make("answer_validators/layout.cpp", LAYOUT),
            }
        }
        Ok(())
    }

    /// The answers in the package.
    fn answers(&self) -> io::Result<Vec<String>> {
        let answers =
            self.export.files.iter().filter(|(place, _)| place.starts_with("data/") && place.ends_with(".ans"));
        answers.map(|(_, file)| Ok(String::from_utf8_lossy(&file.content.bytes()?).into_owned())).collect()
    }

    /// Whether the layout validator accepts every input.
    fn is_plain(&self) -> io::Result<bool> {
        for (place, file) in &self.export.files {
            if !place.ends_with(".in") || place.starts_with("data/invalid_input/") {
                continue;
            }
            let bytes = file.content.bytes()?;
            let words = bytes.split(|byte| b" \n".contains(byte));
            let has_zeros = |word: &[u8]| {
                word.windows(2).enumerate().any(|(at, pair)| {
                    let begins = at == 0 || !(word[at - 1].is_ascii_alphanumeric() || b"._".contains(&word[at - 1]));
                    begins && pair[0] == b'0' && pair[1].is_ascii_digit()
                })
            };
            if bytes.windows(2).any(|pair| pair == b"\n\n") || words.into_iter().any(has_zeros) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The role in which a shim calls this program, if the format's tools call it otherwise than it
    /// expects.
    fn shim_for(&mut self, spec: &ProgramSpec, role: Role) -> Option<Role> {
        let whose = match spec.protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => return None,
            Protocol::Testlib if is_cpp(&spec.file) || is(&spec.file, "py") => return Some(role),
            Protocol::Testlib | Protocol::Called => "testlib",
            Protocol::Peg => "PEG",
            Protocol::Cms => "CMS",
        };
        let what = self.display(&spec.file);
        let role = role.name();
        let why = format!(
            "it speaks as {whose} does, and only a testlib {role} in C++ or Python is adapted: write it for kind = \"icpc\""
        );
        self.miss(what, why);
        None
    }

    /// Puts a program into `folder`, in a folder of its own where `several` programs may lie beside
    /// it and it has more than one file.
    fn tool(&mut self, folder: &str, file: &Path, several: bool, shim: Option<Role>) -> io::Result<()> {
        let own = file_name(file);
        if file.is_dir() {
            let place = if several { format!("{folder}/{own}") } else { folder.to_owned() };
            return self.folder(&place, file);
        }
        if let Some(role) = shim.filter(|_| is(file, "py")) {
            self.python_tool(folder, file, several, role);
            return Ok(());
        }
        if !is(file, "rs") {
            let headers = self.headers(file)?;
            if uses_testlib(file) && !headers.iter().any(|(name, _)| name.ends_with(TESTLIB)) {
                let why = "it includes testlib.h, which is not on this machine: put it into include/";
                self.miss(self.display(file), why);
            }
            let alone = headers.is_empty() && shim.is_none();
            let stem = own.rsplit_once('.').map_or(own.as_str(), |(stem, _)| stem);
            let place = if several && !alone { format!("{folder}/{stem}") } else { folder.to_owned() };
            self.copy(format!("{place}/{own}"), file);
            for (name, header) in headers {
                // The list of the problem's own files has no place for a file that many share.
                match header.starts_with(&self.problem.dir) {
                    true => self.copy(format!("{place}/{name}"), &header),
                    false => self.make(format!("{place}/{name}"), read(&header)?),
                }
            }
            if let Some(role) = shim {
                let scored = if self.problem.groups.is_empty() { "false" } else { "true" };
                let text = SHIM.replace("{role}", role.name()).replace("{scored}", scored);
                self.make(format!("{place}/testlib_shim.cpp"), text);
            }
            return Ok(());
        }
        let stem = own.trim_end_matches(".rs").to_owned();
        let place = if several { format!("{folder}/{stem}") } else { folder.to_owned() };
        let uses_kit = String::from_utf8_lossy(&read(file)?).contains("kit");
        let build = if uses_kit { BUILD } else { BUILD_ALONE };
        self.put(format!("{place}/build"), Content::Made(build.replace("{name}", &own).into_bytes()), true);
        self.copy(format!("{place}/{own}"), file);
        if uses_kit {
            self.make(format!("{place}/kit.rs"), as_one_file(self.wishes.kit));
        }
        Ok(())
    }

    /// Puts a testlib program in Python into `folder`, with what starts it.
    fn python_tool(&mut self, folder: &str, file: &Path, several: bool, role: Role) {
        let own = file_name(file);
        let place = if several { format!("{folder}/{}", own.trim_end_matches(".py")) } else { folder.to_owned() };
        self.copy(format!("{place}/{own}"), file);
        let scored = if self.problem.groups.is_empty() { "False" } else { "True" };
        self.make(
            format!("{place}/testlib_shim.py"),
            PYTHON_SHIM.replace("{role}", role.name()).replace("{scored}", scored),
        );
        for (name, text) in [("build", BUILD_PYTHON), ("run", RUN_PYTHON)] {
            self.put(format!("{place}/{name}"), Content::Made(text.replace("{name}", &own).into_bytes()), true);
        }
    }

    /// The headers that a program needs, by the names that it includes them under.
    fn headers(&self, file: &Path) -> io::Result<Vec<(String, PathBuf)>> {
        match self.wishes.headers.get(file) {
            Some(headers) => Ok(headers.clone()),
            None if is(file, "c") || is_cpp(file) => Ok(headers_beside(file, &Home::of(self.root))?
                .into_iter()
                .map(|header| (file_name(&header), header))
                .collect()),
            None => Ok(Vec::new()),
        }
    }

    fn folder(&mut self, place: &str, folder: &Path) -> io::Result<()> {
        for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let entry = entry?;
            if entry.file_type().is_file() {
                let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                let content = Content::Copied(entry.path().to_owned());
                self.put(format!("{place}/{}", below.to_string_lossy()), content, is_executable(entry.path()));
            }
        }
        Ok(())
    }
}

/// Turns a crate into one file, with its modules in its root: BAPCtools does not accept a folder
/// inside a program's folder.
fn as_one_file(sources: &[(&str, &str)]) -> String {
    let Some(((_, root), modules)) = sources.split_first() else { return String::new() };
    let mut text = String::new();
    for line in root.lines() {
        let module = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
        let body = module.and_then(|module| modules.iter().find(|(name, _)| name.strip_suffix(".rs") == Some(module)));
        match (module, body) {
            (Some(module), Some((_, body))) => text.push_str(&format!("mod {module} {{\n{body}}}\n")),
            _ => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

fn is_cpp(file: &Path) -> bool {
    ["cc", "cpp", "cxx"].iter().any(|own| is(file, own))
}

fn is(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|own| own == extension)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}
