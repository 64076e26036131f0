'use strict';
const tools = document.querySelector('.tools');
const sections = [...document.querySelectorAll('section.problem')];

// What belongs to a row: its strips in the charts, its failures; and what is searched in.
const strips = new Map(), blocks = new Map(), texts = new Map();
for (const section of sections) {
  for (const row of section.querySelector('.matrix tbody').rows) {
    blocks.set(row, [...section.querySelectorAll(`details[data-row="${row.dataset.row}"]`)]);
    texts.set(row, `${row.dataset.name} ${row.querySelector('.words').textContent}`.toLowerCase());
    strips.set(row, [...section.querySelectorAll(`.strip[data-row="${row.dataset.row}"]`)]);
  }
}

// Each solution is one row of the matrix and one strip in each chart: they are moved and hidden together.
function apply() {
  const words = tools.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const by = {
    plan: (a, b) => a.dataset.row - b.dataset.row,
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name, undefined, { numeric: true }),
    slow: (a, b) => b.dataset.slow - a.dataset.slow,
    memory: (a, b) => b.dataset.memory - a.dataset.memory,
    status: (a, b) => rank(a) - rank(b),
  }[tools.sort.value];
  let shown = 0, all = 0;
  for (const section of sections) {
    const body = section.querySelector('.matrix tbody');
    const rows = [...body.rows];
    rows.sort((a, b) => by(a, b) || a.dataset.row - b.dataset.row);
    // To filter moves nothing: a row that is put where it stands is laid out again all the same.
    if (rows.some((row, place) => body.rows[place] !== row)) body.append(...rows);
    let visible = 0;
    rows.forEach((row, place) => {
      const wanted = tools.show.value;
      const text = texts.get(row);
      const hit = words.every(word => text.includes(word)) && (wanted === 'all' || row.dataset.status === wanted);
      row.hidden = !hit;
      visible += hit;
      for (const block of blocks.get(row)) block.hidden = !hit;
      for (const strip of strips.get(row)) {
        strip.hidden = !hit;
        if (strip.style.order !== `${place}`) strip.style.order = place;
      }
    });
    section.hidden = visible === 0;
    const line = document.querySelector(`.overview tr[data-p="${section.dataset.p}"]`);
    if (line) line.hidden = section.hidden;
    shown += visible;
    all += rows.length;
  }
  tools.querySelector('output').textContent = shown === all ? '' : `${shown} of ${all} solutions`;
}

// What is searched for stays in the address: a page can be sent as it is seen.
const fields = ['q', 'show', 'sort'];
const plain = Object.fromEntries(fields.map(field => [field, tools[field].value]));

function remember() {
  const state = new URLSearchParams();
  for (const field of fields) if (tools[field].value !== plain[field]) state.set(field, tools[field].value);
  const query = state.toString();
  try {
    history.replaceState(null, '', location.pathname + (query && '?' + query) + location.hash);
  } catch {
    // A frame that somebody else shows has no address of its own.
  }
}

function recall() {
  const state = new URLSearchParams(location.search);
  for (const field of fields) {
    tools[field].value = state.get(field) ?? plain[field];
    if (tools[field].selectedIndex === -1) tools[field].value = plain[field];
  }
  if (location.search) apply();
}

function rank(row) {
  return ['unmet', 'undecided', 'met'].indexOf(row.dataset.status);
}

// A cell that is pointed at says what its entry says.
document.addEventListener('pointerover', event => {
  const cell = event.target.closest('.matrix td a');
  if (cell && !cell.title) cell.title = document.getElementById(cell.dataset.t || cell.hash.slice(1))?.textContent.trim() || '';
});

// A block that is linked to is opened, with everything it lies in.
function reveal() {
  let at = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  for (let up = at; up; up = up.parentElement) if (up.localName === 'details') up.open = true;
  if (at) at.scrollIntoView({ block: 'nearest' });
}

for (const code of document.querySelectorAll('.again code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'selected';
    }
  });
  code.after(button);
}

tools.hidden = false;
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
