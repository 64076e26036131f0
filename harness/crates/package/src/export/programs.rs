//! Validators, checkers and interactors.
//!
//! A Rust program becomes a folder with a `build` script, and the kit if it uses that: this is how
//! the format accepts what its own compilers do not. Everything else is included as it is.

use super::{Content, Format, Writer, read};
use crate::tree::{file_name, headers_beside};
use model::{Comparison, Judging, ProgramSpec, Protocol};
use std::fs;
use std::io;
use std::path::Path;

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

impl Writer<'_> {
    pub(super) fn programs(&mut self) -> io::Result<()> {
        let problem = self.problem;
        for validator in &problem.validators {
            if is(validator, "ctd") {
                self.copy(format!("input_validators/{}", file_name(validator)), validator);
            } else {
                self.tool("input_validators", validator, true)?;
            }
        }
        // A grammar may allow an empty file, and the kit's readers accept any white space.
        if self.is_plain()? {
            self.make("input_validators/layout.cpp", LAYOUT);
        }
        if problem.validators.is_empty() {
            self.lose("a validator of inputs", "there is none; the package's own looks at the layout alone");
        }
        let legacy = self.is_legacy();
        let folder = if legacy { "output_validators" } else { "output_validator" };
        match &problem.judging {
            Judging::Compare(Comparison::Unordered) => self.make(format!("{folder}/unordered.cpp"), UNORDERED),
            Judging::Compare(Comparison::Lines | Comparison::Exact | Comparison::Tokens(_)) => {}
            Judging::Checker(spec) | Judging::Interactor(spec) => {
                self.speaks(spec);
                self.tool(folder, &spec.file, legacy)?;
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

    fn speaks(&mut self, spec: &ProgramSpec) {
        let whose = match spec.protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => return,
            Protocol::Testlib | Protocol::Called => "testlib",
            Protocol::Peg => "PEG",
            Protocol::Cms => "CMS",
        };
        let what = self.display(&spec.file);
        self.lose(what, format!("it speaks as {whose} does, and the format's tools call it otherwise"));
    }

    /// Puts a program into `folder`, in a folder of its own where `several` programs may lie beside
    /// it.
    fn tool(&mut self, folder: &str, file: &Path, several: bool) -> io::Result<()> {
        let own = file_name(file);
        if file.is_dir() {
            let place = if several { format!("{folder}/{own}") } else { folder.to_owned() };
            return self.folder(&place, file);
        }
        if !is(file, "rs") {
            self.copy(format!("{folder}/{own}"), file);
            if ["c", "cc", "cpp", "cxx"].iter().any(|own| is(file, own)) {
                for header in headers_beside(file)? {
                    self.copy(format!("{folder}/{}", file_name(&header)), &header);
                }
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
