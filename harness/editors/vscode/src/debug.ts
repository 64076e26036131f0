// Debugs a program on one test: a launch configuration with the test as its input.

import * as path from "node:path";
import * as vscode from "vscode";
import { Cancellation, Harness, ListedTest } from "./harness";
import { Program } from "./tree";
import { isPlain, quoted, unfit } from "./words";

/** What `harness debug --json` prints. */
interface Launch {
    /** The program that was built with symbols; null where the source itself is run. */
    program: string | null;
    args: string[];
    source: string;
    input: string;
    folder: string;
    /** Where the compiler saw the source, which is what symbols name. */
    compiled_in: string | null;
}

/** Extensions that debug compiled programs, and the types of their configurations. */
const DEBUGGERS: [extension: string, type: string][] = [
    ["ms-vscode.cpptools", "cppdbg"],
    ["vadimcn.vscode-lldb", "lldb"],
    ["webfreak.debug", "gdb"],
    ["llvm-vs-code-extensions.lldb-dap", "lldb-dap"],
];

/** Languages that are run from their source, and what debugs them. */
const OF_SOURCE = { languages: ["python", "pypy"], type: "debugpy", extension: "ms-python.debugpy" };

export async function debug(
    harness: Harness,
    { program, listing }: Program,
    test: ListedTest,
    cancel: Cancellation,
): Promise<void> {
    const args = ["debug", program.path, "-i", test.input, "--json"];
    const { code, stdout, stderr } = await harness.call(args, listing.root, cancel);
    if (code !== 0) {
        throw new Error(stderr.trim());
    }
    const launch = JSON.parse(stdout) as Launch;
    const name = `${path.basename(program.path)} on ${test.test}`;
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(program.path));
    const configuration = configurationOf(name, launch, program.language, folder?.uri);
    refuseUnfit(configuration);
    if (!(await vscode.debug.startDebugging(folder, configuration))) {
        throw new Error(`the debugger \`${configuration.type}\` did not start`);
    }
}

function configurationOf(name: string, launch: Launch, language: string, folder?: vscode.Uri): vscode.DebugConfiguration {
    const common = { name, request: "launch", args: launch.args, cwd: launch.folder };
    if (launch.program === null) {
        const { languages, type, extension } = OF_SOURCE;
        if (!languages.includes(language)) {
            throw new Error(`no debugger is known for ${language}`);
        }
        need(extension);
        // A terminal's shell gives the input: the editor quotes every other word for it.
        return { ...common, type, program: launch.source, args: ["<", launch.input], console: "integratedTerminal" };
    }
    const type = debuggerOf(folder);
    const all = { ...common, type, program: launch.program };
    const from = launch.compiled_in ?? launch.folder;
    switch (type) {
        case "cppdbg": {
            // It puts these words on a shell's command line, between double quotes at most.
            const odd = [...launch.args, launch.input].find((word) => !isPlain(word));
            if (odd !== undefined) {
                throw new Error(`${JSON.stringify(odd)} means something to the debugger's shell. Rename the file.`);
            }
            return { ...all, args: [...launch.args, "<", launch.input], MIMode: "gdb", sourceFileMap: { [from]: launch.folder } };
        }
        case "lldb":
            return { ...all, stdio: [launch.input, null, null], sourceMap: { [from]: launch.folder } };
        case "gdb": {
            const [target, args] = [launch.program, [...launch.args.map(quoted), "<", quoted(launch.input)].join(" ")];
            return { ...all, target, arguments: args, pathSubstitutions: { [from]: launch.folder } };
        }
        default:
            return { ...all, stdio: [launch.input], sourceMap: [[from, launch.folder]] };
    }
}

/** Names of files and arguments are a stranger's: nothing in them is a command of the editor. */
function refuseUnfit(value: unknown): void {
    if (typeof value === "string") {
        const why = unfit(value);
        if (why !== undefined) {
            throw new Error(`${JSON.stringify(value)} cannot be given to a debugger: ${why}. Rename the file.`);
        }
    } else if (typeof value === "object" && value !== null) {
        Object.entries(value).forEach((entry) => entry.forEach(refuseUnfit));
    }
}

function debuggerOf(folder: vscode.Uri | undefined): string {
    const set = vscode.workspace.getConfiguration("harness", folder).get<string>("debugger", "automatic");
    if (set !== "automatic") {
        return set;
    }
    const there = DEBUGGERS.find(([extension]) => vscode.extensions.getExtension(extension) !== undefined);
    if (there === undefined) {
        throw new Error("no debugger for compiled programs is installed: C/C++ or CodeLLDB is one");
    }
    return there[1];
}

function need(extension: string): void {
    if (vscode.extensions.getExtension(extension) === undefined) {
        throw new Error(`the extension ${extension} is needed, and is not installed`);
    }
}
