// @ts-check
/** The links of one run, as a map of the machine: which run, is chosen here; a worker runs it once more. */
import { link_view } from '../subtorus.js';
import { isDark } from './chart.js';
import { find, make, sentence } from './dom.js';
import { save } from './share.js';

/** @import { Study } from '../subtorus.js' */
/** @import { Pool } from './pool.js' */
/** @import { LinkChoice, LinkLoads, LinkView } from './types.js' */

export class LinkDesk {
  #study;
  #pool;
  #details = find('links', HTMLDetailsElement);
  #curve = find('links-curve', HTMLSelectElement);
  #value = find('links-value', HTMLSelectElement);
  #body = find('links-body', HTMLDivElement);
  #state = find('links-state', HTMLParagraphElement);
  /** @type {LinkChoice[]} */
  #choices = [];
  /** What is shown, or being computed: a link and a cell. */
  #asked = '';
  /** @type {LinkLoads | undefined} */
  #loads;

  /**
   * @param {Study} study
   * @param {Pool} pool
   */
  constructor(study, pool) {
    this.#study = study;
    this.#pool = pool;
    this.#details.addEventListener('toggle', () => void this.#show());
    this.#curve.addEventListener('change', () => {
      this.#offerValues();
      void this.#show();
    });
    this.#value.addEventListener('change', () => void this.#show());
    find('links-csv', HTMLButtonElement).addEventListener('click', () => {
      const view = this.#view();
      if (view) save(this.#study, 'links.csv', new Blob([view.csv], { type: 'text/csv' }));
    });
  }

  /** There are other results: offers their runs. */
  refresh() {
    this.#choices = this.#study.link_choices();
    this.#details.hidden = this.#choices.length === 0;
    const chosen = this.#curve.value;
    this.#curve.replaceChildren(...this.#choices.map(({ label }) => make('option', { value: label }, label)));
    if (this.#choices.some(({ label }) => label === chosen)) this.#curve.value = chosen;
    this.#offerValues();
    void this.#show();
  }

  /** Draws again, for another theme. */
  redraw() {
    const view = this.#view();
    if (!view) return;
    this.#state.textContent = view.sentence;
    this.#body.innerHTML = view.svg;
    find('links-scale', HTMLSpanElement).innerHTML = view.scale;
    find('links-highest', HTMLSpanElement).textContent = view.highest;
  }

  get #choice() {
    return this.#choices[this.#curve.selectedIndex];
  }

  #offerValues() {
    const values = this.#choice?.values ?? [];
    const chosen = this.#value.value;
    this.#value.replaceChildren(...values.map((value) => make('option', { value }, value)));
    this.#value.value = values.includes(chosen) ? chosen : (values.at(-1) ?? '');
  }

  /** @returns {LinkView | undefined} */
  #view() {
    return this.#loads && link_view(this.#loads.machine, this.#loads.loads, isDark());
  }

  async #show() {
    const cell = this.#choice?.cells[this.#value.selectedIndex];
    if (!this.#details.open || cell === undefined) return;
    const link = this.#study.run_link();
    const asked = `${link} ${cell}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#state.textContent = 'Running it once more, for its links …';
    try {
      const loads = await this.#pool.links(link, cell);
      if (asked !== this.#asked) return;
      this.#loads = loads;
      this.redraw();
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#asked = '';
      this.#state.textContent = `The links could not be computed: ${sentence(error)}`;
    }
  }
}
