//! What DMOJ's judge adds to a program: unbuffered output, names that its compiler defines.

use super::Dmoj;
use super::init::Bridge;
use crate::reading::PackageReader;
use crate::tree::file_name;
use model::is_header;
use std::path::{Path, PathBuf};

/// The judge loads a library for this; a source file in the program does the same.
const UNBUFFERED: &str = "#include <stdio.h>
__attribute__((constructor)) static void unbuffered(void) { setvbuf(stdout, NULL, _IONBF, 0); }
";

/// The file beside `source` that switches off output buffering. Programs in languages other than C
/// and C++ print as usual.
pub(super) fn unbuffered(source: &Path) -> Option<(PathBuf, Vec<u8>)> {
    let extension = source.extension()?.to_str().filter(|own| matches!(*own, "c" | "cc" | "cpp" | "cxx"))?;
    Some((format!("unbuffered.{extension}").into(), UNBUFFERED.into()))
}

/// The line that `-DNAME=VALUE` stands for.
fn definition(flag: &str) -> Option<String> {
    let (name, value) = flag.strip_prefix("-D").map(|it| it.split_once('=').unwrap_or((it, "1")))?;
    Some(format!("#define {name} {value}\n"))
}

/// Flags that change no verdict.
fn is_harmless(flag: &str) -> bool {
    ["-O", "-W", "-g", "-m"].iter().any(|start| flag.starts_with(start))
}

impl PackageReader<'_, Dmoj> {
    /// The program in `file` in the form in which it is compiled: itself, or a folder in which it
    /// is put together with what its flags and its buffering ask for. `None`: it cannot be.
    pub(super) fn judging_program(&mut self, bridge: &Bridge, file: PathBuf, role: &str) -> Option<PathBuf> {
        let more = (role == "interactor" && !bridge.buffered).then(|| unbuffered(&file)).flatten();
        let definitions: String = bridge.flags.iter().filter_map(|flag| definition(flag)).collect();
        let other = bridge.flags.iter().find(|flag| definition(flag).is_none() && !is_harmless(flag));
        if let Some(flag) = other {
            let title = format!("the flag `{flag}` of the {role} is not read");
            self.mistakes.warning(bridge.place.clone(), title, "without it");
        }
        let several = bridge.files.iter().skip(1).any(|name| !is_header(name));
        if more.is_none() && definitions.is_empty() && !several {
            return Some(file);
        }
        let parts = || {
            let own = [definitions.into_bytes(), beneath::read(&file)?].concat();
            let mut files = vec![(PathBuf::from(file_name(&file)), own)];
            files.extend(more);
            let listed = bridge.files.iter().skip(1).filter_map(|name| self.tree.file(name));
            let all = self.tree.below("").map(|(_, path)| path);
            let beside = all.filter(|path| path.parent() == file.parent() && is_header(path));
            for path in listed.chain(beside) {
                let name = PathBuf::from(file_name(path));
                if files.iter().all(|(taken, _)| *taken != name) {
                    files.push((name, beneath::read(path)?));
                }
            }
            Ok(files)
        };
        let parts = parts();
        self.put_together(&file, parts)
    }
}
