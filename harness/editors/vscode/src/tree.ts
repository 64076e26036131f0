// The tree of the Test Explorer: problems, programs and tests, as `harness list` finds them.

import * as path from "node:path";
import * as vscode from "vscode";
import { Harness, ListedProblem, ListedProgram, ListedTest, Listing } from "./harness";
import { unlinked } from "./words";

/** A program that can be judged. */
export interface Program {
    listing: Listing;
    problem: ListedProblem;
    program: ListedProgram;
}

/** What an item of the tree stands for. */
export type Meaning =
    | { kind: "problem" }
    | { kind: "program"; program: Program }
    | { kind: "test"; program: Program; test: ListedTest };

/** Files that may be programs, in the endings of languages that judges know. */
const PROGRAMS =
    "**/*.{c,cc,cpp,cxx,py,py3,pypy,rs,java,kt,go,js,ts,hs,ml,pas,rb,php,cs,d,lua,scala,f90,adb}";
const IGNORED = "**/{node_modules,target,build,out,.git,.venv}/**";
/** More folders than these are not looked at: each is a call. */
const MOST_FOLDERS = 300;

export class Tree implements vscode.Disposable {
    private readonly meanings = new WeakMap<vscode.TestItem, Meaning>();
    private readonly programs = new Map<string, vscode.TestItem>();
    private readonly changed = new vscode.EventEmitter<void>();
    private timer: NodeJS.Timeout | undefined;
    private looking: Promise<void> | undefined;
    private again = false;

    /** After each look at the folders. */
    readonly onDidChange = this.changed.event;

    constructor(
        private readonly controller: vscode.TestController,
        private readonly harness: Harness,
        private readonly log: vscode.LogOutputChannel,
    ) {
        controller.refreshHandler = () => this.refresh();
    }

    dispose(): void {
        clearTimeout(this.timer);
        this.changed.dispose();
    }

    meaning(item: vscode.TestItem): Meaning | undefined {
        return this.meanings.get(item);
    }

    /** The item of the program in this file. */
    program(file: string): vscode.TestItem | undefined {
        return this.programs.get(file);
    }

    programOf(item: vscode.TestItem | undefined): Program | undefined {
        const meaning = item && this.meaning(item);
        return meaning?.kind === "program" ? meaning.program : undefined;
    }

    all(): vscode.TestItem[] {
        return [...this.programs.values()];
    }

    /** The programs of which this file is the source, an input or an answer. */
    touchedBy(file: string): vscode.TestItem[] {
        const isNoProgram = !this.programs.has(file);
        const touches = (of: Program | undefined): boolean =>
            of?.program.path === file ||
            (isNoProgram && of !== undefined && path.dirname(file) === path.dirname(of.program.path)) ||
            of?.problem.tests.some((test) => test.input === file || test.answer === file) === true;
        return this.all().filter((item) => touches(this.programOf(item)));
    }

    /** Looks again soon, once for many changes. */
    refreshSoon(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.refresh(), 400);
    }

    /** Looks at all folders again. A call during a look is answered by one more look. */
    async refresh(): Promise<void> {
        if (this.looking !== undefined) {
            this.again = true;
            return this.looking;
        }
        this.looking = this.look().finally(() => (this.looking = undefined));
        await this.looking;
        if (this.again) {
            this.again = false;
            await this.refresh();
        }
    }

    private async look(): Promise<void> {
        const found = new Map<string, Program>();
        for (const listing of await this.listings()) {
            const problems = new Map(listing.problems.map((problem) => [problem.problem, problem]));
            for (const program of listing.programs) {
                const problem = problems.get(program.problem);
                if (problem !== undefined) {
                    found.set(program.path, { listing, problem, program });
                }
            }
        }
        this.show([...found.values()]);
        this.changed.fire();
    }

    /** One listing for each workspace and package, and for each plain folder. */
    private async listings(): Promise<Listing[]> {
        const files = await vscode.workspace.findFiles(PROGRAMS, IGNORED, 20_000);
        const own = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
        const folders = [...new Set([...own, ...files.map((file) => path.dirname(file.fsPath))])].sort();
        if (folders.length > MOST_FOLDERS) {
            this.log.warn(`${folders.length} folders have programs; only ${MOST_FOLDERS} are looked at`);
        }
        const listings: Listing[] = [];
        for (const folder of folders.slice(0, MOST_FOLDERS)) {
            const isBelow = ({ root, kind }: Listing) => kind !== "plain" && !path.relative(root, folder).startsWith("..");
            if (listings.some(isBelow)) {
                continue;
            }
            try {
                const listing = await this.harness.list(folder);
                if (listing !== undefined) {
                    listings.push(listing);
                }
            } catch (error) {
                this.log.error(`${folder}: ${(error as Error).message}`);
                if (listings.length === 0) {
                    void vscode.window.showErrorMessage(unlinked((error as Error).message));
                }
                break;
            }
        }
        return listings;
    }

    private show(found: Program[]): void {
        this.programs.clear();
        const roots = new Map<string, vscode.TestItem>();
        for (const program of found) {
            const item = this.itemOf(program);
            this.programs.set(program.program.path, item);
            const { listing, problem } = program;
            if (listing.kind === "plain") {
                roots.set(item.id, item);
                continue;
            }
            // A problem's solutions belong together.
            const id = `${listing.root}\n${problem.problem}`;
            const parent = roots.get(id) ?? this.controller.items.get(id) ?? this.controller.createTestItem(id, problem.title);
            if (!roots.has(id)) {
                parent.children.replace([]);
                parent.description = problem.problem === problem.title ? undefined : problem.problem;
                roots.set(id, parent);
                this.meanings.set(parent, { kind: "problem" });
            }
            parent.children.add(item);
        }
        this.controller.items.replace([...roots.values()]);
        const context = (key: string, ids: string[]) => void vscode.commands.executeCommand("setContext", key, ids);
        context("harness.programs", [...this.programs.keys()]);
        context("harness.tests", this.all().flatMap((item) => [...item.children].map(([id]) => id)));
    }

    /** The item of a program with its tests; results of items that stay are kept. */
    private itemOf(program: Program): vscode.TestItem {
        const { path: file } = program.program;
        const old = this.programs.get(file) ?? this.controller.items.get(file);
        const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file));
        const label = folder === undefined ? file : path.relative(folder.uri.fsPath, file);
        const item = old ?? this.controller.createTestItem(file, label, vscode.Uri.file(file));
        item.range = new vscode.Range(0, 0, 0, 0);
        this.meanings.set(item, { kind: "program", program });
        const judged = program.program.only;
        const tests = program.problem.tests.filter(({ test }) => judged === undefined || judged.includes(test));
        const items = tests.map((test, number) => {
            const id = testId(file, test.test);
            const one = item.children.get(id) ?? this.controller.createTestItem(id, test.test, vscode.Uri.file(test.input));
            one.sortText = String(number).padStart(7, "0");
            this.meanings.set(one, { kind: "test", program, test });
            return one;
        });
        item.children.replace(items);
        return item;
    }
}

/** The id of a test's item. */
export function testId(program: string, test: string): string {
    return `${program}::${test}`;
}
