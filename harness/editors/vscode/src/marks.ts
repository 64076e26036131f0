// The editor's diagnostics: what compilers, sanitizers and crashes say about lines of source.

import * as path from "node:path";
import * as vscode from "vscode";
import { Diagnostic, Place } from "./harness";

export class Marks implements vscode.Disposable {
    private readonly collection = vscode.languages.createDiagnosticCollection("harness");
    /** What each program's last run found, by the program's file, and in it by file. */
    private readonly found = new Map<string, Map<string, vscode.Diagnostic[]>>();

    dispose(): void {
        this.collection.dispose();
    }

    /** Forgets what a run of this program had found. */
    clear(program: string): void {
        const files = [...(this.found.get(program)?.keys() ?? [])];
        this.found.delete(program);
        files.forEach((file) => this.show(file));
    }

    place(program: string, root: string, test: string | null, place: Place): vscode.Location {
        const file = path.resolve(root, place.path);
        const on = test === null ? "" : ` (on ${test})`;
        const diagnostic = new vscode.Diagnostic(rangeOf(file, place.line, place.column), place.message + on, severityOf(place));
        diagnostic.source = place.found_by === "compiler" ? "harness" : `harness, ${place.found_by}`;
        this.add(program, file, diagnostic);
        return new vscode.Location(vscode.Uri.file(file), diagnostic.range);
    }

    /** A mistake in the files of a problem. */
    content(program: string, root: string, { path: name, line, column, title, hint, severity }: Diagnostic): void {
        const text = hint === null ? title : `${title}\n${hint}`;
        const file = path.resolve(root, name);
        const diagnostic = new vscode.Diagnostic(rangeOf(file, line ?? 1, column), text, severityOf({ severity }));
        diagnostic.source = "harness";
        this.add(program, file, diagnostic);
    }

    private add(program: string, file: string, diagnostic: vscode.Diagnostic): void {
        const files = this.found.get(program) ?? new Map<string, vscode.Diagnostic[]>();
        this.found.set(program, files);
        files.set(file, [...(files.get(file) ?? []), diagnostic]);
        this.show(file);
    }

    private show(file: string): void {
        const all = [...this.found.values()].flatMap((files) => files.get(file) ?? []);
        this.collection.set(vscode.Uri.file(file), all);
    }
}

/** From the place on to the end of the word; without a column, the whole line. */
function rangeOf(file: string, line: number, column: number | null): vscode.Range {
    const at = Math.max(0, line - 1);
    if (column !== null) {
        // The editor widens an empty range to the word that is there.
        return new vscode.Range(at, column - 1, at, column - 1);
    }
    const open = vscode.workspace.textDocuments.find((document) => document.uri.fsPath === file);
    const begin = open !== undefined && at < open.lineCount ? open.lineAt(at).firstNonWhitespaceCharacterIndex : 0;
    return new vscode.Range(at, begin, at, 10_000);
}

function severityOf({ severity }: { severity: "error" | "warning" }): vscode.DiagnosticSeverity {
    return severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
}
