//! Gives up every right beyond an ordinary user's.

use super::check;
use rustix::process::DumpableBehavior;
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, Gid, Uid, capabilities, clear_ambient_capability_set,
    configure_capability_in_ambient_set, remove_capability_from_bounding_set, set_capabilities,
    set_capabilities_secure_bits, set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

/// What a tool keeps when the harness is root and the tool has no root folder of its own: it may
/// read what its user could not, such as a tool chain in root's home. It may not write there,
/// signal anybody, or start processes without end. Laid out as capset takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader(pub [u32; 6]);

/// The header of the kernel's third version of capget and capset: version, this process.
pub(crate) const CAPABILITIES: [u32; 2] = [0x2008_0522, 0];

pub(crate) const DAC_READ_SEARCH: libc::c_int = 2;

/// The right to read everything. `None` where root itself lacks it, as in most containers.
pub(crate) fn reader() -> Option<Reader> {
    let one = 1 << DAC_READ_SEARCH;
    // Effective, permitted, inheritable; the upper halves.
    let permitted = capabilities(None).ok()?.permitted;
    permitted.contains(CapabilitySet::DAC_READ_SEARCH).then_some(Reader([one, one, one, 0, 0, 0]))
}

/// Becomes the user inside and gives up every right beyond a user's, except reading what others may
/// not, where `keep` says so.
pub(crate) fn drop_privileges(become_uid: Option<u32>, keep: Option<Reader>) -> Result<(), String> {
    if let Some(uid) = become_uid {
        check("setgroups", set_thread_groups(&[]))?;
        let gid = Gid::from_raw(uid);
        check("setgid", set_thread_res_gid(gid, gid, gid))?;
    }
    if keep.is_some() {
        keep_capabilities()?;
    }
    // Done while CAP_SETPCAP is still there. The list ends where the kernel does not know the
    // number.
    for bit in (0..64).map(|number| CapabilitySet::from_bits_retain(1 << number)) {
        let retained = keep.is_some() && bit == CapabilitySet::DAC_READ_SEARCH;
        if !retained && remove_capability_from_bounding_set(bit).is_err() {
            break;
        }
    }
    // Kernels before 4.3 have no ambient set.
    let _ = clear_ambient_capability_set();
    if let Some(uid) = become_uid.map(Uid::from_raw) {
        check("setuid", set_thread_res_uid(uid, uid, uid))?;
    }
    let all = if keep.is_some() { CapabilitySet::DAC_READ_SEARCH } else { CapabilitySet::empty() };
    check("capset", set_capabilities(None, CapabilitySets { effective: all, permitted: all, inheritable: all }))?;
    if keep.is_some() {
        check("keep reading", configure_capability_in_ambient_set(CapabilitySet::DAC_READ_SEARCH, true))?;
    }
    no_new_privileges()?;
    check("dumpable", rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable))
}

/// Makes capabilities independent of the user, for this process and everything it starts. Otherwise
/// a change of user would take them away, and access(2), with which compilers look for their parts,
/// would ignore them.
pub(crate) fn keep_capabilities() -> Result<(), String> {
    check("keep capabilities", set_capabilities_secure_bits(CapabilitiesSecureBits::NO_SETUID_FIXUP))
}

/// Ensures that no program this process starts gains anything by being set-user-ID.
pub(crate) fn no_new_privileges() -> Result<(), String> {
    check("no_new_privs", set_no_new_privs(true))
}
