//! The umask that a shell hands down.

use rustix::fs::Mode;
use rustix::process::umask;

/// Makes no file, from now on, that everybody may write, whatever the umask: at the level
/// `measured`, root's programs could write results into the cache. And none that its owner may not
/// use. Everything else of the umask stays as the user wants it.
pub fn keep_others_out() {
    let own = umask(Mode::RWXG | Mode::RWXO);
    umask((own | Mode::WOTH).difference(Mode::RWXU));
}
