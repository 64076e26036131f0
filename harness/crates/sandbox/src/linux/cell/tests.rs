use super::*;
use crate::Level;
use crate::linux::messages::tests::spec;
use crate::linux::rss::CellMemory;
use std::process::Command;

fn cell(spec: CellSpec) -> CellProcess {
    CellProcess {
        spec,
        socket: socket::pair().unwrap().0,
        deaths: Deaths::listen().unwrap(),
        spawner: Spawner::new(None, CellMemory::prepare(Profile::Solution)),
        init: false,
        user_tasks: UserTasks::Shared,
        cores: 1,
        counted: None,
        meters: None,
        oom_score: None,
        program: None,
        server: None,
    }
}

fn job(limits: Limits) -> Job {
    Job {
        program: ProgramSource::AsBefore,
        argv: Vec::new(),
        env: Vec::new(),
        directory: None,
        limits,
        core_wait: crate::CoreWait::ALONE,
        start: Start::Exec,
        own_maps: false,
    }
}

#[test]
fn what_the_users_other_programs_start_takes_no_thread_from_one_that_has_no_children() {
    let job = job(Limits { processes: 8, ..Limits::default() });
    let room = |profile, level, uid| {
        let mut cell = cell(CellSpec { profile, level, uid, ..spec() });
        cell.spawner.threads_only = profile != Profile::Tool && level >= Level::Confined;
        let before = process_tree::tasks_of_user(rustix::process::getuid().as_raw()).unwrap();
        // Some may start and end in between.
        cell.tasks(&job).unwrap().saturating_sub(before) > NEIGHBOURS / 2
    };
    assert!(room(Profile::Runtime, Level::Confined, None));
    assert!(room(Profile::Solution, Level::Confined, None));
    assert!(!room(Profile::Runtime, Level::Confined, Some(7)), "nobody else is that user");
    assert!(!room(Profile::Runtime, Level::Measured, None), "it could fork");
    assert!(!room(Profile::Tool, Level::Confined, None), "it could fork");
}

#[test]
fn a_program_that_has_ended_when_the_clock_is_looked_at_was_not_stopped_by_it() {
    let cell = cell(spec());
    let job = job(Limits { wall: Duration::ZERO, ..Limits::default() });
    let mut program = Command::new("true").spawn().unwrap();
    let child = program.id().cast_signed();
    while end_of(child).is_none() {
        std::thread::yield_now();
    }
    let woken = cell.wait(child, &job, Instant::now(), None, &mut 0);
    assert!(matches!(woken, Wake::Ended(None)));
    program.wait().unwrap();
}

#[test]
fn programs_start_in_a_folder_that_is_gone_wherever_one_can_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let empty = empty_folder_in([&missing, &file, folder.path(), &missing]).unwrap();
    assert_eq!(rustix::fs::fstat(&empty).unwrap().st_nlink, 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(empty_folder_in([&missing, &file, &missing, &file]).is_err());
}
