//! The published schema, compared with real reports: every field that a report has is described,
//! and everything that is required is there.

use crate::command::{fixture, harness, long};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// Checks a value against the few keywords of JSON Schema that ours uses. It is stricter than the
/// standard in one point: a field without a description is an error, so that none is forgotten. It
/// collects the descriptions that were used.
struct Checker<'a> {
    root: &'a Value,
    met: BTreeSet<String>,
}

impl Checker<'_> {
    fn check(&mut self, value: &Value, schema: &Value, at: &str) -> Result<(), String> {
        for word in schema.as_object().unwrap().keys() {
            let other =
                ["$schema", "$ref", "$defs", "title", "description", "type", "const", "enum", "properties", "required"];
            let more = ["items", "format", "default", "minimum", "anyOf", "oneOf", "additionalProperties"];
            assert!(
                other.contains(&word.as_str()) || more.contains(&word.as_str()),
                "the checker does not know `{word}`"
            );
        }
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.strip_prefix("#/$defs/").unwrap();
            let defined = &self.root["$defs"][name];
            assert!(defined.is_object(), "{name} is not defined");
            self.met.insert(name.to_owned());
            return self.check(value, &defined.clone(), at);
        }
        for word in ["anyOf", "oneOf"] {
            let Some(all) = schema[word].as_array() else { continue };
            let results: Vec<Result<(), String>> = all.iter().map(|one| self.check(value, one, at)).collect();
            let fits = results.iter().filter(|result| result.is_ok()).count();
            if fits == 0 || (word == "oneOf" && fits > 1) {
                return Err(format!("{at}: {fits} of {word} fit {value}: {results:?}"));
            }
        }
        let is = |name: &str| match name {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("no type is called {other}"),
        };
        let types: Vec<&str> = match &schema["type"] {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
        };
        if !types.is_empty() && !types.iter().any(|name| is(name)) {
            return Err(format!("{at}: {value} is none of {types:?}"));
        }
        if !schema["const"].is_null() && schema["const"] != *value {
            return Err(format!("{at}: {value} is not {}", schema["const"]));
        }
        if schema["enum"].as_array().is_some_and(|all| !all.contains(value)) {
            return Err(format!("{at}: {value} is none of {}", schema["enum"]));
        }
        if value.as_f64().zip(schema["minimum"].as_f64()).is_some_and(|(value, least)| value < least) {
            return Err(format!("{at}: {value} is too small"));
        }
        if let Some(fields) = value.as_object().filter(|_| schema["properties"].is_object()) {
            for required in schema["required"].as_array().into_iter().flatten() {
                if !fields.contains_key(required.as_str().unwrap()) {
                    return Err(format!("{at}: {required} is missing"));
                }
            }
            for (name, field) in fields {
                let described =
                    schema["properties"].get(name).ok_or_else(|| format!("{at}.{name} is not described"))?;
                self.check(field, described, &format!("{at}.{name}"))?;
            }
        }
        if let Some(items) = value.as_array() {
            for (i, item) in items.iter().enumerate().filter(|_| schema["items"].is_object()) {
                self.check(item, &schema["items"], &format!("{at}[{i}]"))?;
            }
        }
        Ok(())
    }
}

fn schema() -> Value {
    let printed = harness().args(["print", "schema"]).output().unwrap();
    assert!(printed.status.success());
    serde_json::from_slice(&printed.stdout).unwrap()
}

fn report(name: &str, args: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let mut command = harness();
    command.arg("--root").arg(fixture(name)).arg("--report").arg(format!("json={}", path.display())).args(args);
    let printed = command.output().unwrap();
    let text = fs::read(&path).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&printed.stderr)));
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn real_reports_are_as_the_schema_says_and_use_nearly_all_of_it() {
    let schema = schema();
    let mut checker = Checker { root: &schema, met: BTreeSet::new() };
    let runs: [(&str, &[&str]); 8] = [
        ("verdicts", &[]),
        ("unmet", &["--shard", "1/2"]),
        ("unmet", if long() { &["--no-cache", "-j", "1"] } else { &["-j", "1"] }),
        ("broken", &[]),
        ("faults", &[]),
        ("scores", &[]),
        ("passes", &[]),
        ("graded", &[]),
    ];
    for (name, args) in runs {
        let report = report(name, args);
        assert_eq!(checker.check(&report, &schema, name), Ok(()), "{name}");
    }
    let defined: BTreeSet<String> = schema["$defs"].as_object().unwrap().keys().cloned().collect();
    let unused: Vec<&String> = defined.difference(&checker.met).collect();
    // Only an interactive problem has a dialogue, only one with a tolerance has a distance, only a
    // run of `mutate` has mutants, and only a class is graded.
    // Only a crowded machine crowds, and only a graded package has rules of its own.
    let rare = [
        "Utterance",
        "Speaker",
        "Off",
        "Mutation",
        "Survivor",
        "ClassTable",
        "Crowd",
        "Finding",
        "RulesOf",
        "UnreadFile",
    ];
    assert!(unused.iter().all(|name| rare.contains(&name.as_str())), "{unused:?}");
}

#[test]
fn the_lines_of_a_run_are_as_their_schema_says_and_use_all_kinds() {
    let printed = harness().args(["print", "lines-schema"]).output().unwrap();
    let schema: Value = serde_json::from_slice(&printed.stdout).unwrap();
    let mut checker = Checker { root: &schema, met: BTreeSet::new() };
    let mut types = BTreeSet::new();
    for name in ["unmet", "broken"] {
        let printed = harness().arg("--root").arg(fixture(name)).args(["--report", "jsonl=-"]).output().unwrap();
        for line in String::from_utf8(printed.stdout).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(checker.check(&line, &schema, name), Ok(()), "{name}");
            types.insert(line["type"].as_str().unwrap().to_owned());
        }
    }
    let all = ["diagnostic", "header", "place", "solution", "started", "summary", "test"];
    assert_eq!(types, all.map(str::to_owned).into());
}

#[test]
fn what_is_not_a_report_is_not_one_by_the_schema() {
    let schema = schema();
    let good = report("unmet", &["echo/echo"]);
    let check = |change: &dyn Fn(&mut Value)| {
        let mut report = good.clone();
        change(&mut report);
        Checker { root: &schema, met: BTreeSet::new() }.check(&report, &schema, "r")
    };
    assert_eq!(check(&|_| {}), Ok(()));
    let bad: [&dyn Fn(&mut Value); 7] = [
        &|r| r["schema"] = json!("harness-report/1"),
        &|r| r["summary"]["met"] = json!(-1),
        &|r| r["solutions"][0]["status"] = json!("fine"),
        &|r| r["solutions"][0]["build"]["result"] = json!("done"),
        &|r| r["solutions"][0]["tests"][0]["cpu_ms"] = json!("3"),
        &|r| r["solutions"][0]["tests"][0]["new"] = json!(1),
        &|r| r.as_object_mut().unwrap().retain(|name, _| name != "solutions"),
    ];
    for (i, change) in bad.iter().enumerate() {
        assert!(check(change).is_err(), "change {i}");
    }
}
