// @ts-check
/** The links of one run as a map of the machine. The user chooses the run, and a worker runs it again. */
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { find, offer, sentence, whenPressed, write } from './dom.js';
import { runModule } from '../workers/run_module.js';
import { save } from './share.js';

/** @import { LinkMapChoice, LinkLoadState } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/** @param {Store} store */
export function showLinkMap(store) {
  const details = find('links', HTMLDetailsElement);
  const [curve, value] = ['links-curve', 'links-value'].map((id) => find(id, HTMLSelectElement));
  /** @type {LinkMapChoice[]} */
  let choices = [];
  /** The link and the cell that are shown or being computed. */
  let asked = '';
  /** @type {LinkLoadState | undefined} */
  let links;

  const choice = () => choices[curve.selectedIndex];
  const offerValues = () => {
    const values = choice()?.values ?? [];
    const chosen = values.includes(value.value) ? value.value : values.at(-1);
    offer(value, values, chosen);
    void show();
  };
  const show = async () => {
    const cell = choice()?.cells[value.selectedIndex];
    if (!details.open || cell === undefined) return;
    const { link } = store.study.status();
    const asking = `${link} ${cell}`;
    if (asking === asked) return;
    asked = asking;
    write('links-state', 'Running it once more, for its links …');
    try {
      const seen = await store.pool.inspect(link, cell, 'links');
      if (asking !== asked || !('links' in seen)) return;
      links = seen.links;
      await draw();
    } catch (error) {
      if (asking !== asked) return;
      asked = '';
      write('links-state', `The links could not be computed: ${sentence(error)}`);
    }
  };
  const draw = async () => {
    const shown = links;
    if (!shown) return;
    const { links_view } = await runModule();
    if (shown !== links) return;
    const { sentence, svg, scale, highest } = links_view(shown, isDark());
    write('links-state', sentence);
    find('links-body').innerHTML = svg;
    find('links-scale').innerHTML = scale;
    write('links-highest', highest);
  };

  details.addEventListener('toggle', show);
  curve.addEventListener('change', offerValues);
  value.addEventListener('change', show);
  whenPressed('links-csv', async () => {
    const shown = links;
    const { links_csv } = await runModule();
    if (shown) save(store.study.status().file_name, 'links.csv', links_csv(shown));
  });
  effect(() => {
    if (!store.ended) return;
    // There are other results, so their runs are offered.
    choices = store.study.link_choices();
    details.hidden = choices.length === 0;
    offer(curve, choices.map(({ label }) => label));
    offerValues();
  });
  effect(() => {
    isDark();
    void draw();
  });
}
