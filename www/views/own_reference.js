// @ts-check
/** What a strategy can use, beside the editor: the lists of the guide's page, and the name that a wrong one may mean. */
import { make } from './dom.js';
import { siteFile } from '../storage/fetching.js';
import { SITE } from '../site_address.js';

const PAGE = 'guide/own-strategies.html';

/** The sections of the page about strategies, and about queue orders. */
const STRATEGY = ['you-write', 'the-request', 'the-machine'];
const ORDER = ['a-queue-order', 'the-job'];

/** A name with more changes than this is another name. */
const CHANGES = 2;

export class OwnReference {
  element = make('aside', { class: 'reference', 'aria-label': 'Reference', tabindex: '0' });
  /** The entries by the name after the dot. @type {Map<string, HTMLElement>} */
  #names = new Map();

  /** @param {string} kind of code, `strategy` or `queue order`, with the sections that come first */
  constructor(kind) {
    const guide = make('a', { href: new URL(PAGE, SITE).href, target: '_blank', class: 'small' }, 'All rules in the guide');
    this.element.append(make('h3', {}, 'Reference'), guide);
    const sections = kind === 'strategy' ? [...STRATEGY, ...ORDER] : [...ORDER, ...STRATEGY];
    void this.#fetch(sections).catch(() => this.element.append(make('p', { class: 'small quiet' }, 'It cannot be reached at the moment.')));
  }

  /** @param {string[]} sections */
  async #fetch(sections) {
    const text = await (await siteFile(PAGE)).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    for (const id of sections) {
      const heading = page.getElementById(id);
      const rows = heading?.nextElementSibling?.querySelectorAll('tbody tr') ?? [];
      const list = make('dl');
      for (const row of rows) {
        const [name, meaning] = row.children;
        const term = make('dt', {}, make('code', {}, name.textContent ?? ''));
        const [, member] = /^\w+\.(\w+)/.exec(name.textContent ?? '') ?? [];
        if (member) this.#names.set(member, term);
        list.append(term, make('dd', {}, ...document.importNode(meaning, true).childNodes));
      }
      this.element.append(make('h4', {}, heading?.firstChild?.textContent?.trim() ?? ''), list);
    }
  }

  /**
   * The member that an error may mean by a wrong one, which is highlighted; '' if there is none.
   * @param {string} words of the error, such as `machine.cordinates is not a function`
   * @returns {{ wrong: string, meant: string } | undefined}
   */
  meant(words) {
    for (const term of this.#names.values()) term.classList.remove('hit');
    const [, wrong] = /\b(?:machine|request)\.(\w+) is not/.exec(words) ?? [];
    if (!wrong) return undefined;
    const all = [...this.#names].map(([name, term]) => ({ name, term, changes: distance(wrong, name) }));
    const [nearest] = all.sort((one, other) => one.changes - other.changes);
    if (!nearest || nearest.changes > CHANGES) return undefined;
    nearest.term.classList.add('hit');
    nearest.term.scrollIntoView({ block: 'nearest' });
    return { wrong, meant: nearest.name };
  }
}

/**
 * How many letters must be added, removed or replaced to make one word of another (Levenshtein).
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length];
}
