//! The table of a class on a terminal. Shrinks with the width, from names and words down to
//! letters.

use crate::text::phrase::{Signs, count};
use crate::text::sanitize;
use crate::text::{self, Look, Page, Role, Text};
use model::standings::{Cell, Outcome, Standings};
use std::io;

/// How much a cell says, and how problems are headed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// `0 WA`, below the problem's name.
    Names,
    /// `0 WA`, below a letter.
    Words,
    /// `W`, below a letter.
    Letters,
    /// The total alone.
    Total,
}

/// Columns of a student's name: the most, the least where there is a choice, and the least of all.
const NAME: [usize; 3] = [40, 16, 6];

/// Draws the table, the meaning of its letters, and the languages.
pub fn draw(standings: &Standings, look: Look) -> String {
    text::written(look.color, look.width, |page| {
        table(standings, look, page)?;
        below(standings, look, page)
    })
}

fn table(standings: &Standings, look: Look, page: &mut Page<Vec<u8>>) -> io::Result<()> {
    let details = [Detail::Names, Detail::Words, Detail::Letters, Detail::Total];
    let least = |detail| if detail == Detail::Total { NAME[2] } else { NAME[1] };
    let plan = details.into_iter().map(|detail| Grid::of(standings, look, detail));
    let grid = plan.into_iter().find(|grid| grid.fits(look.width, least(grid.detail)));
    let grid = grid.unwrap_or_else(|| Grid::of(standings, look, Detail::Total));
    grid.draw(standings, look, page)
}

/// The cells as drawn, those of the head first, and the widths of their columns: rank, name,
/// problems, total.
struct Grid {
    detail: Detail,
    rows: Vec<Vec<(Role, String)>>,
    widths: Vec<usize>,
}

/// The column of the names.
const STUDENT: usize = 1;

impl Grid {
    fn of(standings: &Standings, look: Look, detail: Detail) -> Grid {
        let columns = if detail == Detail::Total { 0 } else { standings.problems.len() };
        let name = |text: &str| sanitize::name(text, look.unicode).into_owned();
        let heads = (0..columns).map(|at| match detail {
            Detail::Names => (Role::Problem, name(&standings.problems[at].problem)),
            Detail::Words | Detail::Letters | Detail::Total => (Role::Problem, letter(at)),
        });
        let head = [" ", "student"].map(|text| (Role::Dim, text.to_owned())).into_iter().chain(heads);
        let students = standings.rows.iter().map(|row| {
            let rank = row.rank.map_or_else(|| "?".to_owned(), |rank| rank.to_string());
            let cells = row.cells.iter().take(columns).map(|cell| entry(cell.as_ref(), detail, look.unicode));
            let before = [(Role::Dim, rank), (Role::Strong, name(&row.student))].into_iter();
            before.chain(cells).chain([(Role::Strong, row.total.to_string())]).collect()
        });
        let head = head.chain([(Role::Dim, "total".to_owned())]).collect();
        let rows: Vec<Vec<(Role, String)>> = [head].into_iter().chain(students).collect();
        let widest = |at: usize| rows.iter().map(|row| sanitize::width(&row[at].1)).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..columns + 3).map(widest).collect();
        widths[STUDENT] = widths[STUDENT].min(NAME[0]);
        Grid { detail, rows, widths }
    }

    /// All columns but that of the name, with the gaps before and between them.
    fn others(&self) -> usize {
        self.widths.iter().map(|width| width + 2).sum::<usize>() - 2 - self.widths[STUDENT]
    }

    fn fits(&self, width: Option<usize>, least: usize) -> bool {
        width.is_none_or(|width| self.others() + self.widths[STUDENT].min(least) <= width)
    }

    fn draw(&self, standings: &Standings, look: Look, page: &mut Page<Vec<u8>>) -> io::Result<()> {
        let room = look.width.map_or(NAME[0], |width| width.saturating_sub(self.others()).max(NAME[2]));
        for row in &self.rows {
            let mut line = Text::new();
            for (at, (role, text)) in row.iter().enumerate() {
                let width = if at == STUDENT { self.widths[at].min(room) } else { self.widths[at] };
                let mut cell = Text::new().with(*role, text);
                if cell.width() > width {
                    let dots = Signs::of(look.unicode).ellipsis;
                    cell = cell.cut(width.saturating_sub(sanitize::width(dots))).with(Role::Dim, dots);
                }
                line.push(Role::Plain, if at > 0 { "  " } else { "" });
                if at == 0 || at + 1 == row.len() {
                    line.push(Role::Plain, " ".repeat(width - cell.width()));
                } else {
                    cell.pad(width);
                }
                line.append(&cell);
            }
            page.line(&line)?;
        }
        self.legend(standings, look, page)
    }

    fn legend(&self, standings: &Standings, look: Look, page: &mut Page<Vec<u8>>) -> io::Result<()> {
        let mut legend: Vec<String> = Vec::new();
        match self.detail {
            Detail::Names => {}
            Detail::Words | Detail::Letters => {
                let name = |at: usize| sanitize::name(&standings.problems[at].problem, look.unicode).into_owned();
                legend.extend((0..standings.problems.len()).map(|at| format!("{} {}", letter(at), name(at))));
            }
            Detail::Total => legend.push("too narrow for the problems: --csv and --html have them".to_owned()),
        }
        if self.detail != Detail::Total
            && standings.attempts().count() > standings.rows.iter().flat_map(|r| r.cells.iter().flatten()).count()
        {
            legend.push(format!("{}2: attempts", Signs::of(look.unicode).times));
        }
        match legend.is_empty() {
            true => Ok(()),
            false => page.wrapped(&Text::new().with(Role::Dim, legend.join(Signs::of(look.unicode).between)), 0),
        }
    }
}

/// `A`, `B`, … `Z`, `AA`.
fn letter(at: usize) -> String {
    let last = char::from(b'A' + u8::try_from(at % 26).unwrap_or(0));
    if at < 26 { last.to_string() } else { format!("{}{last}", letter(at / 26 - 1)) }
}

fn entry(cell: Option<&Cell>, detail: Detail, unicode: bool) -> (Role, String) {
    let Some(cell) = cell else { return (Role::Dim, if unicode { "–" } else { "-" }.to_owned()) };
    let attempt = cell.counting();
    let points = attempt.points.map(|points| points.to_string());
    let role = match attempt.points {
        None => Role::Warn,
        Some(points) if Some(points) == attempt.of => Role::Good,
        Some(points) if points.0 > 0 => Role::Warn,
        Some(_) => Role::Bad,
    };
    if detail == Detail::Letters {
        let text = match (&attempt.outcome, points.filter(|text| text != "0")) {
            (_, Some(points)) => points,
            (Outcome::Judged(verdict), None) => verdict.letter().to_string(),
            (Outcome::Fault(_) | Outcome::NoTool | Outcome::NotJudged | Outcome::Unread(_), None) => "?".to_owned(),
        };
        return (role, text);
    }
    let mut text = points.unwrap_or_else(|| "?".to_owned());
    if !attempt.is_accepted() {
        text.push_str(&format!(" {}", attempt.outcome.short()));
    }
    if cell.attempts.len() > 1 {
        text.push_str(&format!(" {}{}", Signs::of(unicode).times, cell.attempts.len()));
    }
    (role, text)
}

fn below(standings: &Standings, look: Look, page: &mut Page<Vec<u8>>) -> io::Result<()> {
    let languages = standings.languages();
    if languages.is_empty() {
        return Ok(());
    }
    let of = |(name, all, accepted): &(&str, usize, usize)| {
        format!("{} {all} ({accepted} accepted)", sanitize::name(name, look.unicode))
    };
    let line = languages.iter().map(of).collect::<Vec<_>>().join(Signs::of(look.unicode).between);
    page.blank()?;
    page.wrapped(&Text::new().with(Role::Dim, line), 0)?;
    if standings.open > 0 {
        let line = format!("{} not judged: the table is not complete", count(standings.open, "submission"));
        page.wrapped(&Text::new().with(Role::Warn, line), 0)?;
    }
    Ok(())
}
