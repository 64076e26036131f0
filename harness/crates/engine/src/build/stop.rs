//! The stop, which lets a program serve forks of itself; see [`sandbox::stop`].
//!
//! Every solution is linked with it, whether it is judged or hunted. It costs a comparison; in
//! return nothing is compiled twice, and what is hunted is what is judged. rustc makes it for
//! programs in every language that is linked. Where there is no rustc, or rustc rejects it,
//! programs do without, and every run is an ordinary one. So its absence is never a fault.

use crate::build::languages::LanguageEntry;
use crate::build::part::Part;
use crate::build::{Builder, Purpose};
use crate::cell::Cell;
use model::{Key, Language};
use sandbox::{Exec, stop};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// What the compiler leaves in `{out}`.
const FILE: &str = "stop.o";

/// The part of a program's key that says whether the program is linked with the stop, and with
/// which source of it. The compiler that makes the stop does not count.
pub(super) fn key(entry: &LanguageEntry, purpose: Purpose) -> Option<Key> {
    let is_linked = purpose == Purpose::Solution && !entry.stop.is_empty();
    is_linked.then(|| Key::of(&["stop/2", stop::SOURCE], stop::FLAGS.join("\0").as_bytes()))
}

impl Builder {
    /// The folder of the object file, where it can be made.
    pub(super) fn stop(&self, key: &Key, cell: &mut Cell<'_>) -> Option<PathBuf> {
        if self.without_stop.load(Ordering::Relaxed) {
            return None;
        }
        let rust = Language("rust".into());
        let made = self.languages.get(&rust).zip(self.toolchain(&rust).ok()).map(|(entry, toolchain)| {
            let args: Vec<String> =
                stop::FLAGS.into_iter().chain(["-o", "{out}/stop.o", "{source}"]).map(Into::into).collect();
            let key = Key::of(&[&toolchain.version], key.as_bytes());
            let part = Part { name: "the stop", key, sources: &[("stop.rs", stop::SOURCE)], args: &args };
            // No flags of the user's: with overflow checks, or with less optimisation, the object
            // would need Rust's standard library.
            self.part(&part, &entry.without_flags(), toolchain, cell)
        });
        match made {
            Some(Ok(folder)) => folder,
            None | Some(Err(_)) => {
                self.without_stop.store(true, Ordering::Relaxed);
                None
            }
        }
    }
}

/// Has this run of the compiler link the program with the object in `folder`.
pub(super) fn link(entry: &LanguageEntry, folder: &Path, exec: &mut Exec) {
    let file = folder.join(FILE).to_string_lossy().into_owned();
    exec.args.extend(entry.stop.iter().map(|arg| OsString::from(arg.replace("{stop}", &file))));
    exec.readable.push(folder.to_path_buf());
}
