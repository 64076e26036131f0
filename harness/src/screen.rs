//! What the command line says.

use std::io::{self, Write};

/// Writes to standard output. When it is gone, as with `head`, there is nobody to tell.
pub fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
}
