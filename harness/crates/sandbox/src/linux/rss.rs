//! Keeps a cell's own memory out of its programs' readings.
//!
//! A program's `ru_maxrss` cannot read lower than the peak of the process that started it: at exec
//! the kernel carries over the high-water mark of the memory left behind. The launcher's image is
//! the whole harness, and what a cell touches of it would be reported as every small program's
//! memory: the kernel maps the 64 KiB around each page that is touched, as far as they belong to
//! one mapping, and unoptimised code lies scattered over ten megabytes.
//!
//! * So the last steps before exec unmap the pages of all code and constants and reset the mark:
//!   see `spawner::child`. The pages come back from the page cache as the cell uses them, which
//!   takes a tenth of a millisecond.
//! * A cell that starts many programs is instead made small for good, which takes some
//!   milliseconds: every second [`GRAIN`] of code gets a flag that has no effect here. That makes
//!   each grain a mapping of its own, and only what is touched is mapped.
//!
//! Neither is done for tools, whose peaks are not reported.

use crate::Profile;
use std::fs::{self, File};
use std::io::Write;
use std::ops::Range;

/// Bytes of code that are mapped together: a multiple of the page size, unless pages are larger.
const GRAIN: usize = 8 << 10;

/// After this many starts it pays to make a cell small for good.
const MANY: u32 = 64;

/// A cell's mapped code and constants.
#[derive(Default)]
pub(super) struct CellMemory {
    /// Mappings of files that nobody has written to, so dropping their pages loses nothing.
    unchanged: Vec<Range<usize>>,
    mark: Option<File>,
    starts: u32,
}

impl CellMemory {
    /// Call while `/proc` is there. Empty where `/proc` does not say: then small programs read a
    /// little larger.
    pub(super) fn prepare(profile: Profile) -> CellMemory {
        if profile == Profile::Tool {
            return CellMemory::default();
        }
        let maps = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
        let mark = File::options().write(true).open("/proc/self/clear_refs").ok();
        CellMemory { unchanged: unchanged(&maps), mark, starts: 0 }
    }

    /// Returns what the next child has to do before exec: the ranges to unmap, and the file that
    /// resets the mark when [`RESET`] is written to it.
    pub(super) fn for_next_start(&mut self) -> (&[Range<usize>], Option<&File>) {
        self.starts = self.starts.saturating_add(1);
        if self.starts == MANY {
            self.shrink_for_good();
        }
        if self.starts < MANY { (&self.unchanged, self.mark.as_ref()) } else { (&[], None) }
    }

    fn shrink_for_good(&mut self) {
        for range in &self.unchanged {
            scatter(range.clone());
            // SAFETY: private mappings of files in which no page was changed, and which cannot be
            // written to; their pages are read again from the file when they are next used.
            unsafe { libc::madvise(range.start as *mut libc::c_void, range.len(), libc::MADV_DONTNEED) };
        }
        if let Some(mark) = &mut self.mark {
            let _ = mark.write_all(&[RESET]);
        }
    }
}

/// Resets the high-water mark (proc(5)). If that fails, a reading is only larger.
pub(super) static RESET: u8 = b'5';

fn scatter(range: Range<usize>) {
    for start in range.clone().step_by(2 * GRAIN) {
        let length = GRAIN.min(range.end - start);
        // SAFETY: the flag says what a core dump leaves out, and cells write none. If a page is
        // larger than the grain, the kernel refuses.
        unsafe { libc::madvise(start as *mut libc::c_void, length, libc::MADV_DONTDUMP) };
    }
}

/// Finds in `/proc/PID/smaps` the mappings of files that cannot be written to and have no changed
/// page: the loader changes those with addresses in them.
fn unchanged(maps: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut constant = None;
    for line in maps.lines() {
        let mut fields = line.split_ascii_whitespace();
        match fields.next() {
            Some("Anonymous:") if fields.next() == Some("0") => ranges.extend(constant.take()),
            // Another line about the mapping.
            Some(name) if name.ends_with(':') => {}
            _ => constant = constant_of_file(line),
        }
    }
    ranges
}

/// The range of a line of `/proc/PID/maps` that maps a file and cannot be written to.
fn constant_of_file(line: &str) -> Option<Range<usize>> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let matches = ["r-xp", "r--p"].contains(&fields.next()?) && fields.nth(3)?.starts_with('/');
    let number = |text| usize::from_str_radix(text, 16).ok();
    matches.then_some(number(start)?..number(end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_and_constants_of_files_that_nobody_changed_are_dropped() {
        let after = "1000-2000 rw-p 00000000 00:00 0 [heap]\nRss: 4 kB\nAnonymous: 4 kB\n";
        let smaps = |first: &str, anonymous| {
            format!("{first}\nSize:    8 kB\nAnonymous:     {anonymous} kB\nVmFlags: rd ex\n{after}")
        };
        let check = |first: &str| unchanged(&smaps(first, 0));
        let file = std::slice::from_ref(&(0x1000..0x3000));
        assert_eq!(check("1000-3000 r-xp 00000000 fe:00 12 /usr/bin/x"), file);
        assert_eq!(check("1000-3000 r--p 00000000 fe:00 12    /usr/bin/x"), file);
        assert_eq!(check("1000-3000 rw-p 00000000 fe:00 12 /usr/bin/x"), []);
        assert_eq!(check("7ffd000-7ffe000 r-xp 00000000 00:00 0 [vdso]"), []);
        assert_eq!(check("1000-3000 r-xp 00000000 00:00 0"), []);
        assert_eq!(unchanged(&smaps("1000-3000 r--p 00000000 fe:00 12 /usr/bin/x", 4)), []);
        assert_eq!(unchanged(""), []);
    }

    #[test]
    fn what_runs_here_is_found_and_dropped_until_the_cell_is_small_for_good() {
        let here = unchanged as *const () as usize;
        let mut own = CellMemory::prepare(Profile::Solution);
        for _ in 1..MANY {
            let (ranges, mark) = own.for_next_start();
            assert!(ranges.iter().any(|range| range.contains(&here)));
            assert!(mark.is_some());
        }
        assert!(own.for_next_start().0.is_empty());
        assert!(own.for_next_start().1.is_none());
        assert!(CellMemory::prepare(Profile::Tool).for_next_start().0.is_empty());
    }
}
