import * as assert from "node:assert/strict";
import { test } from "node:test";
import { TestResult } from "../harness";
import { forTerminal, isPlain, isWhole, label, pasted, pattern, quoted, shown, story, unfit, unlinked } from "../words";

const excerpt = (text: string, bytes = Buffer.byteLength(text)) => ({ head: { text }, bytes });

const result = (more: Partial<TestResult>): TestResult => ({
    test: "1",
    verdict: "wrong-answer",
    cpu_ms: 12.4,
    memory_kib: 2048,
    note: "line 1: expected 6, got 7",
    ...more,
});

test("a test's id is a pattern that fits it alone", () => {
    assert.equal(pattern("sample/01"), "sample/01");
    assert.equal(pattern("a[1]*?"), "a[[]1[]][*][?]");
});

test("a test's label says what it got, unless that is accepted", () => {
    assert.equal(label(result({ verdict: "accepted", permitted: true })), "1");
    assert.equal(label(result({})), "1 · WA");
    assert.equal(label(result({ verdict: "wrong-answer", permitted: true })), "1 · WA");
    assert.equal(label(result({ skipped: "fail-fast" })), "1 · fail-fast");
    assert.equal(label(result({ verdict: null, fault: { message: "no compiler" } })), "1 · fault");
});

test("the story of a failure begins with verdict, reason and figures", () => {
    assert.equal(story(result({ verdict: "time-limit", note: null, cpu_ms: 2100 })), "**TLE** \n\n2\\.10 s, 2\\.0 MiB");
});

test("input and answer stand around one line of dashes", () => {
    assert.deepEqual(pasted("1 2\n---\n3"), { input: "1 2\n", answer: "3\n" });
    assert.deepEqual(pasted("1\r\n---\r\n3\r\n"), { input: "1\n", answer: "3\n" });
    for (const text of ["1 2\n3\n", "1\n---\n", "1\n---\n2\n---\n3\n", "1 --- 2", ""]) {
        assert.equal(pasted(text), undefined, text);
    }
});

test("what is missing of a long output is said", () => {
    assert.ok(isWhole(excerpt("7\n")) && isWhole(excerpt("é")));
    assert.ok(!isWhole(excerpt("7", 9)));
    assert.equal(shown(excerpt("7", 9)), "7\n… 8 more bytes …\n");
});

test("nothing that a program prints becomes Markdown", () => {
    const evidence = {
        checker: "tokens",
        input: excerpt("```\n# no\n"),
        answer: excerpt(""),
        output: excerpt(""),
        stderr: excerpt("<b>"),
    };
    const text = story(result({ note: "*[x](y)*", evidence }));
    assert.ok(text.includes("\\*\\[x\\]\\(y\\)\\*"), text);
    assert.ok(text.includes("````text\n```\n# no\n````"), text);
    assert.ok(text.includes("```text\n<b>\n```"), text);
});

test("lines of a terminal end with both characters, once", () => {
    assert.equal(forTerminal("a\nb\r\n"), "a\r\nb\r\n");
});

test("what a compiler says is not a link of a notification", () => {
    const said = "error: [press here](command:workbench.action.terminal.sendSequence?%7B%7D)";
    assert.ok(!/\]\((command|https?|file):/.test(unlinked(said)));
    assert.equal(unlinked("a[1] (b)"), "a[1] (b)");
});

test("a name in a launch configuration is not a command of the editor", () => {
    for (const name of ["${command:workbench.action.quit}.in", "a${env:HOME}", "a\nb", "a\u001b[31m"]) {
        assert.notEqual(unfit(name), undefined, name);
    }
    assert.equal(unfit("/home/me/a b $1 {2}.in"), undefined);
});

test("a name is one word for the shell that a debugger calls", () => {
    for (const name of ["$(id).in", "`id`", "a;id", "a|b", "a&b", "a>b", "it's", 'a"b', "a\\b", "a*", "!1"]) {
        assert.ok(!isPlain(name), name);
        assert.equal(quoted(name), `'${name.replace(/'/g, "'\\''")}'`);
    }
    assert.ok(isPlain("/home/me/a b-1.in"));
    assert.equal(quoted("/home/me/a-1.in"), "/home/me/a-1.in");
    assert.equal(quoted("a b"), "'a b'");
});

test("the name of a checker is not Markdown", () => {
    const whole = excerpt("x");
    const evidence = { checker: "![](https://a.b/c)", message: "m", input: whole, answer: whole, output: whole, stderr: whole };
    assert.ok(!story(result({ evidence })).includes("](https"));
});
