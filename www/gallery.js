// @ts-check
/**
 * The gallery: the figures of the papers as pictures, to search and open. Their data is fetched when it opens.
 */
import { isDark } from './chart.js';
import { find, make, sentence } from './dom.js';
import { siteFile } from './fetching.js';
import { runModule } from './run_module.js';

/** @import { Catalogue, GalleryFigure, PublishedFigure, Verdict } from '../subtorus.js' */

/** The text on a card about a figure's printed values. @type {Record<Verdict, string>} */
const VERDICTS = {
  agrees: 'agrees with print',
  differs: 'differs from print',
  'nothing-printed': 'no printed values',
  'not-drawn': 'not drawn yet',
};

/**
 * A figure in the list.
 * @typedef {object} Card
 * @property {PublishedFigure} published
 * @property {GalleryFigure} [drawn] the data of its picture, once fetched
 * @property {string} words the text that is searched
 * @property {HTMLLIElement} item
 * @property {HTMLSpanElement} picture
 * @property {HTMLSpanElement} badge
 * @property {HTMLSpanElement} needs
 */

export class Gallery {
  #open;
  #dialog = find('gallery', HTMLDialogElement);
  #list = find('gallery-list', HTMLUListElement);
  #state = find('gallery-state', HTMLSpanElement);
  #search = find('gallery-search', HTMLInputElement);
  #paper = find('gallery-paper', HTMLSelectElement);
  #strategy = find('gallery-strategy', HTMLSelectElement);
  #metric = find('gallery-metric', HTMLSelectElement);
  #verdict = find('gallery-verdict', HTMLSelectElement);
  /** @type {Card[]} */
  #cards;
  /** Draws the pictures that become visible, one by one. */
  #sight = new IntersectionObserver((entries) => this.#seen(entries), { root: this.#dialog, rootMargin: '200px' });
  /** Whether the data of pictures has been fetched or requested. */
  #fetched = false;
  /** Why it could not be fetched. */
  #trouble = '';

  /**
   * @param {Catalogue} catalogue
   * @param {(link: string) => void} open called with the figure that the user chooses
   */
  constructor(catalogue, open) {
    this.#open = open;
    this.#cards = catalogue.figures.map((published) => this.#card(published));
    this.#list.append(...this.#cards.map(({ item }) => item));
    offer(this.#paper, catalogue.figures.map(({ paper }) => paper));
    this.#search.addEventListener('input', () => this.#filter());
    for (const menu of [this.#paper, this.#strategy, this.#metric, this.#verdict]) menu.addEventListener('change', () => this.#filter());
    find('close-gallery', HTMLButtonElement).addEventListener('click', () => this.#dialog.close());
    // Going back in the history shows the page, so the dialog closes.
    addEventListener('popstate', () => this.#dialog.close());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#forgetPictures());
  }

  /** Opens it at its last position. */
  show() {
    this.#dialog.showModal();
    this.#search.focus();
    void this.#fetch();
  }

  /**
   * @param {PublishedFigure} published
   * @returns {Card}
   */
  #card(published) {
    const { paper, figure, shows, log, link } = published;
    const picture = make('span', { class: 'picture' });
    const badge = make('span', { class: 'badge', hidden: true });
    const needs = make('span', { class: 'small quiet' }, log ? `Needs the ${log} log.` : '');
    const name = make('span', {}, make('strong', {}, figure), ' ', make('span', { class: 'small quiet' }, paper));
    const button = make('button', { type: 'button', 'data-link': link }, picture, name, make('span', { class: 'small' }, shows), badge, needs);
    button.addEventListener('click', () => {
      this.#dialog.close();
      this.#open(link);
    });
    const item = make('li', {}, button);
    return { published, words: `${paper} ${figure} ${shows} ${log}`.toLowerCase(), item, picture, badge, needs };
  }

  async #fetch() {
    if (this.#fetched) return this.#observe();
    this.#fetched = true;
    try {
      /** @type {{ figures: GalleryFigure[] }} */
      const { figures } = await (await siteFile('figures.json')).json();
      this.#trouble = '';
      this.#take(figures);
    } catch (error) {
      this.#fetched = false;
      this.#miss(error);
    }
    this.#filter();
  }

  /** @param {unknown} error */
  #miss(error) {
    this.#trouble = ` The pictures could not be fetched: ${sentence(error)}. Every figure can be opened nonetheless.`;
  }

  /** @param {GalleryFigure[]} figures */
  #take(figures) {
    const byLink = new Map(figures.map((figure) => [figure.link, figure]));
    for (const card of this.#cards) {
      const drawn = (card.drawn = byLink.get(card.published.link));
      if (!drawn) continue;
      card.words += ` ${drawn.strategies.join(' ')} ${drawn.metric}`.toLowerCase();
      const [agreeing, printed] = drawn.printed;
      const counts = printed ? ` (${agreeing} of ${printed} values)` : '';
      card.badge.textContent = VERDICTS[drawn.verdict] + counts;
      card.badge.dataset.verdict = drawn.verdict;
      card.badge.hidden = false;
      const { log } = card.published;
      const logs = log ? `Needs the ${log} log, which comes with the site. ` : '';
      card.needs.textContent = logs + (drawn.seconds === null ? '' : `About ${drawn.seconds} s of processor time.`);
    }
    this.#observe();
    offer(this.#strategy, figures.flatMap(({ strategies }) => strategies));
    offer(this.#metric, figures.map(({ metric }) => metric));
    for (const verdict of new Set(figures.map(({ verdict }) => verdict))) {
      this.#verdict.append(make('option', { value: verdict }, VERDICTS[verdict]));
    }
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { isIntersecting, target } of entries) {
      const card = isIntersecting && this.#cards.find(({ picture }) => picture === target);
      if (!card || !card.drawn || target.childElementCount) continue;
      this.#sight.unobserve(target);
      // One task per picture, so that scrolling is not delayed.
      setTimeout(() => this.#draw(card));
    }
  }

  /** @param {Card} card */
  async #draw({ drawn, picture }) {
    if (!drawn) return;
    try {
      const { gallery_picture } = await runModule();
      picture.innerHTML = gallery_picture(drawn, isDark());
    } catch (error) {
      this.#miss(error);
      this.#filter();
    }
  }

  /** Missing pictures are drawn once they are visible. */
  #observe() {
    for (const { drawn, picture } of this.#cards) {
      if (drawn && !picture.childElementCount) this.#sight.observe(picture);
    }
  }

  /** The theme has changed, so visible pictures are drawn again. */
  #forgetPictures() {
    this.#cards.forEach(({ picture }) => picture.replaceChildren());
    this.#observe();
  }

  #filter() {
    const wanted = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {Card} */ { published, drawn, words }) =>
      wanted.every((word) => words.includes(word)) &&
      ['', published.paper].includes(this.#paper.value) &&
      (!this.#strategy.value || drawn?.strategies.includes(this.#strategy.value)) &&
      ['', drawn?.metric].includes(this.#metric.value) &&
      ['', drawn?.verdict].includes(this.#verdict.value);
    let shown = 0;
    for (const card of this.#cards) {
      card.item.hidden = !fits(card);
      if (!card.item.hidden) shown += 1;
    }
    this.#state.textContent = `${shown} of ${this.#cards.length} figures.${this.#trouble}`;
  }
}

/**
 * Adds each of these once to a menu.
 * @param {HTMLSelectElement} menu
 * @param {string[]} names
 */
function offer(menu, names) {
  menu.append(...[...new Set(names)].map((name) => make('option', { value: name }, name)));
}
