// Calls `harness`, and reads the JSON that it prints. Knows nothing of the editor.

import { ChildProcess, spawn } from "node:child_process";

/** What `harness list --json` prints; `harness print list-schema` describes it. */
export interface Listing {
    schema: string;
    root: string;
    kind: "workspace" | "package" | "contest" | "plain";
    /** Where a run leaves outputs: `NAME/TEST.out` in this folder. */
    outputs: string;
    problems: ListedProblem[];
    programs: ListedProgram[];
}

export interface ListedProblem {
    problem: string;
    title: string;
    interactive: boolean;
    tests: ListedTest[];
}

export interface ListedTest {
    test: string;
    input: string;
    answer: string;
}

export interface ListedProgram {
    problem: string;
    /** As reports name it: `nim/brute.rs`. */
    name: string;
    path: string;
    language: string;
    /** The tests that it is judged on, where these are not all. */
    only?: string[];
}

/** A text; bytes that are not UTF-8 are escaped in it. */
export interface Text {
    text: string;
}

export interface Excerpt {
    head: Text;
    tail?: Text;
    bytes: number;
}

export interface Evidence {
    checker: string;
    input: Excerpt;
    answer: Excerpt;
    output: Excerpt;
    stderr: Excerpt;
    message?: string;
    crash?: string;
    undefined?: string;
    transcript?: { by: "program" | "judge"; said: Text }[];
}

export interface Fault {
    message: string;
    hint?: string | null;
}

export interface TestResult {
    test: string;
    verdict: string | null;
    cpu_ms: number | null;
    memory_kib: number | null;
    note: string | null;
    permitted?: boolean | null;
    skipped?: string;
    fault?: Fault;
    evidence?: Evidence;
}

export type Build =
    | { result: "ready"; warnings?: string }
    | { result: "rejected"; messages: string }
    | { result: "fault" | "no-tool"; fault: Fault }
    | { result: "skipped" };

export interface SolutionResult {
    problem: string;
    name: string;
    path: string;
    status: "met" | "unmet" | "undecided";
    verdict: string | null;
    build: Build;
    tests: TestResult[];
}

export interface Place {
    found_by: "compiler" | "sanitizer" | "crash";
    severity: "error" | "warning";
    /** Relative to the root of the run. */
    path: string;
    line: number;
    column: number | null;
    message: string;
}

export interface Diagnostic {
    severity: "error" | "warning";
    title: string;
    path: string;
    line: number | null;
    column: number | null;
    hint: string | null;
}

/** A line of `--report jsonl=-`; `harness print lines-schema` describes them. */
export type Line =
    | { type: "header"; schema: string }
    | { type: "started"; run: { root: string } }
    | { type: "diagnostic"; diagnostic: Diagnostic }
    | { type: "test"; problem: string; name: string; test: TestResult }
    | { type: "place"; problem: string; name: string; test: string | null; place: Place }
    | { type: "solution"; solution: SolutionResult }
    | { type: "summary" };

/** What a call left. */
export interface Ended {
    /** Null where a signal ended it. */
    code: number | null;
    stdout: string;
    stderr: string;
}

/** Something that can be asked to stop. */
export interface Cancellation {
    onCancellationRequested(listener: () => void): { dispose(): void };
}

type Hear = (text: string) => void;

/** Calls one program `harness`. */
export class Harness {
    constructor(private readonly program: () => string) {}

    /** Starts it; `failed` gets the reason if there is no such program. */
    start(args: string[], cwd: string, failed: Hear, more: NodeJS.ProcessEnv = {}): ChildProcess {
        const child = spawn(this.program(), args, { cwd, env: { ...process.env, ...more }, stdio: ["pipe", "pipe", "pipe"] });
        child.on("error", (error: NodeJS.ErrnoException) => {
            const missing = `cannot start \`${this.program()}\`: install harness, or set \`harness.path\` to it`;
            failed(error.code === "ENOENT" ? missing : error.message);
        });
        // A child that is gone does not read its input.
        child.stdin?.on("error", () => {});
        return child;
    }

    /** Runs it to its end, and passes on what it prints. Resolves with the exit code. */
    private run(args: string[], cwd: string, printed: Hear, shown: Hear, cancel?: Cancellation, more = {}): Promise<number | null> {
        return new Promise((resolve, reject) => {
            const child = this.start(args, cwd, (reason) => reject(new Error(reason)), more);
            const stop = cancel?.onCancellationRequested(() => child.kill("SIGINT"));
            child.stdout?.setEncoding("utf8").on("data", printed);
            child.stderr?.setEncoding("utf8").on("data", shown);
            child.on("close", (code) => {
                stop?.dispose();
                resolve(code);
            });
            child.stdin?.end();
        });
    }

    async call(args: string[], cwd: string, cancel?: Cancellation): Promise<Ended> {
        let [stdout, stderr] = ["", ""];
        const add = (text: string): string => (stdout += text);
        const code = await this.run(args, cwd, add, (text) => (stderr += text), cancel);
        return { code, stdout, stderr };
    }

    /** The programs and tests of a folder; undefined where there are none. */
    async list(folder: string): Promise<Listing | undefined> {
        const { stdout } = await this.call(["list", "--json"], folder);
        // Mistakes in the folder's files leave a listing of what is sound.
        if (!stdout.startsWith("{")) {
            return undefined;
        }
        const listing = JSON.parse(stdout) as Listing;
        return listing.schema === "harness-list/1" ? listing : undefined;
    }

    /**
     * Judges: `take` gets each line as it comes, `shown` what a person would read. Resolves with the
     * exit code.
     */
    judge(args: string[], cwd: string, take: (line: Line) => void, shown: Hear, cancel: Cancellation): Promise<number | null> {
        let begun = "";
        const printed = (text: string): void => {
            const lines = (begun + text).split("\n");
            begun = lines.pop() ?? "";
            lines.filter((line) => line.startsWith("{")).forEach((line) => take(JSON.parse(line) as Line));
        };
        return this.run([...args, "--report", "jsonl=-"], cwd, printed, shown, cancel, { CLICOLOR_FORCE: "1" });
    }
}
