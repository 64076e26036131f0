//! Two programs that talk, well and badly.

use crate::bench::{Fate, KIB, MIB, exec, fate, levels, open, rust, slowness, text};
use sandbox::{
    Cancel, Cell, CompletedPair, CompletedRun, CoreWait, Exec, Exit, Level, Partner, Profile, Side, StopReason, Terms,
};
use std::io::Write;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::time::Duration;

/// A program that does what its arguments say, one after the other.
fn actor() -> PathBuf {
    rust(
        "actor",
        r#"use std::io::*; use std::time::Duration;
        fn main() {
            let mut out = stdout(); let mut input = BufReader::new(stdin());
            for word in std::env::args().skip(1) {
                let (what, n) = word.split_at(1);
                let n: usize = n.parse().unwrap_or(1);
                match what {
                    // say n lines; hear n lines; hear by name; open streams by name, for reading
                    // and for writing; hear to the end; echo n lines; flood
                    // n MiB; exit n; sleep; pause n tenths of a second; spin; close the output;
                    // write files; compute for n hundredths of a second, in a child a tenth of them
                    "s" => for i in 0..n { writeln!(out, "line {i}").unwrap(); out.flush().unwrap() },
                    "h" => for _ in 0..n { let mut s = String::new(); if input.read_line(&mut s).unwrap() == 0 { eprint!("eof"); break } },
                    "n" => { let _ = std::fs::File::open("/dev/stdin").unwrap().read(&mut [0; 9]).unwrap(); }
                    "o" => for name in ["/dev/stdin", "/dev/stdout"] { for write in [false, true] {
                        let opened = std::fs::OpenOptions::new().read(!write).write(write).open(name);
                        eprint!("{}", u8::from(opened.is_ok())); } },
                    "a" => { let mut v = Vec::new(); input.read_to_end(&mut v).unwrap(); eprint!("{}", v.len()); }
                    "e" => for _ in 0..n { let mut s = String::new(); if input.read_line(&mut s).unwrap() == 0 { eprint!("eof"); break }
                        out.write_all(s.as_bytes()).unwrap(); out.flush().unwrap() },
                    "f" => for _ in 0..n { if out.write_all(&vec![b'x'; 1 << 20]).is_err() { eprint!("broken"); break } },
                    "x" => std::process::exit(n as i32),
                    "z" => std::thread::sleep(Duration::from_secs(1000)),
                    "p" => std::thread::sleep(Duration::from_millis(100 * n as u64)),
                    "w" => for n in 0.. { std::fs::write(format!("f{n}"), vec![1; 500_000]).unwrap(); },
                    "b" => loop { std::hint::spin_loop() },
                    "k" => for _ in 0..10 {
                        let mut child = std::process::Command::new(std::env::args().next().unwrap());
                        assert!(child.arg(format!("u{}", n / 10)).status().unwrap().success()) },
                    "u" => { extern "C" { fn clock() -> std::os::raw::c_long; }
                        while unsafe { clock() } < n as std::os::raw::c_long * 10_000 {} }
                    "c" => { extern "C" { fn close(fd: i32) -> i32; } unsafe { close(1); } }
                    _ => unreachable!(),
                }
            }
        }"#,
    )
}

fn part(words: &str, profile: Profile) -> Exec {
    let mut exec = exec(&actor());
    exec.args = words.split(' ').map(Into::into).collect();
    exec.profile = profile;
    exec.limits.output = 64 * MIB;
    exec.limits.memory = 256 * MIB;
    exec
}

const LONG: Duration = Duration::from_secs(60);

/// More time than any program here takes.
fn long(transcript: u64) -> Terms {
    Terms { wall: LONG, alone: LONG, is_open_after: |_| true, grace: LONG, transcript }
}

/// With the other end of its input it could write to itself, and with that of its output it could
/// take back what it said.
#[test]
fn a_program_in_a_dialogue_opens_its_input_for_reading_and_its_output_for_writing_only() {
    for &level in levels() {
        let pair = talk(&mut *open(level), "o1 s1", "h1", LONG);
        let opened = text(&pair.first.stderr);
        // A kernel without landlock leaves a solution without these names.
        assert!(["1001", "0000"].contains(&opened.as_str()), "{level:?}: {pair:?}");
    }
}

fn talk(cell: &mut dyn Cell, first_words: &str, second_words: &str, wall: Duration) -> CompletedPair {
    let (first, second) = (part(first_words, Profile::Solution), part(second_words, Profile::Tool));
    let cancel = Cancel::new().unwrap();
    // A program that does not end by itself takes all of it. For the others it is only a guard.
    let sleeps = [first_words, second_words].iter().any(|words| words.contains('z'));
    let grace = if sleeps { Duration::from_millis(500) * slowness() } else { LONG };
    // The end of the first one counts after 42 alone.
    let is_open_after = |exit| exit == Exit::Code(42);
    let terms = Terms { wall, alone: grace, is_open_after, grace, transcript: 64 * KIB };
    let done = cell.run_pair(&first, &second, terms, &cancel);
    done.unwrap().expect("nobody cancels this run")
}

/// Checks at every level how both end, which was first, and what the second wrote to standard
/// error.
fn check(first: &str, second: &str, wall: Duration, fates: (Fate, Fate), ended: Option<Side>, words: &str) {
    for &level in levels() {
        let pair = talk(&mut *open(level), first, second, wall);
        let limits = part("", Profile::Tool).limits;
        let got = (fate(&pair.first, &limits), fate(&pair.second, &limits));
        assert_eq!((got, pair.ended_first), (fates, ended), "{level:?} {first} / {second}: {pair:?}");
        assert_eq!(text(&pair.second.stderr), words, "{level:?} {first} / {second}");
    }
}

#[test]
fn a_dialogue_goes_back_and_forth_and_is_kept() {
    for &level in levels() {
        let mut cell = open(level);
        for _ in 0..3 {
            let pair = talk(&mut *cell, "e3", "s3 h3 x42", LONG);
            let printed: Vec<u8> = pair.transcript.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
            assert_eq!(printed.len(), 42, "{level:?} {pair:?}");
            assert_eq!(pair.transcript[0].0, Side::Second);
            assert!(!pair.transcript_cut);
            assert_eq!(text(&pair.first.stdout), "line 0\nline 1\nline 2\n");
            assert_eq!(fate(&pair.second, &part("", Profile::Tool).limits), Fate::Code(42));
        }
    }
}

#[test]
fn who_ends_first_is_told() {
    check("s1 x3", "h100 x43", LONG, (Fate::Code(3), Fate::Code(43)), Some(Side::First), "eof");
    check("h100", "s1 x43", LONG, (Fate::Code(0), Fate::Code(43)), Some(Side::Second), "");
    check("b", "h100 x43", LONG, (Fate::Cpu, Fate::Code(43)), Some(Side::First), "eof");
}

/// A cell may not get its core for a while after its program has ended.
#[test]
fn who_ends_first_is_told_however_late_it_is_reported() {
    for &level in levels() {
        let late = std::thread::spawn(|| {
            let (program, cell) = loop {
                if let Some(found) = processes().find(|process| process.runs("actor", "s1 p4 x44")) {
                    break (found.id, found.parent);
                }
                std::thread::yield_now();
            };
            signal(&cell, "STOP");
            while processes().any(|process| process.id == program && process.state != "Z") {
                std::thread::yield_now();
            }
            // Several times longer than an end of file is held back.
            std::thread::sleep(Duration::from_millis(150));
            signal(&cell, "CONT");
        });
        let pair = talk(&mut *open(level), "h100 x3", "s1 p4 x44", LONG);
        late.join().unwrap();
        let limits = part("", Profile::Tool).limits;
        let fates = (fate(&pair.first, &limits), fate(&pair.second, &limits));
        assert_eq!((fates, pair.ended_first), ((Fate::Code(3), Fate::Code(44)), Some(Side::Second)), "{level:?}");
    }
}

struct Process {
    id: String,
    parent: String,
    state: String,
    name: String,
    arguments: String,
}

impl Process {
    fn runs(&self, name: &str, arguments: &str) -> bool {
        self.name == name && self.arguments == arguments
    }
}

/// All processes of the machine that can be seen.
fn processes() -> impl Iterator<Item = Process> {
    let folders = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    folders.filter_map(|folder| {
        let stat = std::fs::read_to_string(folder.join("stat")).ok()?;
        let (id, rest) = stat.split_once(" (")?;
        let (name, rest) = rest.rsplit_once(") ")?;
        let mut fields = rest.split(' ');
        let (state, parent) = (fields.next()?.into(), fields.next()?.into());
        let line = std::fs::read_to_string(folder.join("cmdline")).ok()?;
        let arguments = line.trim_end_matches('\0').split('\0').skip(1).collect::<Vec<_>>().join(" ");
        Some(Process { id: id.into(), parent, state, name: name.into(), arguments })
    })
}

fn signal(process: &str, name: &str) {
    let sent = std::process::Command::new("kill").args(["-s", name, process]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn an_output_that_the_first_closes_ends_with_the_first() {
    check("c p3 x3", "h100 x43", LONG, (Fate::Code(3), Fate::Code(43)), Some(Side::First), "eof");
    check("c z", "h100 x43", Duration::from_millis(300), (Fate::Wall, Fate::Wall), None, "");
    check("h1 x3", "c z", LONG, (Fate::Code(3), Fate::Wall), Some(Side::First), "");
}

#[test]
fn two_that_wait_for_each_other_end_at_the_deadline() {
    check("h1", "h1 x43", Duration::from_millis(300), (Fate::Wall, Fate::Wall), None, "");
}

#[test]
fn two_that_wait_for_each_other_end_at_once() {
    for &level in levels() {
        for (first, second) in [("h1", "h1"), ("s1 h2", "h1 s1 h2"), ("c h1", "h1"), ("h1", "n")] {
            let pair = talk(&mut *open(level), first, second, LONG);
            assert!(pair.deadlock && pair.ended_first.is_none(), "{level:?} {first} / {second}: {pair:?}");
            // What they would do with the end of their input means nothing, so they do not get it.
            assert_eq!(pair.first.outcome.stopped, Some(StopReason::Wall), "{level:?} {first} / {second}");
            let written: usize = pair.transcript.iter().map(|(_, words)| words.len()).sum();
            assert_eq!(written, 7 * usize::from(first.contains('s')) + 7 * usize::from(second.contains('s')));
        }
        // A program that sleeps or computes may go on, and does.
        for (first, second) in [("p6 s1 h1", "h1 p6 s1"), ("h1", "p4 s1 h1"), ("p4", "h1"), ("s1 h1", "h1 p4 c")] {
            let pair = talk(&mut *open(level), first, second, LONG);
            assert!(!pair.deadlock && pair.ended_first.is_some(), "{level:?} {first} / {second}: {pair:?}");
        }
    }
}

#[test]
fn one_that_goes_on_after_the_end_has_what_is_left_of_its_own_limits() {
    let pause = Duration::from_millis(500) * slowness();
    // After a rejection, the grace; otherwise the deadline of the dialogue, or its own time alone.
    check("z", "s1 x43", LONG, (Fate::Wall, Fate::Code(43)), Some(Side::Second), "");
    check("z", "s1 x42", pause * 3, (Fate::Wall, Fate::Code(42)), Some(Side::Second), "");
    check("x3", "z", LONG, (Fate::Code(3), Fate::Wall), Some(Side::First), "");
    // Its limit of CPU time is its own all the while.
    check("h1 b", "s1 x42", LONG, (Fate::Cpu, Fate::Code(42)), Some(Side::Second), "");
    check("x3", "b", LONG, (Fate::Code(3), Fate::Cpu), Some(Side::First), "");
    for &level in levels() {
        let mut cell = open(level);
        let terms = |alone| Terms {
            wall: LONG,
            alone,
            is_open_after: |exit| exit == Exit::Code(42),
            grace: Duration::ZERO,
            transcript: 0,
        };
        let cancel = Cancel::new().unwrap();
        // However little time is left where nothing depends on the end, here something does.
        let (first, second) = (part("h1 p5 x3", Profile::Solution), part("s1 x42", Profile::Tool));
        let pair = cell.run_pair(&first, &second, terms(Duration::ZERO), &cancel).unwrap().unwrap();
        assert_eq!(pair.first.outcome.exit, Exit::Code(3), "{level:?} {pair:?}");
        let (first, second) = (part("x3", Profile::Solution), part("p5 x42", Profile::Tool));
        let pair = cell.run_pair(&first, &second, terms(LONG), &cancel).unwrap().unwrap();
        assert_eq!(pair.second.outcome.exit, Exit::Code(42), "{level:?} {pair:?}");
    }
}

#[test]
fn one_that_only_waits_is_not_stopped_by_its_own_guard_before_the_dialogue_ends() {
    let (first, mut second) = (part("p6 s1", Profile::Solution), part("h1 p2 x42", Profile::Tool));
    second.limits.wall = Duration::from_millis(100);
    for &level in levels() {
        let pair = open(level).run_pair(&first, &second, long(0), &Cancel::new().unwrap()).unwrap().unwrap();
        assert_eq!(pair.second.outcome.exit, Exit::Code(42), "{level:?} {pair:?}");
    }
}

#[test]
fn on_a_crowded_machine_the_children_of_a_program_may_wait_too() {
    // The children compute two and a half times as long as the dialogue may idle, and none of them
    // as long alone.
    let hundredths = 100 * slowness();
    for &level in levels() {
        let mut first = part("h1", Profile::Solution);
        first.core_wait = CoreWait::Excused { programs: 5 };
        let mut second = part(&format!("k{hundredths} x42"), Profile::Tool);
        (second.limits.cpu, second.limits.processes) = (LONG * slowness(), 8);
        let terms = Terms { wall: Duration::from_millis(400) * slowness(), ..long(0) };
        let pair = open(level).run_pair(&first, &second, terms, &Cancel::new().unwrap()).unwrap().unwrap();
        assert_eq!(pair.second.outcome.exit, Exit::Code(42), "{level:?} {pair:?}");
    }
}

#[test]
fn nobody_dies_of_a_broken_pipe() {
    check("x0", "f20 x42", LONG, (Fate::Code(0), Fate::Code(42)), Some(Side::First), "");
}

#[test]
fn heavy_traffic_arrives_whole() {
    check("f40", "a x42", LONG, (Fate::Code(0), Fate::Code(42)), Some(Side::First), "41943040");
}

#[test]
fn writing_past_the_cap_is_output_here_too() {
    check("f80", "h1 x42", LONG, (Fate::Output, Fate::Code(42)), Some(Side::First), "");
}

/// What becomes of both where the first may write 1 KiB, and who was first.
fn check_little(first: &str, second: &str, wall: Duration, fates: (Fate, Fate), ended: Option<Side>) {
    let (mut first_exec, second_exec) = (part(first, Profile::Solution), part(second, Profile::Tool));
    first_exec.limits.output = KIB;
    let cancel = Cancel::new().unwrap();
    for &level in levels() {
        let mut cell = open(level);
        let terms = Terms { wall, ..long(64 * KIB) };
        let pair = cell.run_pair(&first_exec, &second_exec, terms, &cancel).unwrap().unwrap();
        let got = (fate(&pair.first, &first_exec.limits), fate(&pair.second, &second_exec.limits));
        assert_eq!((got, pair.ended_first), (fates, ended), "{level:?} {first} / {second}: {pair:?}");
    }
}

#[test]
fn a_flood_is_too_much_output_when_the_partner_wants_more_and_not_when_it_ends_without() {
    let rejected = (Fate::Output, Fate::Code(43));
    for first in ["s1 f3", "s200 h1", "s200 x3"] {
        // However long it takes to reject what it has read, or nothing.
        for second in ["x43", "p3 x43", "h1 p3 x43"] {
            check_little(first, second, LONG, rejected, Some(Side::Second));
        }
        check_little(first, "a x43", LONG, rejected, Some(Side::First));
        check_little(first, "h1 p3 a x43", LONG, rejected, Some(Side::First));
        // However long the deadline grows by what a busy machine takes.
        check_little(first, "z", Duration::from_millis(300), (Fate::Output, Fate::Wall), None);
    }
}

#[test]
fn an_interactor_that_fills_its_folder_is_stopped() {
    for &level in levels() {
        let scratch = tempfile::tempdir().unwrap();
        let mut second = part("w", Profile::Tool);
        second.scratch = Some(scratch.path().into());
        (second.limits.file_size, second.limits.scratch) = (MIB, 4 * MIB);
        let cancel = Cancel::new().unwrap();
        let first = part("a", Profile::Solution);
        let terms = long(0);
        let pair = open(level).run_pair(&first, &second, terms, &cancel).unwrap().unwrap();
        assert_eq!(pair.second.outcome.stopped, Some(StopReason::Output), "{level:?}: {:?}", pair.second.outcome);
        assert_eq!((pair.first.outcome.exit, pair.ended_first), (Exit::Code(0), Some(Side::Second)), "{level:?}");
    }
}

#[test]
fn a_cancelled_dialogue_ends_at_once() {
    for &level in levels() {
        let mut cell = open(level);
        let cancel = Cancel::new().unwrap();
        let other = cancel.clone();
        let raiser = std::thread::spawn(move || other.raise());
        let (first, second) = (part("z", Profile::Solution), part("z", Profile::Tool));
        let done = cell.run_pair(&first, &second, long(0), &cancel).unwrap();
        raiser.join().unwrap();
        assert!(done.is_none());
        assert_eq!(talk(&mut *cell, "s1", "h100 x42", LONG).ended_first, Some(Side::First), "{level:?}");
    }
}

#[test]
fn two_of_the_same_kind_talk_as_well() {
    for &level in levels() {
        let (first, second) = (part("s5", Profile::Solution), part("h5", Profile::Solution));
        let cancel = Cancel::new().unwrap();
        let terms = long(10);
        let pair = open(level).run_pair(&first, &second, terms, &cancel).unwrap().unwrap();
        assert!(pair.transcript_cut && level >= Level::Measured);
        assert_eq!(pair.transcript, [(Side::First, b"line 0\nlin".to_vec())]);
    }
}

/// Runs a program with a partner outside, which says `words` and then hangs up or stays. Returns
/// the run and what the program said.
fn outside(level: Level, program: &str, words: &str, hangs_up: bool) -> (CompletedRun, String) {
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(words.as_bytes()).unwrap();
    let held = (!hangs_up).then_some(writer);
    let mut heard = Vec::new();
    // All the time the program has to end in, once its partner has hung up.
    let grace = Duration::from_millis(300) * slowness();
    let partner = Partner { words: reader.as_fd(), hear: &mut |bytes| heard.extend_from_slice(bytes), grace };
    let done = open(level).converse(&part(program, Profile::Tool), partner, &Cancel::new().unwrap());
    drop(held);
    (done.unwrap().expect("nobody cancels this run"), String::from_utf8(heard).unwrap())
}

#[test]
fn a_partner_outside_is_heard_and_answered() {
    for &level in levels() {
        let (done, heard) = outside(level, "s1 e2 x7", "one\ntwo\n", false);
        assert_eq!((heard.as_str(), done.outcome.exit), ("line 0\none\ntwo\n", Exit::Code(7)), "{level:?}");
        let (done, heard) = outside(level, "e1 a1 s1", "one\ntwo\n", true);
        assert_eq!((heard.as_str(), text(&done.stderr).as_str()), ("one\nline 0\n", "4"), "{level:?}");
    }
}

#[test]
fn a_program_does_not_outlive_a_partner_who_hung_up_nor_its_output_limit() {
    for &level in levels() {
        assert_eq!(outside(level, "z1", "", true).0.outcome.stopped, Some(StopReason::Wall), "{level:?}");
        let (done, heard) = outside(level, "f80", "", false);
        assert_eq!(done.outcome.stopped, Some(StopReason::Output), "{level:?}");
        assert!(heard.len() as u64 >= 64 * MIB && done.outcome.stdout_bytes > 64 * MIB, "{level:?}");
    }
}
