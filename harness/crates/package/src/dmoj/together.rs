//! What DMOJ's judge adds to a program: unbuffered output, names that its compiler defines, links
//! in its folder.

use super::DmojReader;
use super::init::Bridge;
use crate::judged::put_together;
use model::{FileBeside, FileNames, Key, TestJudging, is_header};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

impl DmojReader<'_> {
    /// The program in `file` in the form in which it is compiled: itself, or a folder in which it
    /// is put together with what its flags and its buffering ask for.
    pub(super) fn judging_program(
        &mut self,
        bridge: &Bridge,
        file: PathBuf,
        place: &Range<usize>,
        role: &str,
    ) -> PathBuf {
        let more = (role == "interactor" && !bridge.buffered).then(|| unbuffered(&file)).flatten();
        let definitions: String = bridge.flags.iter().filter_map(|flag| definition(flag)).collect();
        let other = bridge.flags.iter().find(|flag| definition(flag).is_none() && !is_harmless(flag));
        if let Some(flag) = other {
            let title = format!("the flag `{flag}` of the {role} is not read");
            self.mistakes.warning(place.clone(), title, "without it");
        }
        let several = bridge.files.iter().skip(1).any(|name| !is_header(name));
        if more.is_none() && definitions.is_empty() && !several {
            return file;
        }
        let put = || {
            let own = file.file_name()?;
            let mut files = vec![(PathBuf::from(own), [definitions.into_bytes(), beneath::read(&file).ok()?].concat())];
            files.extend(more);
            let listed = bridge.files.iter().skip(1).filter_map(|name| self.tree.file(name));
            let beside = self
                .tree
                .below("")
                .map(|(_, path)| path)
                .filter(|path| path.parent() == file.parent() && is_header(path));
            for path in listed.chain(beside) {
                let name = PathBuf::from(path.file_name()?);
                if files.iter().all(|(taken, _)| *taken != name) {
                    files.push((name, beneath::read(path).ok()?));
                }
            }
            // The copy is called like its original.
            let name = file.strip_prefix(self.found.root).ok()?;
            let folder = self.found.stage.join(self.found.id.as_str()).join("programs").join(name);
            put_together(&folder, &files).ok()?;
            Some(folder)
        };
        put().unwrap_or(file)
    }

    /// How tests are judged when solutions find the package's links in their folders.
    pub(super) fn linked(&mut self, judged: Option<Arc<TestJudging>>) -> Option<Arc<TestJudging>> {
        let mut beside = Vec::new();
        for (name, target) in &self.init.symlinks {
            let names = FileNames { input: Some(name.it.clone()), output: None };
            let path = PathBuf::from(target);
            if names.are_plain() && FileBeside::is_stream(&path) {
                let content = Key::of(&[], target.as_bytes());
                beside.push(FileBeside { name: name.it.clone(), path, content });
            } else {
                let title = format!("links to `{target}` are not made");
                self.mistakes.warning(name.place.clone(), title, "not read").hint =
                    Some("a stream's name, such as /dev/stdin, is linked".to_owned());
            }
        }
        if beside.is_empty() {
            return judged;
        }
        Some(Arc::new(TestJudging { beside, ..judged.map(Arc::unwrap_or_clone).unwrap_or_default() }))
    }
}
