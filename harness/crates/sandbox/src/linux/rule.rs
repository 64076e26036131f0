//! What a filter does with one system call, and what other mechanisms already contain.

/// What a filter does with one system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Allow,
    /// Allowed only with the secret.
    Guarded,
    /// Allowed when argument `.0` (its low 32 bits) is one of these, or with the secret.
    OneOf(u8, &'static [u32]),
    /// Allowed when argument `.0` is all zero, or with the secret.
    Zero(u8),
    /// Allowed when it makes a pair of sockets that are connected for good: Unix sockets, but not
    /// for datagrams, which can be sent to any socket that has a name. Or with the secret.
    ConnectedPair,
    /// Allowed when the low half of the first argument has all bits of `all` and none outside
    /// `within`, or with the secret.
    Flags {
        all: u32,
        within: u32,
    },
    /// Fails with EACCES when argument `.0`, masked by `.1`, is one of these.
    Not(u8, u32, &'static [u32]),
    /// Fails with this errno, secret or not. With 0 the call does nothing and reports success.
    Fails(i32),
}

/// What something other than the filter contains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherContainment {
    /// Signals, by a pid namespace or by landlock.
    pub signals: bool,
    /// Modes and times of files, by read-only mounts.
    pub modes: bool,
    /// Lengths of files that a program may only read, by landlock, or without it by read-only
    /// mounts.
    pub truncation: bool,
}
