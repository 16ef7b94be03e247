// @ts-check
/**
 * The gallery: the figures of the papers as pictures, paper by paper, to search and open. Their data is fetched when it opens.
 */
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { button, find, make, sentence } from './dom.js';
import { siteFile } from '../storage/fetching.js';
import { runModule } from '../workers/run_module.js';

/** @import { Catalogue, GalleryFigure, PublishedFigure, Verdict } from '../../subtorus.js' */

/** The choices of the menu of verdicts. @type {Record<Verdict, string>} */
const VERDICTS = {
  agrees: 'all printed values agree',
  differs: 'some differ: see by how much',
  'nothing-printed': 'no printed values compared',
  'not-drawn': 'not drawn yet',
};

/** How long values are compared without a pause for the page, in milliseconds. */
const SLICE = 12;

/**
 * A figure in the list.
 * @typedef {object} Card
 * @property {PublishedFigure} published
 * @property {GalleryFigure} [drawn] the data of its picture, once fetched
 * @property {string} words the text that is searched
 * @property {HTMLLIElement} item
 * @property {HTMLSpanElement} picture
 * @property {HTMLSpanElement} badge the printed values beside the computed ones
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
  /** The heads of the papers, each before its figures. @type {Map<string, HTMLLIElement>} */
  #papers = new Map();
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
    for (const { published, item } of this.#cards) {
      if (!this.#papers.has(published.paper)) this.#list.append(this.#head(published.paper));
      this.#list.append(item);
    }
    offer(this.#paper, catalogue.figures.map(({ paper }) => paper));
    this.#search.addEventListener('input', () => this.#filter());
    for (const menu of [this.#paper, this.#strategy, this.#metric, this.#verdict]) menu.addEventListener('change', () => this.#filter());
    find('close-gallery', HTMLButtonElement).addEventListener('click', () => this.#dialog.close());
    // Going back in the history shows the page, so the dialog closes.
    addEventListener('popstate', () => this.#dialog.close());
    effect(() => {
      isDark();
      this.#forgetPictures();
    });
  }

  /** Opens it at its last position. */
  show() {
    this.#dialog.showModal();
    this.#search.focus();
    void this.#fetch();
  }

  /** @param {string} paper */
  #head(paper) {
    const head = make('li', { class: 'paper', 'data-paper': paper }, make('h3', {}, paper), make('p', { class: 'quiet' }));
    this.#papers.set(paper, head);
    return head;
  }

  /**
   * @param {PublishedFigure} published
   * @returns {Card}
   */
  #card(published) {
    const { paper, figure, shows, log, link } = published;
    const picture = make('span', { class: 'picture' });
    const badge = make('span', { class: 'beside-print small', hidden: true });
    const needs = make('span', { class: 'small quiet' }, log ? `Needs the ${log} log.` : '');
    const name = make('span', {}, make('strong', {}, figure), ' ', make('span', { class: 'small quiet' }, paper));
    const open = () => {
      this.#dialog.close();
      this.#open(link);
    };
    const item = make('li', {}, button([picture, name, make('span', { class: 'small' }, shows), badge, needs], open, { 'data-link': link }));
    return { published, words: `${paper} ${figure} ${shows} ${log}`.toLowerCase(), item, picture, badge, needs };
  }

  async #fetch() {
    if (this.#fetched) return this.#observe();
    this.#fetched = true;
    try {
      /** @type {{ figures: GalleryFigure[] }} */
      const { figures } = await (await siteFile('www/figures.json')).json();
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
      const { log } = card.published;
      const logs = log ? `Needs the ${log} log, which comes with the site. ` : '';
      card.needs.textContent = logs + (drawn.seconds === null ? '' : `About ${drawn.seconds} s of processor time.`);
    }
    void this.#compare();
    this.#observe();
    offer(this.#strategy, figures.flatMap(({ strategies }) => strategies));
    offer(this.#metric, figures.map(({ metric }) => metric));
    for (const verdict of new Set(figures.map(({ verdict }) => verdict))) {
      this.#verdict.append(make('option', { value: verdict }, VERDICTS[verdict]));
    }
  }

  /** What each paper found, and the printed values beside the computed ones. */
  async #compare() {
    try {
      const { beside_print } = await runModule();
      let slice = performance.now();
      for (const { published, drawn, badge } of this.#cards) {
        if (!drawn) continue;
        if (performance.now() - slice > SLICE) {
          await new Promise((resolve) => setTimeout(resolve));
          slice = performance.now();
        }
        const { summary, lines, finding, rule } = beside_print(drawn);
        find('gallery-rule', HTMLParagraphElement).textContent = rule;
        this.#papers.get(published.paper)?.lastElementChild?.replaceChildren(finding);
        const said = drawn.verdict === 'not-drawn' ? VERDICTS['not-drawn'] : summary;
        badge.hidden = !said;
        badge.replaceChildren(make('span', { class: 'badge', 'data-verdict': drawn.verdict }, said));
        badge.append(...lines.map((line) => make('span', { class: 'quiet' }, line)));
      }
    } catch (error) {
      this.#miss(error);
      this.#filter();
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
    const shown = this.#cards.filter(fits);
    for (const card of this.#cards) card.item.hidden = !shown.includes(card);
    for (const [paper, head] of this.#papers) head.hidden = !shown.some(({ published }) => published.paper === paper);
    this.#state.textContent = `${shown.length} of ${this.#cards.length} figures.${this.#trouble}`;
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
