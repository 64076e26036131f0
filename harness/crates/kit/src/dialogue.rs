//! Interactors: a dialogue with a program that may be wrong, silent or gone.
//!
//! Theory of operation. The interactor writes a line, flushes, and reads a line. So it only ever
//! waits for the program's next line, and that wait ends with the line or with the end of the
//! program's output. After the dialogue it may also wait for the end of the output. A program may
//! close its pipe after its last move: text that nobody reads is not a mistake, and the program's
//! next line, or the lack of one, decides. Deadlines are up to the judge.

use crate::complaint::{fault, Complaint, Result};
use crate::judge::{self, Test};
use crate::reader::{Owner, Reader};
use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process;

/// Runs an interactor: `main` is this call. `play` returns `Ok(())` if the program has solved its
/// task.
///
/// Arguments, files and exit codes are those of [`check`](crate::check).
///
/// ```no_run
/// // The program finds a number with at most 20 questions.
/// kit::interact(|test, program| {
///     let n = test.input.int("n", 1..)?;
///     let secret = test.input.int("secret", 1..=n)?;
///     program.send(n)?;
///     for _ in 0..20 {
///         let mut line = program.line()?;
///         let guess = line.int("the guess", 1..=n)?;
///         line.end()?;
///         match guess.cmp(&secret) {
///             std::cmp::Ordering::Less => program.send("higher")?,
///             std::cmp::Ordering::Greater => program.send("lower")?,
///             std::cmp::Ordering::Equal => {
///                 program.send("right")?;
///                 return program.end();
///             }
///         }
///     }
///     Err(program.complain("20 questions were not enough"))
/// })
/// ```
pub fn interact(play: impl FnOnce(&mut Test, &mut Program) -> Result<()>) -> ! {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    process::exit(judge::run(&args, |test| {
        let output = BufReader::new(io::stdin());
        play(test, &mut Program::new(Box::new(output), Box::new(io::stdout())))
    }))
}

/// The program at the other end.
pub struct Program {
    output: Box<dyn BufRead>,
    input: Box<dyn Write>,
    lines: usize,
    longest: u64,
}

/// The most bytes of a line, unless the interactor allows another number.
const LONGEST_LINE: u64 = 1 << 20;

impl Program {
    fn new(output: Box<dyn BufRead>, input: Box<dyn Write>) -> Program {
        Program { output, input, lines: 0, longest: LONGEST_LINE }
    }

    /// Sets the most bytes of a line, its end included, from here on. The default is 1 MiB.
    pub fn longest_line(&mut self, bytes: u64) {
        self.longest = bytes;
    }

    /// Sends `text` and a line end, and flushes.
    pub fn send(&mut self, text: impl Display) -> Result<()> {
        match self.input.write_all(format!("{}\n", text).as_bytes()).and_then(|()| self.input.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(fault(format!("the program cannot be written to: {}", error)))
            }
            _ => Ok(()),
        }
    }

    /// Waits for the next line. Complaints about the line give its number.
    pub fn line(&mut self) -> Result<Reader> {
        let mut line = Vec::new();
        let read = (&mut self.output).take(self.longest + 1).read_until(b'\n', &mut line);
        read.map_err(|error| fault(format!("the program cannot be read: {}", error)))?;
        self.lines += 1;
        if line.is_empty() {
            return Err(self.complain("the output ends before the dialogue"));
        }
        if line.len() as u64 > self.longest {
            return Err(self.complain(format_args!("more than {} bytes", self.longest)));
        }
        if line.ends_with(b"\n") {
            line.pop();
        }
        Ok(Reader::new("line", Owner::Solution, line, self.lines))
    }

    /// Waits for the end of the output. Only white space may come before it.
    ///
    /// Without this call, anything that the program prints after the dialogue is accepted unread.
    pub fn end(&mut self) -> Result<()> {
        for byte in (&mut self.output).bytes() {
            let byte = byte.map_err(|error| fault(format!("the program cannot be read: {}", error)))?;
            if !byte.is_ascii_whitespace() {
                return Err(Complaint::refusal("the output goes on after the dialogue"));
            }
        }
        Ok(())
    }

    /// Returns a complaint about the line read last.
    pub fn complain(&self, message: impl Display) -> Complaint {
        Complaint::refusal(format!("line {}: {}", self.lines, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn program(output: &'static str) -> Program {
        Program::new(Box::new(Cursor::new(output)), Box::new(io::sink()))
    }

    #[test]
    fn each_line_is_read_alone_and_named_by_its_number() {
        let mut program = program("1 2\n3\n");
        let mut first = program.line().unwrap();
        assert_eq!((first.int("heap", ..).unwrap(), first.int("take", ..).unwrap()), (1, 2));
        first.end().unwrap();
        let mut second = program.line().unwrap();
        second.int("heap", ..).unwrap();
        let complaint = second.int("take", ..).unwrap_err();
        assert_eq!(complaint.to_string(), "line 2, token 2: take is missing, the line ends here");
        assert!(!complaint.is_fault());
    }

    #[test]
    fn the_end_of_the_output_and_an_endless_line_are_the_programs_mistakes() {
        let mut ended = program("1\n");
        ended.line().unwrap();
        let complaint = ended.line().unwrap_err();
        assert_eq!(complaint.to_string(), "line 2: the output ends before the dialogue");
        assert!(!complaint.is_fault());

        let mut flood = program("12345\n");
        flood.longest_line(5);
        assert_eq!(flood.line().unwrap_err().to_string(), "line 1: more than 5 bytes");
    }

    #[test]
    fn a_line_of_the_greatest_length_and_a_last_line_without_an_end_are_read() {
        let mut program = program("1234\n567");
        program.longest_line(5);
        assert_eq!(program.line().unwrap().int("n", ..).unwrap(), 1234);
        assert_eq!(program.line().unwrap().int("n", ..).unwrap(), 567);
    }

    #[test]
    fn behind_the_dialogue_white_space_is_free_and_words_are_the_programs_mistake() {
        let mut quiet = program("1\n \n\t\n");
        quiet.line().unwrap();
        assert_eq!(quiet.end(), Ok(()));

        let mut talks_on = program("1\n \n2\n");
        talks_on.line().unwrap();
        let complaint = talks_on.end().unwrap_err();
        assert_eq!(complaint.to_string(), "the output goes on after the dialogue");
        assert!(!complaint.is_fault());
    }

    #[test]
    fn a_program_that_closed_its_pipe_is_no_mistake_and_any_other_trouble_is_a_fault() {
        struct BrokenWriter(io::ErrorKind);
        impl Write for BrokenWriter {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(self.0.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let talk = |kind| Program::new(Box::new(io::empty()), Box::new(BrokenWriter(kind))).send("3 4");
        assert_eq!(talk(io::ErrorKind::BrokenPipe), Ok(()));
        assert!(talk(io::ErrorKind::Other).unwrap_err().is_fault());
    }
}
