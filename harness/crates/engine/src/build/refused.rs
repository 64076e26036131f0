//! Remembered refusals: files that make a compiler use up its CPU time or its output, or sleep.
//!
//! Any other file is compiled again each time: that costs seconds, and a header or a library may
//! have been installed since. A compile bomb costs all that a compiler may use, a minute each time
//! its class is graded, and no installation defuses it. Refusals for memory are not remembered:
//! they come soon, and when the kernel kills because the whole machine is short of memory, that may
//! look like the limit. A fault is never remembered.

use crate::build::{Builder, SourceFile};
use crate::processor::processor;
use crate::store::Key;
use model::{Fault, Limits};
use sandbox::{Outcome, StopReason};

/// Whether the compiler was stopped at a limit that it would reach again.
pub(super) fn is_lasting(outcome: &Outcome, limits: &Limits) -> bool {
    match outcome.stopped {
        Some(StopReason::Cpu | StopReason::Output) => true,
        // A compiler that slept is in doubt: `Builder::compile` decides.
        Some(StopReason::Wall | StopReason::Memory) => false,
        None => outcome.usage.cpu >= limits.cpu,
    }
}

impl Builder {
    /// The key of a build's refusal. It includes the file's name, because the compiler's message
    /// names it. It includes processor and limits, because with others the compiler might end.
    fn refusal_key(&self, build: &Key, source: &SourceFile) -> Key {
        let limits = format!("{:?}", self.limits);
        Key::of(&["refused", &source.display, &limits, &processor()], build.as_bytes())
    }

    /// The compiler's message, if it was stopped at this build before. `None` with `--no-cache`,
    /// which compiles again.
    pub(super) fn refused_before(&self, build: &Key, source: &SourceFile) -> Option<String> {
        if self.afresh {
            return None;
        }
        self.cache.find(&self.refusal_key(build, source)).map(|stored| stored.warnings)
    }

    /// # Errors
    /// A build fault when the disk is full or read-only.
    pub(super) fn keep_refusal(&self, build: &Key, source: &SourceFile, messages: &str) -> Result<(), Fault> {
        self.cache.keep_words(&self.refusal_key(build, source), messages, self.afresh)
    }
}

#[cfg(test)]
mod tests {
    use crate::build::compile::SECOND_TRIES;
    use crate::build::{BuildOutcome, Builder, Cache, Languages, Purpose, SourceFile, compiler_limits};
    use crate::cell::Cell;
    use crate::fake::{FakeSandbox, Scene, Take};
    use model::{BuildOptions, Language, Limits};
    use sandbox::{Cancel, Exit, StopReason};
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// A file whose compiler always ends like this, and a builder that may find what an earlier one
    /// has left.
    struct Bench<'f> {
        folder: &'f Path,
        compiler: FakeSandbox,
    }

    impl Bench<'_> {
        /// Whether the compiler ran for a build of the file that is called `display`.
        fn compiles(&self, display: &str, change: impl FnOnce(Builder) -> Builder) -> bool {
            let path = self.folder.join("bomb.sh");
            fs::write(&path, "bomb").unwrap();
            let (display, language) = (display.to_owned(), Language("bash".into()));
            let (args, options) = (Vec::new(), BuildOptions::default());
            let source = SourceFile { path, display, language, purpose: Purpose::Solution, args, options };
            let cache = Cache::open(&self.folder.join("cache")).unwrap();
            let new = Builder::new(Languages::built_in().unwrap(), cache);
            let builder = change(Builder { has_plenty: |_, _| true, memory_kills: || Some(0), ..new });
            let before = self.compiler.diary().len();
            let cancel = Cancel::new().unwrap();
            match builder.build(&source, &mut Cell::new(&self.compiler, None, &cancel)) {
                Ok(BuildOutcome::Rejected { messages }) => assert!(messages.contains("words"), "{messages}"),
                Err(fault) => assert!(fault.message.contains("compiler was"), "{fault:?}"),
                built => panic!("{built:?}"),
            }
            self.compiler.diary().len() > before
        }
    }

    fn bench(folder: &Path, take: Take) -> Bench<'_> {
        let compiler = FakeSandbox::new();
        compiler.on("bash", None, Scene::Completes(take.says("words\n")));
        Bench { folder, compiler }
    }

    #[test]
    fn a_file_that_used_up_its_compiler_is_refused_at_once_the_next_time() {
        for stopped in [StopReason::Cpu, StopReason::Output, StopReason::Wall] {
            let folder = tempfile::tempdir().unwrap();
            let bench = bench(folder.path(), Take::is_stopped(stopped));
            assert!(bench.compiles("bomb.sh", |builder| builder));
            assert!(!bench.compiles("bomb.sh", |builder| builder));
            // A student who hands in the same text does not see the name of this file.
            assert!(bench.compiles("other/bomb.sh", |builder| builder));
            assert!(bench.compiles("bomb.sh", |builder| builder.afresh(true)));
            let more = Limits { cpu: Duration::from_secs(61), ..compiler_limits() };
            assert!(bench.compiles("bomb.sh", |builder| builder.limited(more)));
        }
    }

    #[test]
    fn other_refusals_and_faults_are_made_anew() {
        let full = || {
            let mut take = Take::is_stopped(StopReason::Memory);
            take.outcome.usage.memory = compiler_limits().memory.0;
            take
        };
        let waited = || {
            let mut take = Take::is_stopped(StopReason::Wall);
            take.outcome.usage.wall = compiler_limits().wall * 3;
            take
        };
        for take in [Take::exits(Exit::Code(1)), full(), waited()] {
            let folder = tempfile::tempdir().unwrap();
            let bench = bench(folder.path(), take);
            assert!(bench.compiles("bomb.sh", |builder| builder));
            assert!(bench.compiles("bomb.sh", |builder| builder));
        }
    }

    /// A class would never be complete with a file that says what a full disk would say.
    #[test]
    fn a_file_that_pretends_twice_that_the_machine_is_in_want_is_refused_where_it_is_not() {
        let plenty: fn(&Path, &Limits) -> bool = |_, _| true;
        let want: fn(&Path, &Limits) -> bool = |_, _| false;
        static KILLS: AtomicU64 = AtomicU64::new(0);
        let quiet: fn() -> Option<u64> = || Some(0);
        let kills: fn() -> Option<u64> = || Some(KILLS.fetch_add(1, Ordering::Relaxed));
        let unknown: fn() -> Option<u64> = || None;
        let takes = [
            (Take::is_stopped(StopReason::Wall), "in which it did nothing"),
            (Take::exits(Exit::Signal(9)), "killed by signal 9"),
            (Take::exits(Exit::Code(137)), "killed by signal 9"),
            (Take::exits(Exit::Code(3)), "exit code 3 and no word"),
            (Take::exits(Exit::Code(1)).says("No space left on device\n"), "No space left on device"),
            (Take::exits(Exit::Code(1)).says("Killed signal terminated program\n"), "terminated program"),
        ];
        for (take, words) in takes {
            let machines = [
                (plenty, quiet, 256, true, 2),
                (want, quiet, 256, false, 2),
                (plenty, quiet, 255, false, 2),
                (plenty, kills, 256, false, 1 + SECOND_TRIES),
                (plenty, unknown, 256, false, 1 + SECOND_TRIES),
            ];
            for (has_plenty, memory_kills, tasks, is_of_file, tries) in machines {
                let folder = tempfile::tempdir().unwrap();
                let compiler = FakeSandbox::new();
                compiler.starts_at_most(tasks);
                compiler.on("bash", None, Scene::Completes(take.clone()));
                let path = folder.path().join("a.sh");
                fs::write(&path, "a").unwrap();
                let source = SourceFile::tool(path, "a.sh".to_owned(), Language("bash".into()));
                let cache = Cache::open(&folder.path().join("cache")).unwrap();
                let builder =
                    Builder { has_plenty, memory_kills, ..Builder::new(Languages::built_in().unwrap(), cache) };
                let cancel = Cancel::new().unwrap();
                let built = builder.build(&source, &mut Cell::new(&compiler, None, &cancel));
                let is_refused = matches!(&built, Ok(BuildOutcome::Rejected { messages }) if messages.contains(words));
                assert_eq!((is_refused, built.is_err()), (is_of_file, !is_of_file), "{built:?}");
                assert_eq!(compiler.diary().len(), tries, "{words}");
            }
        }
    }

    /// A student who hands in the same text does not see the name of another's file.
    #[test]
    fn warnings_of_a_build_that_is_found_name_the_file_it_is_found_for() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = FakeSandbox::new();
        compiler.on("bash", None, Scene::Completes(Take::exits(Exit::Code(0)).says("out/a.sh: line 1: odd\n")));
        let cache = || Cache::open(&folder.path().join("cache")).unwrap();
        let warnings = |student: &str| {
            let path = folder.path().join(student).join("a.sh");
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "echo 1").unwrap();
            let source = SourceFile::tool(path, format!("{student}/a.sh"), Language("bash".into()));
            let builder = Builder::new(Languages::built_in().unwrap(), cache());
            let cancel = Cancel::new().unwrap();
            match builder.build(&source, &mut Cell::new(&compiler, None, &cancel)) {
                Ok(BuildOutcome::Ready { warnings, cached, .. }) => (warnings, cached),
                built => panic!("{built:?}"),
            }
        };
        assert_eq!(warnings("ana"), ("ana/a.sh: line 1: odd\n".to_owned(), false));
        assert_eq!(warnings("ben"), ("ben/a.sh: line 1: odd\n".to_owned(), true));
    }
}
