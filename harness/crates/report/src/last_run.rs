//! What every run leaves behind without being asked: the page, the report as JSON, the list of
//! known failures, a line of history. A merge of shards leaves the same, except for the history.
//!
//! Nothing here can fail a run: a file that cannot be written becomes a note. Nothing is forced to
//! disk, because a run must not wait for the disk. Each file is renamed into place, so a reader
//! sees the old one or the new one. Readers cope with what a crash leaves.

use crate::Reporter;
use crate::artifacts::destination::replace;
use crate::artifacts::failed::KnownFailures;
use crate::artifacts::history::{self, History};
use crate::artifacts::outputs::{self, Outputs};
use crate::failure::chosen_tests;
use crate::render::html;
use model::record::Report;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;

/// The folder that holds the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(path: PathBuf) -> Folder {
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn page(&self) -> PathBuf {
        self.0.join("report.html")
    }

    /// Where statements go as pages.
    pub fn statements(&self) -> PathBuf {
        self.0.join("statements")
    }

    pub fn report(&self) -> PathBuf {
        self.0.join("report.json")
    }

    pub fn failed(&self) -> PathBuf {
        self.0.join("failed.json")
    }

    /// Where the outputs of failed tests go.
    pub fn outputs(&self) -> PathBuf {
        self.0.join("last")
    }

    /// What was sent to judges. Runs do not touch it.
    pub fn submissions(&self) -> PathBuf {
        self.0.join("submissions.jsonl")
    }

    pub fn history(&self) -> PathBuf {
        self.0.join("history.jsonl")
    }
}

/// A note for each file that could not be written. The command prints them at the end.
pub type Notes = Rc<RefCell<Vec<String>>>;

/// Whether the page in the folder is this run's: where nothing can be written, that of an earlier
/// run may be left.
pub type IsCurrent = Rc<Cell<bool>>;

/// The reporter that writes everything when the run is done.
pub struct LastRun {
    folder: Folder,
    /// This machine's name: times of different machines are not comparable.
    host: String,
    notes: Notes,
    page: IsCurrent,
}

impl LastRun {
    /// Files that cannot be written are added to `notes`.
    pub fn new(folder: Folder, host: String, notes: &Notes) -> LastRun {
        LastRun { folder, host, notes: Rc::clone(notes), page: IsCurrent::default() }
    }

    /// Set when this run's page is written.
    pub fn page(&self) -> IsCurrent {
        Rc::clone(&self.page)
    }
}

impl Reporter for LastRun {
    fn done(&mut self, report: &Report) -> io::Result<()> {
        self.page.set(save(report, &self.folder, &self.host, &mut self.notes.borrow_mut()));
        Ok(())
    }
}

/// Returns whether the page was written.
fn save(report: &Report, folder: &Folder, host: &str, notes: &mut Vec<String>) -> bool {
    let _turn = turn(folder);
    let mut has_page = false;
    remember(report, folder, notes, |notes| {
        let solutions = report.solutions.iter();
        let failures =
            solutions.flat_map(|solution| chosen_tests(solution).into_iter().map(|test| (&**solution, test)));
        note(notes, &folder.outputs(), outputs::write(&folder.outputs(), failures));
        note(notes, &folder.history(), history::append(&folder.history(), report, host));
        let history = History::read(&folder.history(), host);
        let outputs = Outputs { folder: folder.outputs(), display: folder.outputs().display().to_string() };
        let page = html::render_with(report, &history, Some(&outputs));
        let written = renew(&folder.page(), page.as_bytes());
        has_page = written.is_ok();
        note(notes, &folder.page(), written);
    });
    has_page
}

/// The most test runs for which a merge leaves more than the list of failures. A million are 140
/// MB, on a page that no browser opens, and writing them takes longer than reading all the reports.
const MOST_SAVED: usize = 100_000;

/// Leaves behind what a run does, except a line of history: times of several machines are not
/// comparable. What cannot be written is added to `notes`.
pub fn save_merged(report: &Report, folder: &Folder, notes: &mut Vec<String>) {
    let _turn = turn(folder);
    if report.run.runs <= MOST_SAVED {
        remember(report, folder, notes, |notes| {
            note(notes, &folder.page(), renew(&folder.page(), html::render(report).as_bytes()));
        });
        return;
    }
    if !learn(report, folder, notes) {
        return;
    }
    // Files of an earlier run must not pass for those of this one.
    for path in [folder.report(), folder.page()] {
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => note(notes, &path, Err(error)),
            Ok(()) | Err(_) => {}
        }
    }
    notes.push(format!(
        "a report of {} runs is not kept for `harness last`; `--report json=PATH` and `html=PATH` write it",
        report.run.runs
    ));
}

/// Waits until no other run writes here, as long as the result lives. Two runs that end at once
/// would otherwise both add to the same list of failures, and one forget what the other added; and
/// one would remove the outputs that the other writes. Where a folder cannot be locked, there is
/// only that risk.
fn turn(folder: &Folder) -> Option<File> {
    std::fs::create_dir_all(folder.path()).ok()?;
    let opened = File::open(folder.path()).ok()?;
    opened.lock().ok().map(|()| opened)
}

/// Writes the report and the list of failures, and runs `rest`, if the folder can be made.
fn remember(report: &Report, folder: &Folder, notes: &mut Vec<String>, rest: impl FnOnce(&mut Vec<String>)) {
    if !learn(report, folder, notes) {
        return;
    }
    let write = || renew(&folder.report(), &report.to_json());
    // Write in parallel: with 20,000 tests, report and page are a fifth of an unchanged run.
    let written = thread::scope(|scope| {
        let writing = thread::Builder::new().spawn_scoped(scope, write);
        rest(notes);
        match writing {
            Ok(writing) => writing.join().unwrap_or_else(|panic| resume_unwind(panic)),
            // This user may start no more threads.
            Err(_) => write(),
        }
    });
    note(notes, &folder.report(), written);
}

/// Replaces a file, or removes it where the new one cannot be written: that of an earlier run must
/// not pass for this one's.
fn renew(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = replace(path, bytes);
    if written.is_err() {
        // Where the folder is read-only, the note must do.
        let _ = std::fs::remove_file(path);
    }
    written
}

/// Updates the list of failures. False when the folder cannot be made.
fn learn(report: &Report, folder: &Folder, notes: &mut Vec<String>) -> bool {
    if let Err(error) = std::fs::create_dir_all(folder.path()) {
        note(notes, folder.path(), Err(error));
        return false;
    }
    // A list that cannot be read is lost. Its replacement is at least right about this run.
    let mut failed = KnownFailures::read(&folder.failed()).unwrap_or_default();
    failed.learn(report);
    note(notes, &folder.failed(), failed.write(&folder.failed()));
    true
}

fn note(notes: &mut Vec<String>, path: &Path, written: io::Result<()>) {
    if let Err(error) = written {
        notes.push(format!("cannot write {}: {error}", path.display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifacts::read;
    use crate::testing::{Fake, play, problem, report, run};
    use model::Event;

    /// Plays a run that writes to this folder, and returns its notes.
    fn run_in(folder: &Path, events: &[Event]) -> Vec<String> {
        let notes = Notes::default();
        let mut saved = LastRun::new(Folder::new(folder.to_path_buf()), "here".to_owned(), &notes);
        play(events, &mut saved);
        notes.take()
    }

    #[test]
    fn a_run_leaves_everything_behind_and_nothing_temporary() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("target/harness");
        let events = run(vec![Fake::new(&problem("nim", 1, 1), "").verdicts("W")]);
        for _ in 0..2 {
            assert_eq!(run_in(&place, &events), [""; 0]);
        }
        let mut names: Vec<_> = std::fs::read_dir(&place).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["failed.json", "history.jsonl", "last", "report.html", "report.json"]);
        let folder = Folder::new(place);
        assert_eq!(read::read(&folder.report()).unwrap().summary.unmet, 1);
        assert_eq!(KnownFailures::read(&folder.failed()).unwrap().solutions.len(), 1);
        assert_eq!(std::fs::read_to_string(folder.history()).unwrap().lines().count(), 2);
        assert!(std::fs::read_to_string(folder.page()).unwrap().contains("nim"));
    }

    #[test]
    fn a_page_that_could_not_be_written_is_not_this_runs() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(dir.path().to_path_buf());
        let has_page = || {
            let notes = Notes::default();
            let mut saved = LastRun::new(folder.clone(), "here".to_owned(), &notes);
            let page = saved.page();
            play(&run(Vec::new()), &mut saved);
            page.get()
        };
        assert!(has_page());
        std::fs::remove_file(folder.page()).unwrap();
        std::fs::create_dir_all(folder.page().join("in the way")).unwrap();
        assert!(!has_page());
    }

    #[test]
    fn a_place_that_cannot_be_written_is_a_note_and_no_failure() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "").unwrap();
        let notes = run_in(&file.join("harness"), &run(Vec::new()));
        assert!(notes.len() == 1 && notes[0].starts_with("cannot write "), "{notes:?}");
    }

    #[test]
    fn two_runs_that_end_at_once_both_leave_what_failed_and_one_its_outputs() {
        let dir = tempfile::tempdir().unwrap();
        let folder = &Folder::new(dir.path().to_path_buf());
        let runs: Vec<Vec<String>> = (0..6).map(|of| (0..6).map(|n| format!("p{of}-{n}")).collect()).collect();
        thread::scope(|scope| {
            for names in &runs {
                scope.spawn(move || {
                    for name in names {
                        let mut notes = Vec::new();
                        let report = report(vec![Fake::new(&problem(name, 1, 1), "").verdicts("W")]);
                        save(&report, folder, "here", &mut notes);
                        assert_eq!(notes, [""; 0]);
                    }
                });
            }
        });
        let failed = KnownFailures::read(&folder.failed()).unwrap();
        let mut expected: Vec<String> = runs.iter().flatten().map(|name| format!("{name}/{name}.rs")).collect();
        expected.sort();
        assert_eq!(Vec::from_iter(failed.solutions.into_keys()), expected);
        let last = read::read(&folder.report()).unwrap();
        let names = std::fs::read_dir(folder.outputs()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(Vec::from_iter(names), [last.problems[0].problem.as_str()]);
    }

    #[test]
    fn a_merge_leaves_all_but_a_history_and_a_large_one_only_what_failed() {
        let dir = tempfile::tempdir().unwrap();
        let mut report = report(vec![Fake::new(&problem("nim", 1, 1), "").verdicts("W")]);
        let folder = Folder::new(dir.path().join("target/harness"));
        let saved = |report: &Report| {
            let mut notes = Vec::new();
            save_merged(report, &folder, &mut notes);
            let there = [folder.report(), folder.failed(), folder.history(), folder.page()].map(|path| path.exists());
            (there, notes)
        };
        assert_eq!(saved(&report), ([true, true, false, true], Vec::new()));
        assert_eq!(read::read(&folder.report()).unwrap(), report);
        assert_eq!(KnownFailures::read(&folder.failed()).unwrap().solutions.len(), 1);
        report.run.runs = MOST_SAVED + 1;
        let (there, notes) = saved(&report);
        assert_eq!(there, [false, true, false, false]);
        let printed =
            "a report of 100001 runs is not kept for `harness last`; `--report json=PATH` and `html=PATH` write it";
        assert_eq!(notes, [printed]);
    }
}
