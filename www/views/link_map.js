// @ts-check
/** The links of one run as a map of the machine. The user chooses the run, and a worker runs it again. */
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { find, make, sentence } from './dom.js';
import { runModule } from '../workers/run_module.js';
import { save } from './share.js';

/** @import { LinkMapChoice, LinkLoadState } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

export class LinkMapPanel {
  #store;
  #details = find('links', HTMLDetailsElement);
  #curve = find('links-curve', HTMLSelectElement);
  #value = find('links-value', HTMLSelectElement);
  #body = find('links-body', HTMLDivElement);
  #state = find('links-state', HTMLParagraphElement);
  /** @type {LinkMapChoice[]} */
  #choices = [];
  /** The link and the cell that are shown or being computed. */
  #asked = '';
  /** @type {LinkLoadState | undefined} */
  #links;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#details.addEventListener('toggle', () => void this.#show());
    this.#curve.addEventListener('change', () => {
      this.#offerValues();
      void this.#show();
    });
    this.#value.addEventListener('change', () => void this.#show());
    find('links-csv', HTMLButtonElement).addEventListener('click', async () => {
      const links = this.#links;
      if (!links) return;
      const { links_csv } = await runModule();
      save(this.#store.study.status().file_name, 'links.csv', new Blob([links_csv(links)], { type: 'text/csv' }));
    });
    effect(() => store.ended && this.#offer());
    effect(() => {
      isDark();
      void this.#draw();
    });
  }

  /** There are other results, so their runs are offered. */
  #offer() {
    this.#choices = this.#store.study.link_choices();
    this.#details.hidden = this.#choices.length === 0;
    const chosen = this.#curve.value;
    this.#curve.replaceChildren(...this.#choices.map(({ label }) => make('option', { value: label }, label)));
    if (this.#choices.some(({ label }) => label === chosen)) this.#curve.value = chosen;
    this.#offerValues();
    void this.#show();
  }

  async #draw() {
    const links = this.#links;
    if (!links) return;
    const { links_view } = await runModule();
    if (links !== this.#links) return;
    const view = links_view(links, isDark());
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

  async #show() {
    const cell = this.#choice?.cells[this.#value.selectedIndex];
    if (!this.#details.open || cell === undefined) return;
    const { link } = this.#store.study.status();
    const asked = `${link} ${cell}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#state.textContent = 'Running it once more, for its links …';
    try {
      const seen = await this.#store.pool.inspect(link, cell, 'links');
      if (asked !== this.#asked || !('links' in seen)) return;
      this.#links = seen.links;
      await this.#draw();
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#asked = '';
      this.#state.textContent = `The links could not be computed: ${sentence(error)}`;
    }
  }
}
