//! The messages: what a cell is to be, what it is to run, what became of it.

use crate::facts::{Facts, Killed};
use crate::{Level, Limits, Profile, Start};
use serde::{Deserialize, Serialize};
use std::ffi::{CString, OsString};

/// What a cell is made for. Everything that is set up once, and the key under which the harness
/// keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CellSpec {
    pub level: Level,
    pub profile: Profile,
    pub core: Option<u32>,
    /// No later version of landlock than this one.
    pub landlock: Option<u32>,
    /// Whom programs run as when the harness is root; `None` keeps the harness's own user.
    pub uid: Option<u32>,
    /// Paths that it shall see besides libraries. Empty at level measured.
    pub readable: Vec<OsString>,
    pub scratch: Option<OsString>,
    /// It is this program's alone, which is to serve forks of itself: file and arguments.
    pub serves: Option<Vec<OsString>>,
}

/// Where a cell finds the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Source {
    Path(CString),
    /// It comes as a descriptor.
    Opened,
    /// It is the one that came as a descriptor last.
    AsBefore,
}

/// One program to start. Its descriptors come along with the message: stdin, stdout, stderr, then
/// the program where it comes as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Job {
    pub program: Source,
    /// With `argv[0]`.
    pub argv: Vec<CString>,
    pub env: Vec<CString>,
    /// `None`: an empty folder.
    pub directory: Option<CString>,
    pub limits: Limits,
    pub crowding: u32,
    /// By a fork, whose `argv` is that of what serves.
    pub start: Start,
}

impl Job {
    /// Whether it is the same run but for the streams, for how the program came here, and for the
    /// time on the clock: the cell keeps that, and not the process.
    pub(super) fn is_like(&self, other: &Job) -> bool {
        let Job { program: _, argv, env, directory, limits, crowding: _, start: _ } = self;
        let limits = Limits { wall: other.limits.wall, ..limits.clone() };
        (argv, env, directory, &limits) == (&other.argv, &other.env, &other.directory, &other.limits)
    }

    /// Descriptors that belong to this job.
    pub(super) fn descriptors(&self) -> usize {
        3 + usize::from(self.program == Source::Opened)
    }
}

/// Harness to cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Request {
    Run(Job),
    /// Kill what runs now and forget it; nothing when nothing does.
    Stop,
    /// Kill what runs now, for this reason, and report it.
    End(Killed),
}

/// Cell to harness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The cell is set up.
    Ready,
    /// It could not be, and is gone.
    Unfit(String),
    Done(Facts),
    Cancelled,
    /// No fork could be had. What it did with its streams until then is not known.
    Unserved(String),
    /// The program was never started: the step that failed and its errno.
    NotStarted(String, i32),
    /// The cell cannot be trusted any more and is gone.
    Broken(String),
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    /// A solution's, at the weakest level.
    pub(crate) fn spec() -> CellSpec {
        CellSpec {
            level: Level::Measured,
            profile: Profile::Solution,
            core: None,
            landlock: None,
            uid: None,
            readable: Vec::new(),
            scratch: None,
            serves: None,
        }
    }

    /// A hunt that ends at a time gives each run what is left: a server that was started anew for
    /// each would be slower than none.
    #[test]
    fn a_run_with_another_time_on_the_clock_is_served_and_one_with_another_limit_is_not() {
        let job = |limits: Limits| Job {
            program: Source::AsBefore,
            argv: vec![c"a".into()],
            env: Vec::new(),
            directory: None,
            limits,
            crowding: 1,
            start: Start::Fork,
        };
        let usual = Limits::default();
        let wall = usual.wall / 2;
        assert!(job(usual.clone()).is_like(&job(Limits { wall, ..usual.clone() })));
        let cpu = usual.cpu / 2;
        assert!(!job(usual.clone()).is_like(&job(Limits { cpu, ..usual.clone() })));
        let memory = usual.memory / 2;
        assert!(!job(usual.clone()).is_like(&job(Limits { memory, ..usual })));
    }

    #[test]
    fn names_that_are_no_text_survive() {
        let odd = OsString::from_vec(b"/a\xff\n".to_vec());
        let spec = CellSpec {
            level: Level::Full,
            profile: Profile::Tool,
            core: Some(3),
            landlock: None,
            uid: Some(u32::MAX),
            readable: vec![odd.clone(), "/b".into()],
            scratch: Some(odd.clone()),
            serves: Some(vec![odd]),
        };
        let bytes = postcard::to_stdvec(&spec).unwrap();
        assert_eq!(postcard::from_bytes::<CellSpec>(&bytes).unwrap(), spec);
        let job = Job {
            program: Source::Path(c"/p\xff".into()),
            argv: vec![c"a".into(), c"".into()],
            env: vec![c"K=v".into()],
            directory: None,
            limits: Limits { memory: u64::MAX, ..Limits::default() },
            crowding: 9,
            start: Start::Fork,
        };
        let whole = postcard::to_stdvec(&Request::Run(job.clone())).unwrap();
        assert_eq!(postcard::from_bytes::<Request>(&whole).unwrap(), Request::Run(job));
        for length in 0..whole.len() {
            assert!(postcard::from_bytes::<Request>(&whole[..length]).is_err(), "{length}");
        }
    }
}
