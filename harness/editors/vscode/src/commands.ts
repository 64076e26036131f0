// Commands that call the harness once: another test, problems from the browser, a submission.

import { ChildProcess } from "node:child_process";
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { Harness } from "./harness";
import { Status } from "./status";
import { Tree } from "./tree";
import { pasted, unlinked, withNewline } from "./words";

export class Commands implements vscode.Disposable {
    private receiving: ChildProcess | undefined;
    private readonly addresses = new Map<string, string>();

    constructor(
        private readonly harness: Harness,
        private readonly tree: Tree,
        private readonly status: Status,
        private readonly log: vscode.LogOutputChannel,
    ) {}

    dispose(): void {
        this.receiving?.kill("SIGINT");
    }

    /** Adds what the clipboard holds as a test of this program, or of the file's own. */
    async add(file: string): Promise<void> {
        const text = await vscode.env.clipboard.readText();
        const test = pasted(text) ?? (await this.asked(text));
        if (test === undefined) {
            return;
        }
        const folder = await fs.mkdtemp(path.join(os.tmpdir(), "harness-"));
        try {
            const [input, answer] = [path.join(folder, "input"), path.join(folder, "answer")];
            await fs.writeFile(input, withNewline(test.input));
            await fs.writeFile(answer, test.answer);
            const { problem, root } = this.placeOf(file);
            const args = ["add", problem ?? file, ...root, "-i", input, "-a", answer];
            const { code, stdout, stderr } = await this.harness.call(args, path.dirname(file));
            this.log.info(`${stdout}${stderr}`.trim());
            if (code === 0) {
                this.status.flash("$(check) a test more");
            } else {
                void vscode.window.showErrorMessage(unlinked(stderr.trim()));
            }
        } finally {
            await fs.rm(folder, { recursive: true, force: true });
        }
        await this.tree.refresh();
    }

    /** The clipboard is the input; the answer is copied next. */
    private async asked(input: string): Promise<{ input: string; answer: string } | undefined> {
        if (input.trim() === "") {
            void vscode.window.showWarningMessage("The clipboard is empty: copy the test's input first.");
            return undefined;
        }
        const first = input.trim().split("\n", 1)[0].slice(0, 40);
        const take = "Take the Answer";
        const words = unlinked(`The input is copied: “${first}” …. Copy the answer now.`);
        if ((await vscode.window.showInformationMessage(words, take)) !== take) {
            return undefined;
        }
        const answer = await vscode.env.clipboard.readText();
        if (answer === input) {
            void vscode.window.showWarningMessage("The clipboard still holds the input: nothing is added.");
            return undefined;
        }
        return { input, answer: withNewline(answer) };
    }

    /** Waits for Competitive Companion until it is asked to stop. */
    async get(): Promise<void> {
        if (this.receiving !== undefined) {
            this.receiving.kill("SIGINT");
            return;
        }
        const folder = this.folderToFill();
        if (folder === undefined) {
            void vscode.window.showWarningMessage("Open a folder first: problems are written into it.");
            return;
        }
        const port = vscode.workspace.getConfiguration("harness").get<number>("port", 10043);
        let [said, stopped] = ["", false];
        const fail = (reason: string): void => void vscode.window.showErrorMessage(unlinked(reason));
        const child = this.harness.start(["get", "--keep", "--port", String(port)], folder, fail);
        this.receiving = child;
        this.status.receiving(true);
        const hear = (text: string): void => {
            said += text;
            this.log.info(text.trim());
        };
        child.stderr?.setEncoding("utf8").on("data", hear);
        child.stdout?.setEncoding("utf8").on("data", (text: string) => {
            hear(text);
            void this.openNew();
        });
        child.on("close", (code, signal) => {
            stopped = signal !== null || code === 130;
            this.receiving = undefined;
            this.status.receiving(false);
            if (!stopped && code !== 0) {
                fail(said.trim());
            }
        });
    }

    /** Looks for programs, and opens one that is new. */
    private async openNew(): Promise<void> {
        const before = new Set(this.tree.all().map((item) => item.id));
        await this.tree.refresh();
        const found = this.tree.all().find((item) => !before.has(item.id));
        if (found?.uri !== undefined) {
            await vscode.window.showTextDocument(found.uri);
        }
    }

    /** The folder of a workspace of problems if there is one, else the first open folder. */
    private folderToFill(): string | undefined {
        const listings = this.tree.all().map((item) => this.tree.programOf(item)?.listing);
        const workspace = listings.find((listing) => listing?.kind === "workspace");
        return workspace?.root ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    }

    /** Checks a file by its judge's rules. Then it is copied, or sent and its verdict awaited. */
    async submit(file: string): Promise<void> {
        const name = path.basename(file);
        const [copy, send] = ["Check and Copy", "Check, Send to the Judge, and Wait for Its Verdict"];
        const choice = await vscode.window.showQuickPick([copy, send], { title: `Submit ${name}` });
        const { root } = this.placeOf(file);
        const to = choice === send && root.length === 0 ? await this.addressOf(file) : [];
        if (choice === undefined || to === undefined) {
            return;
        }
        this.status.submitting(`$(sync~spin) ${choice === send ? "submitting" : "checking"} ${name}`);
        const how = choice === send ? ["--yes", ...to] : ["--print"];
        const { code, stdout, stderr } = await this.harness.call(["submit", file, ...how, ...root], path.dirname(file));
        const words = choice === send ? stdout + stderr : stderr;
        this.log.info(words.trim());
        if (choice === copy && code === 0) {
            await vscode.env.clipboard.writeText(stdout);
        }
        const good = choice === send ? `${name} is accepted` : `${name} is ready, and copied`;
        const text = code === 0 ? `$(check) ${good}` : `$(${code === 3 ? "question" : "error"}) ${name}: ${errorOf(words)}`;
        this.status.submitting(text, words);
        const show = "Show Why";
        if (code !== 0 && (await vscode.window.showErrorMessage(unlinked(`${name}: ${errorOf(words)}`), show)) === show) {
            this.log.show(true);
        }
    }

    /** Where a problem in a plain folder comes from, as options; undefined if that was called off. */
    private async addressOf(file: string): Promise<string[] | undefined> {
        const title = "The problem's address at its judge";
        const address = await vscode.window.showInputBox({ title, value: this.addresses.get(file) });
        this.addresses.set(file, address ?? "");
        return address === undefined || address.trim() === "" ? undefined : ["--to", address.trim()];
    }

    /** The problem of a file, and the options that name its place; neither in a plain folder. */
    private placeOf(file: string): { problem?: string; root: string[] } {
        const program = this.tree.programOf(this.tree.program(file));
        const isPlain = program === undefined || program.listing.kind === "plain";
        return isPlain ? { root: [] } : { problem: program.problem.problem, root: ["--root", program.listing.root] };
    }
}

/** What went wrong, in one line. */
function errorOf(text: string): string {
    const lines = text.trim().split("\n");
    return (lines.find((line) => line.startsWith("error: ")) ?? lines[lines.length - 1]).replace("error: ", "");
}
