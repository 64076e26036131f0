//! The versions of the format, and what only one of them has.

use crate::diagnostics::Report;
use crate::tree::Tree;
use model::Diagnostic;

/// The versions that differ from one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    #[default]
    Legacy,
    /// The drafts of 2025-09, among them 2023-07.
    Draft,
    V2025_09,
}

/// What legacy packages call a part, and what later ones do.
pub type PartNames = [&'static str; 2];

/// The folder of the programs that judge.
pub const OUTPUT_VALIDATOR: PartNames = ["output_validators", "output_validator"];
pub const STATEMENT: PartNames = ["problem_statement", "statement"];
/// The file that says what holds for a folder of tests.
pub const SETTINGS: PartNames = ["testdata.yaml", "test_group.yaml"];

impl Version {
    pub fn is_legacy(self) -> bool {
        self == Version::Legacy
    }

    /// What this version calls a part; what only another one calls so is not read.
    pub fn name_of(self, part: PartNames) -> &'static str {
        part[usize::from(!self.is_legacy())]
    }

    /// The version whose keys and rules hold for folders of tests. In the years of the drafts
    /// either file of settings was in use, and a package's own files say which.
    pub fn of_groups(self, tree: &Tree) -> Version {
        let is_legacy = |(file, _): (&str, _)| file.rsplit('/').next() == Some(SETTINGS[0]);
        let is_mixed = self == Version::Draft && tree.below("data").any(is_legacy);
        if self.is_legacy() || is_mixed { Version::Legacy } else { Version::V2025_09 }
    }

    /// Warns of what only the other version has: the tools of this one pass it over, too.
    pub fn warn_of_others(self, tree: &Tree, diagnostics: &mut Vec<Diagnostic>) {
        let (other, own, its) = match self {
            Version::Legacy => (Version::V2025_09, "legacy", "2025-09"),
            Version::Draft | Version::V2025_09 => (Version::Legacy, "2025-09", "legacy"),
        };
        let settings = if self.of_groups(tree).is_legacy() { SETTINGS[1] } else { SETTINGS[0] };
        for name in [other.name_of(OUTPUT_VALIDATOR), other.name_of(STATEMENT), settings] {
            let folder = tree.has_folder(name).then(|| tree.root.join(name));
            let is_it = |file: &&str| file.rsplit('/').next() == Some(name);
            let file = || tree.below("data").find(|(file, _)| is_it(file)).map(|(_, path)| path.to_owned());
            let Some(place) = folder.or_else(file) else { continue };
            let title = format!("only the version {its} has `{name}`: not read");
            let hint = format!("the package is of the version {own}, by its problem.yaml");
            diagnostics.warning(&place, title).hint = Some(hint);
        }
    }

    /// The version that `text` names, and whether it is exactly that one.
    pub fn parse(text: &str) -> Option<(Version, bool)> {
        match text {
            "legacy" | "legacy-icpc" | "icpc" => Some((Version::Legacy, true)),
            "2023-07" | "2023-07-draft" | "2025-09-draft" | "draft" => Some((Version::Draft, true)),
            "2025-09" => Some((Version::V2025_09, true)),
            _ => {
                let (year, month) = text.split_once('-')?;
                let later = year.parse::<u16>().is_ok() && !month.is_empty();
                later.then_some((Version::V2025_09, false))
            }
        }
    }
}
