//! `--report jsonl=PATH`: what happens, one JSON object a line, as soon as it is known. For programs that watch.
//!
//! The first line is `{"type":"header","schema":"harness-report/1",…}`; then come a `diagnostic` for each thing wrong with the content,
//! `started` with what is about to be run, a `solution` for each that is done, in plan order, and last a `summary`. The objects are those of the
//! whole report (see `wire`).

use crate::Reporter;
use crate::wire::{Collector, Context, Diagnostic, Problem, Run, SCHEMA, Solution, Summary};
use model::Event;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Writes a line an event, and passes it on at once.
pub struct JsonLines<W> {
    out: W,
    begun: bool,
    collector: Collector,
}

/// One line: `type` says which, the rest is the object's own.
enum Line<'a> {
    Header { harness: &'a str },
    Started { run: &'a Run, problems: &'a [Problem] },
    Diagnostic(&'a Diagnostic),
    Solution(&'a Solution),
    Summary(&'a Summary),
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Line::Header { harness } => {
                map.serialize_entry("type", "header")?;
                map.serialize_entry("schema", SCHEMA)?;
                map.serialize_entry("harness", harness)?;
            }
            Line::Started { run, problems } => {
                map.serialize_entry("type", "started")?;
                map.serialize_entry("run", run)?;
                map.serialize_entry("problems", problems)?;
            }
            Line::Diagnostic(diagnostic) => {
                map.serialize_entry("type", "diagnostic")?;
                map.serialize_entry("diagnostic", diagnostic)?;
            }
            Line::Solution(solution) => {
                map.serialize_entry("type", "solution")?;
                map.serialize_entry("solution", solution)?;
            }
            Line::Summary(summary) => {
                map.serialize_entry("type", "summary")?;
                map.serialize_entry("summary", summary)?;
            }
        }
        map.end()
    }
}

impl<W: Write> JsonLines<W> {
    pub fn new(out: W, context: Context) -> JsonLines<W> {
        JsonLines { out, begun: false, collector: Collector::new(context) }
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        // One write a line: a reader that follows the file never sees half of one.
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.out.write_all(&text)
    }
}

impl<W: Write> Reporter for JsonLines<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.collector.event(event);
        let report = self.collector.take();
        if !std::mem::replace(&mut self.begun, true) {
            self.line(&Line::Header { harness: &report.harness })?;
        }
        let told = match event {
            Event::Started(_) => self.line(&Line::Started { run: &report.run, problems: &report.problems }),
            Event::Diagnosed(_) => {
                report.diagnostics.iter().try_for_each(|diagnostic| self.line(&Line::Diagnostic(diagnostic)))
            }
            Event::Finished(_) => report.solutions.iter().try_for_each(|solution| self.line(&Line::Solution(solution))),
            Event::Done(_) => self.line(&Line::Summary(&report.summary)),
        };
        told.and_then(|()| self.out.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, play, problem, run};
    use model::Verdict;

    #[test]
    fn each_line_is_an_object_that_says_what_it_is() {
        let nim = problem("nim", 1, 2);
        let fakes = vec![Fake::new(&nim, ""), Fake::new(&nim, "wrong").expect(&[Verdict::WrongAnswer]).verdicts(".W")];
        let mut out = Vec::new();
        play(&run(fakes), &mut JsonLines::new(&mut out, Context { command: "cargo judge".to_owned(), started: None }));
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let types: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
        assert_eq!(types, ["header", "started", "solution", "solution", "summary"]);
        assert_eq!(lines[0]["schema"], SCHEMA);
        assert_eq!(lines[1]["problems"][0]["problem"], "nim");
        assert_eq!(lines[3]["solution"]["solution"], "nim--wrong");
        assert_eq!(lines[3]["solution"]["tests"][1]["again"], "cargo judge nim/wrong.rs -t secret/01");
        assert_eq!(lines[4]["summary"]["met"], 2);
    }
}
