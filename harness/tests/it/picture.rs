//! The picture of a terminal in the README: what the command really prints for the fixture `tour`,
//! drawn as SVG.
//!
//! `HARNESS_PICTURES=1` draws it anew. Without it, the test fails when the drawing and the program
//! differ in more than times, sizes and versions.

use crate::command::{copy, fixture, harness, left_to_long, repository};
use std::fs;

/// Enough columns for the first line.
const COLUMNS: &str = "104";

fn drawn() -> String {
    let workspace = tempfile::tempdir().unwrap();
    copy(&fixture("tour"), workspace.path());
    let mut command = harness();
    // A workspace of its own, so that paths look as they do for a user.
    command.current_dir(workspace.path()).env_remove("HARNESS_CACHE_DIR").env("COLUMNS", COLUMNS);
    let output = command.args(["--color", "always", "-j", "2"]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{printed}\n{}", String::from_utf8_lossy(&output.stderr));
    let black = anstyle::RgbColor(0x16, 0x19, 0x1d);
    let white = anstyle::RgbColor(0xd6, 0xda, 0xdf);
    let term = anstyle_svg::Term::new().bg_color(black.into()).fg_color(white.into());
    let mut svg = term.render_svg(&format!("\x1b[1m$ harness\x1b[0m\n{printed}")) + "\n";
    // Colours that are legible on black, unlike those of 1987.
    for (dull, bright) in
        [("#AA0000", "#FF7069"), ("#00AA00", "#5FCB8B"), ("#00AAAA", "#56C2D6"), ("opacity: 0.4", "opacity: 0.65")]
    {
        svg = svg.replace(dull, bright);
    }
    svg
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
