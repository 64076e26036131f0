// Judges what the Test Explorer asks for, and shows the results where the editor has them.

import * as fs from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { Harness, Line, ListedTest, Place, SolutionResult, TestResult } from "./harness";
import { Marks } from "./marks";
import { Outputs } from "./outputs";
import { Program, Tree, testId } from "./tree";
import { forTerminal, isWhole, label, pattern, short, shown, story } from "./words";

/** More of a file than this is not compared: the editor's diff is for people. */
const LARGEST = 1 << 20;

/** A program, and which of its tests are asked for; all, if undefined. */
interface Wanted {
    item: vscode.TestItem;
    program: Program;
    tests?: ListedTest[];
}

/** How the last run of a program ended. */
export interface Last {
    accepted: number;
    judged: number;
    /** The first failure: `WA on sum1`. */
    failure?: string;
}

export class Runs implements vscode.Disposable {
    private readonly ended = new vscode.EventEmitter<void>();
    /** By the file of the program. */
    readonly last = new Map<string, Last>();
    /** One run at a time: programs that are timed must not disturb each other. */
    private turn: Promise<void> = Promise.resolve();

    readonly onDidEnd = this.ended.event;

    constructor(
        private readonly controller: vscode.TestController,
        private readonly tree: Tree,
        private readonly harness: Harness,
        private readonly marks: Marks,
        private readonly outputs: Outputs,
    ) {}

    dispose(): void {
        this.ended.dispose();
    }

    /** Judges what is asked for, after what was asked for before. */
    async run(request: vscode.TestRunRequest, cancel: vscode.CancellationToken): Promise<void> {
        const before = this.turn;
        let done = (): void => {};
        this.turn = new Promise((resolve) => (done = resolve));
        await before;
        const run = this.controller.createTestRun(request);
        try {
            for (const wanted of this.wanted(request)) {
                if (cancel.isCancellationRequested || run.token.isCancellationRequested) {
                    break;
                }
                await this.judge(run, wanted, cancel);
            }
        } finally {
            run.end();
            done();
            this.ended.fire();
        }
    }

    /** Judges now, and again what is touched whenever a file is saved. */
    watch(request: vscode.TestRunRequest, cancel: vscode.CancellationToken): void {
        const asked = this.wanted(request).map(({ item }) => item);
        const everything = request.include === undefined;
        const again = (touched: vscode.TestItem[]): void => {
            const include = everything ? touched : touched.filter((item) => asked.includes(item));
            if (include.length > 0) {
                const tests = (item: vscode.TestItem) => request.include?.filter((one) => one.parent === item) ?? [];
                const narrowed = include.flatMap((item) => (tests(item).length > 0 ? tests(item) : [item]));
                void this.run(new vscode.TestRunRequest(narrowed, request.exclude, request.profile, true), cancel);
            }
        };
        const saved = vscode.workspace.onDidSaveTextDocument((document) => again(this.tree.touchedBy(document.uri.fsPath)));
        cancel.onCancellationRequested(() => saved.dispose());
        again(asked);
    }

    private wanted({ include, exclude }: vscode.TestRunRequest): Wanted[] {
        const wanted = new Map<vscode.TestItem, Wanted>();
        const isOut = (item: vscode.TestItem | undefined): boolean =>
            item !== undefined && (exclude?.includes(item) === true || isOut(item.parent));
        const add = (item: vscode.TestItem): void => {
            const meaning = this.tree.meaning(item);
            if (meaning === undefined || isOut(item)) {
                return;
            }
            if (meaning.kind === "problem") {
                item.children.forEach(add);
            } else if (meaning.kind === "program") {
                wanted.set(item, { item, program: meaning.program });
            } else if (item.parent !== undefined) {
                const of = wanted.get(item.parent) ?? { item: item.parent, program: meaning.program, tests: [] };
                of.tests?.push(meaning.test);
                wanted.set(item.parent, of);
            }
        };
        (include ?? this.tree.all()).forEach(add);
        return [...wanted.values()];
    }

    private async judge(run: vscode.TestRun, wanted: Wanted, cancel: vscode.CancellationToken): Promise<void> {
        const { item, program } = wanted;
        const file = program.program.path;
        const story = new Story(run, wanted, this.marks, this.outputs);
        await saved(file);
        this.marks.clear(file);
        story.begin();
        const { root, kind } = program.listing;
        const extra = vscode.workspace.getConfiguration("harness", item.uri).get<string[]>("arguments", []);
        const tests = wanted.tests?.flatMap(({ test }) => ["-t", pattern(test)]) ?? [];
        const args = [file, ...tests, "-a", ...extra, ...(kind === "plain" ? [] : ["--root", root])];
        const both = new vscode.CancellationTokenSource();
        const stops = [cancel, run.token].map((token) => token.onCancellationRequested(() => both.cancel()));
        try {
            const print = (text: string): void => {
                story.said += text;
                run.appendOutput(forTerminal(text));
            };
            const code = await this.harness.judge(args, root, (line) => story.take(line), print, both.token);
            await story.end(code);
            if (story.last !== undefined) {
                this.last.set(file, story.last);
            }
        } catch (error) {
            run.errored(item, new vscode.TestMessage((error as Error).message));
        } finally {
            stops.forEach((stop) => stop.dispose());
            both.dispose();
        }
    }
}

/** One program's run, from its first line to its last. */
class Story {
    /** What it printed for a person. */
    said = "";
    last: Last | undefined;
    private readonly items = new Map<string, vscode.TestItem>();
    /** The first error of each test, and that of the compiler under an empty name. */
    private readonly errors = new Map<string, { location: vscode.Location; message: string }>();
    private readonly finished = new Set<string>();
    private solution: SolutionResult | undefined;

    constructor(
        private readonly run: vscode.TestRun,
        private readonly wanted: Wanted,
        private readonly marks: Marks,
        private readonly outputs: Outputs,
    ) {}

    begin(): void {
        const tests = this.wanted.tests?.map(({ test }) => test);
        this.wanted.item.children.forEach((item) => {
            const test = item.id.slice(testId(this.wanted.item.id, "").length);
            if (tests === undefined || tests.includes(test)) {
                this.items.set(test, item);
                this.run.started(item);
            }
        });
    }

    take(line: Line): void {
        const { program, listing } = this.wanted.program;
        if (line.type === "test" && line.test.permitted === true) {
            // What failed waits for its evidence, which comes with the solution.
            this.passed(line.test);
        } else if (line.type === "place") {
            this.place(line.test, line.place);
        } else if (line.type === "diagnostic") {
            this.marks.content(program.path, listing.root, line.diagnostic);
        } else if (line.type === "solution") {
            this.solution = line.solution;
        }
    }

    private place(test: string | null, place: Place): void {
        const { program, listing } = this.wanted.program;
        const location = this.marks.place(program.path, listing.root, test, place);
        const key = test ?? "";
        if (place.severity === "error" && !this.errors.has(key)) {
            this.errors.set(key, { location, message: place.message });
        }
    }

    /** The outputs of failed tests are files once the process has ended. */
    async end(code: number | null): Promise<void> {
        const { item } = this.wanted;
        const solution = this.solution;
        if (solution === undefined) {
            const why = new vscode.TestMessage(plain(this.said) || `harness ended with exit code ${code ?? "none"}`);
            this.run.errored(item, why);
            this.items.forEach((test) => this.run.skipped(test));
            return;
        }
        const judged = solution.tests.filter((test) => test.verdict !== null && test.skipped === undefined);
        const bad = solution.tests.find((test) => test.permitted === false);
        this.last = {
            accepted: judged.filter((test) => test.permitted === true).length,
            judged: judged.length,
            failure: bad && (bad.verdict === "compile-error" ? "CE" : `${short(bad.verdict)} on ${bad.test}`),
        };
        const { build } = solution;
        if (build.result === "rejected") {
            const first = this.errors.get("")?.message;
            this.refused(new vscode.TestMessage(first === undefined ? build.messages : `${first}\n\n${build.messages}`));
        } else if (build.result === "fault" || build.result === "no-tool") {
            this.refused(new vscode.TestMessage([build.fault.message, build.fault.hint ?? ""].join("\n").trim()));
        } else {
            for (const test of solution.tests) {
                await this.result(test);
            }
            // What it promised of all tests together.
            if (solution.status === "unmet" && bad === undefined) {
                this.run.failed(item, new vscode.TestMessage(plain(this.said)));
            }
        }
    }

    private refused(message: vscode.TestMessage): void {
        message.location = this.errors.get("")?.location ?? this.top();
        this.run.errored(this.wanted.item, message);
        this.items.forEach((item) => {
            item.label = item.id.slice(testId(this.wanted.item.id, "").length);
            this.run.skipped(item);
        });
    }

    private passed(test: TestResult): void {
        const item = this.items.get(test.test);
        if (item !== undefined && !this.finished.has(test.test)) {
            this.finished.add(test.test);
            item.label = label(test);
            this.outputs.forget(item.id);
            this.run.passed(item, test.cpu_ms ?? undefined);
        }
    }

    private async result(test: TestResult): Promise<void> {
        const item = this.items.get(test.test);
        if (item === undefined) {
            return;
        }
        if (test.permitted === true) {
            return this.passed(test);
        }
        item.label = label(test);
        const message = await this.message(item, test);
        if (test.skipped !== undefined) {
            this.run.skipped(item);
        } else if (test.fault !== undefined || test.verdict === null) {
            this.run.errored(item, message);
        } else {
            this.run.failed(item, message, test.cpu_ms ?? undefined);
        }
    }

    private async message(item: vscode.TestItem, test: TestResult): Promise<vscode.TestMessage[]> {
        const error = this.errors.get(test.test);
        const about = new vscode.TestMessage(new vscode.MarkdownString(story(test, error?.message)));
        about.location = error?.location ?? this.top();
        const { problem, listing, program } = this.wanted.program;
        const files = problem.tests.find((one) => one.test === test.test);
        const evidence = test.evidence;
        if (evidence === undefined || files === undefined || problem.interactive) {
            return [about];
        }
        const kept = path.join(listing.outputs, program.name, `${test.test}.out`);
        const whole = isWhole(evidence.output) ? undefined : await read(kept);
        const output = whole ?? shown(evidence.output);
        const answer = (isWhole(evidence.answer) ? undefined : await read(files.answer)) ?? shown(evidence.answer);
        this.outputs.keep(item.id, output, files.answer);
        if (test.verdict !== "wrong-answer" && test.verdict !== "presentation-error") {
            return [about];
        }
        const diff = vscode.TestMessage.diff(`${short(test.verdict)} on ${test.test}: ${test.note ?? ""}`, answer, output);
        diff.location = about.location;
        // The editor shows the last one first.
        return [about, diff];
    }

    private top(): vscode.Location {
        return new vscode.Location(vscode.Uri.file(this.wanted.program.program.path), new vscode.Position(0, 0));
    }
}

/** The file's text is what the editor shows. */
async function saved(file: string): Promise<void> {
    const open = vscode.workspace.textDocuments.find((document) => document.uri.fsPath === file && document.isDirty);
    await open?.save();
}

async function read(file: string): Promise<string | undefined> {
    try {
        const { size } = await fs.stat(file);
        return size <= LARGEST ? await fs.readFile(file, "utf8") : undefined;
    } catch {
        return undefined;
    }
}

/** The text without the colours of a terminal. */
function plain(text: string): string {
    return text.replace(/\x1b\[[0-9;]*m/g, "").trim();
}
