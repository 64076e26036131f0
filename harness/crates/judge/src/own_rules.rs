//! Rules that a caller gives, in place of those of a problem.

use model::{ByteSize, Comparison, FileNames, Judging, LanguageRules, Limits, Problem, TokenOptions};
use package::folder;
use std::time::Duration;

/// Rules that a caller gives. What is `None` stays as the problem, or the folder, has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnRules {
    /// The same for every language.
    pub time: Option<Duration>,
    /// The limit of memory.
    pub memory: Option<ByteSize>,
    /// How outputs are judged: compared, or by a program.
    pub judging: Option<Judging>,
    /// The files that solutions read and write in place of their streams.
    pub files: FileNames,
}

/// What programs may use where nothing says so, in MiB.
const MEMORY: u64 = 256;

impl OwnRules {
    /// The limits of programs that belong to no problem.
    pub fn limits(&self) -> Limits {
        let cpu = self.time.unwrap_or(folder::USUAL_TIME);
        Limits {
            cpu,
            wall: folder::guard(&self.judging(), cpu),
            memory: self.memory.unwrap_or(ByteSize::mib(MEMORY)),
            // A limit of the caller's is the judge's: the configuration does not change it.
            languages: if self.time.is_some() { LanguageRules::same_time() } else { LanguageRules::default() },
            ..Limits::default()
        }
    }

    /// These rules, and those of the problem of which programs are solutions where these say
    /// nothing.
    pub(crate) fn in_place_of(&self, problem: Option<&Problem>) -> folder::Rules {
        let OwnRules { time, memory, judging, files } = self.clone();
        let Some(problem) = problem else {
            let given = folder::GivenLimits { time, memory };
            return folder::Rules { judging, limits: self.limits(), given, files };
        };
        let mut problem = problem.clone();
        self.change(&mut problem);
        let Problem { judging, limits, files, .. } = problem;
        // What another tool keeps beside a solution says nothing of this problem.
        let given = folder::GivenLimits { time: Some(limits.cpu), memory: Some(limits.memory) };
        folder::Rules { judging: Some(judging), limits, given, files }
    }

    /// How programs are judged that belong to no problem.
    pub fn judging(&self) -> Judging {
        self.judging.clone().unwrap_or(Judging::Compare(Comparison::Tokens(TokenOptions::default())))
    }

    /// Makes these the rules of a problem.
    pub fn change(&self, problem: &mut Problem) {
        if let Some(judging) = &self.judging {
            problem.judging = judging.clone();
        }
        if self.files != FileNames::default() {
            *problem = folder::with_files(problem.clone(), &self.files);
        }
        if let Some(time) = self.time {
            problem.set_time_limit(time);
        }
        let groups = problem.groups.iter_mut().map(|group| &mut group.limits);
        for limits in groups.chain([&mut problem.limits]) {
            if let Some(memory) = self.memory {
                limits.memory = memory;
            }
            if self.time.is_some() {
                limits.languages = LanguageRules::same_time();
            }
        }
    }
}
