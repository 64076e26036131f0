//! Copies a file to the clipboard.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A way to the clipboard.
struct Tool {
    program: &'static str,
    args: &'static [&'static str],
    /// It works only if this variable is set; "": always.
    needs: &'static str,
}

/// Tried in this order.
const TOOLS: [Tool; 4] = [
    Tool { program: "wl-copy", args: &[], needs: "WAYLAND_DISPLAY" },
    Tool { program: "xclip", args: &["-selection", "clipboard"], needs: "DISPLAY" },
    Tool { program: "pbcopy", args: &[], needs: "" },
    Tool { program: "clip.exe", args: &[], needs: "" },
];

/// Longer than any of the tools takes: they go to the background and return.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest escape code that a terminal takes, in bytes of base64; xterm's limit is the smallest
/// known.
const LONGEST_CODE: usize = 74_994;

/// Copies a file's content; returns by which way. `path` must hold `bytes`; `find` finds a program
/// by its name.
///
/// # Errors
/// Why it could not be copied, in words.
pub fn copy(path: &Path, bytes: &[u8], find: impl Fn(&str) -> Option<PathBuf>) -> Result<String, String> {
    let is_set = |name: &str| name.is_empty() || env::var_os(name).is_some_and(|value: OsString| !value.is_empty());
    for tool in TOOLS.iter().filter(|tool| is_set(tool.needs)) {
        if let Some(program) = find(tool.program) {
            return match give(&program, tool.args, path) {
                Ok(()) => Ok(tool.program.to_owned()),
                Err(error) => Err(format!("{} failed: {error}", tool.program)),
            };
        }
    }
    let code = osc52(bytes);
    if io::stderr().is_terminal() && code.len() <= LONGEST_CODE {
        return match io::stderr().write_all(code.as_bytes()) {
            Ok(()) => Ok("sent to the terminal's clipboard; if the paste is empty, it takes none".to_owned()),
            Err(error) => Err(format!("the terminal does not take it: {error}")),
        };
    }
    Err("no clipboard here: neither wl-copy, xclip, pbcopy nor clip.exe can be used, and this is not a terminal"
        .to_owned())
}

/// Runs a tool with the file as its standard input: a tool that does not read cannot block us.
#[expect(
    clippy::disallowed_methods,
    reason = "started outside of cells: the clipboard's tool, with a program that was judged"
)]
fn give(program: &Path, args: &[&str], path: &Path) -> io::Result<()> {
    // A tool that stays in the background to serve the clipboard must not hold our own streams
    // open.
    let mut child = Command::new(program)
        .args(args)
        .current_dir("/")
        .stdin(Stdio::from(File::open(path)?))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(io::Error::other(status.to_string())),
            None if begun.elapsed() > PATIENCE => {
                child.kill()?;
                child.wait()?;
                return Err(io::Error::other(format!("no end after {} s", PATIENCE.as_secs())));
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// "Operating System Command 52" of xterm: the terminal itself sets the clipboard, even at the far
/// end of an ssh connection.
fn osc52(bytes: &[u8]) -> String {
    format!("\x1b]52;c;{}\x07", base64(bytes))
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let at = (bits >> (18 - 6 * digit)) as usize & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[at]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xef, 0xbe]), "/+++");
    }
}
