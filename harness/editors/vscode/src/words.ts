// Texts: what is said of a result, and what a clipboard holds. Knows nothing of the editor.

import { Evidence, Excerpt, TestResult } from "./harness";

/** The short names of verdicts, as the terminal has them. */
const SHORT: Record<string, string> = {
    accepted: "AC",
    "wrong-answer": "WA",
    "presentation-error": "PE",
    "run-time-error": "RTE",
    "time-limit": "TLE",
    "memory-limit": "MLE",
    "output-limit": "OLE",
    "compile-error": "CE",
};

export function short(verdict: string | null): string {
    return verdict === null ? "?" : (SHORT[verdict] ?? verdict);
}

/** How a test is called in the tree once it has a result. A screen reader reads the label alone. */
export function label(test: TestResult): string {
    if (test.permitted === true && test.verdict === "accepted") {
        return test.test;
    }
    const result = test.skipped ?? (test.fault === undefined ? short(test.verdict) : "fault");
    return `${test.test} · ${result}`;
}

/** `12 ms, 1.7 MiB`. */
function figures(test: TestResult): string {
    const parts: string[] = [];
    if (test.cpu_ms !== null) {
        parts.push(test.cpu_ms < 1000 ? `${Math.round(test.cpu_ms)} ms` : `${(test.cpu_ms / 1000).toFixed(2)} s`);
    }
    if (test.memory_kib !== null) {
        parts.push(`${(test.memory_kib / 1024).toFixed(1)} MiB`);
    }
    return parts.join(", ");
}

/** A test's id as a pattern that fits nothing else. */
export function pattern(id: string): string {
    return id.replace(/[?*[\]]/g, (letter) => `[${letter}]`);
}

/** Whether an excerpt is all there is. */
export function isWhole(excerpt: Excerpt): boolean {
    return excerpt.tail === undefined && Buffer.byteLength(excerpt.head.text) >= excerpt.bytes;
}

/** The text of an excerpt, and how much is missing. */
export function shown(excerpt: Excerpt): string {
    if (isWhole(excerpt)) {
        return excerpt.head.text;
    }
    const tail = excerpt.tail?.text ?? "";
    const missing = excerpt.bytes - Buffer.byteLength(excerpt.head.text) - Buffer.byteLength(tail);
    return missing > 0 ? `${excerpt.head.text}\n… ${missing} more bytes …\n${tail}` : excerpt.head.text + tail;
}

/**
 * What is known of a failure apart from the two outputs, as paragraphs of Markdown. `found`: what is
 * wrong at a line of the source.
 */
export function story(test: TestResult, found?: string): string {
    const note = test.note ?? test.fault?.message ?? "";
    const parts = [`**${short(test.verdict)}** ${code(found ?? note)}`, found === undefined ? "" : code(note), code(figures(test))];
    if (test.fault?.hint) {
        parts.push(code(test.fault.hint));
    }
    const evidence = test.evidence;
    if (evidence !== undefined) {
        const sanitizer = [evidence.crash, evidence.undefined].filter((words) => words !== undefined);
        parts.push(...sanitizer.map((words) => code(words)));
        parts.push(...said(evidence));
    }
    return parts.filter((part) => part.trim() !== "").join("\n\n");
}

function said(evidence: Evidence): string[] {
    const parts: string[] = [];
    if (evidence.message !== undefined) {
        parts.push(block(`${code(evidence.checker)} says`, evidence.message));
    }
    if (evidence.transcript !== undefined) {
        const lines = evidence.transcript.map(({ by, said }) => `${by === "judge" ? "judge  " : "program"} ${said.text.trimEnd()}`);
        parts.push(block("dialogue", lines.join("\n")));
    }
    parts.push(block("stderr", shown(evidence.stderr)), block("input", shown(evidence.input)));
    return parts;
}

/** A block of text that Markdown leaves alone; empty where there is nothing to show. */
function block(label: string, text: string): string {
    if (text.trim() === "") {
        return "";
    }
    // No run of backquotes in it may end the block.
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    return `${label}\n\n${fence}text\n${text.trimEnd()}\n${fence}`;
}

function code(text: string): string {
    return text.replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, (letter) => `\\${letter}`);
}

/** Text for a terminal, where a line ends with a carriage return, too. */
export function forTerminal(text: string): string {
    return text.replace(/\r?\n/g, "\r\n");
}

/** A clipboard with input and answer, a line `---` between them. */
export function pasted(text: string): { input: string; answer: string } | undefined {
    const parts = text.replace(/\r\n/g, "\n").split(/^---[ \t]*$/m);
    if (parts.length !== 2) {
        return undefined;
    }
    const answer = parts[1].replace(/^\n/, "");
    return answer.trim() === "" ? undefined : { input: parts[0], answer: withNewline(answer) };
}

export function withNewline(text: string): string {
    const plain = text.replace(/\r\n/g, "\n");
    return plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
}

/**
 * A text for a notification, where the editor makes links of `[words](command:...)`: what programs
 * and compilers say is none.
 */
export function unlinked(text: string): string {
    return text.replace(/\]\(/g, "] (");
}

/**
 * What is wrong with a text of a launch configuration; undefined where nothing is. The editor fills in
 * `${...}`, and may run a command for it.
 */
export function unfit(text: string): string | undefined {
    if (/[\u0000-\u001f\u007f]/.test(text)) {
        return "it holds a control character";
    }
    return text.includes("${") ? "the editor would fill in `${…}`" : undefined;
}

/** Whether a debugger's shell takes a word as it is, bare or between double quotes. */
export function isPlain(word: string): boolean {
    return !/[$`"'\\;&|<>()*?[\]{}~#!]/.test(word);
}

/** A word for a shell. */
export function quoted(word: string): string {
    return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}
