//! A progress line, redrawn a few times a second and removed at the end.

use crate::render::live::Size;
use crate::text::{Role, Text, sanitize};
use std::io::Write;
use std::time::{Duration, Instant};

/// A terminal's last line. The default one never draws anything.
#[derive(Default)]
pub struct ProgressLine {
    screen: Option<LineScreen>,
    drawn: Option<Instant>,
}

struct LineScreen {
    out: Box<dyn Write>,
    size: Box<dyn Fn() -> Size>,
    color: bool,
    unicode: bool,
}

impl ProgressLine {
    const PACE: Duration = Duration::from_millis(125);

    /// A line on a terminal of this size.
    pub fn new(out: Box<dyn Write>, size: Box<dyn Fn() -> Size>, color: bool, unicode: bool) -> ProgressLine {
        ProgressLine { screen: Some(LineScreen { out, size, color, unicode }), drawn: None }
    }

    pub fn put(&mut self, text: impl FnOnce() -> String) {
        let Some(screen) = &mut self.screen else { return };
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < ProgressLine::PACE) {
            return;
        }
        self.drawn = Some(Instant::now());
        let line = Text::new().with(Role::Dim, sanitize::name(&text(), screen.unicode));
        // In the last column some terminals break the line and some do not.
        let line = line.cut((screen.size)().columns.saturating_sub(1));
        // Where the screen is gone, the work goes on.
        let _ = screen.out.write_all(format!("\r\x1b[K{}", line.drawn(screen.color)).as_bytes());
    }

    pub fn clear(&mut self) {
        if let (Some(_), Some(screen)) = (self.drawn.take(), &mut self.screen) {
            let _ = screen.out.write_all(b"\r\x1b[K");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
