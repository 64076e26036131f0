//! Makes texts that match an expression, from its tree.

use std::collections::HashMap;

use super::policy::{Plan, Spot};
use crate::number::Integer;
use crate::random::Random;
use crate::regex::{ByteSet, RegexNode};

/// The bytes of each set met so far from which texts are made, in order.
pub(super) type Letters = HashMap<ByteSet, Vec<u8>>;

pub(super) struct TextWriter<'a> {
    pub plan: &'a Plan,
    pub random: &'a mut Random,
    pub spot: Spot,
    pub share: u64,
    pub loose: bool,
    pub letters: &'a mut Letters,
    pub text: Vec<u8>,
}

impl TextWriter<'_> {
    /// Writes a text of at most `limit` bytes. False if it gets longer. Ignores anchors.
    pub fn write(&mut self, node: &RegexNode, limit: usize) -> bool {
        match node {
            RegexNode::Set(set) => {
                let byte = self.byte(set);
                self.text.push(byte);
                self.text.len() <= limit
            }
            RegexNode::Start | RegexNode::End => true,
            RegexNode::Concat(nodes) => nodes.iter().all(|node| self.write(node, limit)),
            RegexNode::Alternate(nodes) => {
                let branch = self.random.below(nodes.len() as u64) as usize;
                self.write(&nodes[branch], limit)
            }
            RegexNode::Repeat(node, least, most) => {
                let count = self.count(*least, *most);
                // If there are more turns than bytes, some were empty, and so may be the rest of a
                // billion.
                let enough = u32::try_from(limit).unwrap_or(u32::MAX).saturating_add(1);
                (0..count.min(enough)).all(|_| self.write(node, limit))
            }
        }
    }

    fn count(&mut self, least: u32, most: Option<u32>) -> u32 {
        let share = u32::try_from(self.share).unwrap_or(u32::MAX);
        // Even in tiny inputs, a text may have a few letters.
        let share = share.max(1 + self.random.below(4) as u32);
        let most = most.unwrap_or(u32::MAX).min(least.max(share));
        let (least, most) = (Integer::from(i64::from(least)), Integer::from(i64::from(most)));
        let count = if self.loose {
            self.random.between(&least, &most)
        } else {
            self.plan.count(self.spot, &least, &most, self.random)
        };
        count.to_u64().map_or(0, |count| u32::try_from(count).unwrap_or(u32::MAX))
    }

    fn byte(&mut self, set: &ByteSet) -> u8 {
        let letters = self.letters.entry(*set).or_insert_with(|| {
            // Use control characters and bytes beyond ASCII only if there is nothing else.
            let printable: Vec<u8> = set.iter().filter(|byte| matches!(byte, b' '..=b'~')).collect();
            if printable.is_empty() { set.iter().collect() } else { printable }
        });
        if self.loose {
            return self.random.pick(letters).copied().unwrap_or(b'?');
        }
        // A set that comes again continues the text.
        self.plan.byte(self.spot, self.text.len() as u64 + 1, letters, self.random)
    }
}
