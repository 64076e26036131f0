// What failed tests printed, as documents for the editor's diff.

import * as vscode from "vscode";
import { unlinked } from "./words";

export const SCHEME = "harness-output";

export class Outputs implements vscode.TextDocumentContentProvider, vscode.Disposable {
    private readonly kept = new Map<string, { output: string; answer: string }>();
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();

    readonly onDidChange = this.changed.event;

    dispose(): void {
        this.changed.dispose();
    }

    /** `answer` is the path of the test's answer. */
    keep(test: string, output: string, answer: string): void {
        this.kept.set(test, { output, answer });
        this.changed.fire(address(test));
        this.tell();
    }

    forget(test: string): void {
        if (this.kept.delete(test)) {
            this.tell();
        }
    }

    provideTextDocumentContent(uri: vscode.Uri): string {
        return this.kept.get(uri.query)?.output ?? "";
    }

    /** Opens the editor's diff: the answer on the left, what was printed on the right. */
    async diff(item: vscode.TestItem): Promise<void> {
        const kept = this.kept.get(item.id);
        if (kept === undefined) {
            void vscode.window.showInformationMessage(unlinked(`${item.label} has not failed, or its output is not kept.`));
            return;
        }
        const title = `${item.parent?.label ?? ""} on ${nameOf(item.id)}: answer ↔ output`;
        await vscode.commands.executeCommand("vscode.diff", vscode.Uri.file(kept.answer), address(item.id), title);
    }

    private tell(): void {
        void vscode.commands.executeCommand("setContext", "harness.failed", [...this.kept.keys()]);
    }
}

/** The address of a test's output. Its path is a title for the tab. */
function address(test: string): vscode.Uri {
    return vscode.Uri.from({ scheme: SCHEME, path: `/${nameOf(test)}.out`, query: test });
}

function nameOf(test: string): string {
    return test.slice(test.lastIndexOf("::") + 2);
}
