//! Making a cell's resident memory small, and forgetting how large it ever was.
//!
//! A program's `ru_maxrss` cannot read lower than the peak of the process that started it: at exec the kernel takes over the high-water mark
//! of the memory that is left behind. The launcher's image is the whole harness; what it touched while setting up a cell, in blocks of
//! 64 KiB around each page of code, would be every small program's memory. So before it serves, a cell unmaps the pages of all code,
//! which come back from the page cache as they are used, and resets its high-water mark.

use std::fs::{self, File};
use std::io::Write;
use std::ops::Range;

/// What has to be looked up while `/proc` is there.
pub struct Slim {
    /// Mapped code: never written to, so nothing is lost with its pages.
    code: Vec<Range<usize>>,
    mark: Option<File>,
}

impl Slim {
    /// Empty where `/proc` does not tell: then small programs read a little larger.
    pub fn prepare() -> Slim {
        let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let mark = File::options().write(true).open("/proc/self/clear_refs").ok();
        Slim { code: maps.lines().filter_map(code).collect(), mark }
    }

    pub fn apply(mut self) {
        for range in &self.code {
            // SAFETY: private mappings of files that are executable and not writable hold no changes of ours; their pages are read
            // again from the file when they are next used.
            unsafe { libc::madvise(range.start as *mut libc::c_void, range.len(), libc::MADV_DONTNEED) };
        }
        if let Some(mark) = &mut self.mark {
            // 5 resets the high-water mark (proc(5)). What cannot be reset is only a larger number.
            let _ = mark.write_all(b"5");
        }
    }
}

/// The range of a line of `/proc/PID/maps` that is private code of a file.
fn code(line: &str) -> Option<Range<usize>> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let is_code = fields.next()? == "r-xp" && fields.nth(3)?.starts_with('/');
    let number = |text| usize::from_str_radix(text, 16).ok();
    is_code.then_some(number(start)?..number(end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_of_files_is_dropped() {
        assert_eq!(code("1000-3000 r-xp 00000000 fe:00 12 /usr/bin/x"), Some(0x1000..0x3000));
        assert_eq!(code("1000-3000 r--p 00000000 fe:00 12 /usr/bin/x"), None);
        assert_eq!(code("7ffd000-7ffe000 r-xp 00000000 00:00 0 [vdso]"), None);
        assert_eq!(code("1000-3000 r-xp 00000000 00:00 0"), None);
        assert_eq!(code(""), None);
    }
}
