//! CompetiTest's file: a map from a test's number to its input and output, or a list of them, in
//! MessagePack. A side that is empty is left out there.

use super::{StoredContent, StoredRules, StoredTest};
use std::cell::Cell;

/// Deeper files are damaged.
const DEEPEST: usize = 8;

/// More values are not those of tests: each takes many times its byte.
const MOST: usize = 1 << 20;

#[derive(Clone, Debug, PartialEq)]
enum MsgpackValue {
    Text(String),
    Number(i64),
    List(Vec<MsgpackValue>),
    Map(Vec<(MsgpackValue, MsgpackValue)>),
    Other,
}

pub(super) fn tests(bytes: &[u8]) -> StoredContent {
    let mut rest = bytes;
    let value =
        value(&mut rest, DEEPEST, &Cell::new(MOST)).filter(|_| rest.is_empty()).ok_or("it is not MessagePack")?;
    let numbered: Vec<(i64, MsgpackValue)> = match value {
        MsgpackValue::List(tests) => (1..).zip(tests).collect(),
        MsgpackValue::Map(tests) => {
            let number = |(key, test)| if let MsgpackValue::Number(number) = key { Some((number, test)) } else { None };
            tests.into_iter().map(number).collect::<Option<_>>().ok_or("a test has no number")?
        }
        MsgpackValue::Text(_) | MsgpackValue::Number(_) | MsgpackValue::Other => {
            return Err("it holds no tests".to_owned());
        }
    };
    let mut tests = Vec::new();
    for (number, test) in numbered {
        let MsgpackValue::Map(sides) = test else { return Err(format!("test {number} is not a map")) };
        let side = |name: &str| {
            let found = sides.iter().find(|(key, _)| *key == MsgpackValue::Text(name.to_owned()));
            if let Some((_, MsgpackValue::Text(text))) = found { text.clone() } else { String::new() }
        };
        tests.push((number, StoredTest { name: number.to_string(), input: side("input"), answer: side("output") }));
    }
    tests.sort_by_key(|(number, _)| *number);
    Ok((tests.into_iter().map(|(_, test)| test).collect(), StoredRules::default()))
}

/// The next value; `None` if the bytes are none, or no more than `left` are taken.
fn value(rest: &mut &[u8], depth: usize, left: &Cell<usize>) -> Option<MsgpackValue> {
    let depth = depth.checked_sub(1)?;
    left.set(left.get().checked_sub(1)?);
    let first = take(rest, 1)?[0];
    Some(match first {
        0x00..=0x7f => MsgpackValue::Number(i64::from(first)),
        0x80..=0x8f => map(rest, u64::from(first & 0x0f), depth, left)?,
        0x90..=0x9f => list(rest, u64::from(first & 0x0f), depth, left)?,
        0xa0..=0xbf => text(rest, u64::from(first & 0x1f))?,
        0xc4 | 0xd9 => sized(rest, 1).and_then(|size| text(rest, size))?,
        0xc5 | 0xda => sized(rest, 2).and_then(|size| text(rest, size))?,
        0xc6 | 0xdb => sized(rest, 4).and_then(|size| text(rest, size))?,
        0xcc..=0xcf => MsgpackValue::Number(sized(rest, 1 << (first - 0xcc))?.try_into().ok()?),
        0xd0 => MsgpackValue::Number(i64::from(i8::from_be_bytes(take(rest, 1)?.try_into().ok()?))),
        0xd1 => MsgpackValue::Number(i64::from(i16::from_be_bytes(take(rest, 2)?.try_into().ok()?))),
        0xd2 => MsgpackValue::Number(i64::from(i32::from_be_bytes(take(rest, 4)?.try_into().ok()?))),
        0xd3 => MsgpackValue::Number(i64::from_be_bytes(take(rest, 8)?.try_into().ok()?)),
        0xdc => sized(rest, 2).and_then(|size| list(rest, size, depth, left))?,
        0xdd => sized(rest, 4).and_then(|size| list(rest, size, depth, left))?,
        0xde => sized(rest, 2).and_then(|size| map(rest, size, depth, left))?,
        0xdf => sized(rest, 4).and_then(|size| map(rest, size, depth, left))?,
        0xe0..=0xff => MsgpackValue::Number(i64::from(i8::from_be_bytes([first]))),
        // Nothing, truth values, and numbers with a point: no side of a test is one.
        0xc0..=0xc3 => MsgpackValue::Other,
        0xca => take(rest, 4).map(|_| MsgpackValue::Other)?,
        0xcb => take(rest, 8).map(|_| MsgpackValue::Other)?,
        0xc7..=0xc9 | 0xd4..=0xd8 => return None,
    })
}

fn take<'b>(rest: &mut &'b [u8], size: u64) -> Option<&'b [u8]> {
    let (taken, more) = rest.split_at_checked(usize::try_from(size).ok()?)?;
    *rest = more;
    Some(taken)
}

fn sized(rest: &mut &[u8], bytes: u64) -> Option<u64> {
    Some(take(rest, bytes)?.iter().fold(0, |size, byte| size << 8 | u64::from(*byte)))
}

fn text(rest: &mut &[u8], size: u64) -> Option<MsgpackValue> {
    Some(MsgpackValue::Text(String::from_utf8_lossy(take(rest, size)?).into_owned()))
}

/// Collects one by one: a size that is not true costs nothing.
fn list(rest: &mut &[u8], size: u64, depth: usize, left: &Cell<usize>) -> Option<MsgpackValue> {
    (0..size).map(|_| value(rest, depth, left)).collect::<Option<_>>().map(MsgpackValue::List)
}

fn map(rest: &mut &[u8], size: u64, depth: usize, left: &Cell<usize>) -> Option<MsgpackValue> {
    (0..size)
        .map(|_| Some((value(rest, depth, left)?, value(rest, depth, left)?)))
        .collect::<Option<_>>()
        .map(MsgpackValue::Map)
}
