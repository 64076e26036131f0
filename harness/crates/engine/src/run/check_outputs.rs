//! Tries a problem's comparison or checker on outputs that the jury keeps for this purpose:
//! `valid_output/` and `invalid_output/` of a package. An output that is judged otherwise is an
//! error of the package.

use crate::cannot_read;
use crate::judge;
use crate::plan::Plan;
use crate::run::check_answers::{CheckerReply, OutputFile};
use crate::run::problem_programs::ProblemPrograms;
use crate::run::result_cache::ResultCache;
use crate::run::{Runner, Sink, Validation};
use model::{Comparison, Fault, Judging, JuryOutput, JuryRuling, Problem};
use std::collections::BTreeSet;
use std::path::Path;

impl Runner<'_> {
    /// What a checker answered about the same output before is remembered.
    pub(super) fn check_outputs(
        &self,
        plan: &Plan,
        programs: &ProblemPrograms,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
        validation: &mut Validation,
    ) {
        let mut seen = BTreeSet::new();
        for planned in &plan.solutions {
            let problem = &planned.problem;
            if problem.rules.outputs.is_empty() || problem.passes > 1 || !seen.insert(problem.id.clone()) {
                continue;
            }
            let outputs = &problem.rules.outputs;
            let replies: Vec<_> = match &problem.judging {
                Judging::Compare(usual) => outputs.iter().map(|output| compare(output, usual).map(Some)).collect(),
                // A checker that cannot be built is a fault of every test it would judge.
                Judging::Checker(spec) if programs.get(&spec.file).is_ok() => {
                    let files = outputs.iter().map(|JuryOutput { test, output, .. }| OutputFile {
                        problem,
                        spec,
                        test,
                        output,
                    });
                    let files: Vec<_> = files.collect();
                    self.ask_checkers(&files, programs, cache, sink).into_iter().map(|(_, reply)| reply).collect()
                }
                Judging::Checker(_) | Judging::Interactor(_) => continue,
            };
            for (output, reply) in outputs.iter().zip(replies) {
                self.note_output(problem, output, reply, validation);
            }
        }
    }

    fn note_output(
        &self,
        problem: &Problem,
        output: &JuryOutput,
        reply: Result<Option<CheckerReply>, Fault>,
        validation: &mut Validation,
    ) {
        let judge = match &problem.judging {
            Judging::Compare(comparison) => format!("the comparison `{}`", comparison.name()),
            Judging::Checker(spec) | Judging::Interactor(spec) => self.display(&spec.file),
        };
        // A made output lies in the cache, so its file says nothing.
        let which = match output.output.starts_with(&problem.dir) {
            true => "this output".to_owned(),
            false => format!("the output of {}", output.test.id),
        };
        let error = match (reply, output.must_be) {
            (Ok(None | Some(CheckerReply::Accepted)), JuryRuling::Accepted)
            | (Ok(None | Some(CheckerReply::Rejected(_))), JuryRuling::Refused) => {
                return;
            }
            (Ok(Some(CheckerReply::Accepted)), JuryRuling::Refused) => self.error_in(
                &output.output,
                format!("{which} is there to be refused, but {judge} accepts it"),
                Some(format!("fix {judge}, or move the output to valid_output/")),
            ),
            (Ok(Some(CheckerReply::Rejected(words))), JuryRuling::Accepted) => self.error_in(
                &output.output,
                format!("{which} must be accepted, and is not: {words}"),
                Some(format!("fix {judge}, or the output")),
            ),
            (Err(fault), _) => {
                validation.faults += 1;
                self.error_in(&output.output, fault.message, fault.hint)
            }
        };
        validation.diagnostics.push(error);
    }
}

fn compare(output: &JuryOutput, usual: &Comparison) -> Result<CheckerReply, Fault> {
    let answer = &output.test.answer;
    let answer = beneath::read(answer).map_err(|error| cannot_read(answer.display(), &error))?;
    let printed = beneath::open(&output.output).map_err(|error| cannot_read(output.output.display(), &error))?;
    let difference = judge::differs(output.test.comparison(usual), &answer, &printed)?;
    Ok(difference.map_or(CheckerReply::Accepted, |(_, note)| CheckerReply::Rejected(note)))
}

/// The checkers that [`Runner::check_outputs`] asks.
pub(super) fn checkers(plan: &Plan) -> impl Iterator<Item = &Path> {
    let tried = plan.solutions.iter().filter(|planned| !planned.problem.rules.outputs.is_empty());
    tried.filter_map(|planned| planned.problem.judging.program())
}
