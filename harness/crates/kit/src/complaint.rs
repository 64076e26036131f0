//! Why a program of a problem does not succeed.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::process;

/// What every step of a program returns.
pub type Result<T> = std::result::Result<T, Complaint>;

/// What is wrong, and whose mistake it is.
///
/// A reader makes the complaint, and knows whose text it reads: a mistake in a solution's output
/// rejects the output, and a mistake in the jury's files is a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub(crate) is_fault: bool,
    pub(crate) message: String,
}

/// Makes a complaint about a mistake of the jury, which gives no verdict on the solution.
pub fn fault(message: impl fmt::Display) -> Complaint {
    Complaint { is_fault: true, message: message.to_string() }
}

impl Complaint {
    /// The reason to reject a test, an output, or a generator's arguments.
    pub(crate) fn refusal(message: impl fmt::Display) -> Complaint {
        Complaint { is_fault: false, message: message.to_string() }
    }

    /// Whether the jury is at fault, and not the text that was read.
    pub fn is_fault(&self) -> bool {
        self.is_fault
    }
}

/// Ends a validator or a generator: writes what it made, and exits with the code for that or for
/// the complaint.
pub(crate) fn finish(made: Result<String>, what: &str, code: i32, refused: impl FnOnce(&Complaint) -> i32) -> ! {
    let code = match made {
        Ok(text) => match io::stdout().write_all(text.as_bytes()) {
            Ok(()) => code,
            Err(error) => {
                eprintln!("{} cannot be written: {}", what, error);
                1
            }
        },
        Err(complaint) => {
            eprintln!("{}", complaint);
            refused(&complaint)
        }
    };
    process::exit(code)
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Complaint {}
