//! The token comparison where numbers are compared as numbers.

use super::blocks::{Blocks, ReadAt, Trouble, skip_equal_units};
use super::normal::{is_space, spaces_len, text_len};
use super::number::{Number, Tolerance};
use super::{Case, Mismatch, UNITS};
use model::TokenOptions;
use std::io;

/// The longest token that is looked at as a number. A longer one in the answer is compared as text; a longer one in the output only
/// stands for itself. (The format's text lets a validator limit the number of digits, and reject output that is unreasonably
/// large.)
const LONGEST: usize = 1 << 20;

/// Compares token by token. White space is skipped, or compared byte by byte where its changes count.
pub fn compare(
    options: &TokenOptions,
    tolerance: &Tolerance,
    answer: &dyn ReadAt,
    output: &dyn ReadAt,
) -> Result<Option<Mismatch>, Trouble> {
    let (mut a, mut b) = (Blocks::new(answer), Blocks::new(output));
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let case = Case::of(options);
    // A token that has begun the same may yet end differently, so skipping ends behind white space.
    let keep = |equal: &[u8]| equal.iter().rposition(|&b| is_space(b)).map_or(0, |last| last + 1);
    let mut tokens = UNITS;
    loop {
        if tokens == UNITS {
            if skip_equal_units(&mut a, &mut b, keep)? {
                return Ok(None);
            }
            tokens = 0;
        }
        tokens += 1;
        if options.space_change_sensitive {
            if !same_stretch(&mut a, &mut b, is_space, Case::Matters)? {
                return Ok(Some(Mismatch { answer: a.offset(), output: b.offset() }));
            }
        } else {
            skip_spaces(&mut a).map_err(Trouble::Answer)?;
            skip_spaces(&mut b).map_err(Trouble::Output)?;
        }
        let here = Mismatch { answer: a.offset(), output: b.offset() };
        let (whole, others) =
            (whole_token(&mut a).map_err(Trouble::Answer)?, whole_token(&mut b).map_err(Trouble::Output)?);
        if let (Some(x), Some(y)) = (whole, others) {
            if !same_token(x, y, case, Some(tolerance)) {
                return Ok(Some(here));
            }
            let (n, m) = (x.len(), y.len());
            a.consume(n);
            b.consume(m);
            continue;
        }
        read_token(&mut a, &mut x).map_err(Trouble::Answer)?;
        read_token(&mut b, &mut y).map_err(Trouble::Output)?;
        let same = if x.len() < LONGEST {
            same_token(&x, &y, case, Some(tolerance))
        } else {
            same_token(&x, &y, case, None) && same_stretch(&mut a, &mut b, |byte| !is_space(byte), case)?
        };
        if !same {
            return Ok(Some(here));
        }
        if x.is_empty() {
            return Ok(None);
        }
    }
}

/// Whether a token of the output may stand where the answer has `answer`. No token (the end) is an empty one.
pub fn same_token(answer: &[u8], output: &[u8], case: Case, tolerance: Option<&Tolerance>) -> bool {
    // A number within any tolerance of itself, and by far the most frequent case.
    if answer == output {
        return true;
    }
    match tolerance.and_then(|tolerance| Some((tolerance, Number::parse(answer)?))) {
        Some((tolerance, number)) => {
            output.len() < LONGEST && Number::parse(output).is_some_and(|output| tolerance.accepts(number, output))
        }
        None => case == Case::Ignored && answer.eq_ignore_ascii_case(output),
    }
}

fn skip_spaces(blocks: &mut Blocks<'_>) -> io::Result<()> {
    loop {
        let block = blocks.fill()?;
        let (n, all) = (spaces_len(block), block.len());
        blocks.consume(n);
        if n < all || n == 0 {
            return Ok(());
        }
    }
}

/// The token at the present place, where the block at hand holds it and the white space behind it.
fn whole_token<'b>(blocks: &'b mut Blocks<'_>) -> io::Result<Option<&'b [u8]>> {
    let block = blocks.fill()?;
    let n = text_len(block);
    Ok((n > 0 && n < block.len()).then_some(&block[..n]))
}

/// Reads the token at the present place, at most [`LONGEST`] bytes of it; empty at the end of the source.
fn read_token(blocks: &mut Blocks<'_>, token: &mut Vec<u8>) -> io::Result<()> {
    token.clear();
    loop {
        let block = blocks.fill()?;
        let text = text_len(block);
        let n = text.min(LONGEST - token.len());
        token.extend_from_slice(&block[..n]);
        let done = n == 0 || text < block.len();
        blocks.consume(n);
        if done {
            return Ok(());
        }
    }
}

/// Moves over the bytes of a kind on both sides, as long as they are the same. True when both stretches end together.
fn same_stretch(
    a: &mut Blocks<'_>,
    b: &mut Blocks<'_>,
    of_kind: impl Fn(u8) -> bool,
    case: Case,
) -> Result<bool, Trouble> {
    loop {
        let (x, y) = (a.fill().map_err(Trouble::Answer)?, b.fill().map_err(Trouble::Output)?);
        let stretch = |block: &[u8]| block.iter().position(|&b| !of_kind(b)).unwrap_or(block.len());
        let (n, m) = (stretch(x), stretch(y));
        if n == 0 || m == 0 {
            return Ok(n == m);
        }
        let n = n.min(m);
        let difference = case.first_difference(&x[..n], &y[..n]);
        let n = difference.unwrap_or(n);
        a.consume(n);
        b.consume(n);
        if difference.is_some() {
            return Ok(false);
        }
    }
}
