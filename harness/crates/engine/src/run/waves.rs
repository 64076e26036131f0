//! In which order a problem's solutions are built, and how many of them before the next runs begin.
//!
//! Whatever is built before the first verdict, that verdict waits for. It should not wait for
//! solutions that are judged later, nor for compilers that take many seconds. So solutions are
//! built in *waves*, and each wave is judged before all workers build the next one; idle ones may
//! have begun with it (see `ahead`). The first has a solution for each worker and each further one
//! twice as many, so that many solutions cost few waves. Slow compilers come last.

use crate::build::Languages;
use model::Solution;
use std::ops::Range;

/// Whether nothing waits for a solution's compiler for many seconds.
pub(super) fn is_built_soon(solution: &Solution, languages: &Languages) -> bool {
    !languages.compiles_slowly(&solution.language)
}

/// The waves of solutions, in their order. `soon`: whether each is built soon. Those that are come
/// before those that are not.
pub(super) fn waves(soon: impl Iterator<Item = bool>, jobs: usize) -> Vec<Range<usize>> {
    let soon: Vec<bool> = soon.collect();
    let (mut waves, mut from) = (Vec::new(), 0);
    for alike in soon.chunk_by(|a, b| a == b) {
        let (end, mut most) = (from + alike.len(), jobs.max(1));
        while from < end {
            let to = end.min(from.saturating_add(most));
            waves.push(from..to);
            (from, most) = (to, most.saturating_mul(2));
        }
    }
    waves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wave_is_twice_the_one_before_and_slow_compilers_have_their_own() {
        let check = |soon: usize, late: usize, jobs: usize, expected: &[usize]| {
            let all = std::iter::repeat_n(true, soon).chain(std::iter::repeat_n(false, late));
            let waves = waves(all, jobs);
            let lengths: Vec<usize> = waves.iter().map(ExactSizeIterator::len).collect();
            assert_eq!(lengths, expected, "{soon} soon, {late} late, {jobs} jobs");
            assert!(waves.iter().flat_map(Clone::clone).eq(0..soon + late), "{waves:?}");
        };
        check(0, 0, 2, &[]);
        check(1, 0, 2, &[1]);
        check(3, 0, 2, &[2, 1]);
        check(71, 3, 2, &[2, 4, 8, 16, 32, 9, 2, 1]);
        check(0, 1, 8, &[1]);
        check(5, 1, 0, &[1, 2, 2, 1]);
        check(100, 0, usize::MAX, &[100]);
    }
}
