//! Makes texts that match, from the syntax tree.

use super::{ByteSet, RegexNode};

/// Chooses among the texts that an expression matches.
pub(crate) trait Picker {
    /// How often a part is repeated.
    fn count(&mut self, least: u32, most: Option<u32>) -> u32;
    /// Which alternative to take. `lengths` are the lengths of their shortest texts.
    fn branch(&mut self, lengths: &[u64]) -> usize;
    /// Which byte of a set to take. The set is not empty.
    fn byte(&mut self, set: &ByteSet) -> u8;
}

/// Makes a text of at most `limit` bytes. `None` if it gets longer. Ignores anchors.
pub(crate) fn sample(node: &RegexNode, picker: &mut impl Picker, limit: usize) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    write(node, picker, limit, &mut text).then_some(text)
}

fn write(node: &RegexNode, picker: &mut impl Picker, limit: usize, text: &mut Vec<u8>) -> bool {
    match node {
        RegexNode::Set(set) => {
            text.push(picker.byte(set));
            text.len() <= limit
        }
        RegexNode::Start | RegexNode::End => true,
        RegexNode::Concat(nodes) => nodes.iter().all(|node| write(node, picker, limit, text)),
        RegexNode::Alternate(nodes) => {
            let lengths: Vec<u64> = nodes.iter().map(|node| super::lengths(node).0).collect();
            let branch = picker.branch(&lengths).min(nodes.len() - 1);
            write(&nodes[branch], picker, limit, text)
        }
        RegexNode::Repeat(node, least, most) => {
            let count = picker.count(*least, *most);
            // If there are more turns than bytes, some were empty, and so may be the rest of a
            // billion.
            let enough = u32::try_from(limit).unwrap_or(u32::MAX).saturating_add(1);
            (0..count.min(enough)).all(|_| write(node, picker, limit, text))
        }
    }
}

/// Picks the shortest text of the simplest bytes.
pub(crate) struct Simplest;

impl Picker for Simplest {
    fn count(&mut self, least: u32, _most: Option<u32>) -> u32 {
        least
    }

    fn branch(&mut self, lengths: &[u64]) -> usize {
        let shortest = lengths.iter().enumerate().min_by_key(|(_, length)| **length);
        shortest.map_or(0, |(at, _)| at)
    }

    fn byte(&mut self, set: &ByteSet) -> u8 {
        set.iter().next().unwrap_or(b'?')
    }
}
