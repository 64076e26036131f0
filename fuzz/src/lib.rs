//! What several targets need: a case made of a few choices and two texts, and a second
//! implementation of the comparisons, slow and obviously right.

pub mod oracle;

/// The fuzzer's bytes, split up.
pub struct Case<'a> {
    choices: &'a [u8],
    pub first: &'a [u8],
    pub second: &'a [u8],
}

impl<'a> Case<'a> {
    /// Splits `bytes`: the first `choices` bytes choose, and `0xFF` separates the two texts.
    pub fn of(bytes: &'a [u8], choices: usize) -> Option<Case<'a>> {
        let (choices, texts) = bytes.split_at_checked(choices)?;
        let mut parts = texts.splitn(2, |byte| *byte == 0xFF);
        Some(Case { choices, first: parts.next()?, second: parts.next().unwrap_or_default() })
    }

    pub fn choice(&self, at: usize) -> usize {
        self.choices[at].into()
    }

    pub fn pick<T: Copy>(&self, at: usize, all: &[T]) -> T {
        all[self.choice(at) % all.len()]
    }
}
