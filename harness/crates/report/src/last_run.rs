//! What every run leaves behind without being asked: the page, the report as JSON, the list of
//! known failures. A merge of shards leaves the same.
//!
//! Nothing here can fail a run: a file that cannot be written becomes a note. Nothing is forced to
//! disk, because a run must not wait for the disk. Each file is renamed into place, so a reader
//! sees the old one or the new one. Readers cope with what a crash leaves.

use crate::Reporter;
use crate::artifacts::destination::replace;
use crate::artifacts::failed::KnownFailures;
use crate::artifacts::outputs;
use crate::failure::chosen_tests;
use crate::render::page;
use crate::reporter::IsCurrent;
use model::record::Report;
use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The folder that holds the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn page(&self) -> PathBuf {
        self.0.join("report.html")
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
}

/// A note for each file that could not be written. The command prints them at the end.
pub type Notes = Rc<RefCell<Vec<String>>>;

/// The reporter that writes everything when the run is done.
pub struct LastRun {
    folder: Folder,
    notes: Notes,
    page: IsCurrent,
}

impl LastRun {
    /// Files that cannot be written are added to `notes`.
    pub fn new(folder: Folder, notes: &Notes) -> LastRun {
        LastRun { folder, notes: Rc::clone(notes), page: IsCurrent::default() }
    }

    /// Set when this run's page is written.
    pub fn page(&self) -> IsCurrent {
        Rc::clone(&self.page)
    }
}

impl Reporter for LastRun {
    fn done(&mut self, report: &Report) -> io::Result<()> {
        self.page.set(save(report, &self.folder, &mut self.notes.borrow_mut()));
        Ok(())
    }
}

/// Leaves everything behind. Returns whether the page was written.
pub fn save(report: &Report, folder: &Folder, notes: &mut Vec<String>) -> bool {
    if let Err(error) = std::fs::create_dir_all(&folder.0) {
        note(notes, &folder.0, Err(error));
        return false;
    }
    let _turn = turn(folder);
    // A list that cannot be read is lost. Its replacement is at least right about this run.
    let mut failed = KnownFailures::read(&folder.failed()).unwrap_or_default();
    failed.learn(report);
    note(notes, &folder.failed(), failed.write(&folder.failed()));
    let solutions = report.solutions.iter();
    let failures = solutions.flat_map(|solution| chosen_tests(solution).into_iter().map(|test| (&**solution, test)));
    note(notes, &folder.outputs(), outputs::write(&folder.outputs(), failures));
    let json = report.to_json();
    note(notes, &folder.report(), renew(&folder.report(), &json));
    let written = renew(&folder.page(), page::around(&json).as_bytes());
    let has_page = written.is_ok();
    note(notes, &folder.page(), written);
    has_page
}

/// Waits until no other run writes here, as long as the result lives. Two runs that end at once
/// would otherwise both add to the same list of failures, and one forget what the other added; and
/// one would remove the outputs that the other writes. Where a folder cannot be locked, there is
/// only that risk.
#[expect(clippy::disallowed_methods, reason = "a folder, which is locked")]
fn turn(folder: &Folder) -> Option<File> {
    let opened = File::open(&folder.0).ok()?;
    opened.lock().ok().map(|()| opened)
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
    use std::thread;

    /// Plays a run that writes to this folder, and returns its notes.
    fn run_in(folder: &Path, events: &[Event]) -> Vec<String> {
        let notes = Notes::default();
        let mut saved = LastRun::new(Folder(folder.to_path_buf()), &notes);
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
        assert_eq!(names, ["failed.json", "last", "report.html", "report.json"]);
        let folder = Folder(place);
        assert_eq!(read::read(&folder.report()).unwrap().summary.unmet, 1);
        assert_eq!(KnownFailures::read(&folder.failed()).unwrap().solutions.len(), 1);
        assert!(std::fs::read_to_string(folder.page()).unwrap().contains("nim"));
    }

    #[test]
    fn a_page_that_could_not_be_written_is_not_this_runs() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder(dir.path().to_path_buf());
        let has_page = || {
            let notes = Notes::default();
            let mut saved = LastRun::new(folder.clone(), &notes);
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
        let folder = &Folder(dir.path().to_path_buf());
        let runs: Vec<Vec<String>> = (0..6).map(|of| (0..6).map(|n| format!("p{of}-{n}")).collect()).collect();
        thread::scope(|scope| {
            for names in &runs {
                scope.spawn(move || {
                    for name in names {
                        let mut notes = Vec::new();
                        let report = report(vec![Fake::new(&problem(name, 1, 1), "").verdicts("W")]);
                        save(&report, folder, &mut notes);
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
    fn a_report_that_is_kept_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let report = report(vec![Fake::new(&problem("nim", 1, 1), "").verdicts("W")]);
        let folder = Folder(dir.path().join("target/harness"));
        let mut notes = Vec::new();
        assert!(save(&report, &folder, &mut notes) && folder.page().exists());
        assert_eq!(notes, [""; 0]);
        assert_eq!(read::read(&folder.report()).unwrap(), report);
        assert_eq!(KnownFailures::read(&folder.failed()).unwrap().solutions.len(), 1);
    }
}
