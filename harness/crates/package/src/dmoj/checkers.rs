//! Programs that judge, as checkers and interactors.

use super::Dmoj;
use super::init::{Bridge, Checker};
use crate::folder;
use crate::reading::PackageReader;
use model::{Comparison, Foreign, Judging, ProgramSpec, Protocol};

impl PackageReader<'_, Dmoj> {
    pub(super) fn judging(&mut self) -> Option<Judging> {
        let init = &self.description.init;
        if let Some(bridge) = &init.interactive {
            return self.program(bridge, "interactor").map(Judging::Interactor);
        }
        let (name, named) = match &init.checker {
            None => return Some(Judging::Compare(Comparison::Foreign(Foreign::Standard))),
            Some(Checker::Bridged(bridge)) => return self.program(bridge, "checker").map(Judging::Checker),
            Some(Checker::Named(name, named)) => (name, named),
        };
        match named {
            Ok((comparison, difference)) => {
                if let Some(difference) = difference {
                    let title = format!("the checker `{}` is not quite the same here", name.it);
                    self.mistakes.warning(name.place.clone(), title, *difference);
                }
                Some(Judging::Compare(*comparison))
            }
            Err((title, expected)) => {
                self.mistakes.error(name.place.clone(), title, *expected);
                None
            }
        }
    }

    fn program(&mut self, bridge: &Bridge, role: &str) -> Option<ProgramSpec> {
        let place = &bridge.place;
        let Some(name) = bridge.files.first() else {
            self.mistakes.error(place.clone(), format!("the {role} has no `files`"), "expected a file's name");
            return None;
        };
        let file = self.named_file(name, place)?;
        let kind = bridge.kind.as_deref().unwrap_or("default");
        let format = match (bridge.format.as_deref(), kind, role) {
            (Some(format), _, _) => format,
            // An interactor that uses testlib but names no type.
            (None, "default", "interactor") if folder::uses_testlib(&file) => TESTLIB,
            (None, "default" | "coci", "interactor") => "{input_file} {answer_file}",
            (None, "peg", "checker") => "{answer_file} {output_file} {input_file}",
            (None, "default" | "coci" | "testlib", _) => TESTLIB,
            (None, _, _) => {
                let title = format!("the {role} is of type `{kind}`: it is called as one of testlib is");
                self.mistakes.warning(place.clone(), title, "input, output, answer; exit codes 0, 1, 2, 3, 7");
                TESTLIB
            }
        };
        let Some(args) = shlex::split(format) else {
            let title = format!("a quote of `{format}` is never closed");
            self.mistakes.error(place.clone(), title, "expected words as for a shell");
            return None;
        };
        let (protocol, args) = match kind {
            "peg" => (Protocol::Peg, args),
            _ if format == TESTLIB => (Protocol::Testlib, Vec::new()),
            _ => (Protocol::Called, args),
        };
        let file = self.judging_program(bridge, file, role)?;
        Some(ProgramSpec { protocol, file, args, accepts_answers: false })
    }
}

/// How programs that use testlib are called.
const TESTLIB: &str = "{input_file} {output_file} {answer_file}";
