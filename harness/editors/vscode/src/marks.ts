// The editor's diagnostics: what compilers, sanitizers and crashes say about lines of source.

import * as path from "node:path";
import * as vscode from "vscode";
import { Diagnostic, Place } from "./harness";

type At = Pick<Place, "severity" | "path" | "line" | "column">;

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
        const on = test === null ? "" : ` (on ${test})`;
        const by = place.found_by === "compiler" ? "" : `, ${place.found_by}`;
        return this.add(program, root, place, place.message + on, `harness${by}`);
    }

    /** A mistake in the files of a problem. */
    content(program: string, root: string, found: Diagnostic): void {
        const text = found.hint === null ? found.title : `${found.title}\n${found.hint}`;
        this.add(program, root, { ...found, line: found.line ?? 1 }, text, "harness");
    }

    private add(program: string, root: string, at: At, text: string, source: string): vscode.Location {
        const file = path.resolve(root, at.path);
        const { Error, Warning } = vscode.DiagnosticSeverity;
        const severity = at.severity === "error" ? Error : Warning;
        const diagnostic = new vscode.Diagnostic(rangeOf(file, at.line, at.column), text, severity);
        diagnostic.source = source;
        const files = this.found.get(program) ?? new Map<string, vscode.Diagnostic[]>();
        this.found.set(program, files);
        files.set(file, [...(files.get(file) ?? []), diagnostic]);
        this.show(file);
        return new vscode.Location(vscode.Uri.file(file), diagnostic.range);
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
