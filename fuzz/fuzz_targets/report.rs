//! Reports: whatever can be read is counted, written, read again, merged and rendered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use model::record::Report;
use report::artifacts::merge::merge;
use report::render::{junit, page};
use std::path::PathBuf;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut report) = Report::parse(bytes) else { return };
    // The page's own style and script are many times longer than the input, so only one input in
    // eight gets a page.
    let renders = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte)) % 8 == 0;
    let merged = merge(vec![(PathBuf::from("a"), report.clone()), (PathBuf::from("b"), report.clone())]);
    if let Ok(merged) = merged {
        assert!(merged.missing.iter().all(|range| 1 <= *range.start() && *range.end() <= merged.n));
        if renders {
            page::render(&merged.report);
        }
    }
    report.recount();
    let again = Report::parse(&report.to_pretty_json()).expect("what is written can be read");
    assert_eq!(again.to_pretty_json(), report.to_pretty_json());
    if renders {
        let page = page::render(&report);
        assert!(page.matches("<script").count() <= 2, "a report brought a script of its own");
    }
    junit::render(&report);
});
