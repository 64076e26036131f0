//! Small phrases that messages and reports share: times, counts, lists of names.

use crate::timing::MeasuredLimit;
use std::time::Duration;

/// Writes a measured time: `<1 ms`, `3 ms`, `999 ms`, `1.41 s`, `12.3 s`, `75 s`.
pub fn time(duration: Duration) -> String {
    let ms = duration.as_secs_f64() * 1e3;
    match ms {
        0.0 => "0 ms".to_owned(),
        ..0.95 => "<1 ms".to_owned(),
        ..999.5 => format!("{ms:.0} ms"),
        ..9_995.0 => format!("{:.2} s", ms / 1e3),
        ..59_950.0 => format!("{:.1} s", ms / 1e3),
        _ => format!("{:.0} s", ms / 1e3),
    }
}

/// Writes a configured time: `1.0 s`, `0.25 s`, `2.0 s`.
pub fn limit(duration: Duration) -> String {
    let text = format!("{:.3}", duration.as_secs_f64());
    let text = text.trim_end_matches('0');
    if text.ends_with('.') { format!("{text}0 s") } else { format!("{text} s") }
}

/// `1,234,567`.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// `1 test`, `2 tests`, `1,000 tests`.
pub fn count(n: usize, thing: &str) -> String {
    format!("{} {thing}{}", number(n as u64), if n == 1 { "" } else { "s" })
}

/// Lists at most `most` names, and the number of the others: `a, b and 3 others`.
pub fn names<S: AsRef<str>>(all: &[S], most: usize) -> String {
    let most = if all.len() == most + 1 { most + 1 } else { most };
    let visible = all.iter().take(most).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(most) {
        0 => visible,
        more => format!("{visible} and {} others", number(more as u64)),
    }
}

/// `inferred: accepted/slow.py takes 1.2 s on secret/03`.
pub fn inferred(measured: &MeasuredLimit) -> String {
    let MeasuredLimit { limit: _, slowest, most, solution, test, left_out } = measured;
    // What is a little more says nothing.
    let most = Some(most).filter(|most| **most > slowest.mul_f64(1.1));
    let most = most.map_or_else(String::new, |most| format!(" to {}", time(*most)));
    let without = match left_out.len() {
        0 => String::new(),
        left => format!("; {} cannot be run here", count(left, "other")),
    };
    format!("inferred: {} takes {}{most} on {test}{without}", solution.short(), time(*slowest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_that_matter() {
        let cases = [
            (0, "0 ms"),
            (200, "<1 ms"),
            (950, "1 ms"),
            (3_000, "3 ms"),
            (999_400, "999 ms"),
            (999_600, "1.00 s"),
            (1_414_000, "1.41 s"),
            (12_345_000, "12.3 s"),
            (75_000_000, "75 s"),
        ];
        for (us, text) in cases {
            assert_eq!(time(Duration::from_micros(us)), text);
        }
    }

    #[test]
    fn limits_read_as_they_were_written() {
        for (ms, text) in [(1000, "1.0 s"), (250, "0.25 s"), (2500, "2.5 s"), (10_000, "10.0 s"), (1, "0.001 s")] {
            assert_eq!(limit(Duration::from_millis(ms)), text);
        }
    }

    #[test]
    fn counts_agree_with_their_noun() {
        assert_eq!([count(0, "test"), count(1, "test"), count(1234, "test")], ["0 tests", "1 test", "1,234 tests"]);
    }

    #[test]
    fn long_lists_say_how_many_they_leave_out() {
        assert_eq!(names(&["a", "b"], 2), "a, b");
        assert_eq!(names(&["a", "b", "c"], 2), "a, b, c");
        assert_eq!(names(&["a", "b", "c", "d"], 2), "a, b and 2 others");
    }
}
