//! Why something in a class's folder is not a submission.

/// Why a file or a folder is not a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No language has this ending.
    NoLanguage(String),
    /// The word that should name a problem; empty if there is none.
    NoProblem(String),
    /// In a language of the table, and neither the mapping nor a pattern reads its path.
    NotNamed,
    /// By its kind: a link, say.
    Refused(&'static str),
    /// What nobody means as a submission: an empty folder, say.
    Nothing(&'static str),
    /// Nobody can tell what is in it.
    Unreadable(&'static str),
}

impl Why {
    /// The reason in words: a lower-case fragment.
    pub fn words(&self) -> String {
        match self {
            Why::NoLanguage(ending) if ending.is_empty() => "its name has no ending that names a language".to_owned(),
            Why::NoLanguage(ending) => format!("no language has the ending .{ending}"),
            Why::NoProblem(word) if word.is_empty() => "nothing says which problem it is for".to_owned(),
            Why::NoProblem(word) => format!("no problem is called `{word}`"),
            Why::NotNamed => "no pattern or mapping reads its path".to_owned(),
            Why::Refused(why) | Why::Nothing(why) | Why::Unreadable(why) => (*why).to_owned(),
        }
    }

    pub(super) fn of_ending(ending: &str) -> Why {
        match ending.to_lowercase().as_str() {
            "zip" | "tar" | "gz" | "tgz" | "bz2" | "xz" | "7z" | "rar" => Why::Refused("an archive: unpack it"),
            "ipynb" => Why::Refused("a notebook: export it as a script"),
            _ => Why::NoLanguage(ending.to_owned()),
        }
    }
}
