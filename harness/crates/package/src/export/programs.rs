//! Validators, checkers and interactors.
//!
//! A program that is written for testlib, in C++, gets a second source beside it, which
//! adapts arguments and exit codes (polygon2domjudge and rbx adapt such programs, too). It gets its
//! headers, as well. A Rust program becomes a folder with a `build` script, and the kit if it uses
//! that: this is how the format accepts what its own compilers do not. Everything else is included
//! as it is.

use super::{Content, Format, Writer, read};
use crate::folder::uses_testlib;
use crate::kattis::version::OUTPUT_VALIDATOR;
use crate::loss::Weight;
use crate::tree::{file_name, files_below, headers_beside};
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
# Compiles {name}, with the library in kit.rs if that is here.
set -e
cd \"$(dirname \"$0\")\"
if [ -f kit.rs ]; then
  rustc --edition=2021 -O --crate-type=rlib --crate-name=kit -o libkit.rlib kit.rs
  kit='--extern kit=libkit.rlib'
fi
rustc --edition=2021 -O --crate-name=main $kit -o run {name}
rm -f libkit.rlib
";

/// Stands between a program that is written for testlib and the format's tools.
const SHIM: &str = include_str!("testlib_shim.cpp");

impl Writer<'_> {
    pub(super) fn programs(&mut self) -> io::Result<()> {
        let problem = self.problem;
        for validator in &problem.validators {
            if is(validator, "ctd") {
                self.copy(format!("input_validators/{}", file_name(validator)), validator);
            } else {
                let shim = is_cpp(validator) && uses_testlib(validator);
                self.tool("input_validators", validator, true, shim.then_some("validator"))?;
            }
        }
        // A grammar may allow an empty file, and the kit's readers accept any white space.
        if !self.is_as_it_was() && self.is_plain()? {
            self.make("input_validators/layout.cpp", LAYOUT);
        }
        if problem.validators.is_empty() && !self.is_as_it_was() {
            let why = "there is none; the package's own looks at the layout alone";
            self.lose(Weight::Note, "a validator of inputs", why);
        }
        let legacy = self.is_legacy();
        let folder = self.version().name_of(OUTPUT_VALIDATOR);
        match &problem.judging {
            Judging::Compare(Comparison::Unordered) => self.make(format!("{folder}/unordered.cpp"), UNORDERED),
            Judging::Compare(_) => {}
            Judging::Checker(spec) | Judging::Interactor(spec) => {
                let shim = self.shim_for(spec);
                self.tool(folder, &spec.file, legacy, shim)?;
            }
        }
        // BAPCtools warns if only the default validator looks at answers.
        if self.format == Format::Icpc && !matches!(problem.judging, Judging::Interactor(_)) && !self.is_as_it_was() {
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
    fn shim_for(&mut self, spec: &ProgramSpec) -> Option<&'static str> {
        let role = if matches!(self.problem.judging, Judging::Interactor(_)) { "interactor" } else { "checker" };
        let whose = match spec.protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => return None,
            Protocol::Testlib if is_cpp(&spec.file) => return Some(role),
            Protocol::Testlib | Protocol::Called => "testlib",
            Protocol::Peg => "PEG",
            Protocol::Cms => "CMS",
        };
        let what = self.display(&spec.file);
        let why = format!(
            "it speaks as {whose} does, and only a testlib {role} in C++ is adapted: write it for kind = \"icpc\""
        );
        self.lose(Weight::Unjudgeable, what, why);
        None
    }

    /// Puts a program into `folder`, in a folder of its own where `several` programs may lie beside
    /// it and it has more than one file.
    fn tool(&mut self, folder: &str, file: &Path, several: bool, shim: Option<&str>) -> io::Result<()> {
        let own = file_name(file);
        let headers = self.headers(file)?;
        let alone = headers.is_empty() && shim.is_none() && !is(file, "rs") && !file.is_dir();
        let stem = own.rsplit_once('.').map_or(own.as_str(), |(stem, _)| stem);
        let place = if several && !alone { format!("{folder}/{stem}") } else { folder.to_owned() };
        if file.is_dir() {
            self.folder(&place, file);
            return Ok(());
        }
        self.copy(format!("{place}/{own}"), file);
        let uses_kit = is(file, "rs") && String::from_utf8_lossy(&read(file)?).contains("kit");
        if uses_kit {
            self.make(format!("{place}/kit.rs"), as_one_file(self.wishes.kit));
        }
        if is(file, "rs") {
            let build = Content::Made(BUILD.replace("{name}", &own).into_bytes());
            self.put(format!("{place}/build"), build, true);
        }
        if uses_testlib(file) && !headers.iter().any(|(name, _)| name.ends_with(TESTLIB)) {
            let why = "it includes testlib.h, which is not on this machine: put it into include/";
            self.lose(Weight::Unjudgeable, self.display(file), why);
        }
        for (name, header) in headers {
            self.copy(format!("{place}/{name}"), &header);
        }
        if let Some(role) = shim {
            let scored = if self.problem.groups.is_empty() { "false" } else { "true" };
            let text = SHIM.replace("{role}", role).replace("{scored}", scored);
            self.make(format!("{place}/testlib_shim.cpp"), text);
        }
        Ok(())
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

    fn folder(&mut self, place: &str, folder: &Path) {
        for (name, path) in files_below(folder) {
            let executable = is_executable(&path);
            self.put(format!("{place}/{name}"), Content::Copied(path), executable);
        }
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

pub(super) fn is_cpp(file: &Path) -> bool {
    ["cc", "cpp", "cxx"].iter().any(|own| is(file, own))
}

pub(super) fn is(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|own| own == extension)
}

/// Whether the file is started as it is. An imported script has lost its permission to be.
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o100 != 0)
        || beneath::read(path).is_ok_and(|bytes| bytes.starts_with(b"#!"))
}
