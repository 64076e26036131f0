//! The versions of the format.

/// The versions that differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    #[default]
    Legacy,
    LegacyIcpc,
    /// And its drafts, 2023-07 among them.
    V2025_09,
}

impl Version {
    pub const fn name(self) -> &'static str {
        match self {
            Version::Legacy => "legacy",
            Version::LegacyIcpc => "legacy-icpc",
            Version::V2025_09 => "2025-09",
        }
    }

    pub fn is_legacy(self) -> bool {
        self < Version::V2025_09
    }

    /// The version that `text` names, and whether it is exactly that one.
    pub fn parse(text: &str) -> Option<(Version, bool)> {
        match text {
            "legacy" => Some((Version::Legacy, true)),
            "legacy-icpc" | "icpc" => Some((Version::LegacyIcpc, true)),
            "2025-09" => Some((Version::V2025_09, true)),
            "2023-07" | "2023-07-draft" | "2025-09-draft" | "draft" => Some((Version::V2025_09, true)),
            _ => {
                let (year, month) = text.split_once('-')?;
                let later = year.parse::<u16>().is_ok() && !month.is_empty();
                later.then_some((Version::V2025_09, false))
            }
        }
    }
}
