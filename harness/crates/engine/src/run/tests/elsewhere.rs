//! Programs may run anywhere: what judges knows a place to run them by two traits alone.

use super::*;
use sandbox::{CompletedPair, CompletedRun, Exec, Partner, Sandbox, Stdin, Terms};
use std::sync::{Mutex, PoisonError};

/// A place that gets each run as a value, and could send it to another machine.
struct Elsewhere<'a> {
    machine: &'a FakeSandbox,
    sent: Sent,
}

struct CellElsewhere {
    cell: Box<dyn sandbox::Cell>,
    sent: Sent,
}

type Sent = Arc<Mutex<Vec<Exec>>>;

fn send(sent: &Sent, exec: &Exec) {
    sent.lock().unwrap_or_else(PoisonError::into_inner).push(exec.clone());
}

impl Sandbox for Elsewhere<'_> {
    fn level(&self) -> Level {
        self.machine.level()
    }

    fn starts(&self, tasks: u32) -> bool {
        self.machine.starts(tasks)
    }

    fn open(&self, core: Option<usize>) -> Result<Box<dyn sandbox::Cell>, Error> {
        Ok(Box::new(CellElsewhere { cell: self.machine.open(core)?, sent: Arc::clone(&self.sent) }))
    }
}

impl sandbox::Cell for CellElsewhere {
    fn level(&self) -> Level {
        self.cell.level()
    }

    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<CompletedRun>, Error> {
        send(&self.sent, exec);
        self.cell.run(exec, cancel)
    }

    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        terms: Terms,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Error> {
        send(&self.sent, first);
        send(&self.sent, second);
        self.cell.run_pair(first, second, terms, cancel)
    }

    fn converse(&mut self, exec: &Exec, partner: Partner<'_>, cancel: &Cancel) -> Result<Option<CompletedRun>, Error> {
        send(&self.sent, exec);
        self.cell.converse(exec, partner, cancel)
    }

    fn forget(&mut self) {
        self.cell.forget();
    }
}

#[test]
fn another_place_to_run_programs_needs_nothing_above_it() {
    let mut stage = Stage::new(&["p.rs", "p--wrong.rs", "p--slow.rs", "p--broken.rs"], &["1", "2"]);
    stage.expect(1, &[Verdict::WrongAnswer]);
    stage.expect(2, &[Verdict::TimeLimit]);
    stage.on("p--wrong", "2", writes("no\n"));
    // Beside others and alone.
    stage.on("p--slow", "2", takes(1100)).on("p--slow", "2", takes(1101));
    stage.on("p--broken", "1", faults(FaultKind::Sandbox));
    let here = stage.run();
    let runs_here = stage.fake.diary().len();
    let place = Elsewhere { machine: &stage.fake, sent: Sent::default() };
    let ports = Ports { sandbox: &place, builds: &stage.builds, limits: &stage };
    let runner = Runner::new(ports, stage.settings.clone(), stage.root(), &stage.cancel).unwrap();
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let mut cache = ResultCache::new(Store::none(), Level::Measured);
    let summary = runner.execute(&stage.plan, &mut cache, &mut listener);
    let elsewhere = Transcript { summary, printed: listener.printed, progress: listener.progress };
    assert_eq!(elsewhere.lines(), here.lines());
    assert_eq!(here.lines()[1..], ["wrong.rs met .W", "slow.rs met .T", "broken.rs undecided !."]);
    let sent = place.sent.lock().unwrap();
    assert_eq!((sent.len(), sent.len()), (runs_here, stage.fake.diary().len() - runs_here));
    // Whatever a run depends on is in the value, its input, too.
    assert!(sent.iter().all(|exec| matches!(exec.stdin, Stdin::File(_))));
}
