//! The parts of a course on the screen: the way, hints, statements and proofs.

use crate::error::CliError;
use crate::exit::Exit;
use crate::screen::{Screen, print, say};
use judge::course::{Course, CourseStep, Hint};
use model::Problem;
use report::text::{Look, markdown};

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
    let look = Look { color: false, unicode: screen.unicode, width: None };
    markdown::render(step.adds.as_deref().unwrap_or_default(), look).trim().replace('\n', " ")
}

pub(super) fn rendered(text: &str, screen: &Screen) -> String {
    let width = screen.width.or(Some(80));
    markdown::render(text, Look { color: screen.color, unicode: screen.unicode, width })
}

pub(super) fn hint(course: &mut Course<'_>, problem: &Problem, screen: &Screen) -> Result<(), CliError> {
    match course.hint(problem)? {
        Hint::None => say!("this statement has no hints\n"),
        // Hints that were read may be read again.
        Hint::Again(hints) => {
            let all: String = hints.iter().enumerate().map(|(at, hint)| format!("{}. {hint}", at + 1)).collect();
            print(format!("\nthere are no more hints than these\n{}", rendered(&all, screen)))
        }
        Hint::Next { number, of, text } => print(format!("\nHint {number} of {of}\n{}", rendered(&text, screen))),
    }
}
