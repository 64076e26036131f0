//! A progress line, redrawn a few times a second and removed at the end.

use crate::render::live::Size;
use crate::text::{Look, Role, Text, sanitize};
use std::io::Write;
use std::time::{Duration, Instant};

struct LastLine {
    out: Box<dyn Write>,
    size: Box<dyn Fn() -> Size>,
    look: Look,
}

/// A terminal's last line. The default one never draws anything.
#[derive(Default)]
pub struct ProgressLine {
    screen: Option<LastLine>,
    drawn: Option<Instant>,
}

impl ProgressLine {
    const PACE: Duration = Duration::from_millis(125);

    /// A line on a terminal of this size.
    pub fn new(out: Box<dyn Write>, size: Box<dyn Fn() -> Size>, look: Look) -> ProgressLine {
        ProgressLine { screen: Some(LastLine { out, size, look }), drawn: None }
    }

    pub fn put(&mut self, text: impl FnOnce() -> String) {
        let Some(LastLine { out, size, look }) = &mut self.screen else { return };
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < ProgressLine::PACE) {
            return;
        }
        self.drawn = Some(Instant::now());
        let line = Text::new().with(Role::Dim, sanitize::name(&text(), look.unicode));
        // In the last column some terminals break the line and some do not.
        let line = line.cut(size().columns.saturating_sub(1));
        // Where the screen is gone, the work goes on.
        let _ = out.write_all(format!("\r\x1b[K{}", line.drawn(look.color)).as_bytes());
    }

    pub fn clear(&mut self) {
        if let (Some(_), Some(LastLine { out, .. })) = (self.drawn.take(), &mut self.screen) {
            let _ = out.write_all(b"\r\x1b[K");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
