//! The table of a class on a terminal: as many columns as its width has room for.

use crate::text::phrase::{Signs, count};
use crate::text::sanitize;
use crate::text::{self, Look, Page, Role, Text};
use model::standings::{Cell, Standings};
use std::io;

/// How problems are headed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Names,
    Letters,
    /// They have no columns: the total stands alone.
    Total,
}

/// Columns of a student's name: the most, the least beside problems, and the least of all.
const NAME: [usize; 3] = [40, 16, 6];

/// Draws the table and the meaning of its letters.
pub fn draw(standings: &Standings, look: Look) -> String {
    let grids = [Detail::Names, Detail::Letters].map(|detail| Grid::of(standings, look, detail));
    let grid = grids.into_iter().find(|grid| grid.fits(look.width));
    let grid = grid.unwrap_or_else(|| Grid::of(standings, look, Detail::Total));
    text::written(look, |page| {
        grid.draw(look, page)?;
        grid.legend(standings, look, page)?;
        below(standings, page)
    })
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
            Detail::Letters | Detail::Total => (Role::Problem, letter(at)),
        });
        let head = [" ", "student"].map(|text| (Role::Dim, text.to_owned())).into_iter().chain(heads);
        let students = standings.rows.iter().map(|row| {
            let rank = row.rank.map_or_else(|| "?".to_owned(), |rank| rank.to_string());
            let cells = row.cells.iter().take(columns).map(|cell| entry(cell.as_ref(), look.unicode));
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

    fn fits(&self, width: Option<usize>) -> bool {
        width.is_none_or(|width| self.others() + self.widths[STUDENT].min(NAME[1]) <= width)
    }

    fn draw(&self, look: Look, page: &mut Page<Vec<u8>>) -> io::Result<()> {
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
        Ok(())
    }

    fn legend(&self, standings: &Standings, look: Look, page: &mut Page<Vec<u8>>) -> io::Result<()> {
        let mut legend: Vec<String> = Vec::new();
        match self.detail {
            Detail::Names => {}
            Detail::Letters => {
                let name = |at: usize| sanitize::name(&standings.problems[at].problem, look.unicode).into_owned();
                legend.extend((0..standings.problems.len()).map(|at| format!("{} {}", letter(at), name(at))));
            }
            Detail::Total => legend.push("too narrow for the problems: a file of the table has them".to_owned()),
        }
        let mut cells = standings.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let several = cells.find(|cell| cell.submissions() > 1).filter(|_| self.detail != Detail::Total);
        legend.extend(several.map(|cell| {
            let which = if standings.rules.last { "last" } else { "best" };
            format!("{}{}: attempts, the {which} one counts", Signs::of(look.unicode).times, cell.submissions())
        }));
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

fn entry(cell: Option<&Cell>, unicode: bool) -> (Role, String) {
    let Some(cell) = cell else { return (Role::Dim, if unicode { "–" } else { "-" }.to_owned()) };
    let attempt = cell.counting();
    let role = match attempt.points {
        None => Role::Warn,
        Some(points) if Some(points) == attempt.of => Role::Good,
        Some(points) if points.0 > 0 => Role::Warn,
        Some(_) => Role::Bad,
    };
    let mut text = attempt.points.map_or_else(|| "?".to_owned(), |points| points.to_string());
    if !attempt.is_accepted() {
        text.push_str(&format!(" {}", attempt.outcome.short()));
    }
    if cell.submissions() > 1 {
        text.push_str(&format!(" {}{}", Signs::of(unicode).times, cell.submissions()));
    }
    (role, text)
}

fn below(standings: &Standings, page: &mut Page<Vec<u8>>) -> io::Result<()> {
    if standings.open == 0 {
        return Ok(());
    }
    let line = format!("{} not judged: the table is not complete", count(standings.open, "submission"));
    page.blank()?;
    page.wrapped(&Text::new().with(Role::Warn, line), 0)
}
