use super::*;
use crate::testing::{Fake, excerpt, fault, ms, problem, report};
use model::record::Build;
use model::{ByteSize, Verdict};

fn page(fakes: Vec<Fake>) -> String {
    render(&report(fakes))
}

/// Fourteen problems with solutions of every kind. Times come from a generator with a fixed seed.
fn realistic(problems: usize, secrets: usize) -> Vec<Fake> {
    let names = [
        "nim",
        "nim-cases",
        "georgia-and-bob",
        "wythoff-moves",
        "maxsub",
        "tree-lca",
        "gcd-sum",
        "two-heaps",
        "bridges",
        "lis",
        "edit-distance",
        "knapsack",
        "segment-sum",
        "matching",
    ];
    let mut state = 1_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let mut fakes = Vec::new();
    for (p, name) in names.into_iter().cycle().take(problems).enumerate() {
        let mut problem = problem(name, 2, secrets);
        {
            let problem = std::sync::Arc::make_mut(&mut problem);
            problem.title = format!("The game of {name}");
            problem.title_zh = (p % 3 == 0).then(|| "取石子游戏".to_owned());
        }
        let tests = 2 + secrets;
        let mut timed = |fake: Fake, base: f64, growth: f64| {
            (0..tests).fold(fake, |fake, i| {
                let time = base * (growth * i as f64 / tests as f64).exp() * (0.8 + 0.4 * random());
                let memory = ByteSize::kib(1900 + (random() * 300.0) as u64 + (growth * 40.0) as u64 * i as u64);
                fake.usage(i, ms(time), memory)
            })
        };
        fakes.push(timed(Fake::new(&problem, ""), 1.2, 1.5));
        fakes.push(timed(Fake::new(&problem, "segtree"), 2.5, 5.5));
        let slow: String = (0..tests).map(|i| if i * 4 > tests * 3 { 'T' } else { '.' }).collect();
        let mut brute = timed(Fake::new(&problem, "brute").expect(&[Verdict::TimeLimit]).verdicts(&slow), 2.0, 7.5);
        for i in (0..tests).filter(|i| i * 4 > tests * 3) {
            brute = brute.test(i, |j| j.note = Some("1.10 s of CPU, limit 1.0 s".to_owned()));
            brute = brute.usage(i, ms(1100.0 + i as f64), ByteSize::mib(2));
        }
        fakes.push(brute);
        for (k, label) in ["zero-init", "i32-overflow", "off-by-one", "no-sort"].into_iter().enumerate() {
            let letters: String =
                (0..tests).map(|i| if i > 1 && (i * 7 + k * 5 + p) % (5 + 4 * k) == 0 { 'W' } else { '.' }).collect();
            fakes.push(timed(
                Fake::new(&problem, label).expect(&[Verdict::WrongAnswer]).verdicts(&letters),
                1.5,
                1.0 + k as f64,
            ));
        }
        let crash: String = (0..tests).map(|i| if i % 9 == 8 { 'R' } else { '.' }).collect();
        let overflow = Fake::new(&problem, "deep-recursion").expect(&[Verdict::RunTimeError]).verdicts(&crash);
        let overflow = overflow.test(8, |j| j.note = Some("signal 11 (SIGSEGV)".to_owned()));
        fakes.push(timed(
            overflow.evidence(8, |e| {
                e.difference = None;
                e.stderr = excerpt("thread 'main' has overflowed its stack\n");
            }),
            3.0,
            3.0,
        ));
        if p == 1 {
            fakes.push(timed(Fake::new(&problem, "kadane").verdicts(".....W.....W"), 1.0, 1.0));
            fakes.push(Fake::new(&problem, "never-wrong").expect(&[Verdict::WrongAnswer]));
        }
        if p == 2 {
            let messages = "error[E0308]: mismatched types\n  --> solutions/src/bin/georgia-and-bob--typo.rs:14:5\n   |\n14 |     x\n   |     ^ expected `u8`, found `&str`\n";
            fakes.push(Fake::new(&problem, "typo").build(Build::Rejected { messages: messages.to_owned() }));
            fakes.push(Fake::new(&problem, "twin").build(Build::NoTool { fault: fault("cannot find g++") }));
        }
        if p == 3 {
            fakes.push(timed(Fake::new(&problem, "shaky").verdicts("...!!"), 1.0, 1.0));
        }
    }
    fakes
}

fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(&start[..]).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn every_link_leads_somewhere_and_every_place_is_named_once() {
    let page = page(realistic(4, 20));
    let mut ids = attributes(&page, "id");
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "an id is given twice");
    let links = attributes(&page, "href");
    assert!(links.len() > 100, "cells link to their blocks");
    for link in links {
        let id = link.strip_prefix('#').expect("nothing leads out of the page");
        assert!(ids.binary_search(&id).is_ok(), "{link} leads nowhere");
    }
}

#[test]
fn every_run_is_a_cell_with_a_letter() {
    let fakes = realistic(2, 12);
    let runs: usize = fakes.iter().map(|fake| fake.result.tests.len()).sum();
    let page = page(fakes);
    assert_eq!(page.matches("<td class=\"c ").count(), runs);
    for letter in [">·", ">W</a>", ">T</a>", ">R</a>"] {
        assert!(page.contains(letter), "{letter}");
    }
    assert!(page.contains("c w u\"><a href=\"#f"), "a surprise is ringed");
    assert!(page.contains("<b>secret/04</b> wrong-answer, not as expected, "), "and says so");
    assert_eq!(page.matches("<li id=\"t").count(), runs, "every result stands there as text, too");
    assert_eq!(
        page.matches("<td class=\"c ").count(),
        page.matches("\"><a href=\"#").count(),
        "every cell leads there"
    );
}

#[test]
fn hostile_text_is_text_and_nothing_else() {
    let evil = "</pre><script>alert(1)</script><img src=x onerror=alert(2)>\" onmouseover=\"x' &amp;\u{202e}\x1b[2J\0";
    let nim = problem("nim", 1, 2);
    let fake = Fake::new(&nim, "evil").verdicts(".WR").evidence(1, |evidence| {
        evidence.output = excerpt(evil);
        evidence.input = excerpt(evil);
        evidence.stderr = excerpt(evil);
        evidence.checker = evil.to_owned();
        evidence.message = Some(evil.to_owned());
        let utterance = model::Utterance { by: model::Speaker::Program, bytes: evil.into() };
        evidence.transcript.push(utterance);
        let difference = evidence.difference.as_mut().unwrap();
        difference.got = Some(evil.into());
        difference.hint = Some(evil.to_owned());
        difference.window[1].text = evil.into();
    });
    let fake = fake.test(2, |test| test.note = Some(evil.to_owned())).change(|solution| {
        solution.notes.push(evil.to_owned());
        solution.path = evil.to_owned();
    });
    let odd = Fake::new(&nim, "odd").expect(&[Verdict::WrongAnswer]);
    let odd = odd.change(|solution| solution.notes.push(evil.to_owned()));
    let broken = Fake::new(&nim, "broken").build(Build::Rejected { messages: evil.to_owned() });
    let none = Fake::new(&nim, "none").build(Build::Fault { fault: fault(evil) });
    let page = page(vec![fake, odd, broken, none]);
    assert_eq!(page.matches("<script").count(), 1, "ours");
    assert_eq!(page.matches("<img").count(), 0);
    assert!(!page.contains("\" onmouseover"), "no attribute is left");
    let allowed = |c: char| !c.is_control() || c == '\n';
    assert!(page.chars().all(|c| allowed(c) && c != '\u{202e}'));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "but it is shown");
}

#[test]
fn only_the_scripts_of_this_page_may_run() {
    let page = page(vec![Fake::new(&problem("nim", 1, 1), "")]);
    let nonce = page.split("script-src 'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    assert!(page.contains(&format!("<script nonce=\"{nonce}\">")));
    assert_eq!(nonce.len(), 32);
    assert!(page.contains("default-src 'none'"));
    for outside in ["http:", "https:", "//fonts", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn without_a_script_the_tools_are_not_there_and_everything_else_is() {
    let page = page(realistic(2, 10));
    assert!(page.contains("<form class=\"tools\" hidden>"));
    let still = &page[..page.find("<script").unwrap()];
    assert!(still.contains("cargo run -p harness -- nim-cases/kadane.rs -t secret/04"));
    assert!(still.contains("<details class=\"block\" open data-row="), "what was not expected is open");
}

#[test]
fn promised_failures_are_bounded_and_counted() {
    let nim = problem("nim", 2, 100);
    let slow = Fake::new(&nim, "slow").expect(&[Verdict::TimeLimit]).verdicts(&"T".repeat(102));
    let page = page(vec![slow]);
    assert_eq!(page.matches("<details class=\"block\"").count(), 2);
    assert!(page.contains("nim/slow.rs: … 100 more TLE: secret/01, secret/02"), "{page}");
}

#[test]
fn many_failures_that_were_not_expected_are_behind_a_line() {
    let nim = problem("nim", 2, 100);
    let wrong = Fake::new(&nim, "wrong").verdicts(&format!("{}{}", "W".repeat(60), "R".repeat(42)));
    let page = page(vec![wrong]);
    let (first, rest) = page.split_once("<details class=\"rest\" data-row=\"0\">").unwrap();
    assert_eq!(first.matches("<details class=\"block\"").count(), 5);
    assert_eq!(rest.matches("<details class=\"block\"").count(), 97);
    assert!(rest.starts_with("<summary>nim/wrong.rs: 97 more failures <span>(55 WA, 42 RTE)</span></summary>"));
}

#[test]
fn a_fault_of_several_lines_keeps_them() {
    let nim = problem("nim", 1, 1);
    let none = Fake::new(&nim, "").build(Build::Fault { fault: fault("rustc failed\n  <help>: x\n") });
    let page = page(vec![none]);
    assert!(page.contains("<b>rustc failed</b><pre>  &lt;help&gt;: x</pre>"), "{page}");
}

#[test]
fn tests_that_catch_much_or_nothing_are_told() {
    let nim = problem("nim", 1, 3);
    let wrong = |label: &str, letters: &str| Fake::new(&nim, label).expect(&[Verdict::WrongAnswer]).verdicts(letters);
    let page = page(vec![Fake::new(&nim, ""), wrong("a", ".WW."), wrong("b", "..W."), wrong("c", "....")]);
    assert!(page.contains("1 of 4 tests would catch every wrong solution that is caught; 2 catch none"), "{page}");
    assert!(page.contains("<tr class=\"hair\"><td>b.rs</td><td class=\"n\">1</td><td>only secret/02"));
    assert!(page.contains("<tr class=\"never\"><td>c.rs</td><td class=\"n\">0</td><td>no test"));
}

#[test]
fn five_thousand_cells_stay_small() {
    let fakes = realistic(5, 118);
    let runs: usize = fakes.iter().map(|fake| fake.result.tests.len()).sum();
    assert!(runs >= 5_000, "{runs}");
    let page = page(fakes);
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
    assert!(page.matches('<').count() < 60_000, "{} tags", page.matches('<').count());
}

#[test]
fn the_same_report_is_the_same_page() {
    assert_eq!(page(realistic(2, 10)), page(realistic(2, 10)));
}

#[test]
fn what_cannot_be_seen_is_marked_in_plain_excerpts_and_in_odd_ones_alike() {
    let nim = problem("nim", 1, 1);
    let rendered = |output: &str| {
        let fake = Fake::new(&nim, "").verdicts(".W").evidence(1, |evidence| {
            evidence.output = excerpt(output);
            evidence.difference = None;
        });
        let page = page(vec![fake]);
        let begin = page.find("<p class=\"label\">got").unwrap();
        let begin = begin + page[begin..].find("<pre>").unwrap() + 5;
        page[begin..begin + page[begin..].find("</pre>").unwrap()].to_owned()
    };
    assert_eq!(rendered("1 2  \n 3\n"), "1 2<s>␣</s><s>␣</s>\n 3\n");
    assert_eq!(rendered("1 2  \n 3\n<"), "1 2<s>␣</s><s>␣</s>\n 3\n&lt;");
    assert_eq!(rendered("7 "), "7<s>␣</s>");
    assert_eq!(rendered("\x1b "), "<s>␛</s><s>␣</s>");
}

#[test]
fn groups_with_points_have_a_column_of_their_own() {
    let mut scored = problem("gp", 1, 0);
    {
        let problem = std::sync::Arc::make_mut(&mut scored);
        for (name, points) in [("secret/small", 30.0), ("secret/large", 70.0)] {
            let id = model::TestId(format!("{name}/1").into());
            problem.tests.push(std::sync::Arc::new(model::Test::new(id, "1.in".into(), "1.ans".into())));
            problem.groups.push(model::Group {
                name: name.to_owned(),
                limits: problem.limits.clone(),
                points: model::Points::from_number(points).unwrap(),
                scoring: model::Scoring::PassFail,
                requires: Vec::new(),
                tests: 1,
            });
        }
    }
    let page = page(vec![Fake::new(&scored, "").verdicts("..W")]);
    for part in [
        "<span>small</span>",
        "<span>large</span>",
        "<th class=\"points\">of 30</th>",
        "<td class=\"points full\">30</td>",
        "<td class=\"points\">0</td>",
        "<td class=\"points all\">30</td>",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_promise_that_was_not_kept_names_what_came() {
    let nim = problem("nim", 1, 2);
    let fake = Fake::new(&nim, "slow").expect(&[Verdict::WrongAnswer]).expect(&[Verdict::TimeLimit]).verdicts(".T.");
    let page = page(vec![fake]);
    assert!(page.contains("2 AC, 1 TLE, expected WA; TLE") && !page.contains("only AC"), "{page}");
}

#[test]
fn a_command_can_be_copied() {
    let id = model::TestId("secret/a\x1b".into());
    let fake = Fake::new(&problem("nim", 1, 1), "").change(|solution| solution.tests[1].test = id).verdicts(".W");
    let page = page(vec![fake]);
    assert!(page.contains("-t $'secret/a\\x1b'</code>"), "{page}");
}

#[test]
fn tests_that_catch_nothing_are_not_called_enough() {
    let wrong = |verdicts: &str| {
        let fake = Fake::new(&problem("nim", 1, 1), "wrong").expect(&[Verdict::WrongAnswer]);
        page(vec![fake.verdicts(verdicts)])
    };
    let page = wrong("..");
    assert!(page.contains("<td>no test</td>") && !page.contains("Enough:"), "{page}");
    assert!(page.contains("no test catches a wrong solution"), "{page}");
    let page = wrong(".W");
    assert!(page.contains("1 of 2 tests would catch every wrong solution that is caught; 1 catches none"), "{page}");
}
