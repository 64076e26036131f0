//! Making a cell's resident memory small, and forgetting how large it ever was.
//!
//! A program's `ru_maxrss` cannot read lower than the peak of the process that started it: at exec
//! the kernel takes over the high-water mark of the memory that is left behind. The launcher's
//! image is the whole harness, and what a cell touches of it would be every small program's memory.
//! Three things keep that small:
//!
//! * Of code and constants, only what is touched is mapped. The kernel maps the 64 KiB around each
//!   page that is touched, as far as they are of one mapping; so every second [`GRAIN`] of them
//!   gets a flag that means nothing here, which makes each a mapping of its own. Not optimised, the
//!   code of a cell lies scattered over ten megabytes, of which this keeps nine out. It takes some
//!   milliseconds, and is not done for tools, whose peaks stand in no report.
//! * Before it serves, a cell unmaps the pages of all code, which come back from the page cache as
//!   they are used.
//! * Then it resets its high-water mark.

use crate::Profile;
use std::fs::{self, File};
use std::io::Write;
use std::ops::Range;

/// Bytes of code that are mapped together: a multiple of the page size on every machine whose pages
/// are no larger.
const GRAIN: usize = 8 << 10;

/// What has to be looked up while `/proc` is there.
pub(crate) struct Footprint {
    /// Mapped code: never written to, so nothing is lost with its pages.
    code: Vec<Range<usize>>,
    mark: Option<File>,
}

impl Footprint {
    /// To be called before the cell does anything else. Empty where `/proc` does not tell: then
    /// small programs read a little larger.
    pub(super) fn prepare(profile: Profile) -> Footprint {
        let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
        if profile != Profile::Tool {
            for range in maps.lines().filter_map(|line| of_file(line, &["r-xp", "r--p"])) {
                scatter(range);
            }
        }
        let mark = File::options().write(true).open("/proc/self/clear_refs").ok();
        Footprint { code: maps.lines().filter_map(|line| of_file(line, &["r-xp"])).collect(), mark }
    }

    pub(super) fn shrink(mut self) {
        for range in &self.code {
            // SAFETY: private mappings of files that are executable and not writable hold no
            // changes of ours; their pages are read again from the file when they are next used.
            unsafe { libc::madvise(range.start as *mut libc::c_void, range.len(), libc::MADV_DONTNEED) };
        }
        if let Some(mark) = &mut self.mark {
            // 5 resets the high-water mark (proc(5)). What cannot be reset is only a larger number.
            let _ = mark.write_all(b"5");
        }
    }
}

fn scatter(range: Range<usize>) {
    for start in range.clone().step_by(2 * GRAIN) {
        let length = GRAIN.min(range.end - start);
        // SAFETY: the flag says what a core dump shall leave out, and cells write none. A page
        // larger than the grain is refused.
        unsafe { libc::madvise(start as *mut libc::c_void, length, libc::MADV_DONTDUMP) };
    }
}

/// The range of a line of `/proc/PID/maps` that maps a file with one of these permissions.
fn of_file(line: &str, permissions: &[&str]) -> Option<Range<usize>> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let matches = permissions.contains(&fields.next()?) && fields.nth(3)?.starts_with('/');
    let number = |text| usize::from_str_radix(text, 16).ok();
    matches.then_some(number(start)?..number(end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_of_files_is_dropped() {
        let code = |line| of_file(line, &["r-xp"]);
        assert_eq!(code("1000-3000 r-xp 00000000 fe:00 12 /usr/bin/x"), Some(0x1000..0x3000));
        assert_eq!(code("1000-3000 r--p 00000000 fe:00 12 /usr/bin/x"), None);
        assert_eq!(code("7ffd000-7ffe000 r-xp 00000000 00:00 0 [vdso]"), None);
        assert_eq!(code("1000-3000 r-xp 00000000 00:00 0"), None);
        assert_eq!(code(""), None);
    }
}
