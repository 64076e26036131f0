//! What a judge's page says of a program in a plain folder, kept beside it by whoever received the
//! problem: `.harness/a.json` of `a.cpp`, in the words of Competitive Companion's posts. A
//! workspace keeps the same of its problems: `.harness/SLUG.json` at its root.

use super::pairs::PairedFiles;
use super::stem;
use super::stored::{StoredRules, cph};
use beneath::Home;
use model::{ContestPlace, FileNames, ProblemId, Source};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Larger files were not written by us.
const LARGEST: u64 = 1 << 20;

/// Where the facts of a program are kept.
pub fn place(program: &Path) -> PathBuf {
    program.parent().unwrap_or(Path::new("")).join(".harness").join(format!("{}.json", stem(program)))
}

/// Where the facts of a workspace's problem are kept.
pub fn place_of_problem(root: &Path, problem: &ProblemId) -> PathBuf {
    root.join(".harness").join(format!("{problem}.json"))
}

/// The place of a workspace's problem in the contest with which it was received. The rest of what
/// is kept is for other tools: a problem's own file says how it is judged.
pub(crate) fn contest_place(home: &Home, root: &Path, problem: &ProblemId) -> Option<ContestPlace> {
    let bytes = home.read(&place_of_problem(root, problem), LARGEST).ok()?;
    contest(&serde_json::from_slice(&bytes).ok()?)
}

fn contest(facts: &Value) -> Option<ContestPlace> {
    let contest = facts.pointer("/batch/id")?.as_str()?.to_owned();
    Some(ContestPlace { contest, place: facts.get("order")?.as_u64()? })
}

/// What is kept of a program. A file that cannot be read is noted as one.
pub(super) fn of(program: &Path, found: &mut PairedFiles) -> StoredRules {
    let file = place(program);
    if file.symlink_metadata().is_err() {
        return StoredRules::default();
    }
    let bytes = beneath::Plain::find(&file).and_then(|plain| plain.read(LARGEST)).map_err(|error| error.to_string());
    bytes.and_then(|bytes| read(&bytes)).unwrap_or_else(|why| {
        found.unreadable((file, why));
        StoredRules::default()
    })
}

fn read(bytes: &[u8]) -> Result<StoredRules, String> {
    let mut value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let all = value.as_object_mut().ok_or("it is not an object")?;
    all.insert("tests".to_owned(), Value::Array(Vec::new()));
    let name = |key: &str| all.get(key)?.get("fileName")?.as_str().map(str::to_owned);
    let files = FileNames { input: name("input"), output: name("output") };
    let files = Some(files).filter(FileNames::are_plain).unwrap_or_default();
    let (_, rules) = cph(value.to_string().as_bytes())?;
    let source = Source { contest: contest(&value), ..rules.source };
    Ok(StoredRules { files, source, ..rules })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ByteSize;
    use std::time::Duration;

    #[test]
    fn limits_address_and_files_of_the_page_are_kept() {
        let text = r#"{"group":"USACO - Gold","url":"https://usaco.org/1","timeLimit":1500,"memoryLimit":64,
            "input":{"type":"file","fileName":"sum.in"},"output":{"type":"stdout"}}"#;
        let rules = read(text.as_bytes()).unwrap();
        assert_eq!((rules.time, rules.memory), (Some(Duration::from_millis(1500)), Some(ByteSize::mib(64))));
        assert_eq!(rules.files, FileNames { input: Some("sum.in".to_owned()), output: None });
        assert_eq!(rules.source.url.as_deref(), Some("https://usaco.org/1"));
        for odd in ["../x", r"a\nb", r"a\u0000", r"a\u001b[2J"] {
            let text = format!(r#"{{"input":{{"fileName":"{odd}"}}}}"#);
            assert_eq!(read(text.as_bytes()).unwrap(), StoredRules::default(), "{odd}");
        }
        assert!(read(b"[]").is_err() && read(b"{").is_err());
    }
}
