//! The versions of the format.

/// The versions that differ from one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    #[default]
    Legacy,
    /// Also its drafts, among them 2023-07.
    V2025_09,
}

impl Version {
    pub fn is_legacy(self) -> bool {
        self == Version::Legacy
    }

    /// The version that `text` names, and whether it is exactly that one.
    pub fn parse(text: &str) -> Option<(Version, bool)> {
        match text {
            "legacy" | "legacy-icpc" | "icpc" => Some((Version::Legacy, true)),
            "2025-09" | "2023-07" | "2023-07-draft" | "2025-09-draft" | "draft" => Some((Version::V2025_09, true)),
            _ => {
                let (year, month) = text.split_once('-')?;
                let later = year.parse::<u16>().is_ok() && !month.is_empty();
                later.then_some((Version::V2025_09, false))
            }
        }
    }
}
