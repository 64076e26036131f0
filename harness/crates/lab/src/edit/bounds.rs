//! Looks for the least and the greatest value that is accepted, by a few questions at a time.

use std::sync::LazyLock;

/// What was accepted and refused of a value.
#[derive(Clone, Debug, Default)]
pub(super) struct Range {
    pub accepted: Option<(i128, i128)>,
    /// The greatest one below and the least one above that were refused.
    refused: [Option<i128>; 2],
    is_open: [bool; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Low,
    High,
}

/// Bounds that people write: 0, powers of ten and two, and few times the former.
static PLAIN: LazyLock<Vec<i128>> = LazyLock::new(|| {
    let tens = (0..19).flat_map(|power| [1, 2, 5].map(|times| times * 10_i128.pow(power)));
    let twos = (4..64).flat_map(|power| [(1 << power) - 1, 1 << power]);
    let positive: Vec<i128> = tens.chain(twos).filter(|bound| *bound <= i128::from(u64::MAX)).collect();
    let mut all: Vec<i128> = positive.iter().flat_map(|bound| [-bound, *bound]).chain([0]).collect();
    all.sort_unstable();
    all.dedup();
    all
});

impl Range {
    pub(super) fn include(&mut self, value: i128) {
        let (low, high) = self.accepted.unwrap_or((value, value));
        self.accepted = Some((low.min(value), high.max(value)));
        // Something else was the reason.
        self.refused[0] = self.refused[0].filter(|refused| *refused < value);
        self.refused[1] = self.refused[1].filter(|refused| *refused > value);
    }

    pub(super) fn scale(&mut self, times: i128) {
        self.accepted = self.accepted.map(|(low, high)| (low * times, high * times));
        self.refused = [None; 2];
    }

    /// Returns a value to ask about. `None` if a question is open, or if both neighbours are known.
    pub(super) fn question(&mut self, end: End, draw: u64) -> Option<i128> {
        let (low, high) = self.accepted?;
        let (good, step, refused) = match end {
            End::Low => (low, -1, self.refused[0]),
            End::High => (high, 1, self.refused[1]),
        };
        let is_exact = refused == Some(good + step);
        // A value may have been refused for what stood beside it.
        if std::mem::replace(&mut self.is_open[end as usize], true) || (is_exact && !draw.is_multiple_of(16)) {
            return None;
        }
        let limit = refused.unwrap_or(step << 64);
        let start = PLAIN.partition_point(|bound| *bound <= good.min(limit));
        let stop = PLAIN.partition_point(|bound| *bound < good.max(limit)).max(start);
        let between = &PLAIN[start..stop];
        if is_exact || (draw.is_multiple_of(2) && PLAIN.binary_search(&good).is_ok()) {
            return Some(good + step);
        }
        Some(match (between.is_empty(), refused) {
            (true, None) => good + step,
            (true, Some(refused)) => good + (refused - good) / 2,
            // Most bounds are near.
            (false, None) if draw % 4 < 2 && end == End::High => between[between.len().min(8) - 1],
            (false, None) if draw % 4 < 2 => between[between.len().saturating_sub(8)],
            (false, _) => between[between.len() / 2],
        })
    }

    pub(super) fn refuse(&mut self, end: End, value: i128) {
        let Some((low, high)) = self.accepted else { return };
        let nearest = &mut self.refused[end as usize];
        match end {
            End::Low if value < low => *nearest = Some(nearest.map_or(value, |before| before.max(value))),
            End::High if value > high => *nearest = Some(nearest.map_or(value, |before| before.min(value))),
            End::Low | End::High => {}
        }
    }

    /// Ends the questions at both ends, so that others can be put.
    pub(super) fn reopen(&mut self) {
        self.is_open = [false; 2];
    }
}
