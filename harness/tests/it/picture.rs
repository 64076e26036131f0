//! The picture of a terminal in the README: what the command really prints for the fixture `tour`,
//! drawn as SVG.
//!
//! `HARNESS_PICTURES=1` draws it anew. Without it, the test fails when the drawing and the program
//! differ in more than times, sizes and versions.

use crate::command::{copy, fixture, harness, left_to_long, repository, user_cache};
use std::fs;

/// Enough columns for the first line.
const COLUMNS: &str = "104";

fn drawn() -> String {
    let (workspace, cache) = (tempfile::tempdir().unwrap(), user_cache());
    copy(&fixture("tour"), workspace.path());
    let mut command = harness();
    // No folder of the cache is named, so that paths look as they do for a user.
    command.current_dir(workspace.path()).env_remove("HARNESS_CACHE_DIR").env("COLUMNS", COLUMNS);
    command.env("XDG_CACHE_HOME", cache.path());
    let output = command.env("CLICOLOR_FORCE", "1").args(["-j", "2"]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{printed}\n{}", String::from_utf8_lossy(&output.stderr));
    svg(&format!("\x1b[1m$ harness\x1b[0m\n{printed}"))
}

const STYLE: &str = "<style>
    svg { background: #16191D; border-radius: 4.5px }
    text { font: 14px SFMono-Regular, Consolas, Liberation Mono, Menlo, monospace; white-space: pre; fill: #D6DADF }
    .bold { font-weight: bold }
    .dimmed { opacity: 0.65 }
    .underline { text-decoration: underline }
    .red { fill: #FF7069 }
    .green { fill: #5FCB8B }
    .cyan { fill: #56C2D6 }
  </style>";

/// Draws what a terminal shows: a text a line, and in it a span for each style.
fn svg(printed: &str) -> String {
    let (mut texts, mut classes, mut columns) = (String::new(), Vec::new(), 0);
    for (number, line) in printed.lines().enumerate() {
        let (mut spans, mut width) = (String::new(), 0);
        for (at, part) in line.split("\x1b[").enumerate() {
            let (codes, part) = if at == 0 { ("", part) } else { part.split_once('m').expect("a colour's code") };
            for code in codes.split(';').filter(|code| !code.is_empty()) {
                match code {
                    "0" => classes.clear(),
                    "1" => classes.push("bold"),
                    "2" => classes.push("dimmed"),
                    "4" => classes.push("underline"),
                    "31" => classes.push("red"),
                    "32" => classes.push("green"),
                    "36" => classes.push("cyan"),
                    other => panic!("a style that is not drawn: {other}"),
                }
            }
            width += part.chars().count();
            let part = part.replace('&', "&amp;").replace('<', "&lt;");
            if classes.is_empty() || part.is_empty() {
                spans += &part;
            } else {
                spans += &format!("<tspan class=\"{}\">{part}</tspan>", classes.join(" "));
            }
        }
        columns = columns.max(width);
        texts += &format!("  <text xml:space=\"preserve\" x=\"10\" y=\"{}\">{spans}</text>\n", 28 + 18 * number);
    }
    let (width, height) = (20 + columns * 42 / 5, 28 + 18 * printed.lines().count());
    let namespace = "http://www.w3.org/2000/svg";
    format!("<svg width=\"{width}px\" height=\"{height}px\" xmlns=\"{namespace}\">\n  {STYLE}\n{texts}</svg>\n")
}

/// The picture's text without what differs with the run, the machine or the compiler.
fn stable(svg: &str) -> String {
    // The picture is as wide as the header, which names the level of containment.
    let svg = svg.split_once(" height=").map_or(svg, |(_, rest)| rest);
    let mut text = String::new();
    let mut words = svg.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let unit = words.peek().is_some_and(|next| {
            let unit = next.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap();
            ["ms", "s", "KiB", "MiB"].contains(&unit)
        });
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        text.push_str(if unit { word.trim_end_matches(digits).trim_end_matches("&lt;") } else { word });
        text.push(' ');
    }
    // Jobs, compilers and the level of containment stand between the header's brackets.
    let (before, rest) = text.split_once("(2 jobs").expect("the header names its jobs");
    format!("{before}{}", rest.split_once(" containment)").expect("and its containment").1)
}

#[test]
fn the_terminal_in_the_readme_is_what_the_command_prints() {
    let anew = std::env::var_os("HARNESS_PICTURES").is_some();
    if !anew && left_to_long("it compiles solutions of the repository") {
        return;
    }
    let place = repository().join("docs/terminal.svg");
    let drawn = drawn();
    if anew {
        fs::write(&place, &drawn).unwrap();
    }
    let there = fs::read_to_string(&place).unwrap();
    assert_eq!(stable(&there), stable(&drawn), "draw it anew with HARNESS_PICTURES=1 cargo test --test it picture");
    assert!(there.len() < 60 << 10, "{} bytes", there.len());
}

#[test]
fn only_times_sizes_and_versions_may_differ() {
    let with = |time: &str, verdict: &str, width: &str, level: &str| {
        let svg = format!(
            "<svg width=\"{width}px\" height=\"398px\"> (2 jobs, rustc 1.95.0 -O, {level} containment)\n{verdict} "
        );
        stable(&format!("{svg} max {time} ms / 0.2 s</svg>"))
    };
    assert_eq!(with("&lt;1", "PASS", "869", "full+cgroup"), with(" 12", "PASS", "810", "full"));
    assert_ne!(with("1", "PASS", "810", "full"), with("1", "FAIL", "810", "full"));
}
