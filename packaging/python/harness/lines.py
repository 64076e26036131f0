"""What each line of `--report jsonl=-` holds. Written by generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    # Type checkers bring it; in `typing` it is since Python 3.11.
    from typing_extensions import NotRequired

# What a program did while the clock ran out.
Blame = Union[Literal["computed", "slept"], "BlameCrowded"]
# The outcome of a solution's build.
Build = Union["BuildReady", "BuildRejected", "BuildFault", "BuildNoTool", "BuildSkipped"]
# A size; in JSON a number of KiB, rounded up.
ByteSize = int
# Why a run has its verdict, apart from `accepted`. Sizes are in bytes.
Cause = Union[
    "CauseCpu", "CauseStoppedForCpu", "CauseWall", "CauseDeadlock", "CauseDeadline",
    "CauseComputing", "CauseMemory", "CauseStoppedForMemory", "CauseMemoryRefused", "CauseOutput",
    "CauseStoppedForOutput", "CauseExit", "CauseSignal", "CauseStarved", "CauseThreadRefused",
    "CauseProcessRefused", "CauseDiffers", "CauseRejected", "CauseInPass"
]
# Whose failure it was.
FaultKind = Literal["missing-tool", "build", "sandbox", "checker", "content", "internal"]
# Who names a place.
FoundBy = Literal["compiler", "sanitizer", "crash"]
# Which points a validator may give a test.
Given = Literal["ignored", "nothing", "up-to-accepted", "unbounded", "free", "always"]
# A language of the languages table, by its lower-case name: `rust`, `cpp`, `python` …
Language = str
# How a line differs between answer and output.
LineChange = Literal["same", "missing", "extra"]
# A time in milliseconds, exact to the microsecond: `3.12`.
Millis = float
# Like `Bytes`, or `null`.
OptionalBytes = Optional["Text"]
# Like `Millis`, or `null`.
OptionalMillis = Optional[float]
# A glob, or `null`.
OptionalPattern = Optional[str]
# A number of points, kept in millionths: sums and comparisons are exact. Only a package's own
# validator or grader gives negative ones.
Points = float
# How a group's points come from its results.
PointsOf = Literal["sum", "min", "max", "avg", "pass-fail"]
# A problem's slug: `[a-z0-9]+(-[a-z0-9]+)*`, the name of its folders under `problems/` and
# `testdata/`.
ProblemId = str
# The system whose rules turn a group's results into points.
RulesOf = Literal["kattis", "domjudge"]
# How a group's points come from its tests.
Scoring = Literal["pass-fail", "sum", "min"]
Severity = Literal["error", "warning"]
# Why a test was not run.
SkipReason = Literal["not-built", "fail-fast", "interrupted", "no-tool", "decided"]
# One side of a dialogue.
Speaker = Literal["program", "judge"]
# Whether a solution did what its directives say.
Status = Literal["met", "unmet", "undecided"]
# A test: its path below `testdata/<slug>/` without extension, with `/` between parts: `sample/01`,
# `secret/large/07`.
TestId = str
# A verdict on one run, or on one solution (`compile-error`).
Verdict = Literal[
    "accepted", "wrong-answer", "presentation-error", "time-limit", "memory-limit", "output-limit",
    "run-time-error", "compile-error"
]
# How a group's verdict comes from its results.
VerdictOf = Literal["first-error", "always-accept", "worst-error"]
# A set of verdicts.
VerdictSet = List["Verdict"]
# One line of `--report jsonl=PATH`. First come the header, a `diagnostic` for each thing that is
# wrong with the content, and `started`; then each result as soon as it is known; last the
# `summary`.
Line = Union[
    "LineHeader", "LineStarted", "LineDiagnostic", "LineTest", "LineMeasured", "LineCompiler",
    "LineInferred", "LinePlace", "LineSolution", "LineSummary"
]


class BlameCrowded(TypedDict):
    """It got as much as it could of a machine where so many other programs wanted the cores."""
    crowded: Crowd


class BuildReady(TypedDict):
    cached: bool
    result: Literal["ready"]
    took_ms: Millis
    warnings: NotRequired[str]


class BuildRejected(TypedDict):
    messages: str
    result: Literal["rejected"]


class BuildFault(TypedDict):
    fault: Fault
    result: Literal["fault"]


class BuildNoTool(TypedDict):
    """The compiler or runtime of an optional language is not on the machine. The solution is
    undecided, but the run still counts as complete."""
    fault: Fault
    result: Literal["no-tool"]


class BuildSkipped(TypedDict):
    """Interrupted before it was built."""
    result: Literal["skipped"]


class Bytes(TypedDict):
    r"""Bytes as `{"text": …}`. UTF-8 is written as it is. Other bytes are written with `"escaped":
    true`: a backslash as `\\`, and every byte that belongs to no character as `\xNN`. Nothing is
    lost either way."""
    escaped: NotRequired[bool]
    text: str


class CauseCpu(TypedDict):
    """It used more CPU time than it may."""
    kind: Literal["cpu"]
    limit_ms: Millis
    used_ms: Millis


class CauseStoppedForCpu(TypedDict):
    """It was stopped for its CPU time, though the measured time is not above the limit."""
    kind: Literal["stopped-for-cpu"]
    limit_ms: Millis


class CauseWall(TypedDict):
    """The wall guard stopped it."""
    blame: Blame
    cpu_ms: Millis
    kind: Literal["wall"]
    wall_ms: Millis


class CauseDeadlock(TypedDict):
    """In a dialogue, each side waited for the other to write."""
    kind: Literal["deadlock"]


class CauseDeadline(TypedDict):
    """In a dialogue, both sides waited until the deadline."""
    deadline_ms: Millis
    kind: Literal["deadline"]


class CauseComputing(TypedDict):
    """In a dialogue, it still computed at the deadline."""
    cpu_ms: Millis
    deadline_ms: Millis
    kind: Literal["computing"]


class CauseMemory(TypedDict):
    """Its peak was above the limit."""
    kind: Literal["memory"]
    limit: int
    peak: int


class CauseStoppedForMemory(TypedDict):
    """It was killed at the memory limit."""
    kind: Literal["stopped-for-memory"]
    limit: int


class CauseMemoryRefused(TypedDict):
    """It was refused memory, and ended badly after that."""
    kind: Literal["memory-refused"]
    limit: int
    then: Cause


class CauseOutput(TypedDict):
    """It wrote more than it may."""
    kind: Literal["output"]
    limit: int
    written: int


class CauseStoppedForOutput(TypedDict):
    """It was stopped for what it wrote."""
    kind: Literal["stopped-for-output"]
    limit: int


class CauseExit(TypedDict):
    """It ended with this exit code, which is not 0."""
    code: int
    kind: Literal["exit"]


class CauseSignal(TypedDict):
    """It was killed by a signal, and not by us."""
    kind: Literal["signal"]
    name: NotRequired[Optional[str]]
    signal: int


class CauseStarved(TypedDict):
    """The kernel killed it within its own limit: a container or the whole machine was out of
    memory. Never a final result: it is run again alone, and is a fault if that happens again."""
    kind: Literal["starved"]


class CauseThreadRefused(TypedDict):
    """It was refused a thread, and ended badly after that. At most `allowed` may run at one
    time."""
    allowed: int
    kind: Literal["thread-refused"]
    then: Cause


class CauseProcessRefused(TypedDict):
    """It was refused a process, and ended badly after that."""
    kind: Literal["process-refused"]
    then: Cause


class CauseDiffers(TypedDict):
    """The comparison found a difference: `line 3, token 1: expected 4, got 5`."""
    kind: Literal["differs"]
    place: str


class CauseRejected(TypedDict):
    """The problem's own checker or interactor rejected it."""
    by: str
    kind: Literal["rejected"]
    says: NotRequired[Optional[str]]


CauseInPass = TypedDict("CauseInPass", {
    "cause": 'Cause',
    "kind": 'Literal["in-pass"]',
    "pass": 'int',
})


class ClassTable(TypedDict):
    """How a class's submissions become a table."""
    last: bool
    per_test: bool


class Crowd(TypedDict):
    """How many other programs wanted how many cores."""
    cores: int
    others: int


class Diagnostic(TypedDict):
    """One thing that is wrong with the workspace's content."""
    column: Optional[int]
    hint: Optional[str]
    line: Optional[int]
    path: str
    severity: Severity
    title: str


class Difference(TypedDict):
    """Where output and answer diverge, and the lines around that place."""
    expected: OptionalBytes
    got: OptionalBytes
    hint: Optional[str]
    line: int
    more: bool
    off: NotRequired[Optional[Off]]
    token: Optional[int]
    window: List[LinePair]


class Evidence(TypedDict):
    """Everything that a report shows of a failed run."""
    answer: Excerpt
    checker: str
    crash: NotRequired[Optional[str]]
    diagnosed: NotRequired[bool]
    difference: NotRequired[Optional[Difference]]
    input: Excerpt
    message: NotRequired[Optional[str]]
    output: Excerpt
    stderr: Excerpt
    transcript: NotRequired[List[Utterance]]
    transcript_cut: NotRequired[bool]
    undefined: NotRequired[Optional[str]]


class Excerpt(TypedDict):
    """The beginning of a file or stream, and how long all of it is."""
    bytes: int
    head: Bytes
    lines: Optional[int]
    tail: NotRequired[Bytes]


class Expectation(TypedDict):
    """All of a solution's rules, in the order of its file. No rule: accepted everywhere."""
    groups: NotRequired[List[GroupRule]]
    rules: List[Rule]
    score: NotRequired[Optional[ScoreRange]]


class Fault(TypedDict):
    """A failure on our side, and the next step."""
    dialogue: NotRequired[List[Utterance]]
    hint: Optional[str]
    kind: FaultKind
    message: str


class Finding(TypedDict):
    """What a sanitized program found in itself."""
    column: NotRequired[Optional[int]]
    line: NotRequired[Optional[int]]
    path: str
    what: str


class GradedGroup(TypedDict):
    """One group, and how its results become one."""
    accepted: float
    any_accepted: bool
    breaks: bool
    given: Given
    grader: NotRequired[Optional[List[str]]]
    group: str
    ignores_sample: bool
    least: Optional[float]
    most: Optional[float]
    points: PointsOf
    rejected: float
    requires: List[str]
    verdict: VerdictOf


class Grading(TypedDict):
    """The groups of a package that has its own rules for points or verdicts."""
    fixed: bool
    groups: List[GradedGroup]
    makes_verdict: bool
    minimize: bool
    rules_of: NotRequired[RulesOf]
    scored: bool


class Group(TypedDict):
    """A folder of tests that are scored together, under limits of their own."""
    group: str
    limits: Limits
    points: Points
    requires: List[str]
    scoring: Scoring
    tests: int


class GroupLimits(TypedDict):
    group: str
    limits: Limits


class GroupRule(TypedDict):
    """What a group of tests must get as a whole, in a package whose groups have verdicts."""
    group: str
    score: NotRequired[Optional[ScoreRange]]
    verdicts: NotRequired[Optional[VerdictSet]]


class GroupScore(TypedDict):
    blocked: NotRequired[Optional[str]]
    group: str
    of: Optional[Points]
    points: Optional[Points]
    verdict: NotRequired[Optional[Verdict]]


class Limits(TypedDict):
    """The limits of one run of one program. Verdicts depend on `cpu`; `wall` guards against
    sleepers."""
    cpu_ms: Millis
    file_size_kib: ByteSize
    memory_kib: ByteSize
    open_files: int
    output_kib: ByteSize
    processes: int
    stack_kib: ByteSize
    wall_ms: Millis


class LinePair(TypedDict):
    """One line of the shown window, without its newline, cut at a bounded length."""
    change: LineChange
    cut: int
    emphasis: List[Span]
    newline: bool
    number: int
    output_number: NotRequired[Optional[int]]
    start: int
    text: Bytes


class Mutation(TypedDict):
    """The mutants of one right solution, and what became of them."""
    equivalent: int
    found: int
    inputs: int
    killed: int
    mutants: int
    open: int
    outdated: NotRequired[bool]
    partial: NotRequired[bool]
    path: str
    seed: int
    slow: int
    solution: str
    survivors: List[Survivor]
    uncounted: int


class Off(TypedDict):
    """How far an output's number is from the answer's, and what is allowed there: `3.3e-6`,
    `1e-6`."""
    allowed: str
    by: str


class Place(TypedDict):
    """A place in a source file, and what is wrong there."""
    column: Optional[int]
    found_by: FoundBy
    line: int
    message: str
    path: str
    severity: Severity


class Problem(TypedDict):
    absent: NotRequired[List[TestId]]
    checker: str
    grading: NotRequired[Optional[Grading]]
    groups: NotRequired[List[Group]]
    limits: Limits
    mutation: NotRequired[Optional[Mutation]]
    passes: NotRequired[Optional[int]]
    problem: ProblemId
    tests: List[TestId]
    title: str
    title_zh: NotRequired[Optional[str]]


class Rule(TypedDict):
    """One `expect` directive."""
    also: NotRequired[List[TestId]]
    message: NotRequired[Optional[str]]
    tests: OptionalPattern
    verdicts: VerdictSet


Run = TypedDict("Run", {
    "class": 'NotRequired[Optional[ClassTable]]',
    "command": 'str',
    "compilers": 'List[str]',
    "containment": 'str',
    "flags": 'NotRequired[List[str]]',
    "folder": 'NotRequired[Optional[str]]',
    "jobs": 'int',
    "root": 'str',
    "runs": 'int',
    "sanitized": 'NotRequired[bool]',
    "shard": 'NotRequired[Optional[Shard]]',
    "started": 'NotRequired[Optional[str]]',
    "tests": 'int',
})


class Score(TypedDict):
    """The score of a solution."""
    fault: NotRequired[Optional[Fault]]
    groups: List[GroupScore]
    of: Optional[Points]
    points: Optional[Points]


class ScoreRange(TypedDict):
    """`score: 30` or `score: 30..60`, ends included."""
    least: Points
    most: Points


class Shard(TypedDict):
    """Which part of which plan was run."""
    cpu: str
    host: str
    k: int
    n: int
    plan: str
    runs: int


class Solution(TypedDict):
    """A solution and all of its tests."""
    again: NotRequired[Optional[str]]
    all_tests: int
    attempt: NotRequired[Optional[int]]
    build: Build
    debuggable: NotRequired[bool]
    expected: Expectation
    group_limits: NotRequired[List[GroupLimits]]
    language: Language
    limits: Limits
    missing: NotRequired[List[Rule]]
    name: str
    notes: List[str]
    path: str
    problem: ProblemId
    required_score: NotRequired[Optional[ScoreRange]]
    score: NotRequired[Optional[Score]]
    sha256: NotRequired[Optional[str]]
    solution: str
    status: Status
    student: NotRequired[Optional[str]]
    tests: List[Test]
    verdict: Optional[Verdict]
    whole: bool
    wrong_groups: NotRequired[List[WrongGroup]]


class Span(TypedDict):
    """A range of bytes within a line."""
    end: int
    start: int


class Summary(TypedDict):
    """The run in numbers. `met + unmet + undecided` = solutions."""
    cached: int
    content_errors: int
    faults: int
    interrupted: bool
    judged: int
    met: int
    repeated: NotRequired[int]
    skipped: int
    took_ms: Millis
    undecided: int
    unmet: int


class Survivor(TypedDict):
    """A mutant that every test accepts."""
    after: str
    answer: NotRequired[Optional[str]]
    before: str
    input: NotRequired[Optional[str]]
    inputs: int
    line: int
    mistake: str


class Test(TypedDict):
    """One test of one solution. The first six fields are always there, null where there is nothing
    to say."""
    again: NotRequired[Optional[str]]
    cached: NotRequired[bool]
    cause: NotRequired[Optional[Cause]]
    checker_ms: NotRequired[OptionalMillis]
    containment: NotRequired[Optional[str]]
    cpu_ms: OptionalMillis
    evidence: NotRequired[Optional[Evidence]]
    fault: NotRequired[Optional[Fault]]
    found: NotRequired[List[Finding]]
    input: NotRequired[Optional[str]]
    memory_kib: Optional[ByteSize]
    messages: NotRequired[List[str]]
    note: Optional[str]
    permitted: Optional[bool]
    points: NotRequired[Optional[Points]]
    retimed: NotRequired[bool]
    same_as: NotRequired[Optional[TestId]]
    skipped: NotRequired[Optional[SkipReason]]
    stderr: NotRequired[Optional[Excerpt]]
    test: TestId
    verdict: Optional[Verdict]
    wall_ms: OptionalMillis


class Text(TypedDict):
    escaped: NotRequired[bool]
    text: str


class Utterance(TypedDict):
    """What one side said until the other one spoke."""
    by: Speaker
    said: Bytes


class WrongGroup(TypedDict):
    """A group that got as a whole what it may not get."""
    expected: GroupRule
    points: Optional[Points]
    verdict: Optional[Verdict]


class LineHeader(TypedDict):
    """The version of the format, and of the harness that writes it."""
    harness: str
    schema: str
    type: Literal["header"]


class LineStarted(TypedDict):
    """What is about to be judged: `run.runs` lines `test` at most, unless tests are skipped."""
    problems: List[Problem]
    run: Run
    type: Literal["started"]


class LineDiagnostic(TypedDict):
    diagnostic: Diagnostic
    type: Literal["diagnostic"]


class LineTest(TypedDict):
    """One test of one solution, as soon as its result is final, in no order. Without evidence,
    which comes with the solution. Where a run is cut short (`--fail-fast`, `--lazy`), the
    solution's line may call a test skipped that has had a line of its own."""
    name: str
    problem: ProblemId
    test: Test
    type: Literal["test"]


class LineMeasured(TypedDict):
    """A run from which the time limit of a problem is inferred, in no order. Its solution need not
    be one that is judged."""
    cpu_ms: Millis
    done: int
    name: str
    problem: ProblemId
    test: TestId
    total: int
    type: Literal["measured"]
    verdict: Verdict


class LineCompiler(TypedDict):
    """A compiler that the line `started` does not name: a slow one, which nothing waited for until
    now."""
    compiler: str
    type: Literal["compiler"]


class LineInferred(TypedDict):
    """A time limit has been inferred. The problem replaces the one that was known when the run
    started."""
    problem: Problem
    type: Literal["inferred"]


class LinePlace(TypedDict):
    """A place in a solution's source that its compiler, a crash or a sanitizer names. All of them
    come just before the solution."""
    name: str
    place: Place
    problem: ProblemId
    test: Optional[TestId]
    type: Literal["place"]


class LineSolution(TypedDict):
    """A solution with all of its tests. This line is the final word. A problem's solutions come in
    plan order, but those last whose compilers take long."""
    solution: Solution
    type: Literal["solution"]


class LineSummary(TypedDict):
    summary: Summary
    type: Literal["summary"]
