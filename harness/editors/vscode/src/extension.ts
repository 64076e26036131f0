// Puts the harness into the editor: the Test Explorer, commands, the status bar.

import * as vscode from "vscode";
import { Commands } from "./commands";
import { debug } from "./debug";
import { Harness } from "./harness";
import { Marks } from "./marks";
import { Outputs, SCHEME } from "./outputs";
import { Runs } from "./runs";
import { Status } from "./status";
import { Tree } from "./tree";
import { unlinked } from "./words";

/** What a command is called for. */
type Item = vscode.TestItem | vscode.Uri;

export function activate(context: vscode.ExtensionContext): void {
    const log = vscode.window.createOutputChannel("harness", { log: true });
    const harness = new Harness(() => vscode.workspace.getConfiguration("harness").get("path", "harness"));
    const controller = vscode.tests.createTestController("harness", "harness");
    const tree = new Tree(controller, harness, log);
    const [marks, outputs, status] = [new Marks(), new Outputs(), new Status()];
    const runs = new Runs(controller, tree, harness, marks, outputs);
    const commands = new Commands(harness, tree, status, log);
    context.subscriptions.push(log, controller, tree, marks, outputs, status, runs, commands);

    const { Run, Debug } = vscode.TestRunProfileKind;
    const judge = controller.createRunProfile(
        "Judge",
        Run,
        (request, cancel) => (request.continuous ? runs.watch(request, cancel) : runs.run(request, cancel)),
        true,
        undefined,
        true,
    );
    controller.createRunProfile("Debug", Debug, (...asked) => debugOne(harness, tree, asked), true);

    const showStatus = (): void => {
        const file = vscode.window.activeTextEditor?.document.uri.fsPath;
        const program = file === undefined ? undefined : tree.program(file);
        status.show(program?.id, program && runs.last.get(program.id));
    };
    const command = (name: string, run: (item?: Item) => unknown): vscode.Disposable =>
        vscode.commands.registerCommand(name, (item?: Item) => run(item));
    const withFile = (run: (file: string) => unknown) => (item?: Item): unknown => {
        const file = fileOf(tree, item);
        return file === undefined ? vscode.window.showWarningMessage("Open a program first.") : run(file);
    };
    context.subscriptions.push(
        vscode.workspace.registerTextDocumentContentProvider(SCHEME, outputs),
        command("harness.refresh", () => tree.refresh()),
        command("harness.get", () => commands.get()),
        command("harness.add", withFile((file) => commands.add(file))),
        command("harness.submit", withFile((file) => commands.submit(file))),
        command("harness.judge", withFile((file) => judgeFile(file, tree, runs, judge))),
        command("harness.diff", (item) => (item instanceof vscode.Uri ? undefined : item && outputs.diff(item))),
        command("harness.answer", (item) => {
            const meaning = item instanceof vscode.Uri ? undefined : item && tree.meaning(item);
            return meaning?.kind === "test" ? vscode.window.showTextDocument(vscode.Uri.file(meaning.test.answer)) : undefined;
        }),
        tree.onDidChange(showStatus),
        runs.onDidEnd(showStatus),
        vscode.window.onDidChangeActiveTextEditor(showStatus),
        vscode.workspace.onDidChangeWorkspaceFolders(() => tree.refreshSoon()),
        vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("harness") && tree.refreshSoon()),
    );
    watchFiles(context, tree);
    void tree.refresh();
}

/** New and removed files change the tree; saved ones do where a problem is described. */
function watchFiles(context: vscode.ExtensionContext, tree: Tree): void {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*", false, true, false);
    // What a build or a run leaves is none of the folder's files.
    const isOwn = /[\\/](target|node_modules|\.git)[\\/]/;
    const seen = (uri: vscode.Uri): void => (isOwn.test(uri.fsPath) ? undefined : tree.refreshSoon());
    const saved = ({ uri }: vscode.TextDocument): void =>
        /\.(toml|ya?ml|xml)$/.test(uri.fsPath) ? tree.refreshSoon() : undefined;
    const events = [watcher.onDidCreate(seen), watcher.onDidDelete(seen), vscode.workspace.onDidSaveTextDocument(saved)];
    context.subscriptions.push(watcher, ...events);
}

/** Judges the file; its folder is looked at again first if nothing is known of it. */
async function judgeFile(file: string, tree: Tree, runs: Runs, judge: vscode.TestRunProfile): Promise<void> {
    if (tree.program(file) === undefined) {
        await tree.refresh();
    }
    const item = tree.program(file);
    if (item === undefined) {
        void vscode.window.showWarningMessage(unlinked(`No tests are here for ${vscode.workspace.asRelativePath(file)}.`));
        return;
    }
    const request = new vscode.TestRunRequest([item], undefined, judge);
    const cancel = new vscode.CancellationTokenSource();
    await runs.run(request, cancel.token);
    cancel.dispose();
}

type Asked = [request: vscode.TestRunRequest, cancel: vscode.CancellationToken];

async function debugOne(harness: Harness, tree: Tree, [{ include }, cancel]: Asked): Promise<void> {
    const one = include?.length === 1 ? tree.meaning(include[0]) : undefined;
    if (one === undefined || one.kind === "problem") {
        void vscode.window.showWarningMessage("Choose one test to debug.");
        return;
    }
    const test = one.kind === "test" ? one.test : one.program.problem.tests[0];
    try {
        await debug(harness, one.program, test, cancel);
    } catch (error) {
        void vscode.window.showErrorMessage(unlinked((error as Error).message));
    }
}

/** The program that a command is called for: a test's own, or the open file. */
function fileOf(tree: Tree, item: Item | undefined): string | undefined {
    if (item instanceof vscode.Uri) {
        return item.fsPath;
    }
    const meaning = item && tree.meaning(item);
    if (meaning?.kind === "program" || meaning?.kind === "test") {
        return meaning.program.program.path;
    }
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === "file" ? document.uri.fsPath : undefined;
}
