//! The table on a scripted terminal.

use super::*;
use crate::testing::{Fake, problem, run};
use crate::text::Look;
use model::{TestId, Verdict};
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

/// A terminal that understands the codes written here. Like most, it reflows long lines when its
/// width changes.
struct Vt {
    columns: usize,
    rows: usize,
    /// From the first line ever written. A line ends at a newline, and may take several rows.
    lines: Vec<Vec<char>>,
    /// The line, and the place in it.
    cursor: (usize, usize),
    writes: usize,
    /// All characters put on the screen, for tests that check what was redrawn.
    written: String,
}

impl Vt {
    fn height(&self, line: usize) -> usize {
        self.lines[line].len().div_ceil(self.columns).max(1)
    }

    /// The row of the cursor, counted from the first line ever written.
    fn row(&self) -> usize {
        (0..self.cursor.0).map(|line| self.height(line)).sum::<usize>() + self.cursor.1 / self.columns
    }

    fn all_rows(&self) -> usize {
        (0..self.lines.len()).map(|line| self.height(line)).sum()
    }

    fn up(&mut self, n: usize) {
        // The cursor stops at the top of the screen: lines that scrolled off cannot be reached.
        let top = self.all_rows().saturating_sub(self.rows);
        let mut row = self.row().saturating_sub(n).max(top);
        let mut line = 0;
        while row >= self.height(line) {
            row -= self.height(line);
            line += 1;
        }
        self.cursor = (line, row * self.columns);
    }

    fn put(&mut self, c: char) {
        let (line, at) = self.cursor;
        let line = &mut self.lines[line];
        line.resize(line.len().max(at + 1), ' ');
        line[at] = c;
        self.cursor.1 += 1;
        self.written.push(c);
    }

    fn write(&mut self, text: &str) {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\r' => self.cursor.1 -= self.cursor.1 % self.columns,
                '\n' => {
                    self.cursor = (self.cursor.0 + 1, 0);
                    self.lines.resize(self.lines.len().max(self.cursor.0 + 1), Vec::new());
                }
                '\x1b' => {
                    assert_eq!(chars.next(), Some('['));
                    let code: String = chars.by_ref().take_while_inclusive(|c| !c.is_ascii_alphabetic());
                    match code.as_str() {
                        "J" => {
                            self.lines.truncate(self.cursor.0 + 1);
                            self.lines[self.cursor.0].truncate(self.cursor.1);
                        }
                        "K" => self.lines[self.cursor.0].truncate(self.cursor.1),
                        "?2026h" | "?2026l" => {}
                        code if code.ends_with('m') => {}
                        code => self.up(code.strip_suffix('A').expect(code).parse().unwrap()),
                    }
                }
                c => self.put(c),
            }
        }
    }

    fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned());
        lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }
}

/// Takes an escape code up to and including its final letter.
trait TakeWhileInclusive: Iterator<Item = char> {
    fn take_while_inclusive(self, more: impl Fn(&char) -> bool) -> String;
}

impl<I: Iterator<Item = char>> TakeWhileInclusive for I {
    fn take_while_inclusive(self, more: impl Fn(&char) -> bool) -> String {
        let mut text = String::new();
        for c in self {
            text.push(c);
            if !more(&c) {
                break;
            }
        }
        text
    }
}

#[derive(Clone)]
struct Terminal(Rc<RefCell<Vt>>);

impl Terminal {
    fn new(columns: usize, rows: usize) -> Terminal {
        let vt = Vt { columns, rows, lines: vec![Vec::new()], cursor: (0, 0), writes: 0, written: String::new() };
        Terminal(Rc::new(RefCell::new(vt)))
    }

    fn text(&self) -> String {
        self.0.borrow().text()
    }

    /// Takes what was put on the screen since the last call.
    fn written(&self) -> String {
        std::mem::take(&mut self.0.borrow_mut().written)
    }

    fn screen(&self) -> Screen {
        let size = Rc::clone(&self.0);
        let size = move || Size { columns: size.borrow().columns, rows: size.borrow().rows };
        let look = Look { color: false, unicode: true, width: None };
        Screen::new(Box::new(self.clone()), Box::new(size), look)
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut vt = self.0.borrow_mut();
        vt.writes += 1;
        vt.write(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Results<W>(W);

impl<W: Write> Reporter for Results<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Finished(result) => writeln!(self.0, "result {}", result.name),
            Event::Done(_) => writeln!(self.0, "done"),
            Event::Started(_) | Event::Compiler(_) | Event::Diagnosed(_) | Event::Inferred(_) => Ok(()),
        }
    }
}

/// A table without patience: what is drawn must not depend on the clock.
fn live(terminal: &Terminal) -> Live<Results<Spool>> {
    let spool = Spool::default();
    let mut live = Live::new(Results(spool.clone()), spool, terminal.screen());
    (live.patience, live.pace) = (Duration::ZERO, Duration::ZERO);
    live
}

/// A worker begins a run that is named at once.
fn begin(live: &mut Live<Results<Spool>>, solution: usize) {
    live.board.long = Duration::ZERO;
    let what = Work::Run { solution, test: TestId("secret/01".into()) };
    live.progress(&Progress::Begun { worker: 0, what }).unwrap();
}

fn running(done: usize, verdict: Option<Verdict>, expected: bool) -> Progress {
    Progress::Running { done, total: 8, ran: Some(FinishedRun { verdict, expected }) }
}

/// Two solutions on four tests each.
fn events() -> Vec<Event> {
    let nim = problem("nim", 1, 3);
    run(vec![Fake::new(&nim, ""), Fake::new(&nim, "brute")])
}

#[test]
fn the_table_stands_below_the_results_and_is_gone_at_the_end() {
    let terminal = Terminal::new(80, 24);
    let mut live = live(&terminal);
    let events = events();
    live.event(&events[0]).unwrap();
    live.progress(&Progress::Building { done: 1, total: 2 }).unwrap();
    assert_eq!(terminal.text(), "  Building ━━━━━━━━━━━━──────────── 1/2");
    live.progress(&running(1, Some(Verdict::Accepted), true)).unwrap();
    live.progress(&running(2, Some(Verdict::WrongAnswer), false)).unwrap();
    live.progress(&running(3, None, false)).unwrap();
    let line = "   Running ━━━━━━━━━─────────────── 3/8 · 1 unexpected · 1 fault";
    assert_eq!(terminal.text(), line);
    live.event(&events[1]).unwrap();
    assert_eq!(terminal.text(), ["result nim/nim.rs", line].join("\n"));
    live.event(&events[2]).unwrap();
    live.event(&events[3]).unwrap();
    assert_eq!(terminal.text(), "result nim/nim.rs\nresult nim/brute.rs\ndone");
}

#[test]
fn a_frame_is_one_write_and_writes_only_lines_that_changed() {
    let terminal = Terminal::new(80, 24);
    let mut live = live(&terminal);
    live.event(&events()[0]).unwrap();
    live.progress(&running(2, Some(Verdict::Accepted), true)).unwrap();
    let writes = terminal.0.borrow().writes;
    live.progress(&running(2, Some(Verdict::Accepted), true)).unwrap();
    assert_eq!(terminal.0.borrow().writes, writes, "nothing new is not written");
    terminal.written();
    begin(&mut live, 0);
    assert_eq!(terminal.0.borrow().writes, writes + 1);
    let written = terminal.written();
    assert!(written.contains("nim/nim.rs") && !written.contains("2/8"), "{written}");
}

#[test]
fn history_stays_whole_on_a_small_screen_however_many_solutions_run() {
    let terminal = Terminal::new(60, 9);
    let mut live = live(&terminal);
    let nim = problem("nim", 1, 0);
    let fakes: Vec<Fake> = (0..30).map(|i| Fake::new(&nim, &format!("solution-{i}"))).collect();
    let events = run(fakes);
    live.event(&events[0]).unwrap();
    let mut expected = Vec::new();
    for i in 0..30 {
        // Workers are up to five solutions ahead.
        for ahead in if i == 0 { 0..6 } else { i + 5..(i + 6).min(30) } {
            live.progress(&running(ahead + 1, Some(Verdict::Accepted), true)).unwrap();
        }
        let table = terminal.text().lines().count() - expected.len();
        assert!((1..=4).contains(&table), "a third of nine rows, and the headline: {table}");
        live.event(&events[i + 1]).unwrap();
        expected.push(format!("result nim/solution-{i}.rs"));
        assert!(terminal.text().starts_with(&expected.join("\n")), "{}", terminal.text());
    }
    live.event(&events[31]).unwrap();
    expected.push("done".to_owned());
    assert_eq!(terminal.text(), expected.join("\n"));
}

#[test]
fn no_line_is_as_wide_as_the_screen() {
    let terminal = Terminal::new(40, 24);
    let mut live = live(&terminal);
    live.event(&events()[0]).unwrap();
    begin(&mut live, 0);
    live.progress(&running(1, Some(Verdict::WrongAnswer), false)).unwrap();
    let text = terminal.text();
    assert!(text.lines().all(|line| sanitize::width(line) < 40), "{text}");
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn a_window_that_is_resized_is_drawn_anew_without_remains() {
    for columns in [30, 50, 120] {
        let terminal = Terminal::new(70, 24);
        let mut live = live(&terminal);
        let events = events();
        live.event(&events[0]).unwrap();
        live.progress(&running(1, Some(Verdict::WrongAnswer), false)).unwrap();
        terminal.0.borrow_mut().columns = columns;
        live.progress(&running(2, Some(Verdict::WrongAnswer), false)).unwrap();
        let text = terminal.text();
        assert_eq!(text.lines().count(), 1, "{columns} columns\n{text}");
        assert!(text.starts_with("   Running"), "{columns} columns\n{text}");
        live.event(&events[1]).unwrap();
        drop(live);
        assert_eq!(terminal.text(), "result nim/nim.rs");
    }
}

#[test]
fn what_a_person_types_meanwhile_is_gone_with_the_next_frame() {
    let terminal = Terminal::new(80, 24);
    let mut live = live(&terminal);
    live.event(&events()[0]).unwrap();
    live.progress(&running(1, Some(Verdict::Accepted), true)).unwrap();
    terminal.0.borrow_mut().write("^C");
    live.event(&events()[3]).unwrap();
    assert_eq!(terminal.text(), "done");
}

#[test]
fn a_short_run_shows_no_table() {
    let terminal = Terminal::new(80, 24);
    let mut live = live(&terminal);
    live.patience = Duration::MAX;
    live.event(&events()[0]).unwrap();
    live.progress(&running(1, Some(Verdict::Accepted), true)).unwrap();
    assert_eq!((terminal.text().as_str(), terminal.0.borrow().writes), ("", 0));
}

#[test]
fn a_run_that_breaks_off_leaves_the_screen_clean() {
    let terminal = Terminal::new(80, 24);
    let mut live = live(&terminal);
    live.progress(&running(1, None, false)).unwrap();
    assert_ne!(terminal.text(), "");
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _live = live;
        std::panic::resume_unwind(Box::new("a bug"));
    }));
    assert!(panicked.is_err());
    assert_eq!(terminal.text(), "");
}

#[test]
fn what_takes_long_is_named_with_its_time() {
    let terminal = Terminal::new(60, 24);
    let mut live = live(&terminal);
    live.board.long = Duration::ZERO;
    live.event(&events()[0]).unwrap();
    live.progress(&Progress::Building { done: 1, total: 2 }).unwrap();
    let what = Work::File("problems/nim/checker.rs".to_owned());
    live.progress(&Progress::Begun { worker: 1, what }).unwrap();
    let text = terminal.text();
    assert!(text.lines().nth(1).unwrap().starts_with("           problems/nim/checker.rs  0."), "{text}");
    live.progress(&Progress::Ended { worker: 1 }).unwrap();
    assert_eq!(terminal.text().lines().count(), 1);
    begin(&mut live, 1);
    let text = terminal.text();
    assert!(text.contains("           nim/brute.rs on secret/01  0."), "{text}");
}

#[test]
fn what_is_measured_again_is_said_and_goes_on_with_the_clock() {
    let terminal = Terminal::new(80, 24);
    let mut live = live(&terminal);
    live.event(&events()[0]).unwrap();
    live.progress(&Progress::Retiming { done: 0, total: 1 }).unwrap();
    assert!(terminal.text().ends_with("0/1 test again, alone"), "{}", terminal.text());
    live.board.long = Duration::from_secs(3);
    let what = Work::Run { solution: 0, test: TestId("secret/01".into()) };
    live.progress(&Progress::Begun { worker: 0, what }).unwrap();
    assert_eq!(terminal.text().lines().count(), 1, "short so far");
    // As if three seconds had gone by.
    live.board.long = Duration::ZERO;
    live.progress(&Progress::Waiting).unwrap();
    assert!(terminal.text().contains("nim/nim.rs on secret/01  0."), "{}", terminal.text());
}
