//! The page in a real browser: what people click on works, and what a program printed stays text.

use crate::browser::Browser;
use crate::command::{fixture, harness, repository};
use model::Limits;
use model::record::Report;
use report::render::page;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Where screenshots go: `target/tmp/screenshots`.
fn album() -> PathBuf {
    let album = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    fs::create_dir_all(&album).unwrap();
    album
}

/// Writes the page of a real run.
fn judged(folder: &Path, root: &Path, args: &[&str]) -> PathBuf {
    let page = folder.join("page.html");
    let ran = harness()
        .arg("--root")
        .arg(root)
        .args(args)
        .arg("--report")
        .arg(format!("html={}", page.display()))
        .output()
        .unwrap();
    assert!(page.exists(), "{}", String::from_utf8_lossy(&ran.stderr));
    page
}

/// Writes the page of a made-up report, with this many solutions and tests.
fn made_up(folder: &Path, solutions: usize, tests: usize) -> PathBuf {
    let limits = || serde_json::to_value(Limits::default()).unwrap();
    let names: Vec<String> = (0..tests).map(|i| format!("secret/{i:03}")).collect();
    let solution = |s: usize| {
        let wrong = s % 7 == 3;
        let test = |(i, name): (usize, &String)| {
            let verdict = if wrong && i % 11 == s % 11 { "wrong-answer" } else { "accepted" };
            json!({ "test": name, "verdict": verdict, "cpu_ms": 1 + (i * 37 + s * 11) % 900, "wall_ms": 1, "memory_kib": 2048 + i,
                "note": null, "permitted": s != 10 || verdict == "accepted" })
        };
        let rules = if wrong && s != 10 { json!([{ "tests": null, "verdicts": ["wrong-answer"] }]) } else { json!([]) };
        let expected = json!({ "rules": rules });
        let (status, verdict) =
            if s == 10 { ("unmet", "wrong-answer") } else { ("met", if wrong { "wrong-answer" } else { "accepted" }) };
        json!({ "problem": "large", "solution": format!("large--{s:02}"), "name": format!("large/{s:02}.rs"), "language": "rust",
            "path": format!("solutions/src/bin/large--{s:02}.rs"), "expected": expected,
            "limits": limits(), "all_tests": tests,
            "status": status, "verdict": verdict, "whole": true, "build": { "result": "ready", "took_ms": 1, "cached": true },
            "tests": names.iter().enumerate().map(test).collect::<Vec<Value>>() })
    };
    let report = json!({
        "schema": "harness-report/2",
        "summary": { "met": solutions - 1, "unmet": 1, "undecided": 0, "faults": 0, "judged": solutions * tests, "cached": 0, "took_ms": 1,
            "interrupted": false, "content_errors": 0 },
        "problems": [{ "problem": "large", "title": "Large", "checker": "lines", "tests": names,
            "limits": limits() }],
        "solutions": (0..solutions).map(solution).collect::<Vec<Value>>(),
    });
    drawn(folder, &report)
}

fn drawn(folder: &Path, report: &Value) -> PathBuf {
    let report = Report::parse(report.to_string().as_bytes()).unwrap();
    let page = folder.join("page.html");
    fs::write(&page, page::render(&report)).unwrap();
    page
}

#[test]
fn a_dialogue_and_a_group_with_limits_of_its_own_are_drawn() {
    let Some(mut browser) = Browser::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let limits = |cpu_ms: u64| {
        let mut limits = serde_json::to_value(Limits::default()).unwrap();
        limits["cpu_ms"] = cpu_ms.into();
        limits
    };
    let excerpt = |text: &str| json!({ "head": { "text": text }, "bytes": text.len(), "lines": 1 });
    let turn = |by: &str, text: &str| json!({ "by": by, "said": { "text": text } });
    let test = |name: &str, verdict: &str, evidence: Option<Value>| {
        json!({ "test": name, "verdict": verdict, "cpu_ms": 900, "wall_ms": 900, "memory_kib": 2048, "note": null, "checker_ms": 7,
            "permitted": verdict == "accepted", "evidence": evidence })
    };
    let evidence = json!({ "checker": "interactor.rs", "message": "no", "input": excerpt("1"), "answer": excerpt(""), "output": excerpt(""),
        "stderr": excerpt(""), "transcript": [turn("judge", "guess\n"), turn("program", "5\n")] });
    let report = json!({
        "schema": "harness-report/2",
        "summary": { "met": 0, "unmet": 1, "undecided": 0, "faults": 0, "judged": 2, "cached": 0, "took_ms": 1, "interrupted": false, "content_errors": 0 },
        "solutions": [{ "problem": "talk", "solution": "talk", "name": "talk/talk.rs", "language": "rust", "path": "talk.rs",
            "expected": { "rules": [] }, "limits": limits(1000), "group_limits": [{ "group": "secret", "limits": limits(9000) }],
            "all_tests": 2, "status": "unmet", "verdict": "wrong-answer", "whole": true, "build": { "result": "ready", "took_ms": 1, "cached": true },
            "tests": [test("secret/1", "wrong-answer", Some(evidence)), test("secret/2", "accepted", None)] }],
    });
    browser.go(&drawn(folder.path(), &report));
    assert_eq!(browser.eval("document.querySelector('.dialogue').textContent"), "judge   > guess\nprogram < 5\n");
    let facts = browser.eval("document.querySelector('.block summary').textContent");
    assert!(facts.as_str().unwrap().contains("checker: interactor.rs (7 ms)"), "{facts}");
    assert_eq!(browser.eval("document.querySelectorAll('.matrix td.a1').length"), 1, "a tenth of the group's limit");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn the_matrix_is_there_and_every_cell_leads_to_what_is_known_of_it() {
    let Some(mut browser) = Browser::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.go(&judged(folder.path(), &fixture("unmet"), &[]));
    assert_eq!(browser.eval("document.querySelectorAll('.matrix tbody tr').length"), 4);
    assert_eq!(browser.eval("document.querySelectorAll('.matrix tbody td.c').length"), 8);
    assert_eq!(browser.eval("document.querySelectorAll('.matrix tbody td.c a').length"), 8);
    let lost = "(async () => {
        let lost = 0;
        for (const address of new Set([...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href')))) {
            location.hash = address;
            await new Promise(done => setTimeout(done));
            lost += !document.getElementById(address.slice(1));
        }
        return lost;
    })()";
    assert_eq!(browser.eval(lost), 0);
    // A failure links to its block, an accepted run to its line. Both are visible, and nothing
    // around them is closed.
    let follow = "async letter => {
        const cell = [...document.querySelectorAll('.matrix td a')].find(a => a.textContent === letter);
        cell.click();
        await new Promise(done => setTimeout(done));
        const at = document.querySelector(':target');
        return [at.checkVisibility({ contentVisibilityAuto: true }), at.textContent.replace(/\\s+/g, ' ').trim().slice(0, 80)];
    }";
    let [seen, text] =
        <[Value; 2]>::try_from(browser.eval(&format!("({follow})('W')")).as_array().unwrap().clone()).unwrap();
    assert!(seen == true && text.as_str().unwrap().starts_with("line 2, token 1: expected c"), "{text}");
    let [seen, text] =
        <[Value; 2]>::try_from(browser.eval(&format!("({follow})('·')")).as_array().unwrap().clone()).unwrap();
    assert!(seen == true && text.as_str().unwrap().starts_with("sample/1 accepted, "), "{text}");
    let pointed = "(() => {
        const cell = document.querySelector('.matrix td a');
        cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        return cell.title;
    })()";
    let printed = browser.eval(pointed);
    assert!(printed.as_str().unwrap().starts_with("sample/1 accepted, "), "{printed}");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn rows_are_filtered_and_sorted_with_their_strips() {
    let Some(mut browser) = Browser::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.go(&judged(folder.path(), &fixture("unmet"), &[]));
    let display = "[...document.querySelectorAll('.matrix tbody tr')].filter(row => !row.hidden).map(row => row.dataset.name.split('/')[1])";
    let set = |field: &str, value: &str| {
        format!(
            "(() => {{ const form = document.querySelector('.tools'); form.{field}.value = '{value}';
            form.dispatchEvent(new Event('input')); }})()"
        )
    };
    let all = json!(["echo.rs", "first-line.rs", "right-after-all.rs", "typo.rs"]);
    assert_eq!(browser.eval(display), all);
    browser.eval(&set("q", "LINE echo/"));
    assert_eq!(browser.eval(display), json!(["first-line.rs"]));
    let strips = "[...document.querySelectorAll('.strip[data-row]')].filter(strip => !strip.hidden).every(strip => strip.dataset.row === '1')";
    assert_eq!(browser.eval(strips), true);
    assert_eq!(browser.eval("document.querySelector('.tools output').textContent"), "1 of 4 solutions");
    browser.eval(&set("q", "nothing of this name"));
    assert_eq!(browser.eval("document.querySelector('section.problem').hidden"), true);
    browser.eval(&set("q", ""));
    browser.eval(&set("show", "unmet"));
    assert_eq!(browser.eval(display), json!(["first-line.rs", "right-after-all.rs", "typo.rs"]));
    browser.eval(&set("show", "all"));
    browser.eval(&set("sort", "status"));
    assert_eq!(browser.eval(display), json!(["first-line.rs", "right-after-all.rs", "typo.rs", "echo.rs"]));
    browser.eval(&set("sort", "plan"));
    assert_eq!(browser.eval(display), all);
    assert_eq!(browser.complaints, [""; 0]);
}

/// A page can be sent on as one sees it.
#[test]
fn what_is_searched_for_stays_in_the_address_and_hides_the_rest() {
    let Some(mut browser) = Browser::in_long_runs() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = judged(folder.path(), &fixture("verdicts"), &[]);
    browser.go(&page);
    let search = |text: &str| {
        format!(
            "(() => {{ const form = document.querySelector('.tools'); form.q.value = {text:?};
            form.dispatchEvent(new Event('input')); return location.search; }})()"
        )
    };
    let rows = "document.querySelectorAll('.matrix tbody tr:not([hidden])').length";
    let all = browser.eval(rows).as_u64().unwrap();
    let name = browser.eval("document.querySelector('.matrix tbody tr:last-child').dataset.name");
    let name = name.as_str().unwrap().to_owned();
    let address = browser.eval(&search(&name));
    assert!(address.as_str().unwrap().starts_with("?q="), "{address}");
    let found = browser.eval(rows).as_u64().unwrap();
    assert!((1..all).contains(&found), "{found} of {all}");
    let stray = "[...document.querySelectorAll('.block[data-row]')].filter(block => {
        const row = block.closest('section').querySelector(`.matrix tr[data-row=\"${block.dataset.row}\"]`);
        return block.hidden !== row.hidden; }).length";
    assert_eq!(browser.eval(stray), 0, "a failure is hidden with its solution");
    // The same address, opened by somebody else.
    browser.go_to(&format!("file://{}{}", page.display(), address.as_str().unwrap()));
    assert_eq!(browser.eval("document.querySelector('.tools').q.value"), name);
    assert_eq!(browser.eval(rows).as_u64().unwrap(), found);
    assert_eq!(browser.eval(&search("")), "", "nothing is searched for: nothing in the address");
    assert_eq!(browser.complaints, [""; 0]);
}

/// Input, answer and output of one test stand side by side where there is room, otherwise one below
/// the other.
#[test]
fn input_and_outputs_of_a_test_stand_beside_each_other() {
    let Some(mut browser) = Browser::in_long_runs() else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("w");
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("problems/rows/problem.toml", "title = \"Rows\"\n");
    write("testdata/rows/sample/1.in", "3\n");
    write("testdata/rows/sample/1.ans", "one\ntwo\nthree\n");
    write("solutions/src/bin/rows.rs", "fn main() { println!(\"one\\n2\\nthree\"); }\n");
    let page = judged(folder.path(), &root, &[]);
    for (width, beside) in [(1400, true), (500, false)] {
        browser.look(width, 900, false);
        browser.go(&page);
        let place = |what: &str| format!("document.querySelector('.block {what}').getBoundingClientRect()");
        let (table, input) = (place(".diff"), place("pre"));
        let is_beside = format!("{table}.left > {input}.right && {table}.top < {input}.bottom");
        assert_eq!(browser.eval(&is_beside), beside, "{width}");
        assert_eq!(browser.eval("document.querySelectorAll('.diff tr.differs td.extra').length"), 1);
        assert_eq!(browser.eval("document.querySelector('.glance a').textContent"), "rows/rows.rs");
    }
    // On paper there are no buttons to press.
    browser.call("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    assert_eq!(browser.eval("getComputedStyle(document.querySelector('.tools')).display"), "none");
    assert_eq!(browser.eval("document.querySelector('.again button').checkVisibility()"), false);
    assert_eq!(browser.complaints, [""; 0]);
}

const HOSTILE: &str = r#"</pre></style><script>window.hacked=1;document.title='hacked'</script><img src=x onerror="window.hacked=2"><a href="javascript:hacked=3">"'"#;

#[test]
fn what_a_program_prints_does_not_run() {
    let Some(mut browser) = Browser::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("w");
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let literal = format!("{HOSTILE:?}");
    write("problems/evil/problem.toml", &format!("title = {literal}\n"));
    write("testdata/evil/sample/1.in", HOSTILE);
    write("testdata/evil/sample/1.ans", HOSTILE);
    write("testdata/evil/secret/<script>hacked=4<script>.in", "1\n");
    write("testdata/evil/secret/<script>hacked=4<script>.ans", "1\n");
    write(
        "solutions/src/bin/evil.rs",
        &format!("fn main() {{ println!(\"{{}}!\", {literal}); eprintln!(\"{{}}\", {literal}); }}\n"),
    );
    write(
        "solutions/src/bin/evil--note.rs",
        &format!("//@ expect: wrong-answer\n//@ note: {HOSTILE}\nfn main() {{ panic!({literal}) }}\n"),
    );
    write("solutions/src/bin/evil--typo.rs", "fn main() { let hacked: () = \"<script>hacked=5</script>\"; }\n");
    browser.go(&judged(folder.path(), &root, &[]));
    assert!(browser.eval("document.body.textContent").as_str().unwrap().contains("window.hacked=1"), "it is shown");
    assert_eq!(browser.eval("typeof window.hacked"), "undefined");
    assert_eq!(browser.eval("document.scripts.length"), 2, "the report and what draws it");
    assert_eq!(browser.eval("document.querySelectorAll('img, iframe, object, link, base').length"), 0);
    assert_eq!(
        browser.eval("[...document.querySelectorAll('a')].every(a => a.getAttribute('href').startsWith('#'))"),
        true
    );
    assert_eq!(browser.eval("[...document.querySelectorAll('*')].every(e => e.getAttributeNames().every(name => !name.startsWith('on')))"), true);
    assert!(browser.eval("document.title").as_str().unwrap().ends_with("as expected"));
    // Even if some of it got into the page, its policy would refuse to run it.
    let inject = "(() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 6'; document.body.append(s); return typeof window.hacked; })()";
    assert_eq!(browser.complaints, [""; 0]);
    assert_eq!(browser.eval(inject), "undefined");
    browser.eval("new Promise(done => setTimeout(done))");
    assert!(
        browser.complaints.iter().any(|complaint| complaint.contains("Content Security Policy")),
        "{:?}",
        browser.complaints
    );
}

#[test]
fn without_scripts_the_page_says_where_the_report_is() {
    let Some(mut browser) = Browser::in_long_runs() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = judged(folder.path(), &fixture("unmet"), &[]);
    browser.scripts(false);
    browser.go(&page);
    assert_eq!(browser.eval("document.querySelector('noscript').textContent.includes('report.json')"), true);
}

#[test]
fn five_thousand_cells_are_filtered_and_sorted() {
    let Some(mut browser) = Browser::in_long_runs() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.look(1280, 900, false);
    browser.go(&made_up(folder.path(), 50, 100));
    assert_eq!(browser.eval("document.querySelectorAll('.matrix tbody td.c a').length"), 5000);
    let run = "(() => {
        const form = document.querySelector('.tools'), taken = {};
        for (const [field, value] of [['q', 'large/1'], ['q', ''], ['sort', 'slow'], ['sort', 'name']]) {
            const from = performance.now();
            form[field].value = value;
            form.dispatchEvent(new Event('input'));
            document.body.getBoundingClientRect();
            taken[field + ' ' + value] = Math.round(performance.now() - from) + ' ms';
        }
        return [document.querySelectorAll('.matrix tbody tr:not([hidden])').length, JSON.stringify(taken)];
    })()";
    let done = browser.eval(run);
    println!("5,000 cells, filtered and sorted with layout: {}", done[1]);
    assert_eq!(done[0], 50);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn it_fits_narrow_and_wide_windows_in_light_and_dark() {
    let Some(mut browser) = Browser::in_long_runs() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.go(&judged(folder.path(), &fixture("verdicts"), &[]));
    for width in [600, 1000, 1600] {
        for dark in [false, true] {
            browser.look(width, 1000, dark);
            let over = browser.eval("document.documentElement.scrollWidth - innerWidth");
            assert_eq!(over, 0, "the page is wider than a window of {width}");
            let ground = browser.eval("getComputedStyle(document.body).backgroundColor");
            let sum: u32 = ground
                .as_str()
                .unwrap()
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|n| n.parse::<u32>().ok())
                .sum();
            assert_eq!(sum < 3 * 128, dark, "{ground}");
            // For a person to look at.
            let shot = album().join(format!("verdicts-{width}-{}.png", if dark { "dark" } else { "light" }));
            fs::write(shot, browser.picture()).unwrap();
        }
    }
}

#[test]
fn the_picture_of_the_page_is_there_and_small() {
    let place = repository().join("docs/report.png");
    if std::env::var_os("HARNESS_PICTURES").is_some() {
        let mut browser = Browser::open().expect("pictures need a chromium");
        let folder = tempfile::tempdir().unwrap();
        let page = judged(folder.path(), &repository(), &["bounded-nim", "--no-cache"]);
        browser.look(1280, 1050, false);
        browser.go(&page);
        fs::write(&place, browser.picture()).unwrap();
    }
    let picture = fs::read(&place).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() < 300 << 10, "{} bytes", picture.len());
}
