//! What is printed of a problem that came from the browser.

use crate::screen::Screen;
use judge::receive::{Arrival, Beginning, Channel, PostedProblem};
use report::text::phrase::count;
use report::text::sanitize;

/// What became of a problem, and what to type next.
pub(super) fn arrival(arrival: &Arrival, posted: &PostedProblem, begin: &Beginning, screen: &Screen) -> String {
    let (title, command) = (sanitize::name(&posted.name, screen.out.unicode), screen.command());
    let samples = count(posted.samples.len(), "sample");
    let limits = [
        posted.time.map(|time| format!(", {} s", time.as_secs_f64())),
        posted.memory.map(|mib| format!(", {mib} MiB")),
    ];
    let limits: String = limits.into_iter().flatten().collect();
    let (name, mut text) = match arrival {
        Arrival::Again { place, samples } => {
            let samples = match samples {
                0 => "its samples are unchanged".to_owned(),
                changed => format!("{} brought up to date", count(*changed, "sample")),
            };
            return format!("{title} is here already, in {place}: {samples}\n");
        }
        Arrival::Problem { slug, solution } => {
            let text =
                format!("got {slug}: {title} ({samples}{limits})\n  write  {solution}\n  judge  {command} {slug}\n");
            (slug.as_str(), text)
        }
        Arrival::Program { file } => {
            let text = format!("got {file}: {title} ({samples}{limits})\n  judge  {command} {file}\n");
            (file.as_str(), text)
        }
    };
    let extension = &begin.extension;
    if posted.interactive {
        text.push_str(&match arrival {
            Arrival::Program { .. } => format!("  it is interactive: write interactor.{extension} beside it\n"),
            Arrival::Problem { .. } | Arrival::Again { .. } => format!(
                "  it is interactive: write problems/{name}/interactor.{extension}, or it is judged as if it were not\n"
            ),
        });
    }
    text.push_str(&files(posted, screen));
    if posted.samples.is_empty() {
        text.push_str(&format!("  the page has no samples: add one with `{command} add {name} --paste`\n"));
    }
    text
}

/// The files that solutions read and write in place of their streams.
fn files(posted: &PostedProblem, screen: &Screen) -> String {
    let line = |(key, channel): (&str, &Channel)| match channel {
        Channel::Stream => None,
        Channel::File(name) => Some(format!("  {key}  the file {}\n", sanitize::name(name, screen.out.unicode))),
        Channel::Unclear(words) => {
            let words = sanitize::name(words, screen.out.unicode);
            Some(format!(
                "  {key}  a file that the page calls {words}: name it by --files IN,OUT, or below [files] in problem.toml\n"
            ))
        }
    };
    [("input", &posted.input), ("output", &posted.output)].into_iter().filter_map(line).collect()
}
