//! The parts of a course on the screen: the way, hints, statements and proofs.

use crate::error::CliError;
use crate::exit::Exit;
use crate::learn::course::{Course, CourseStep, item};
use crate::screen::{Screen, print, say};
use judge::model::Problem;
use report::text::{Look, Page, Role, Text, sanitize};

pub(super) fn list(course: &Course<'_>, screen: &Screen) -> Result<Exit, CliError> {
    let sign = |step: &CourseStep| match course.is_solved(&step.problem) {
        true => "done",
        false if course.current() == Some(&step.problem) => "here",
        false => "",
    };
    let width = course.steps.iter().map(|step| step.problem.as_str().len()).max().unwrap_or(0);
    let line = |(at, step): (usize, &CourseStep)| {
        let text = format!("{:>4} {:>2}  {:<width$}  {}", sign(step), at + 1, step.problem, adds(step, screen));
        screen.wrapped(&text, 11 + width)
    };
    print(course.steps.iter().enumerate().map(line).collect::<String>())?;
    Ok(Exit::AsExpected)
}

/// What a problem adds, on one line.
pub(super) fn adds(step: &CourseStep, screen: &Screen) -> String {
    sanitize::name(step.adds.as_deref().unwrap_or_default(), screen.out.unicode).into_owned()
}

/// Longer lines are tiring.
const COLUMNS: usize = 90;

/// Markdown as it was written: headings stand out, paragraphs are filled anew.
pub(super) fn rendered(text: &str, screen: &Screen) -> String {
    let mut page =
        Page::new(Vec::new(), Look { width: Some(screen.out.width.unwrap_or(80).min(COLUMNS)), ..screen.out });
    let (mut paragraph, mut is_code, mut is_quote) = (Text::new(), false, false);
    for line in text.lines().chain([""]) {
        let quoted = line.strip_prefix('>').filter(|_| !is_code || is_quote);
        let is_end = quoted.is_some() != is_quote;
        let line = quoted.map_or(line, |line| line.strip_prefix(' ').unwrap_or(line));
        let visible = sanitize::name(line, screen.out.unicode);
        let is_fence = line.starts_with("```");
        let sign = |is_quote: bool| if is_quote { "> " } else { "" };
        is_code &= !is_end;
        let is_alone = is_code || is_fence || line.is_empty() || line.starts_with(['#', '|']);
        // Writing to memory cannot fail, here and below.
        if (is_alone || is_end || item(line).is_some()) && !paragraph.is_empty() {
            let hang = if item(&paragraph.plain()).is_some() { 3 } else { sign(is_quote).len() };
            let _ = page.wrapped(&std::mem::take(&mut paragraph), hang);
        }
        is_code ^= is_fence;
        is_quote = quoted.is_some();
        if is_alone {
            let role = if line.starts_with('#') && !is_code { Role::Problem } else { Role::Plain };
            let sign = if line.is_empty() { "" } else { sign(is_quote) };
            let _ = page.line(&Text::new().with(Role::Plain, sign).with(role, visible));
        } else {
            paragraph.push(Role::Plain, if paragraph.is_empty() { sign(is_quote) } else { " " });
            paragraph.push(Role::Plain, visible.trim_start());
        }
    }
    String::from_utf8_lossy(&page.into_inner()).trim_end().to_owned() + "\n"
}

pub(super) fn hint(course: &mut Course<'_>, problem: &Problem, screen: &Screen) -> Result<(), CliError> {
    let (hints, next) = course.hint(problem)?;
    if let Some(at) = next {
        return print(format!("\nHint {} of {}\n{}", at + 1, hints.len(), rendered(&hints[at], screen)));
    }
    if hints.is_empty() {
        return say!("this statement has no hints\n");
    }
    // Hints that were read may be read again.
    let all: String = hints.iter().enumerate().map(|(at, hint)| format!("{}. {hint}", at + 1)).collect();
    print(format!("\nthere are no more hints than these\n{}", rendered(&all, screen)))
}
