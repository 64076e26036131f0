//! What a filter does with one system call, and what need not be left to it.

/// What a filter does with one system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Allow,
    /// With the secret only.
    Guarded,
    /// When argument `.0` (its low 32 bits) is one of these, or with the secret.
    OneOf(u8, &'static [u32]),
    /// When argument `.0` is all zero, or with the secret.
    Zero(u8),
    /// When it makes a pair of sockets that are connected for good: of Unix, and not for datagrams,
    /// which can be sent to any socket that has a name. Or with the secret.
    ConnectedPair,
    /// When the low half of the first argument has all bits of `all` and none outside `within`, or
    /// with the secret.
    Flags {
        all: u32,
        within: u32,
    },
    /// Fails with EACCES when argument `.0`, of which `.1` is looked at, is one of these.
    Not(u8, u32, &'static [u32]),
    /// Fails with this errno, secret or not. With 0 it does nothing and says that it has.
    Fails(i32),
}

/// What something else than the filter keeps in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fenced {
    /// Signals: by a pid namespace, or by landlock.
    pub signals: bool,
    /// Modes and times of files: by read-only mounts.
    pub modes: bool,
    /// Lengths of files that it may only read: by landlock, or without it by read-only mounts.
    pub lengths: bool,
}
