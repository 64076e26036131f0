//! `--report jsonl=PATH`: a line with a JSON object for each event, as soon as it happens. For
//! programs that watch.
//!
//! For the lines and their order, see `model::record::Line`.

use crate::Reporter;
use crate::failure::places;
use model::record::{Line, Report, SolutionRecord};
use model::{Event, MeasuredRun, Progress};
use std::io::{self, Write};
use std::sync::Arc;

/// Writes one line per event, at once.
pub struct JsonLines<W> {
    out: W,
    begun: bool,
    /// In plan order.
    solutions: Vec<Arc<SolutionRecord>>,
}

impl<W: Write> JsonLines<W> {
    pub fn new(out: W) -> JsonLines<W> {
        JsonLines { out, begun: false, solutions: Vec::new() }
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        // Write each line at once: a reader that follows the file never sees half of one.
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.out.write_all(&text)
    }
}

impl<W: Write> Reporter for JsonLines<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let mut report = Report::new();
        if !std::mem::replace(&mut self.begun, true) {
            self.line(&Line::Header { schema: &report.schema, harness: &report.harness })?;
        }
        report.take(event);
        match event {
            Event::Started(started) => {
                self.solutions.clone_from(&started.solutions);
                self.line(&Line::Started { run: &report.run, problems: &report.problems })?;
            }
            Event::Compiler(compiler) => self.line(&Line::Compiler { compiler })?,
            Event::Inferred(inferred) => self.line(&Line::Inferred { problem: &inferred.problem })?,
            Event::Diagnosed(_) => {
                report.diagnostics.iter().try_for_each(|diagnostic| self.line(&Line::Diagnostic { diagnostic }))?;
            }
            Event::Finished(_) => {
                for solution in &report.solutions {
                    for (test, place) in places::of(solution) {
                        let (problem, name, place) = (&solution.problem, &*solution.name, &place);
                        self.line(&Line::Place { problem, name, test, place })?;
                    }
                    self.line(&Line::Solution { solution })?;
                }
            }
            Event::Done(_) => self.line(&Line::Summary { summary: &report.summary })?,
        }
        self.out.flush()
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        if let Progress::Measuring { problem, done, total, ran: Some(ran) } = progress {
            let MeasuredRun { name, test, verdict, cpu, .. } = &**ran;
            let (done, total, verdict, cpu) = (*done, *total, *verdict, *cpu);
            self.line(&Line::Measured { problem, name, test, verdict, cpu, done, total })?;
            return self.out.flush();
        }
        let Progress::Judged { solution, test } = progress else { return Ok(()) };
        let Some(solution) = self.solutions.get(*solution).cloned() else { return Ok(()) };
        self.line(&Line::Test { problem: &solution.problem, name: &solution.name, test })?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, play, problem, run};
    use model::Verdict;
    use std::time::Duration;

    #[test]
    fn each_line_is_an_object_that_says_what_it_is() {
        let nim = problem("nim", 1, 2);
        let fakes = vec![Fake::new(&nim, ""), Fake::new(&nim, "wrong").expect(&[Verdict::WrongAnswer]).verdicts(".W")];
        let mut out = Vec::new();
        play(&run(fakes), &mut JsonLines::new(&mut out));
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let types: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
        assert_eq!(types, ["header", "started", "solution", "solution", "summary"]);
        assert_eq!(lines[0]["schema"], model::record::SCHEMA);
        assert_eq!(lines[1]["problems"][0]["problem"], "nim");
        assert_eq!(lines[3]["solution"]["solution"], "nim--wrong");
        assert_eq!(lines[3]["solution"]["tests"][1]["again"], "cargo run -p harness -- nim/wrong.rs -t secret/01");
        assert_eq!(lines[4]["summary"]["met"], 2);
    }

    #[test]
    fn a_limit_that_is_inferred_has_a_line_for_each_of_its_runs_and_one_for_itself() {
        let test = model::TestId("secret/01".into());
        let (name, verdict, cpu) = ("nim/a.rs".to_owned(), Verdict::Accepted, Duration::from_millis(250));
        let ran = MeasuredRun { name, is_judged: false, test: test.clone(), verdict, expected: true, cpu };
        let nim = problem("nim", 1, 2);
        let solution = model::SolutionId::parse("nim", "rs").unwrap();
        let left_out = Vec::new();
        let limit = Duration::from_secs(2);
        let measured = model::MeasuredLimit { limit, slowest: cpu, most: cpu, solution, test, left_out };
        let mut inferred = model::record::ProblemRecord::of(&nim);
        inferred.limits.cpu = limit;
        let mut out = Vec::new();
        let mut lines = JsonLines::new(&mut out);
        let ran = Some(Box::new(ran));
        lines.progress(&Progress::Measuring { problem: nim.id.clone(), done: 1, total: 7, ran }).unwrap();
        lines.progress(&Progress::Measuring { problem: nim.id.clone(), done: 1, total: 7, ran: None }).unwrap();
        lines.event(&Event::Inferred(Arc::new(model::InferredLimit { problem: inferred, measured }))).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3, "{text}");
        let measured = serde_json::json!({
            "type": "measured", "problem": "nim", "name": "nim/a.rs", "test": "secret/01", "verdict": "accepted",
            "cpu_ms": 250.0, "done": 1, "total": 7,
        });
        assert_eq!(lines[0], measured);
        assert_eq!(
            (&lines[2]["type"], lines[2]["problem"]["limits"]["cpu_ms"].as_f64()),
            (&"inferred".into(), Some(2000.0))
        );
    }
}
