//! What to change where a level does not work: names the setting that prevents it.

/// The first Linux that can make a whole tree of mounts read-only in one call (`mount_setattr`).
const WITH_MOUNT_SETATTR: (u32, u32) = (5, 12);

/// Finds the setting that closes user namespaces, and says how to open them. A kernel that is too
/// old comes first, because no setting helps there.
///
/// `setting` returns the text of a file below `/proc/sys`, if it exists.
pub(crate) fn namespaces(setting: impl Fn(&str) -> Option<String>) -> &'static str {
    let is = |name: &str, value: &str| setting(name).is_some_and(|text| text.trim() == value);
    let too_old = |release: String| version(&release).is_some_and(|version| version < WITH_MOUNT_SETATTR);
    if setting("kernel/osrelease").is_some_and(too_old) {
        "this kernel is too old to restrict mounts: Linux 5.12 or newer can"
    } else if is("user/max_user_namespaces", "0") {
        "allow user namespaces: `sysctl user.max_user_namespaces=15000`"
    } else if is("kernel/unprivileged_userns_clone", "0") {
        "allow user namespaces: `sysctl kernel.unprivileged_userns_clone=1`"
    } else if is("kernel/apparmor_restrict_unprivileged_userns", "1") {
        "allow user namespaces: `sysctl kernel.apparmor_restrict_unprivileged_userns=0`"
    } else {
        "it needs user namespaces and mounts: in Docker `--security-opt seccomp=unconfined`, and for root \
         `--cap-add SYS_ADMIN`, too"
    }
}

/// `(5, 10)` of `5.10.0-33-cloud-amd64`.
fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.trim().split(['.', '-']).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Reads a file below `/proc/sys` on this machine.
pub(crate) fn setting(name: &str) -> Option<String> {
    std::fs::read_to_string(format!("/proc/sys/{name}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_is_the_setting_that_is_wrong() {
        let check = |settings: &[(&str, &str)], expected: &str| {
            let read = |name: &str| {
                let found = settings.iter().find(|(file, _)| *file == name);
                found.map(|(_, value)| format!("{value}\n"))
            };
            let advice = namespaces(read);
            assert!(advice.contains(expected), "{settings:?}: {advice}");
        };
        let debian = "kernel/unprivileged_userns_clone";
        check(&[("user/max_user_namespaces", "0"), (debian, "1")], "`sysctl user.max_user_namespaces=15000`");
        check(&[("user/max_user_namespaces", "9"), (debian, "0")], "`sysctl kernel.unprivileged_userns_clone=1`");
        let ubuntu = "kernel/apparmor_restrict_unprivileged_userns";
        check(&[("user/max_user_namespaces", "9"), (ubuntu, "1")], "`sysctl kernel.apparmor_restrict");
        check(&[("user/max_user_namespaces", "9"), (debian, "1"), (ubuntu, "0")], "seccomp=unconfined");
        check(&[], "Docker");
        let release = "kernel/osrelease";
        check(&[(release, "5.10.0-33-cloud-amd64"), (debian, "0")], "Linux 5.12 or newer");
        check(&[(release, "5.12"), (debian, "0")], "`sysctl kernel.unprivileged_userns_clone=1`");
        check(&[(release, "6.1.0-50-amd64")], "Docker");
        check(&[(release, "unknown")], "Docker");
    }
}
