// @ts-check
/** What the program is: version, licence, source, and how to cite it together with the experiment that is open. */
import { BUILD, REPOSITORY } from '../build.js';
import { button, dialogHead, make, terms, write } from './dom.js';
import { addStyleSheet } from './style_sheet.js';
import { SITE } from '../site_address.js';

/**
 * @param {string} address the whole address of the experiment
 * @param {() => void} tour starts the tour
 */
export function openAbout(address, tour) {
  addStyleSheet('help');
  const entry = bibtex(address);
  const copied = make('span', { class: 'small', role: 'status' });
  const copy = button('Copy BibTeX', async () => {
    write(copied, await navigator.clipboard.writeText(entry).then(() => 'Copied.', () => 'Select the text and copy it.'));
  });
  const link = (/** @type {string} */ href, /** @type {string} */ text) => make('a', { href: new URL(href, SITE).href, target: '_blank' }, text);
  const facts = /** @type {[string, Node | string][]} */ ([
    ['Version', BUILD],
    ['Licence', make('span', {}, 'MIT; ', link('licences.txt', 'licences of what is in it'))],
    ['Source', REPOSITORY ? link(REPOSITORY, REPOSITORY.replace('https://', '')) : 'in the repository from which this site was built'],
    ['Data', 'Logs are read and runs are computed on this computer; nothing is sent.'],
    ['Without network', 'works after one visit'],
  ]);
  const dialog = make('dialog', { id: 'about', 'data-light': true, 'aria-labelledby': 'about-title' },
    dialogHead('about-title', 'About Subtorus'),
    make('p', { class: 'small' }, 'A simulator of processor allocation, job scheduling and the wormhole network on meshes and tori.'),
    make('dl', {}, ...terms(facts)),
    make('h3', {}, 'Cite this experiment'),
    make('pre', { tabindex: '0', 'aria-label': 'BibTeX' }, entry),
    make('p', { class: 'small quiet' }, 'The address holds the whole experiment: every reader computes the same numbers. Logs have authors, too: About, beside a log, names them.'),
    make('div', { class: 'row' }, copy, button('Take the tour', tour, { 'data-closes': true }), link('guide/', 'Guide'), link('guide/share.html#cite', 'How to cite'), copied),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The entry for a list of references.
 * @param {string} address
 */
function bibtex(address) {
  const [version, commit = ''] = BUILD.split('+');
  return `@software{subtorus,
  title   = {{Subtorus}: processor allocation and job scheduling on meshes and tori},
  version = {${version}},
  note    = {${commit ? `Build ${commit}. ` : ''}Experiment: \\url{${address.replaceAll('%', '\\%').replaceAll('#', '\\#')}}},
  url     = {${REPOSITORY || SITE}}
}`;
}
