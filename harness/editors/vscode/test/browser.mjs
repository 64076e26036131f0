// Tries the packed extension in a real VS Code, served to a real browser, as a person uses it.
//
//     node browser.mjs TOOLS HARNESS EXTENSION.vsix PICTURES
//
// TOOLS holds node_modules with code-server and playwright-core, and `node`, a link to the Node.js
// that runs the server. Pictures of each step are left in PICTURES.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";

const [tools, harness, vsix, pictures] = process.argv.slice(2).map((word) => path.resolve(word));
const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");
/** Generous: it is only how long a failure takes. */
const PATIENCE = Number(process.env.PATIENCE ?? 180_000);
const top = fs.mkdtempSync(path.join(os.tmpdir(), "harness-vscode-"));
fs.mkdirSync(pictures, { recursive: true });

const FILES = {
    "sum.cpp": `#include <iostream>
using namespace std;

int main() {
    int n, sum = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        int x;
        cin >> x;
        sum += x;
        cout << "after " << i + 1 << " numbers: " << sum + (i > 1) << "\\n";
    }
}
`,
    "sum1.in": "2\n3 4\n",
    "sum1.out": "after 1 numbers: 3\nafter 2 numbers: 7\n",
    "sum2.in": "4\n1 1 1 1\n",
    "sum2.out": "after 1 numbers: 1\nafter 2 numbers: 2\nafter 3 numbers: 3\nafter 4 numbers: 4\n",
    "typo.cpp": `#include <vector>

int main() {
    std::vector<int> v = "three";
    return total;
}
`,
    "typo1.in": "1\n",
    "typo1.out": "1\n",
    "past.cpp": `#include <cstdio>
#include <vector>

int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> squares(n);
    for (int i = 0; i <= n * 100000; i++)
        squares[i] = i * i;
    printf("%d\\n", squares[n]);
}
`,
    "past1.in": "10\n",
    "past1.out": "100\n",
    "deep/tree.py": `def depth(n):
    return 1 // n


print(depth(int(input())))
`,
    "deep/1.in": "0\n",
    "deep/1.out": "0\n",
    "deep/2.in": "1\n",
    "deep/2.out": "1\n",
};

/** An extension that stands for a debugger, and writes down the configurations that it is given. */
const DEBUGGER = {
    "package.json": JSON.stringify({
        name: "cpptools",
        publisher: "ms-vscode",
        version: "0.0.1",
        engines: { vscode: "^1.88.0" },
        main: "./main.js",
        activationEvents: ["onDebugResolve:cppdbg", "onStartupFinished"],
        contributes: { debuggers: [{ type: "cppdbg", label: "recorder" }] },
    }),
    "main.js": `
const vscode = require("vscode");
exports.activate = () => vscode.debug.registerDebugConfigurationProvider("cppdbg", {
    resolveDebugConfiguration(folder, configuration) {
        require("fs").writeFileSync(${JSON.stringify(path.join(top, "debugged.json"))}, JSON.stringify(configuration));
        return undefined;
    },
});
`,
};

function write(folder, files) {
    for (const [name, text] of Object.entries(files)) {
        const file = path.join(folder, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, text);
    }
}

async function freePort() {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    server.close();
    return port;
}

/** Waits until `probe` returns something. */
async function until(what, probe) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        const found = await probe();
        if (found) {
            return found;
        }
        assert.ok(Date.now() < end, `waited in vain for ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

/** VS Code in the browser. */
class Editor {
    constructor(page) {
        this.page = page;
    }

    async open(address) {
        await this.page.goto(address);
        await this.page.waitForSelector(".monaco-workbench .statusbar-item", { timeout: PATIENCE });
    }

    async command(name) {
        const input = this.page.locator(".quick-input-widget input[type=text]");
        const first = this.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
        // The list is that of the moment in which it opens: an extension may not be there yet.
        await until(`the command ${name}`, async () => {
            await this.page.keyboard.press("F1");
            if (!(await input.isVisible())) {
                return false;
            }
            await input.fill(`>${name}`);
            const found = await first.waitFor({ timeout: 5000 }).then(() => true, () => false);
            if (!found) {
                await this.page.keyboard.press("Escape");
            }
            return found;
        });
        await first.click();
    }

    /** Shows the Test Explorer. */
    async testing() {
        const icon = this.page.locator('.activitybar .action-label[aria-label^="Testing"]');
        if (!(await this.page.locator(".test-explorer").isVisible())) {
            await icon.click();
        }
        await this.page.locator(".test-explorer").waitFor();
    }

    async file(name) {
        const input = this.page.locator(".quick-input-widget input[type=text]");
        await this.page.keyboard.press("Control+P");
        await input.fill(name);
        await this.page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(name) }).first().click();
        await this.page.locator(".tab.active", { hasText: path.basename(name) }).waitFor({ timeout: PATIENCE });
    }

    /** The rows of the Test Explorer, as a screen reader reads them. */
    rows() {
        return this.page.locator(".test-explorer .monaco-list-row").evaluateAll((all) => all.map((row) => row.ariaLabel ?? ""));
    }

    row(label) {
        return this.page.locator(`.test-explorer .monaco-list-row[aria-label*="${label}"]`).first();
    }

    async sees(pattern) {
        return until(`a row ${pattern}`, async () => (await this.rows()).find((row) => pattern.test(row)));
    }

    async picture(name) {
        await this.page.screenshot({ path: path.join(pictures, `${name}.png`) });
    }

    /** Chooses from a list that a command offers. */
    async choose(text) {
        await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
    }

    async status(pattern) {
        const items = this.page.locator(".statusbar-item");
        return until(`a status ${pattern}`, async () => (await items.allTextContents()).find((text) => pattern.test(text)));
    }
}

async function explorer(editor) {
    await editor.testing();
    await editor.sees(/sum\.cpp/);
    for (const program of ["sum.cpp", "tree.py", "typo.cpp", "past.cpp"]) {
        await editor.sees(new RegExp(program.replace(".", "\\.")));
    }
    await editor.picture("1-explorer");
    await editor.command("Test: Run All Tests");
    await editor.sees(/sum\.cpp.*Failed/);
    await editor.sees(/typo\.cpp.*Errored/);
    await editor.sees(/past\.cpp.*Failed/);
    await editor.sees(/tree\.py.*Failed/);
    for (const program of ["sum.cpp", "tree.py", "past.cpp"]) {
        await editor.row(program).click();
        await editor.page.keyboard.press("ArrowRight");
    }
    await editor.sees(/sum1.*Passed/);
    await editor.sees(/sum2.*Failed/);
    await editor.picture("2-results");
}

async function diff(editor) {
    await editor.row("sum2").hover();
    await editor.row("sum2").locator('[aria-label^="Compare Output with Answer"]').click();
    const diffs = editor.page.locator(".monaco-diff-editor .view-lines");
    await until("both sides", async () => {
        const sides = (await diffs.allTextContents()).map((text) => text.replace(/\u00a0/g, " "));
        return sides.some((text) => text.includes("numbers: 3") && !text.includes("numbers: 5")) && sides.some((text) => text.includes("numbers: 5"));
    });
    await editor.picture("3-diff");
}

async function peek(editor) {
    await editor.file("sum.cpp");
    await editor.command("Test: Peek Output");
    await editor.page.locator(".test-output-peek, .peekview-widget").first().waitFor({ timeout: PATIENCE });
    await editor.picture("4-message");
    await editor.page.keyboard.press("Escape");
}

async function problems(editor) {
    await editor.file("typo.cpp");
    await editor.command("Problems: Focus on Problems View");
    const rows = editor.page.locator(".markers-panel .monaco-list-row");
    const found = async (pattern) => until(`a problem ${pattern}`, async () => (await rows.allTextContents()).find((text) => pattern.test(text)));
    await found(/total.*was not declared/);
    await found(/heap-buffer-overflow in main \(on past1\)/);
    await found(/ZeroDivisionError: .*\(on 1\)/);
    await editor.picture("5-problems");
    await editor.file("past.cpp");
    await editor.page.locator(".squiggly-error").first().waitFor({ timeout: PATIENCE });
    await editor.picture("6-sanitizer");
}

async function add(editor, folder) {
    await editor.file("sum.cpp");
    await editor.page.evaluate(() => navigator.clipboard.writeText("1\n5\n---\nafter 1 numbers: 5\n"));
    await editor.command("harness: Add a Test from the Clipboard");
    await editor.testing();
    await editor.sees(/sum3/);
    assert.equal(fs.readFileSync(path.join(folder, "sum3.in"), "utf8"), "1\n5\n");
    assert.equal(fs.readFileSync(path.join(folder, "sum3.out"), "utf8"), "after 1 numbers: 5\n");
}

async function watch(editor, folder) {
    await editor.command("Test: Start Continuous Run");
    await editor.file("sum.cpp");
    // On disk and not by keys: the editor completes brackets.
    const text = FILES["sum.cpp"].replace("sum + (i > 1)", "sum");
    await editor.command("View: Close All Editors");
    fs.writeFileSync(path.join(folder, "sum.cpp"), text);
    await editor.file("sum.cpp");
    await editor.page.locator(".editor-instance .view-lines").first().click();
    await editor.page.keyboard.press("Control+End");
    await editor.page.keyboard.type("// saved\n");
    await editor.page.keyboard.press("Control+S");
    await editor.testing();
    await editor.sees(/sum\.cpp.*Passed/);
    await editor.file("sum.cpp");
    await editor.status(/AC\s+3\/3/);
    await editor.picture("7-watch");
    await editor.command("Test: Stop Continuous Run");
}

async function debug(editor, folder) {
    await editor.testing();
    await editor.row("sum2").hover();
    await editor.row("sum2").locator('[aria-label^="Debug Test"]').click();
    const file = path.join(top, "debugged.json");
    await until("a configuration", () => fs.existsSync(file));
    const configuration = JSON.parse(fs.readFileSync(file, "utf8"));
    assert.equal(configuration.type, "cppdbg");
    assert.deepEqual(configuration.args, ["<", path.join(folder, "sum2.in")]);
    assert.ok(fs.existsSync(configuration.program), configuration.program);
    assert.deepEqual(Object.values(configuration.sourceFileMap), [folder]);
}

function post(port, problem) {
    return new Promise((resolve) => {
        const request = http.request({ host: "127.0.0.1", port, method: "POST", headers: { "Content-Type": "application/json" } });
        request.on("response", (response) => resolve(response.resume().statusCode));
        // Nobody listens yet.
        request.on("error", () => resolve(undefined));
        request.end(JSON.stringify(problem));
    });
}

async function receive(editor, folder, port) {
    await editor.command("harness: Receive Problems from the Browser");
    await editor.status(/Competitive Companion/);
    const problem = {
        name: "B. Twice",
        group: "Codeforces - Round 1",
        url: "https://codeforces.com/contest/1/problem/B",
        interactive: false,
        memoryLimit: 256,
        timeLimit: 1000,
        tests: [{ input: "21\n", output: "42\n" }],
        testType: "single",
        input: { type: "stdin" },
        output: { type: "stdout" },
        languages: {},
        batch: { id: "1", size: 1 },
    };
    await until("somebody who listens", async () => (await post(port, problem)) === 200);
    const tab = await until("the file", async () => (await editor.page.locator(".tab.active").allTextContents()).find((text) => /twice/.test(text)));
    await editor.picture("8-received");
    await editor.command("harness: Receive Problems from the Browser");
    const file = fs.readdirSync(folder, { recursive: true }).find((name) => path.basename(name) === tab.trim().split(/\s/)[0]);
    return path.join(folder, file);
}

async function submit(editor, file) {
    await editor.command("harness: Submit");
    await editor.choose("Check and Copy");
    await editor.status(/not ready to be submitted/);
    await editor.picture("9-not-ready");
    await editor.command("Notifications: Clear All Notifications");
    await editor.command("View: Close All Editors");
    const right = "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << 2 * n << '\\n'; }\n";
    fs.writeFileSync(file, right);
    await editor.file(path.basename(file));
    await editor.command("harness: Submit");
    await editor.choose("Check and Copy");
    await editor.status(/is ready, and copied/);
    await editor.picture("10-ready");
    const copied = await editor.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, right);
}

async function main() {
    const [server, companion] = [await freePort(), await freePort()];
    const [folder, workspace] = [path.join(top, "contest"), path.join(top, "workspace")];
    write(folder, FILES);
    const [data, extensions] = [path.join(top, "data"), path.join(top, "extensions")];
    write(path.join(extensions, "ms-vscode.cpptools-0.0.1"), DEBUGGER);
    const settings = {
        "harness.path": harness,
        "harness.port": companion,
        "security.workspace.trust.enabled": false,
        "workbench.startupEditor": "none",
        "workbench.tips.enabled": false,
        "window.menuBarVisibility": "hidden",
        "telemetry.telemetryLevel": "off",
        "chat.disableAIFeatures": true,
        "workbench.secondarySideBar.defaultVisibility": "hidden",
    };
    write(data, { "User/settings.json": JSON.stringify(settings) });
    const env = { ...process.env, HARNESS_CACHE_DIR: path.join(top, "cache") };
    const init = spawnSync(harness, ["init", workspace], { env, encoding: "utf8" });
    assert.equal(init.status, 0, init.stderr);
    const node = path.join(tools, "node");
    const entry = path.join(tools, "node_modules/code-server/out/node/entry.js");
    const places = ["--user-data-dir", data, "--extensions-dir", extensions];
    const installed = spawnSync(node, [entry, ...places, "--install-extension", vsix], { env, encoding: "utf8" });
    assert.equal(installed.status, 0, installed.stderr + installed.stdout);
    const words = [entry, ...places, "--auth", "none", "--disable-telemetry", "--bind-addr", `127.0.0.1:${server}`];
    const log = fs.openSync(path.join(top, "server.log"), "w");
    const code = spawn(node, words, { env, stdio: ["ignore", log, log] });
    const executablePath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((file) => fs.existsSync(file));
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
        const address = `http://127.0.0.1:${server}`;
        await until("the server", () => fetch(`${address}/healthz`).then((answer) => answer.ok, () => false));
        const context = await browser.newContext({
            viewport: { width: 1280, height: 800 },
            permissions: ["clipboard-read", "clipboard-write"],
        });
        context.setDefaultTimeout(PATIENCE);
        const editor = new Editor(await context.newPage());
        const step = async (name, run) => {
            try {
                await run();
            } catch (error) {
                await editor.picture(`failed-${name}`);
                console.log(`rows: ${JSON.stringify(await editor.rows())}`);
                throw error;
            }
            console.log(`ok ${name}`);
        };
        await step("opens", () => editor.open(`${address}/?folder=${folder}`));
        await step("explorer", () => explorer(editor));
        await step("diff", () => diff(editor));
        await step("peek", () => peek(editor));
        await step("problems", () => problems(editor));
        await step("add", () => add(editor, folder));
        await step("watch", () => watch(editor, folder));
        await step("debug", () => debug(editor, folder));
        let file = "";
        await step("opens a workspace", () => editor.open(`${address}/?folder=${workspace}`));
        await step("receive", async () => (file = await receive(editor, workspace, companion)));
        await step("submit", () => submit(editor, file));
    } finally {
        await browser.close();
        code.kill("SIGTERM");
    }
    fs.rmSync(top, { recursive: true, force: true });
}

await main();
