//! What is posted: a problem's name, address, limits and samples.

use model::FileNames;
use package::draft::slug;
use serde_json::Value;
use std::time::Duration;

/// A problem, as the extension found it on a judge's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedProblem {
    /// The title, on one line.
    pub name: String,
    /// `Codeforces`: what precedes the contest's name.
    pub judge: Option<String>,
    /// `Beta Round 4`.
    pub contest: Option<String>,
    /// The page of the problem.
    pub url: String,
    /// CPU time, as the page states it.
    pub time: Option<Duration>,
    /// MiB.
    pub memory: Option<u64>,
    /// Whether a judge's program talks to the solution.
    pub interactive: bool,
    /// Where solutions read.
    pub input: Channel,
    /// Where solutions write.
    pub output: Channel,
    /// Inputs with their outputs.
    pub samples: Vec<(String, String)>,
    /// How many problems come together; at least 1.
    pub batch: u64,
    /// What is kept in a plain folder: the post without its samples.
    pub(super) facts: Value,
}

/// Where solutions read the input, or write the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Standard input or output.
    Stream,
    /// A file of this name in the folder of the solution.
    File(String),
    /// A file whose name follows a pattern, or is none that a file can have: in the post's words.
    Unclear(String),
}

impl Channel {
    /// `{"type": "file", "fileName": "sum.in"}`; `"type": "regex"` comes with a `pattern`.
    fn of(value: Option<&Value>) -> Channel {
        let text = |key: &str| value.and_then(|value| value.get(key)).and_then(Value::as_str).map(plain);
        match (text("fileName"), text("pattern")) {
            (Some(name), _) => {
                let names = FileNames { input: Some(name.clone()), output: None };
                if names.are_plain() { Channel::File(name) } else { Channel::Unclear(name) }
            }
            (None, Some(pattern)) => Channel::Unclear(pattern),
            (None, None) => Channel::Stream,
        }
    }
}

/// No problem page has more.
const MOST_SAMPLES: usize = 200;
const LONGEST_NAME: usize = 200;

/// Larger limits are not believed. In seconds and MiB, as in a `problem.toml`.
const LONGEST_TIME: u64 = 3600;
const LARGEST_MEMORY: u64 = 1 << 20;

impl PostedProblem {
    /// The name that its title suggests, or else its address.
    pub(super) fn own_name(&self) -> String {
        let by_address = || slug::suggest(self.url.split_once("://").map_or("", |(_, rest)| rest));
        slug::suggest(&self.name).or_else(by_address).map_or("problem".to_owned(), |slug| slug.to_string())
    }

    /// # Errors
    /// What is wrong, as a fragment: when it is not JSON, or lacks a name, an address or samples
    /// that are text. Nothing else in it is checked.
    pub fn parse(body: &[u8]) -> Result<PostedProblem, String> {
        let value: Value = serde_json::from_slice(body).map_err(|error| format!("its body is not JSON: {error}"))?;
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
        let name = text("name").ok_or("not a problem: `name` is missing")?;
        let name = plain(name);
        let url = text("url").filter(|url| url.starts_with("http://") || url.starts_with("https://"));
        let url = url.filter(|url| url.len() <= 2000 && !url.contains(|c: char| c.is_control() || c.is_whitespace()));
        let url = url.ok_or("not a problem: `url` is missing or not an address")?.to_owned();
        let tests = value.get("tests").and_then(Value::as_array).ok_or("not a problem: `tests` is missing")?;
        if tests.len() > MOST_SAMPLES {
            return Err("not a problem: `tests` has too many samples".to_owned());
        }
        let side = |test: &Value, key: &str| test.get(key).and_then(Value::as_str).map(str::to_owned);
        let sample = |test: &Value| Some((side(test, "input")?, side(test, "output")?));
        let samples: Option<Vec<_>> = tests.iter().map(sample).collect();
        let number = |key: &str, most: u64| {
            let number = value.get(key).and_then(Value::as_f64)?;
            // Within the range, so the conversion is exact enough.
            (number >= 1.0 && number <= most as f64).then_some(number as u64)
        };
        let mut group = text("group").into_iter().flat_map(|group| group.splitn(2, " - ")).map(plain);
        let (judge, contest) = (group.next(), group.next());
        Ok(PostedProblem {
            name,
            judge,
            contest,
            url,
            time: number("timeLimit", LONGEST_TIME * 1000).map(Duration::from_millis),
            memory: number("memoryLimit", LARGEST_MEMORY),
            interactive: value.get("interactive").and_then(Value::as_bool).unwrap_or(false),
            input: Channel::of(value.get("input")),
            output: Channel::of(value.get("output")),
            samples: samples.ok_or("not a problem: a sample without input or output")?,
            batch: size(&value).unwrap_or(1),
            facts: facts(&value),
        })
    }
}

/// How many problems come together, if the body can be understood that far.
pub fn batch(body: &[u8]) -> Option<u64> {
    size(&serde_json::from_slice(body).ok()?)
}

fn size(value: &Value) -> Option<u64> {
    Some(value.pointer("/batch/size")?.as_u64()?.clamp(1, 1000))
}

/// The parts of a post that a program beside its samples cannot say itself: those that are read
/// again, and those that other tools know.
fn facts(value: &Value) -> Value {
    let keys =
        ["name", "group", "url", "interactive", "memoryLimit", "timeLimit", "input", "output", "languages", "batch"];
    let present = keys.into_iter().filter_map(|key| Some((key.to_owned(), value.get(key)?.clone())));
    Value::Object(present.filter(|(_, value)| value.to_string().len() <= LARGEST_FACT).collect())
}

/// In bytes.
const LARGEST_FACT: usize = 8192;

/// Drops control characters, invisible ones, those that end a line in some languages and those that
/// change the direction of text: the result goes into a source file.
fn plain(text: &str) -> String {
    let odd = |c: char| {
        matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    text.chars().filter(|c| !c.is_control() && !odd(*c)).take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &str = r#"{"name":"A. Watermelon","group":"Codeforces - Beta Round 4","url":"https://codeforces.com/problemset/problem/4/A",
        "interactive":false,"memoryLimit":64,"timeLimit":1000,"tests":[{"input":"8\n","output":"YES\n"}],"testType":"single",
        "input":{"type":"stdin"},"output":{"type":"stdout"},"languages":{},"batch":{"id":"x","size":2}}"#;

    fn check(from: &str, to: &str, expected: &str) {
        assert!(POST.contains(from), "{from}");
        let posted = PostedProblem::parse(POST.replace(from, to).as_bytes());
        let text = posted.map_or_else(|error| error.to_string(), |posted| format!("{posted:?}"));
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn a_post_of_the_extension_is_read() {
        assert_eq!(
            PostedProblem::parse(POST.as_bytes()).unwrap(),
            PostedProblem {
                name: "A. Watermelon".to_owned(),
                judge: Some("Codeforces".to_owned()),
                contest: Some("Beta Round 4".to_owned()),
                url: "https://codeforces.com/problemset/problem/4/A".to_owned(),
                time: Some(Duration::from_secs(1)),
                memory: Some(64),
                interactive: false,
                input: Channel::Stream,
                output: Channel::Stream,
                samples: vec![("8\n".to_owned(), "YES\n".to_owned())],
                batch: 2,
                facts: facts(&serde_json::from_str(POST).unwrap()),
            }
        );
        let facts = PostedProblem::parse(POST.as_bytes()).unwrap().facts;
        assert!(facts.get("languages").is_some() && facts.get("tests").is_none(), "{facts}");
    }

    #[test]
    fn what_is_no_problem_is_refused() {
        check("\"A. Watermelon\"", "3", "`name` is missing");
        check("\"A. Watermelon\"", "\"  \"", "`name` is missing");
        check(
            "https://codeforces.com/problemset/problem/4/A",
            "javascript:alert(1)",
            "`url` is missing or not an address",
        );
        check("problem/4/A", "problem/4/A\\nx = 1", "`url` is missing or not an address");
        check("\"tests\"", "\"toasts\"", "`tests` is missing");
        check("\"output\":\"YES\\n\"", "\"output\":7", "a sample without input or output");
        let check = |body: &[u8], why: &str| {
            let error = PostedProblem::parse(body).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        };
        check(b"not json", "its body is not JSON: ");
        check("[".repeat(100_000).as_bytes(), "its body is not JSON: ");
        check(b"[]", "not a problem: `name` is missing");
    }

    #[test]
    fn limits_that_cannot_be_meant_are_left_out() {
        check("\"timeLimit\":1000", "\"timeLimit\":-1", "time: None");
        check("\"timeLimit\":1000", "\"timeLimit\":1e300", "time: None");
        check("\"timeLimit\":1000", "\"timeLimit\":\"1 s\"", "time: None");
        check("\"memoryLimit\":64", "\"memoryLimit\":0", "memory: None");
        check("\"size\":2", "\"size\":0", "batch: 1, ");
    }

    #[test]
    fn files_in_place_of_streams_keep_their_names() {
        let (stdin, stdout) = ("\"input\":{\"type\":\"stdin\"}", "\"output\":{\"type\":\"stdout\"}");
        let file = |key: &str, name: &str| format!("\"{key}\":{{\"type\":\"file\",\"fileName\":\"{name}\"}}");
        check(stdin, &file("input", "sum.in"), "input: File(\"sum.in\")");
        check(stdout, &file("output", "sum.out"), "output: File(\"sum.out\")");
        check(stdout, &file("output", "../../out"), "output: Unclear(\"../../out\")");
        check(stdin, "\"input\":{\"type\":\"regex\",\"pattern\":\"in[0-9]*\"}", "input: Unclear(\"in[0-9]*\")");
        check(stdin, "\"input\":7", "input: Stream");
    }

    #[test]
    fn names_keep_no_control_characters() {
        check("A. Watermelon", "A.\\u001b[31m\\n\\u202e Water", "name: \"A.[31m Water\"");
        check("A. Watermelon", "A.\\u2028B\\u2029\\u061c\\u00ad\\udb40\\udc41", "name: \"A.B\"");
    }
}
