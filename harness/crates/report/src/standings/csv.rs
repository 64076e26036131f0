//! The table of a class for a spreadsheet: as RFC 4180 says but with `\n`, in UTF-8, one line per
//! student.
//!
//! Students choose their own names. One that a spreadsheet would take for a formula gets an
//! apostrophe in front, as OWASP advises; some programs also take the full-width signs of Chinese
//! and Japanese keyboards for a formula's. A field with a possible separator is quoted: in much of
//! Europe that is a semicolon.

use crate::text::sanitize;
use model::standings::{Cell, Outcome, Standings};

/// Renders the whole table.
pub fn render(standings: &Standings) -> String {
    let mut head = vec!["rank".to_owned(), "student".to_owned(), "total".to_owned()];
    for column in &standings.problems {
        head.push(column.problem.clone());
        head.extend(["verdict", "attempts", "ms", "file"].map(|what| format!("{} {what}", column.problem)));
    }
    let rows = standings.rows.iter().map(|row| {
        let rank = row.rank.map(|rank| rank.to_string()).unwrap_or_default();
        let before = [rank, row.student.clone(), row.total.to_string()];
        before.into_iter().chain(row.cells.iter().flat_map(|cell| of_cell(cell.as_ref()))).collect()
    });
    [head].into_iter().chain(rows).map(|fields| line(&fields)).collect()
}

fn of_cell(cell: Option<&Cell>) -> [String; 5] {
    let Some(cell) = cell else { return Default::default() };
    let attempt = cell.counting();
    let verdict = if let Outcome::Judged(verdict) = &attempt.outcome {
        verdict.name().to_owned()
    } else {
        attempt.outcome.short().replace(' ', "-")
    };
    let points = attempt.points.map(|points| points.to_string()).unwrap_or_default();
    let ms = attempt.cpu.map(|cpu| format!("{:.0}", cpu.as_secs_f64() * 1e3)).unwrap_or_default();
    [points, verdict, cell.submissions().to_string(), ms, attempt.file.clone()]
}

fn line(fields: &[String]) -> String {
    fields.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",") + "\n"
}

/// What a formula begins with, in ASCII and in full width.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Quotes, and what may separate fields.
const SPECIAL: [char; 6] = [',', ';', '\t', '|', '"', '\''];

fn quoted(field: &str) -> String {
    let mut field_text = sanitize::name(field, true).into_owned();
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_number = field_text.strip_prefix('-').is_some_and(digits);
    if field_text.starts_with(FORMULA) && !is_number {
        field_text.insert(0, '\'');
    }
    if field_text.contains(SPECIAL) { format!("\"{}\"", field_text.replace('"', "\"\"")) } else { field_text }
}
