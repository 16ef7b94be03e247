// @ts-check
/** Questions of those who run clusters: experiments that answer them, and how much of racks jobs in segments can use. */
import { button, explained, make, scrolling, write } from './dom.js';
import { runModule } from '../workers/run_module.js';
import { fill } from './table.js';

/** What describes the racks, and what it is at first: 277 racks of NVL72. @type {[string, string, string][]} */
const FIELDS = [
  ['racks', 'Racks', '277'],
  ['nodes', 'Nodes of a rack', '18'],
  ['segments', 'Nodes of a segment', '1,2,4,8,9,16,18'],
  ['outages', 'Nodes out of service', '0,0.001,0.005,0.01,0.02,0.03,0.05'],
  ['seed', 'Seed', '1'],
];

/**
 * The questions, each with what it opens.
 * @param {(link: string) => void} open shows an experiment
 */
export async function questions(open) {
  const { operator_questions } = await runModule();
  const items = operator_questions().map(({ title, about, link }) => {
    const opener = button(title, () => open(link), { class: 'plain', 'data-link': link });
    return make('li', {}, opener, make('br'), make('span', { class: 'small quiet' }, about));
  });
  return [make('h3', {}, 'Questions'), make('ul', { class: 'questions' }, ...items), ...segments()];
}

/** The usable share of racks beside the closed form. */
function segments() {
  const fields = FIELDS.map(([name, label, value]) => make('label', {}, `${label} `, make('input', { name, value, size: value.length + 2, required: true })));
  const compute = make('button', { type: 'submit' }, 'Compute shares');
  const form = make('form', { class: 'row', 'aria-label': 'Racks', autocomplete: 'off' }, ...fields, compute);
  const state = make('p', { id: 'shares-state', class: 'small', role: 'status' });
  const table = make('table', { id: 'shares-table' });
  form.addEventListener('input', () => {
    table.replaceChildren();
    write(state, '');
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { usable_shares } = await runModule();
    /** The texts of the fields, by their names. @type {any} */
    const racks = Object.fromEntries(new FormData(form));
    try {
      const began = performance.now();
      const shares = usable_shares(racks);
      fill(table, shares, 'Usable shares');
      write(state, `Computed in ${Math.round(performance.now() - began)} ms. In each field: what jobs can use by the closed form, and (as racks were filled in a simulation).`);
    } catch (error) {
      write(state, explained(error));
    }
  });
  const about = 'Before any job is simulated: how much of the cluster is left for jobs in segments of a length, if each node is out of service with some probability?';
  return [make('h4', {}, 'NVL72: segments of 16, 9 or 18?'), make('p', { class: 'small quiet' }, about), form, state, scrolling('Usable shares', table, 'scrolls')];
}
