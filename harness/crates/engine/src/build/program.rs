//! A built program and how it is started: as a solution, as a tool, or to show where it crashes.

use crate::build::tuning;
use crate::cell;
use crate::store::Key;
use model::{Checks, EffectiveLimits, Language, LanguageShare, OnlineJudge, Test};
use sandbox::{Exec, Profile, Start, Stdin};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program, ready to be started any number of times.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The key of everything that went into it: equal keys are equal programs.
    pub key: Key,
    /// What its language has on top of a problem's limits.
    pub share: LanguageShare,
    pub(super) program: PathBuf,
    pub(super) args: Vec<String>,
    /// The arguments of an interpreter that serves forks of itself with the program.
    pub(super) serving: Vec<String>,
    pub(super) checks: Checks,
    pub(super) profile: Profile,
    pub(super) readable: Vec<PathBuf>,
    /// Whether it runs in the folder of its files, the last of `readable`, so that they may refer
    /// to one another by relative names.
    pub(super) at_home: bool,
    pub(super) speaks_testlib: bool,
    pub(super) online_judge: OnlineJudge,
    /// Variables of its own, as `NAME=value`.
    pub(super) env: Vec<String>,
    pub(super) own_maps: bool,
}

/// What judges tell their solutions, in the way in which each language can hear it.
const JUDGED: (&str, &str) = (tuning::ONLINE_JUDGE, "1");

/// Texts are UTF-8 in every runtime, whatever the machine says: Java before 18, wide characters of
/// C++ and Perl's `:locale` go by it.
pub(super) const LOCALE: (&str, &str) = ("LC_ALL", "C.UTF-8");

/// The folders of programs that others start: a shell, a runtime.
const PROGRAMS: [&str; 5] = ["/usr", "/bin", "/lib", "/lib64", "/etc/alternatives"];

impl Program {
    /// A native program that already exists, run without arguments, under a problem's own limits. A
    /// caller that passes a `key` asserts that equal keys are equal programs.
    pub fn native(key: Key, program: PathBuf) -> Program {
        Program {
            key,
            share: LanguageShare::none(Language("native".into())),
            program,
            args: Vec::new(),
            serving: Vec::new(),
            checks: Checks::Usual,
            profile: Profile::Solution,
            readable: Vec::new(),
            at_home: false,
            speaks_testlib: false,
            online_judge: OnlineJudge::Defined,
            env: Vec::new(),
            own_maps: false,
        }
    }

    /// The file that is started: what was built, or the runtime of its language.
    pub fn path(&self) -> &Path {
        &self.program
    }

    /// What it is always started with, before what a test gives.
    pub fn args(&self) -> &[String] {
        &self.args
    }

    /// Whether its source includes testlib.h. Then exit code 0 means "all is well".
    pub fn speaks_testlib(&self) -> bool {
        self.speaks_testlib
    }

    /// One run of this program.
    pub fn exec(&self, stdin: Stdin, limits: &EffectiveLimits) -> Exec {
        // What the runtime needs for itself is not for the program's own data.
        let mib = limits.stated_memory().0 >> 20;
        let filled = |args: &[String]| -> Vec<OsString> {
            args.iter().map(|arg| OsString::from(tuning::with_memory(arg, mib))).collect()
        };
        let mut readable = self.readable.clone();
        let profile = match self.profile {
            Profile::Solution | Profile::Runtime if limits.fork => {
                // Then it is started by its path, which must be visible, and starts other programs.
                readable.extend(self.program.parent().map(Path::to_path_buf));
                let others = PROGRAMS.iter().map(PathBuf::from).filter(|folder| folder.exists());
                readable.extend(others.filter(|folder| !self.readable.contains(folder)));
                Profile::Forking
            }
            Profile::Solution | Profile::Runtime | Profile::Forking | Profile::Tool => self.profile,
        };
        let judged = Some(JUDGED).filter(|_| self.online_judge == OnlineJudge::Defined);
        let own = self.env.iter().filter_map(|variable| variable.split_once('='));
        let env = judged.into_iter().chain(own).chain([LOCALE]);
        let exec = Exec {
            args: filled(&self.args),
            env: env.map(|(name, value)| (name.into(), value.into())).collect(),
            own_maps: self.own_maps,
            stdin,
            readable,
            directory: self.readable.last().filter(|_| self.at_home).cloned(),
            serving: filled(&self.serving),
            ..Exec::new(&self.program, profile, cell::limits(limits))
        };
        match self.checks {
            Checks::Usual => exec,
            Checks::Sanitized => self.sanitized(exec),
        }
    }

    /// A run of this solution on the input of a test, with the arguments that the test gives. What
    /// a verdict rests on and what only looks at a solution are the same run.
    pub fn on_test(&self, test: &Test, limits: &EffectiveLimits) -> Exec {
        let mut exec = self.exec(Stdin::File(test.input.clone()), limits);
        exec.args.extend(test.args().iter().map(OsString::from));
        exec
    }

    /// Sanitizers inspect the program's own file and memory.
    fn sanitized(&self, mut exec: Exec) -> Exec {
        if exec.profile == Profile::Solution {
            exec.profile = Profile::Runtime;
        }
        exec.readable.extend(self.program.parent().map(Path::to_path_buf));
        exec.own_maps = true;
        // Turns off what sanitizers do when they start and when they end: the sandbox forbids it.
        // An abort is what checked containers and assertions end with; its trace names the place.
        let options = "disable_coredump=0:handle_abort=1";
        let options_of_address = format!("detect_leaks=0:detect_stack_use_after_return=1:{options}");
        exec.env.push(("ASAN_OPTIONS".into(), options_of_address.into()));
        exec.env.push(("UBSAN_OPTIONS".into(), options.into()));
        // Go's detector would change the exit code, and wait a second before the program ends.
        exec.env.push(("GORACE".into(), "exitcode=0 atexit_sleep_ms=10".into()));
        exec
    }

    /// The same program as a problem's tool that only computes, as a solution does: it may be
    /// loaded once, and forked for each run.
    pub fn computing_tool(&self, stdin: Stdin, args: Vec<OsString>, limits: &EffectiveLimits) -> Exec {
        let mut exec = self.exec(stdin, limits);
        if !exec.serving.is_empty() {
            exec.serving.extend(args.iter().cloned());
        }
        exec.args.extend(args);
        // It is not a solution.
        exec.env.retain(|(name, _)| name != JUDGED.0);
        (exec.start, exec.limits.processes) = (Start::Fork, 1);
        exec
    }

    /// The same program as a problem's tool: a checker, generator or validator, allowed to write in
    /// its scratch folder and to start processes.
    pub fn tool(
        &self,
        stdin: Stdin,
        args: Vec<OsString>,
        limits: &EffectiveLimits,
        readable: &[PathBuf],
        scratch: Option<PathBuf>,
    ) -> Exec {
        let mut exec = self.computing_tool(stdin, args, limits);
        (exec.start, exec.limits.processes) = (Start::Exec, cell::limits(limits).processes);
        // Whatever its language: a checker in Python renames files and starts processes just like
        // one in C.
        exec.profile = Profile::Tool;
        exec.readable.extend_from_slice(readable);
        exec.scratch = scratch;
        exec
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Limits;

    #[test]
    fn texts_are_utf_8_to_solutions_and_tools_in_every_language() {
        let limits = EffectiveLimits::of_tool(&Limits::default(), &LanguageShare::none(Language("any".into())));
        for own in [vec![], vec!["PYPY_GC_NURSERY=4M".to_owned()]] {
            let program = Program { env: own, ..Program::native(Key::of(&[], b""), "/bin/true".into()) };
            let tool = program.tool(Stdin::Empty, Vec::new(), &limits, &[], None);
            for exec in [program.exec(Stdin::Empty, &limits), tool] {
                let last = exec.env.last().map(|(name, value)| (name.to_str(), value.to_str()));
                assert_eq!(last, Some((Some("LC_ALL"), Some("C.UTF-8"))));
            }
        }
    }
}
