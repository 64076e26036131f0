//! The row of a submission's table, in which Kattis puts what its JSON leaves out.

use crate::words::without_tags;
use std::time::Duration;

/// What the row says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct SubmissionRow {
    /// The verdict as the page shows it.
    pub(super) status: Option<String>,
    pub(super) score: Option<String>,
    pub(super) time: Option<Duration>,
    /// One element a test.
    pub(super) tests: Option<u32>,
}

pub(super) fn read(html: &str) -> SubmissionRow {
    let status = cell(html, "status");
    let (status, score) = match status.as_deref().and_then(|text| text.split_once('(')) {
        Some((status, score)) => {
            (Some(status.trim().to_owned()), score.split(')').next().map(|score| score.trim().to_owned()))
        }
        None => (status, None),
    };
    let tests = html.match_indices("<i").filter(|(at, _)| html[at + 2..].starts_with([' ', '>'])).count();
    SubmissionRow {
        status,
        score,
        time: cell(html, "cpu").and_then(|text| seconds(&text)),
        tests: u32::try_from(tests).ok().filter(|tests| *tests > 0),
    }
}

/// The text of the element with this `data-type`, up to the next one or the end of its cell.
fn cell(html: &str, kind: &str) -> Option<String> {
    let at = html.find(&format!("data-type=\"{kind}\""))?;
    let inside = &html[at..];
    let inside = &inside[inside.find('>')? + 1..];
    let end = ["</td", "data-type="].iter().filter_map(|end| inside.find(end)).min().unwrap_or(inside.len());
    let text = without_tags(&inside[..end]);
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// `0.12 s`, `> 1.00 s`
fn seconds(text: &str) -> Option<Duration> {
    let number = text.split_whitespace().find_map(|word| word.parse::<f64>().ok())?;
    Duration::try_from_secs_f64(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_status_score_time_and_tests() {
        let html = "<tr><td data-type=\"status\"><div class=\"status\"><span>Accepted (37)</span></div></td>\
                    <td data-type=\"cpu\">0.12&nbsp;s</td><td data-type=\"testcases\"><i class=\"accepted\"></i>\
                    <i class=\"rejected\"></i><i class=\"is-empty\"></i></td></tr>";
        let row = read(html);
        assert_eq!(row.status.as_deref(), Some("Accepted"));
        assert_eq!(row.score.as_deref(), Some("37"));
        assert_eq!(row.time, Some(Duration::from_millis(120)));
        assert_eq!(row.tests, Some(3));
    }

    #[test]
    fn a_strange_row_holds_nothing() {
        for html in ["", "<td data-type=\"status\"", "<td data-type=\"cpu\">soon</td>", "<img src=x>"] {
            assert_eq!(read(html), SubmissionRow::default(), "{html}");
        }
        assert_eq!(read("<td data-type=\"cpu\">&gt; 1.00 s").time, Some(Duration::from_secs(1)));
    }
}
