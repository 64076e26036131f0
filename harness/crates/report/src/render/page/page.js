'use strict';
// Draws a report: the JSON of `--report json=…`, and nothing else. Whatever a program, a compiler or a
// file name says becomes text of a node, never markup.

const report = JSON.parse(document.getElementById('report').textContent);
const run = report.run ?? {};

// Nodes.

function node(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const made = SVG.has(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  if (classes.length) made.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null && child !== false));
  return made;
}
const SVG = new Set(['svg', 'line', 'rect', 'path', 'text', 'tspan']);

const link = (target, ...children) => node('a', { href: `#${target}` }, ...children);

// Words.

const VERDICTS = {
  'accepted': { short: 'AC', letter: '·', colour: 'a5' },
  'wrong-answer': { short: 'WA', letter: 'W', colour: 'w' },
  'presentation-error': { short: 'PE', letter: 'P', colour: 'p' },
  'time-limit': { short: 'TLE', letter: 'T', colour: 't' },
  'memory-limit': { short: 'MLE', letter: 'M', colour: 'm' },
  'output-limit': { short: 'OLE', letter: 'O', colour: 'o' },
  'run-time-error': { short: 'RTE', letter: 'R', colour: 'r' },
  'compile-error': { short: 'CE', letter: 'C', colour: 'e' },
};
const UNFINISHED = ['time-limit', 'memory-limit', 'output-limit', 'run-time-error', 'compile-error'];
const NOT_RUN = {
  'not-built': 'not built', 'fail-fast': 'after a failure', 'interrupted': 'interrupted',
  'no-tool': 'its tools are missing', 'decided': 'decided by earlier tests',
};
const MARKS = { met: '✔', unmet: '✘', undecided: '?' };

const number = n => n.toLocaleString('en-US');
const count = (n, thing) => `${number(n)} ${thing}${n === 1 ? '' : 's'}`;
const last = path => path.slice(path.lastIndexOf('/') + 1);

function time(ms) {
  if (ms === 0) return '0 ms';
  if (ms < 0.95) return '<1 ms';
  if (ms < 999.5) return `${ms.toFixed(0)} ms`;
  return `${(ms / 1e3).toFixed(ms < 9995 ? 2 : ms < 59950 ? 1 : 0)} s`;
}

const limit = ms => `${(ms / 1e3).toFixed(3).replace(/0+$/, '').replace(/\.$/, '.0')} s`;

function size(kib) {
  let unit = 0;
  for (; kib >= 1023.95 && unit < 4; unit++) kib /= 1024;
  const whole = kib >= 9.95 || Math.abs(kib - Math.round(kib)) < 0.05;
  return `${kib.toFixed(whole ? 0 : 1)} ${['KiB', 'MiB', 'GiB', 'TiB', 'PiB'][unit]}`;
}

function took(ms) {
  if (ms < 100) return time(ms);
  if (ms < 59950) return `${(ms / 1e3).toFixed(1)} s`;
  const seconds = Math.round(ms / 1e3);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function names(all, most) {
  const shown = all.length === most + 1 ? all : all.slice(0, most);
  const left = all.length - shown.length;
  return shown.join(', ') + (left ? ` and ${number(left)} others` : '');
}

function tally(tests) {
  const counted = Object.entries(VERDICTS).map(([name, { short }]) => [tests.filter(test => test.verdict === name).length, short]);
  return counted.filter(([n]) => n).map(([n, short]) => `${number(n)} ${short}`).join(', ');
}

/** What a solution is there to get: `WA or TLE; AC on sample/*`. */
function expected({ rules = [], score, groups = [] }) {
  const verdicts = set => set.length === Object.keys(VERDICTS).length ? 'anything' : set.map(name => VERDICTS[name].short).join(' or ');
  const words = rules.map(rule => (rule.message ? `\`${rule.message}\`` : verdicts(rule.verdicts)) + (rule.tests ? ` on ${rule.tests}` : ''));
  for (const group of groups) if (group.verdicts) words.push(`${verdicts(group.verdicts)} ${group.group ? `in ${group.group}` : 'as a whole'}`);
  if (score) words.push(`${[].concat(Object.values(score)).filter(value => value !== null).join(' to ') || score} points`);
  return words.join('; ') || 'AC';
}

const isWrongOnPurpose = ({ expected: { rules = [], score, groups = [] } }) =>
  score || [...rules, ...groups].some(rule => rule.verdicts?.some(name => name !== 'accepted'));

// Text of unknown origin: every character is seen, and none of them does anything.

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0‹⏎\u2400-\u2421]|(?! )\p{Zs}/u;

/** Splits bytes of the report into what is shown of each character, with its place in bytes. */
function* glyphs({ text, escaped }) {
  let at = 0;
  const pattern = escaped ? /\\\\|\\x([0-9a-f]{2})|[^]/gu : /[^]/gu;
  for (const [unit, byte] of text.matchAll(pattern)) {
    const character = escaped && unit === '\\\\' ? '\\' : unit, code = character.codePointAt(0), start = at;
    at += byte !== undefined || code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    const place = { start, end: at, isSign: true };
    if (byte !== undefined) yield { ...place, text: `‹${byte.toUpperCase()}›` };
    else if (character === '\n' || !HIDDEN.test(character)) yield { ...place, text: character, isSign: false };
    else if (code < 0x20) yield { ...place, text: String.fromCodePoint(0x2400 + code) };
    else if (code === 0x7f) yield { ...place, text: '␡' };
    else yield { ...place, text: `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›` };
  }
}

const visible = text => [...glyphs({ text: String(text ?? '') })].map(glyph => glyph.text).join('');

/** The nodes of bytes: signs and spaces at line ends are marked. `spans`: what differs, as `tag`. */
function drawn(bytes, { most = Infinity, spans = [], tag = 'b', breaks = true } = {}) {
  const nodes = [], all = [...glyphs(bytes)].filter(glyph => glyph.start < most);
  let blank = true, run = '', marked = null;
  const trailing = new Array(all.length);
  for (let i = all.length - 1; i >= 0; i--) {
    trailing[i] = blank && all[i].text === ' ';
    blank = all[i].text === '\n' || trailing[i];
  }
  let into = nodes;
  const flush = () => { if (run) into.push(run); run = ''; };
  all.forEach((glyph, i) => {
    const inside = spans.some(({ start, end }) => glyph.start >= start && glyph.start < end);
    if (inside !== (marked !== null)) {
      flush();
      if (inside) into = marked = []; else { nodes.push(node(tag, {}, ...marked)); marked = null; into = nodes; }
    }
    const space = glyph.text === ' ' && (trailing[i] || inside);
    if (glyph.isSign || space) { flush(); into.push(node('s', {}, space ? '␣' : glyph.text)); }
    else run += glyph.text === '\n' && !breaks ? '⏎' : glyph.text;
  });
  flush();
  if (marked) nodes.push(node(tag, {}, ...marked));
  return nodes;
}

// The report, arranged: problems with rows (solutions) and columns (tests).

const isSurprise = test => test.permitted === false;
const isBuilt = solution => solution.build.result === 'ready';

function problems() {
  const arranged = new Map(), described = new Map((report.problems ?? []).map(problem => [problem.problem, problem]));
  for (const solution of report.solutions) {
    if (!arranged.has(solution.problem)) {
      arranged.set(solution.problem, { index: arranged.size, name: solution.problem, file: described.get(solution.problem), rows: [] });
    }
    const problem = arranged.get(solution.problem), index = problem.rows.length;
    const tests = solution.tests.map((test, at) => ({ ...test, at }));
    problem.rows.push({ problem, index, solution, tests, by: new Map(tests.map(test => [test.test, test])), id: `${problem.index}-${index}` });
  }
  for (const problem of arranged.values()) {
    const judged = new Set(problem.rows.flatMap(row => row.tests.map(test => test.test)));
    const known = (problem.file?.tests ?? []).filter(test => judged.delete(test));
    problem.columns = [...known, ...judged];
    problem.groups = (problem.file?.groups ?? []).map(group => ({ ...group, name: group.name ?? group.group }));
    problem.title = [problem.file?.title, problem.file?.title_zh].filter(Boolean).join(' · ');
    const has = status => problem.rows.some(row => row.solution.status === status && row.solution.build.result !== 'no-tool');
    problem.status = has('unmet') ? 'unmet' : has('undecided') ? 'undecided' : 'met';
  }
  return [...arranged.values()];
}

const limitsOf = (solution, test) => {
  const own = (solution.group_limits ?? []).find(({ group }) => test.startsWith(`${group}/`));
  return own?.limits ?? solution.limits ?? {};
};
const shareOfLimit = (row, test) => (test.cpu_ms ?? 0) / (limitsOf(row.solution, test.test).cpu_ms || Infinity);
const short = row => row.solution.name.slice(row.solution.name.indexOf('/') + 1);
const largest = (row, key) => Math.max(0, ...row.tests.map(test => test[key] ?? 0));

/** What the cells of a row do not show; the most important first. */
function facts(row) {
  const { solution } = row, wanted = `expected ${visible(expected(solution.expected))}`, words = [];
  const built = {
    'rejected': () => `CE, ${wanted}`, 'fault': () => 'not built: a fault',
    'no-tool': () => `left out: no ${solution.language} here`, 'skipped': () => 'not built',
  }[solution.build.result];
  const surprises = row.tests.filter(isSurprise);
  if (built) words.push(built());
  else if (solution.status === 'unmet') {
    const got = tally(row.tests);
    words.push(surprises.length ? `${tally(surprises)}, ${wanted}` : `got ${got.includes(',') || !got.endsWith('AC') ? got : 'only AC'}, ${wanted}`);
  } else if (isWrongOnPurpose(solution)) words.push(wanted);
  const faults = row.tests.filter(test => test.fault).length;
  if (faults) words.push(count(faults, 'fault'));
  const given = row.tests.filter(test => test.points !== undefined && test.points !== null);
  if (given.length && !solution.score) words.push(`points: ${names(given.map(test => `${test.points} on ${test.test}`), 4)}`);
  if (row.tests.some(test => test.cpu_ms)) words.push(`max ${time(largest(row, 'cpu_ms'))}`);
  return words;
}

// The page, from top to bottom.

function headline({ summary }) {
  const solutions = summary.met + summary.unmet + summary.undecided;
  const met = `${number(summary.met)} of ${count(solutions, 'solution')} as expected`;
  const open = summary.undecided - (summary.skipped ?? 0);
  const status = summary.unmet || summary.content_errors ? 'unmet'
    : open > 0 || summary.faults || summary.interrupted || !summary.met ? 'undecided' : 'met';
  const errors = summary.content_errors ? ` · ${count(summary.content_errors, 'error')} in the problems' files` : '';
  return { status, open, sentence: met + errors };
}

function header() {
  const { summary } = report, { status, open, sentence } = headline(report);
  const left = report.solutions.flatMap(solution => solution.tests).filter(test => test.skipped === 'decided').length;
  const said = [
    summary.unmet && `${number(summary.unmet)} not as expected`, open > 0 && `${open} undecided`,
    summary.skipped && `${summary.skipped} left out`, summary.faults && count(summary.faults, 'fault'),
    left && `${count(left, 'test')} not run, decided by earlier tests`, summary.interrupted && 'interrupted',
    `${count(summary.judged, 'run')} judged in ${took(summary.took_ms)}`, summary.cached && `${number(summary.cached)} from cache`,
    run.jobs && count(run.jobs, 'job'), run.compilers?.length && run.compilers.join(', '),
    run.sanitized && "sanitized: times and memory are not a judge's", run.flags?.length && `with ${run.flags.join(' ')}`,
    run.containment && `${run.containment} containment`, run.started?.replace('T', ' ').replace('Z', ' UTC'),
  ];
  document.title = sentence;
  return node(`header.${status}`, {},
    node('h1', {}, node('span.badge', {}, MARKS[status]), ` ${visible(sentence)}`),
    node('p.sub', {}, visible(said.filter(Boolean).join(' · '))));
}

const TOOLS = [
  ['show', 'Show', { all: 'everything', unmet: 'not as expected', undecided: 'undecided' }],
  ['sort', 'Sort', { plan: 'as judged', name: 'by name', slow: 'slowest first', memory: 'largest first', status: 'failures first' }],
];

function toolbar() {
  const choice = ([name, label, options]) => node('label', {}, `${label} `, node('select', { name }, Object.entries(options).map(([value, text]) => node('option', { value }, text))));
  const search = node('input', { type: 'search', name: 'q', placeholder: 'problem, solution, verdict' });
  return node('form.tools', {}, node('label', {}, 'Search ', search), TOOLS.map(choice), node('output'));
}

const NAMED = 60;

function glance(all) {
  const unmet = all.flatMap(problem => problem.rows).filter(row => row.solution.status === 'unmet');
  if (!unmet.length) return undefined;
  const line = row => {
    const first = isBuilt(row.solution) ? row.tests.find(isSurprise) : undefined;
    const target = row.solution.build.result === 'rejected' ? `b${row.id}` : first ? `f${row.id}-${first.at}` : `s${row.id}`;
    const on = first ? `, first on ${visible(first.test)}` : '';
    return node('li', {}, link(target, visible(row.solution.name)), ' ', node('span', {}, visible(facts(row)[0] ?? '') + on),
      first?.note && [' ', node('em', {}, visible(first.note))]);
  };
  return node('section.glance', {}, node('h2', {}, 'Not as expected'), node('ol', {}, unmet.slice(0, NAMED).map(line)),
    unmet.length > NAMED && node('p.more', {}, `… ${count(unmet.length - NAMED, 'more solution')} below`));
}

const hint = text => text && [node('br'), node('span.label', {}, 'hint'), ` ${visible(text)}`];

/** Faults, or languages that are not here: each once, with what it left open. */
function troubles(result, title, left) {
  const found = new Map();
  const add = (fault, name) => {
    const key = `${fault.message}\n${fault.hint ?? ''}`;
    if (!found.has(key)) found.set(key, { fault, open: [] });
    found.get(key).open.push(name);
  };
  for (const solution of report.solutions) {
    if (solution.build.result === result) add(solution.build.fault, solution.name);
    if (result !== 'fault') continue;
    if (solution.score?.fault) add(solution.score.fault, solution.name);
    for (const test of solution.tests) if (test.fault) add(test.fault, `${solution.name} on ${test.test}`);
  }
  if (!found.size) return undefined;
  const item = ({ fault, open }) => {
    const [first, ...rest] = fault.message.trimEnd().split('\n');
    return node('li', {}, node('b', {}, visible(first)), rest.length > 0 && node('pre', {}, drawn({ text: rest.join('\n') })),
      hint(fault.hint), node('br'), node('span.label', {}, left), ` ${visible(names(open, 8))}`);
  };
  return node(`section.${result === 'fault' ? 'faults' : 'missing'}`, {}, node('h2', {}, title), node('ul', {}, [...found.values()].map(item)));
}

function diagnostics() {
  if (!report.diagnostics?.length) return undefined;
  const item = ({ severity, title, path, line, column, hint: next }) => node(`li.${severity}`, {},
    node('b', {}, severity), ` ${visible(title)} `, node('code', {}, visible([path, line, column].filter(part => part !== undefined && part !== null).join(':'))), hint(next));
  return node('section.diagnostics', {}, node('h2', {}, 'In the problems’ files'), node('ul', {}, report.diagnostics.map(item)));
}

function overview(all) {
  if (all.length < 2) return undefined;
  const chip = row => node(`a.chip.${row.solution.status}`, { href: `#s${row.id}`, title: `${visible(short(row))}: ${row.solution.status}` }, MARKS[row.solution.status]);
  const line = problem => {
    const good = problem.rows.filter(row => !isWrongOnPurpose(row.solution));
    const share = Math.max(...good.flatMap(row => row.tests.filter(test => test.verdict === 'accepted').map(test => shareOfLimit(row, test))), -1);
    return node(`tr.${problem.status}`, { 'data-p': problem.index },
      node('td', {}, link(`p${problem.index}`, node('span.badge', {}, MARKS[problem.status]), ` ${visible(problem.name)}`), ' ', node('span.title', {}, visible(problem.title))),
      node('td.n', {}, problem.rows.length), node('td.n', {}, problem.columns.length), node('td', {}, problem.rows.map(chip)),
      node('td', {}, share >= 0 && [node(share >= 0.5 ? 'meter.near' : 'meter', { max: 1, value: Math.min(share, 1).toFixed(3) }), ` ${Math.floor(share * 100)} %`]));
  };
  const heads = ['problem', 'solutions', 'tests', 'as expected', 'slowest accepted, share of its limit'];
  return node('nav', {}, node('table.overview', {}, node('thead', {}, node('tr', {}, heads.map((head, i) => node(i === 1 || i === 2 ? 'th.n' : 'th', {}, head)))),
    node('tbody', {}, all.map(line))));
}

function legend() {
  const signs = [['a0', '·', 'accepted'], ['a9', '·', 'accepted, near the limit'], ['w', 'W', 'wrong answer'], ['t', 'T', 'time limit'],
    ['r', 'R', 'run-time error'], ['m', 'M', 'memory limit'], ['o', 'O', 'output limit'], ['p', 'P', 'presentation'], ['e', 'C', 'compile error'],
    ['f', '!', 'fault'], ['n', '–', 'not run'], ['w.u', 'W', 'ringed: not as expected']];
  return node('p.legend', {}, signs.map(([colour, letter, name]) => [node('span', {}, node(`i.c.${colour}`, {}, letter), ` ${name}`), ' ']));
}

// The matrix: a row a solution, a column a test, a letter in every cell.

const WITH_NAMES = 80, FEW = 60;

function groupOf(problem, test) {
  const declared = problem.groups.filter(group => test.startsWith(`${group.name}/`)).sort((a, b) => b.name.length - a.name.length)[0];
  return declared?.name ?? test.slice(0, Math.max(0, test.indexOf('/')));
}

function sign(row, test) {
  if (test.verdict === 'accepted') return ['·', `a${Math.min(9, Math.floor(shareOfLimit(row, test) * 10))}`];
  if (test.verdict) return [VERDICTS[test.verdict].letter, VERDICTS[test.verdict].colour];
  return test.fault ? ['!', 'f'] : ['–', 'n'];
}

/** Where a cell leads: to its failure, or else to its line among all results. */
function target(row, test) {
  if (row.solution.build.result === 'rejected') return `b${row.id}`;
  const hasBlock = isSurprise(test) || (test.verdict && test.verdict !== 'accepted');
  return isBuilt(row.solution) && hasBlock ? `f${row.id}-${test.at}` : `t${row.id}-${test.at}`;
}

function matrix(problem) {
  const { columns, rows } = problem, groups = columns.map(test => groupOf(problem, test));
  const opens = i => i > 0 && groups[i] !== groups[i - 1], closes = i => groups[i] !== groups[i + 1];
  const scored = name => problem.groups.find(group => group.name === name && rows.some(row => row.solution.score?.groups?.some(score => score.group === name)));
  const points = rows.find(row => row.solution.score)?.solution.score;
  const heads = [];
  columns.forEach((test, i) => {
    if (i > 0 && !opens(i)) return;
    const span = columns.filter((_, j) => j >= i && groups[j] === groups[i]).length + (scored(groups[i]) ? 1 : 0);
    const label = i === 0 ? (span < 3 ? '.left' : '') : '.g';
    heads.push(node(`th.group${label}`, { colspan: span, title: visible(groups[i]) }, node('span', {}, visible(last(groups[i])))));
  });
  const title = (test, i) => [
    columns.length <= WITH_NAMES ? node(opens(i) ? 'th.g' : 'th', {}, node('span', {}, visible(last(test)))) : node('th'),
    closes(i) && scored(groups[i]) && node('th.points', {}, `of ${scored(groups[i]).points}`),
  ];
  const got = (score, all) => {
    const isFull = score && score.points !== null && score.points === score.of;
    return node(`td.points${all ? '.all' : ''}${isFull ? '.full' : ''}`, {}, score && (score.points ?? '?'));
  };
  const cell = (row, test, i) => {
    if (!test) return node(opens(i) ? 'td.c.x.g' : 'td.c.x');
    const [letter, colour] = sign(row, test);
    const made = link(target(row, test), letter);
    made.of = [row, test];
    return node(`td.c.${colour}${opens(i) ? '.g' : ''}${isSurprise(test) ? '.u' : ''}`, {}, made);
  };
  const line = row => {
    const { solution } = row, said = facts(row);
    const cells = columns.map((test, i) => [cell(row, row.by.get(test), i),
      closes(i) && scored(groups[i]) && got(solution.score?.groups?.find(score => score.group === groups[i]), false)]);
    const data = { 'id': `s${row.id}`, 'data-row': row.index, 'data-slow': largest(row, 'cpu_ms'), 'data-memory': largest(row, 'memory_kib'),
      'data-status': solution.status, 'data-name': visible(solution.name) };
    return row.line = node(`tr.${solution.status}`, data,
      node('th', { scope: 'row', title: visible(solution.path) },
        node('span.badge', {}, solution.build.result === 'no-tool' ? '–' : MARKS[solution.status]), ` ${visible(short(row))}`, node('small', {}, visible(said[0] ?? ''))),
      cells, points && got(solution.score, true), node('td.words', {}, visible(said.join(' · '))));
  };
  const hasNames = columns.length <= WITH_NAMES || points;
  // How many of the solutions that are meant to fail each test catches.
  const wrong = rows.filter(row => isWrongOnPurpose(row.solution) && row.tests.some(test => test.verdict && test.verdict !== 'accepted' && test.verdict !== 'compile-error'));
  const caught = (test, i) => {
    const n = wrong.filter(row => !['accepted', undefined].includes(row.by.get(test)?.verdict)).length;
    return [node(`td.k.k${Math.ceil(9 * n / wrong.length)}${opens(i) ? '.g' : ''}`, {}, n || ''), closes(i) && scored(groups[i]) && node('td')];
  };
  const catches = wrong.length > 0 && node('tfoot', {}, node('tr.kills', {}, node('th', {}, `catches, of ${wrong.length}`), columns.map(caught)));
  const named = hasNames && node('tr.names', {}, node('th'), columns.map(title), points && node('th.points.all', {}, points.of !== null && points.of !== undefined && `of ${points.of}`), node('th'));
  const table = node(columns.length <= FEW ? 'table.matrix.few' : 'table.matrix', {},
    node('thead', {}, node('tr', {}, node('th'), heads, points && node('th'), node('th')), named), node('tbody', {}, rows.map(line)), catches);
  table.style.setProperty('--n', columns.length);
  return node('div.scroll', {}, table);
}

// Failures: why, input and output side by side, the command that runs it again.

const SURPRISES = 5, PROMISED_BYTES = 700, TURNS = 200;

function excerptSize({ head, bytes, lines }) {
  const isWhole = [...glyphs(head)].at(-1)?.end === bytes;
  const all = (lines ?? 0) + (typeof lines === 'number' && isWhole && !head.text.endsWith('\n') ? 1 : 0);
  return (all ? `${count(all, 'line')}, ` : '') + count(bytes, 'byte');
}

function piece(label, excerpt, most) {
  const shown = [...glyphs(excerpt.head)].filter(glyph => glyph.start < most).at(-1)?.end ?? 0, isCut = shown < excerpt.bytes;
  return node('div.piece', {}, node('p.label', {}, `${label} `, node('span', {}, (isCut ? `first ${number(shown)} of ` : '') + excerptSize(excerpt))),
    node('pre', {}, drawn(excerpt.head, { most }), isCut && '…'));
}

/** What a program or a compiler wrote: its beginning, and its end where that was kept. */
function words(label, { head, tail, bytes }) {
  const kept = [head, tail].filter(Boolean).map(part => [...glyphs(part)].at(-1)?.end ?? 0).reduce((a, b) => a + b);
  const lost = bytes > kept && node('s', {}, `… ${count(bytes - kept, 'more byte')}\n`);
  return [label && node('p.label', {}, label), node('pre', {}, drawn(head), lost, tail && drawn(tail))];
}

function dialogue(turns, isCut) {
  const left = Math.max(0, turns.length - TURNS);
  const spoken = ({ by, said }) => node(`span.${by}`, {}, node('s', {}, by === 'judge' ? 'judge   > ' : 'program < '), drawn(said), !said.text.endsWith('\n') && '\n');
  return node('div.piece', {}, node('p.label', {}, 'dialogue'), node('pre.dialogue', {},
    left > 0 && node('s', {}, `… ${number(left)} before\n`), turns.slice(left).map(spoken), isCut && node('s', {}, '… what followed was not kept')));
}

/** Answer and output, line by line; equal lines may be left out between those that differ. */
function comparison({ window, more }, evidence) {
  const side = (line, of, tag) => [node('td.n', {}, line && (of === 'extra' && line.change === 'same' ? line.output_number : line.number)),
    !line ? node('td.none') : node(line.change === of ? `td.${of}` : 'td', {},
      line.start > 0 && node('s', {}, `(${count(line.start, 'byte')}) …`),
      drawn(line.text, { spans: line.emphasis, tag: line.change === 'same' ? 'b' : tag }),
      line.cut > line.start ? node('s', {}, `… ${count(line.cut - line.start, 'more byte')}`)
        : !line.newline && line.change !== 'same' && node('s', {}, ' no newline at the end'))];
  const skipped = text => node('tr.skipped', {}, node('td', { colspan: 4 }, `… ${text}`));
  const rows = [], open = { missing: [], extra: [] };
  let next = 1;
  const close = () => {
    const { missing, extra } = open;
    for (let i = 0; i < Math.max(missing.length, extra.length); i++) rows.push(node('tr.differs', {}, side(missing[i], 'missing', 'ins'), side(extra[i], 'extra', 'del')));
    missing.length = extra.length = 0;
  };
  for (const line of window) {
    if (line.change !== 'extra') {
      if (line.change === 'same') {
        close();
        if (line.number > next) rows.push(skipped(count(line.number - next, 'equal line')));
        rows.push(node('tr', {}, side(line, 'missing'), side(line, 'extra')));
      }
      next = line.number + 1;
    }
    open[line.change]?.push(line);
  }
  close();
  if (more) rows.push(skipped('more lines follow'));
  const head = (label, excerpt) => node('th', { colspan: 2 }, `${label} `, node('span', {}, excerptSize(excerpt)));
  return node('div.piece.wide', {}, node('table.diff', {}, node('colgroup', {}, node('col.n'), node('col'), node('col.n'), node('col')),
    node('thead', {}, node('tr', {}, head('expected', evidence.answer), head('got', evidence.output))), node('tbody', {}, rows)));
}

const VALUE = 80;

/** `line 1, token 1: expected 2.33, got 2.3 (off by 3e-2, allowed 1e-6)`, and a hint. */
function place({ line, token, expected, got, off, hint: next }) {
  const value = (bytes, tag) => !bytes ? node(tag, {}, 'nothing more') : bytes.text === '' ? node(tag, {}, 'an empty line')
    : [node(tag, {}, drawn(bytes, { most: VALUE, breaks: false })), bytes.text.length > VALUE && node('span.label', {}, `… (${bytes.text.length} bytes)`)];
  return [node('p', {}, `line ${number(line)}${token ? `, token ${number(token)}` : ''}: expected `, value(expected, 'ins'), ', got ', value(got, 'del'),
    off && ` (off by ${off.by}, allowed ${off.allowed})`), next && node('p', {}, node('span.label', {}, 'hint: '), visible(next))];
}

const isOneLine = ({ head, bytes }) => ([...glyphs(head)].at(-1)?.end ?? 0) === bytes && !head.text.slice(0, -1).includes('\n');

function evidenceOf(test, most) {
  const { evidence: seen, verdict, note } = test, wide = [], small = [], lines = [];
  for (const found of test.found ?? []) {
    const at = [found.path, found.line, found.column].filter(part => part !== undefined && part !== null).join(':');
    lines.push(node('p', {}, node('span.label', {}, 'found: '), node('b', {}, visible(`${at}: ${found.what}`))));
  }
  if (seen?.message) lines.push(words(seen.transcript ? 'interactor says' : 'checker says', { head: { text: seen.message.trimEnd() }, bytes: 0 }));
  if (seen?.difference) lines.push(place(seen.difference));
  else if (note && !seen?.message) lines.push(node('p', {}, visible(note)));
  if (seen?.crash) lines.push(node('p', {}, node('span.label', {}, verdict === 'memory-limit' ? 'stack used up at: ' : 'crashed at: '), node('b', {}, visible(seen.crash))));
  if (seen?.undefined) lines.push(node('p', {}, node('span.label', {}, 'undefined behaviour at: '), node('b', {}, visible(seen.undefined))));
  if (!seen) return lines;
  const stderr = seen.stderr?.bytes > 0 && words('stderr', seen.stderr);
  if (verdict === 'run-time-error' && stderr) lines.push(stderr);
  small.push(piece('input', seen.input, most));
  const compared = !UNFINISHED.includes(verdict), window = seen.difference?.window ?? [];
  if (compared && !(seen.transcript && seen.answer.bytes === 0)) {
    if (!window.length || (isOneLine(seen.answer) && isOneLine(seen.output))) small.push(piece('expected', seen.answer, most), piece('got', seen.output, most));
    else wide.push(comparison(seen.difference, seen));
  } else if (seen.output?.bytes > 0 && !seen.transcript) small.push(piece('got', seen.output, verdict === 'output-limit' ? 200 : most));
  if (seen.transcript) wide.push(dialogue(seen.transcript, seen.transcript_cut));
  return [lines, node('div.pieces', {}, small, wide), verdict !== 'run-time-error' && stderr];
}

function copied(label, text) {
  if (!text) return undefined;
  const code = node('code', {}, visible(text)), button = node('button', { type: 'button' }, 'copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'selected';
    }
  });
  return node('p.again', {}, node('span.label', {}, label), ' ', code, label !== 'input file' && button);
}

function block(row, { id, verdict, isSurprise: isRinged, title, said = [], isOpen, body }) {
  const { colour, letter } = VERDICTS[verdict] ?? VERDICTS.accepted;
  const made = node('details.block', { 'open': isOpen, 'data-row': row.index },
    node('summary', {}, node(`i.c.${colour}${isRinged ? '.u' : ''}`, {}, letter), ' ', title, ' ', node('span', {}, [verdict, ...said].join(' · '))),
    node('div', { id }, body));
  row.parts.push(made);
  return made;
}

function titleOf(row, words) {
  const wanted = isWrongOnPurpose(row.solution) && `, expected ${visible(expected(row.solution.expected))}`;
  return [node('b', {}, visible(row.solution.name)), ' ', words, wanted];
}

function failure(row, test, isOpen) {
  const { evidence: seen } = test;
  const how = [test.retimed && 'measured alone', test.cached && 'from cache', run.sanitized && 'sanitized'].filter(Boolean).join(', ');
  const isJudged = seen?.checker && (['wrong-answer', 'presentation-error'].includes(test.verdict) || seen.message || seen.difference);
  const said = [isJudged && `checker: ${visible(seen.checker)}${typeof test.checker_ms === 'number' ? ` (${time(test.checker_ms)})` : ''}`,
    typeof test.cpu_ms === 'number' && time(test.cpu_ms) + (how && ` (${how})`), typeof test.memory_kib === 'number' && size(test.memory_kib)];
  return block(row, {
    id: `f${row.id}-${test.at}`, verdict: test.verdict, isSurprise: isSurprise(test), isOpen, said: said.filter(Boolean),
    title: titleOf(row, ['on ', node('b', {}, visible(test.test))]),
    body: [evidenceOf(test, isSurprise(test) ? Infinity : PROMISED_BYTES), copied('input file', test.input), copied('again', test.again)],
  });
}

function refused(row, isOpen) {
  const { messages } = row.solution.build;
  return block(row, { id: `b${row.id}`, verdict: 'compile-error', isSurprise: isOpen, isOpen, title: titleOf(row, 'does not compile'), body: words('', { head: { text: messages.trimEnd() }, bytes: 0 }) });
}

/** What had to fail, and did not. */
function missing(row) {
  const { solution } = row, got = tally(row.tests), isRight = row.tests.length > 0 && row.tests.every(test => test.verdict === 'accepted');
  const what = isRight ? `got only AC: all ${count(row.tests.length, 'test')} were accepted` : got ? `got ${got}: a verdict that must occur did not` : 'was not judged';
  return block(row, { verdict: solution.verdict ?? row.tests.find(test => test.verdict)?.verdict ?? 'accepted', isSurprise: true, isOpen: true,
    title: titleOf(row, what),
    body: (solution.notes ?? []).map(note => node('p', {}, node('span.label', {}, 'its note: '), visible(note))) });
}

function surprises(row) {
  const { solution } = row, isUnmet = solution.status === 'unmet';
  if (solution.build.result === 'rejected') return isUnmet ? refused(row, true) : undefined;
  if (!isBuilt(solution)) return undefined;
  const all = row.tests.filter(test => isSurprise(test) && test.verdict), rest = all.slice(SURPRISES);
  const folded = rest.length > 0 && node('details.rest', { 'data-row': row.index }, node('summary', {}, `${visible(solution.name)}: ${count(rest.length, 'more failure')} `,
    node('span', {}, `(${tally(rest)})`)), rest.map(test => failure(row, test, false)));
  if (folded) row.parts.push(folded);
  return [all.slice(0, SURPRISES).map((test, i) => failure(row, test, i === 0)), folded, isUnmet && !all.length && missing(row)];
}

function promised(problem) {
  const failed = row => row.tests.filter(test => test.verdict && test.verdict !== 'accepted' && !isSurprise(test));
  const rows = problem.rows.filter(row => row.solution.build.result === 'rejected' ? row.solution.status !== 'unmet' : isBuilt(row.solution) && failed(row).length);
  if (!rows.length) return undefined;
  const of = row => row.solution.build.result === 'rejected' ? refused(row, false) : failed(row).map(test => failure(row, test, false));
  return later(node('details.promised', {}, node('summary', {}, 'Failures that were promised')), () => rows.map(of));
}

/** A part that is drawn when it is opened, or when a link leads into it. */
const waiting = new Map();
function later(details, draw) {
  waiting.set(details, draw);
  details.addEventListener('toggle', () => details.open && complete(details));
  return details;
}
function complete(details) {
  details.append(...[waiting.get(details)?.() ?? []].flat(Infinity).filter(Boolean));
  waiting.delete(details);
}

// Every result as text. Cells without a block of their own lead here.

function result(test) {
  const words = [test.verdict ?? (test.fault ? `fault: ${test.fault.message}` : `not run${NOT_RUN[test.skipped] ? `: ${NOT_RUN[test.skipped]}` : ''}`)];
  if (isSurprise(test)) words.push('not as expected');
  if (typeof test.cpu_ms === 'number') words.push(time(test.cpu_ms));
  if (typeof test.memory_kib === 'number') words.push(size(test.memory_kib));
  if (test.points !== undefined && test.points !== null) words.push(`${test.points} points`);
  if (test.retimed) words.push('measured alone');
  if (test.cached) words.push('from cache');
  if (test.note) words.push(test.note);
  return visible(words.join(', '));
}

function entries(problem) {
  const item = row => test => node('li', { id: `t${row.id}-${test.at}` }, node('b', {}, visible(test.test)), ` ${result(test)}`);
  const of = row => node('details', {}, node('summary', {}, `${visible(short(row))} `, node('span', {}, count(row.tests.length, 'test'))), node('ol', {}, row.tests.map(item(row))));
  return later(node('details.entries', {}, node('summary', {}, 'Every result ', node('span', {}, 'as text'))), () => problem.rows.filter(row => row.tests.length).map(of));
}

// Time and memory of every run against the limit, on a log axis: a strip a solution.

const PIXELS = 520, DOT = 2.6, LETTER = 5, COUNTED = 9, TOGETHER = 56, HEIGHTS = 6;

function charts(problem) {
  const { limits = {} } = problem.file ?? {};
  const tick = ms => ms < 1000 ? `${ms} ms` : `${ms / 1e3} s`;
  return node('div.charts', {},
    chart(problem, { title: 'CPU time per test against the limit', key: 'cpu_ms', limit: limits.cpu_ms, least: 1, step: 10, words: time, limitWords: limit, tick }),
    chart(problem, { title: 'Peak memory per test against the limit', key: 'memory_kib', limit: limits.memory_kib, least: 1024, step: 4, words: size, limitWords: size, tick: size }));
}

function chart(problem, kind) {
  const measured = problem.rows.filter(row => row.tests.some(test => typeof test[kind.key] === 'number'));
  if (!measured.length) return undefined;
  const values = measured.flatMap(row => row.tests.map(test => test[kind.key]).filter(value => typeof value === 'number'));
  const limits = measured.map(row => row.solution.limits?.[kind.key] ?? 0);
  const from = values.reduce((a, b) => Math.min(a, b)) < kind.least ? kind.least / kind.step : kind.least;
  const to = Math.max(values.reduce((a, b) => Math.max(a, b)) * 1.1, 1.35 * Math.max(...limits, kind.limit ?? 0), kind.least * kind.step);
  const at = value => 1.5 + 97 * Math.min(1, Math.log(Math.max(value, from) / from) / Math.log(to / from));
  const ticks = [];
  for (let tick = from; tick <= to; tick *= kind.step) ticks.push(tick);
  const percent = x => `${x.toFixed(2)}%`;
  const edge = kind.limit ? at(kind.limit) : undefined;
  const labels = ticks.filter(tick => at(tick) < 94 && !(Math.abs(at(tick) - edge) < 13))
    .map(tick => node(at(tick) < 3 ? 'text.first' : 'text', { x: percent(at(tick)), y: 13 }, kind.tick(tick)));
  const strip = row => {
    const most = row.solution.limits?.[kind.key] ?? 0, { dots, letters, half } = swarm(row, kind.key, at), height = Math.max(20, 2 * half + 14);
    const ground = most > 0 && [node('rect.near', { x: percent(at(most / 2)), width: percent(at(most) - at(most / 2)), height: '100%' }),
      node('rect.over', { x: percent(at(most)), width: percent(100 - at(most)), height: '100%' })];
    const vertical = (name, x) => node(name, { x1: percent(x), x2: percent(x), y2: '100%' });
    const dot = ([x, y]) => `M${(x * 10).toFixed(1)} ${(height / 2 + y).toFixed(1)}h.01`;
    const letter = ({ x, y, verdict, runs, test }) => {
      const text = node(`text.${VERDICTS[verdict].colour}${isSurprise(test) ? '.u' : ''}`, { x: percent(x), y: (height / 2 + y + 3.8).toFixed(1) },
        VERDICTS[verdict].letter, runs > 1 && node('tspan', {}, `×${runs}`));
      text.of = [row, test];
      return text;
    };
    const made = node('div.strip', { 'data-row': row.index }, node('span', { title: visible(row.solution.path) }, visible(short(row))),
      node('svg', { height, 'role': 'img', 'aria-label': `${count(row.tests.length, 'run')}, most ${kind.words(largest(row, kind.key))}` },
        ground, ticks.map(tick => vertical('line.tick', at(tick))), most > 0 && vertical('line.limit', at(most)),
        node('line.base', { x1: 0, x2: '100%', y1: height / 2, y2: height / 2 }),
        node('svg', { viewBox: `0 0 1000 ${height}`, preserveAspectRatio: 'none', width: '100%', height }, node('path.dots', { d: dots.map(dot).join('') })),
        letters.map(letter)));
    row.parts.push(made);
    row.strips.push(made);
    return made;
  };
  const isLast = edge > 90;
  return node('figure.strips', {}, node('figcaption', {}, `${kind.title} `, node('span', {}, 'log scale')), measured.map(strip),
    node('div.strip.axis', {}, node('span'), node('svg', { 'height': 18, 'aria-hidden': 'true' }, labels,
      edge !== undefined && node(isLast ? 'text.limit.last' : 'text.limit', { x: percent(isLast ? 100 : edge), y: 13 }, kind.limitWords(kind.limit)))));
}

/** Dots that keep apart while there is room, and letters that stand for one run or several. */
function swarm(row, key, at) {
  const runs = row.tests.filter(test => typeof test[key] === 'number' && test.verdict).map(test => ({ x: at(test[key]), test, verdict: test.verdict, runs: 1 }));
  runs.sort((a, b) => a.x - b.x);
  const marks = [];
  for (const mark of runs) {
    const before = mark.verdict !== 'accepted' && marks.findLast(other => other.verdict === mark.verdict && isSurprise(other.test) === isSurprise(mark.test));
    if (before && (mark.x - before.x) * PIXELS / 100 < TOGETHER) before.runs += 1; else marks.push(mark);
  }
  // From where on each height is free, in pixels.
  const free = new Map(Array.from({ length: 2 * HEIGHTS + 1 }, (_, k) => [(k % 2 ? -(k + 1) : k) / 2, -Infinity]));
  let half = 0;
  marks.forEach((mark, i) => {
    const x = mark.x * PIXELS / 100, radius = mark.verdict === 'accepted' ? DOT : mark.runs > 1 ? COUNTED : LETTER;
    const height = [...free.keys()].find(step => x - radius >= free.get(step));
    // A pile that is too high fills its strip evenly.
    mark.y = height === undefined ? ((i * 0.618034) % 1 * 2 - 1) * 2 * HEIGHTS : 2 * height;
    half = Math.max(half, Math.abs(mark.y));
    for (const step of free.keys()) {
      const away = Math.abs(2 * step - mark.y);
      if (away < 2 * radius) free.set(step, Math.max(free.get(step), x + Math.sqrt(4 * radius * radius - away * away) - radius));
    }
  });
  const dots = marks.filter(mark => mark.verdict === 'accepted').map(({ x, y }) => [x, y]);
  return { dots, letters: marks.filter(mark => mark.verdict !== 'accepted'), half };
}

/** How many mutants of a solution the tests kill, where `mutate` has counted them. */
function mutation(problem) {
  const { solution, killed, found, open, outdated } = problem.file?.mutation ?? {};
  if (!solution) return undefined;
  const counted = killed + found + open, score = counted ? `${Math.floor(100 * killed / counted)} %: ` : '';
  return node('p.sub', {}, visible(`mutation score ${score}${killed} of ${count(counted, 'mutant')} of ${solution} ${counted === 1 ? 'is' : 'are'} killed${outdated ? ', before the files changed' : ''}`));
}

function section(problem) {
  for (const row of problem.rows) Object.assign(row, { parts: [], strips: [] });
  const limits = problem.file?.limits;
  const said = [`${count(problem.rows.length, 'solution')} × ${count(problem.columns.length, 'test')}`, limits && `time limit ${limit(limits.cpu_ms)}`,
    limits && `memory limit ${size(limits.memory_kib)}`, problem.file?.checker && `checker ${problem.file.checker}`, problem.file?.passes && `at most ${problem.file.passes} passes`,
    ...problem.groups.map(group => `${group.name}${group.points ? ` ${group.points} points` : ''}${group.limits ? ` in ${limit(group.limits.cpu_ms)}` : ''}`)];
  return problem.section = node('section.problem', { 'id': `p${problem.index}`, 'data-p': problem.index },
    node('h2', {}, `${visible(problem.name)} `, node('span.title', {}, visible(problem.title))), node('p.sub', {}, visible(said.filter(Boolean).join(' · '))),
    matrix(problem), problem.rows.map(surprises), charts(problem), mutation(problem), promised(problem), entries(problem));
}

// What people do with it.

const all = problems(), tools = toolbar(), page = document.querySelector('main');
page.append(...[header(), tools, glance(all), troubles('fault', 'Faults: ours, not the solutions’', 'not judged because of this'),
  troubles('no-tool', 'Not on this machine', 'left out'), diagnostics(), overview(all), legend(), ...all.map(section),
  node('footer', {}, visible(['harness', report.harness, '·', report.schema].filter(Boolean).join(' ')))].filter(Boolean));

const ORDERS = {
  plan: (a, b) => a.index - b.index,
  name: (a, b) => a.solution.name.localeCompare(b.solution.name, undefined, { numeric: true }),
  slow: (a, b) => largest(b, 'cpu_ms') - largest(a, 'cpu_ms'),
  memory: (a, b) => largest(b, 'memory_kib') - largest(a, 'memory_kib'),
  status: (a, b) => RANKS.indexOf(a.solution.status) - RANKS.indexOf(b.solution.status),
};
const RANKS = ['unmet', 'undecided', 'met'];

/** Each solution is a row of the matrix and a strip in each chart: they move and hide together. */
function apply() {
  const wanted = tools.q.value.toLowerCase().split(/\s+/).filter(Boolean), order = ORDERS[tools.sort.value];
  let shown = 0, total = 0;
  for (const problem of all) {
    const body = problem.section.querySelector('.matrix tbody'), rows = [...problem.rows].sort((a, b) => order(a, b) || a.index - b.index);
    // To filter moves nothing: a row that is put where it stands is laid out again all the same.
    if (rows.some((row, i) => body.rows[i] !== row.line)) body.append(...rows.map(row => row.line));
    let visibleRows = 0;
    rows.forEach((row, i) => {
      row.text ??= `${row.line.dataset.name} ${row.line.querySelector('.words').textContent}`.toLowerCase();
      const isHit = wanted.every(word => row.text.includes(word)) && ['all', row.solution.status].includes(tools.show.value);
      visibleRows += isHit;
      for (const part of [row.line, ...row.parts]) part.hidden = !isHit;
      for (const strip of row.strips) strip.style.order = i;
    });
    problem.section.hidden = visibleRows === 0;
    const line = document.querySelector(`.overview tr[data-p="${problem.index}"]`);
    if (line) line.hidden = problem.section.hidden;
    shown += visibleRows;
    total += rows.length;
  }
  tools.querySelector('output').textContent = shown === total ? '' : `${shown} of ${total} solutions`;
}

// What is searched for stays in the address: a page can be sent as it is seen.
const FIELDS = ['q', 'show', 'sort'], plain = Object.fromEntries(FIELDS.map(field => [field, tools[field].value]));

function remember() {
  const state = new URLSearchParams(FIELDS.filter(field => tools[field].value !== plain[field]).map(field => [field, tools[field].value])).toString();
  try {
    history.replaceState(null, '', location.pathname + (state && `?${state}`) + location.hash);
  } catch {
    // A frame that somebody else shows has no address of its own.
  }
}

function recall() {
  const state = new URLSearchParams(location.search);
  for (const field of FIELDS) {
    tools[field].value = state.get(field) ?? plain[field];
    if (tools[field].selectedIndex === -1) tools[field].value = plain[field];
  }
  if (location.search) apply();
}

/** Opens what a link leads to, with everything that it lies in. */
function reveal() {
  const id = location.hash.slice(1), found = /^[tfb](\d+)-/.exec(id);
  if (found && !document.getElementById(id)) {
    for (const details of waiting.keys()) if (all[found[1]]?.section.contains(details)) complete(details);
  }
  const at = id && document.getElementById(id);
  for (let up = at; up; up = up.parentElement) if (up.localName === 'details') up.open = true;
  if (at) at.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('pointerover', event => {
  const cell = event.target.closest?.('.matrix td a');
  if (cell?.of && !cell.title) cell.title = `${visible(cell.of[1].test)} ${result(cell.of[1])}`;
});
document.addEventListener('click', event => {
  const mark = event.target.closest?.('.strip text');
  if (mark?.of) location.hash = target(...mark.of);
});
tools.addEventListener('input', () => { apply(); remember(); });
tools.addEventListener('submit', event => event.preventDefault());
addEventListener('hashchange', reveal);
addEventListener('keydown', event => {
  if (event.key !== '/' || event.target.closest('input, select, textarea')) return;
  event.preventDefault();
  tools.q.focus();
});
recall();
reveal();
