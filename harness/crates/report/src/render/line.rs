//! A progress line, redrawn a few times a second and removed at the end.

use crate::render::live::Screen;
use crate::text::{Role, Text, sanitize};
use std::time::{Duration, Instant};

/// A line below what a terminal shows. The default one never draws anything.
#[derive(Default)]
pub struct ProgressLine {
    screen: Option<Screen>,
    drawn: Option<Instant>,
}

impl ProgressLine {
    const PACE: Duration = Duration::from_millis(125);

    pub fn new(screen: Screen) -> ProgressLine {
        ProgressLine { screen: Some(screen), drawn: None }
    }

    pub fn put(&mut self, text: impl FnOnce() -> String) {
        let Some(screen) = &mut self.screen else { return };
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < ProgressLine::PACE) {
            return;
        }
        self.drawn = Some(Instant::now());
        let size = screen.size();
        let line = Text::new().with(Role::Dim, sanitize::name(&text(), screen.look.unicode));
        // In the last column some terminals break the line and some do not. Where the screen is
        // gone, the work goes on.
        let _ = screen.draw(b"", &[line.cut(size.columns.saturating_sub(1))], size);
    }

    pub fn clear(&mut self) {
        if let (Some(_), Some(screen)) = (self.drawn.take(), &mut self.screen) {
            let _ = screen.draw(b"", &[], screen.size());
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
