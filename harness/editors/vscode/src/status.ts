// The status bar: how the open program was judged last, what waits, how a submission ended.

import * as path from "node:path";
import * as vscode from "vscode";
import { Last } from "./runs";

export class Status implements vscode.Disposable {
    private readonly verdict = itemOf("judge", "verdict", 20);
    private readonly browser = itemOf("get", "problems from the browser", 19);
    private readonly submission = itemOf("submit", "submission", 18);

    dispose(): void {
        [this.verdict, this.browser, this.submission].forEach((item) => item.dispose());
    }

    /** `file`: the program in the active editor, if it is one with tests. */
    show(file: string | undefined, last: Last | undefined): void {
        if (file === undefined) {
            this.verdict.hide();
            return;
        }
        const name = path.basename(file);
        const failed = last?.failure !== undefined;
        const share = last === undefined || last.judged === 0 ? "" : `  ${last.accepted}/${last.judged}`;
        const known = failed ? `$(error) ${last.failure}` : `$(check) AC`;
        this.verdict.text = last === undefined ? `$(beaker) ${name}` : known + share;
        this.verdict.tooltip = `Judge ${name}`;
        this.verdict.backgroundColor = failed ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
        this.verdict.show();
    }

    receiving(waits: boolean): void {
        this.browser.text = "$(broadcast) waits for Competitive Companion";
        this.browser.tooltip = "Press the green plus on a problem's page. A click here ends the waiting.";
        this.browser[waits ? "show" : "hide"]();
    }

    submitting(text: string, details?: string): void {
        this.submission.text = text;
        this.submission.tooltip = details;
        this.submission.show();
    }

    flash(text: string): void {
        vscode.window.setStatusBarMessage(text, 4000);
    }
}

function itemOf(command: string, name: string, priority: number): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem(`harness.${command}`, vscode.StatusBarAlignment.Left, priority);
    item.name = `harness: ${name}`;
    item.command = `harness.${command}`;
    return item;
}
