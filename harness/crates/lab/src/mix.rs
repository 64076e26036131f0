//! Numbers at random that depend on nothing but numbers.

/// Mixes several numbers into one that depends on each of them: splitmix64.
pub(crate) fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |sum, part| {
        let mut z = (sum ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
