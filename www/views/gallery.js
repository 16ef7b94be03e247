// @ts-check
/**
 * The gallery: the figures of the papers as pictures, paper by paper, to search and open. Their data is fetched when it opens.
 */
import { policy_title, strategy } from '../../subtorus.js';
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { pauses } from '../state/pauses.js';
import { button, find, make, options, sentence, write } from './dom.js';
import { whenSeen } from './when_seen.js';
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
  #search = find('gallery-search', HTMLInputElement);
  #menus = menus();
  /** @type {Card[]} */
  #cards;
  /** The heads of the papers, each before its figures. @type {Map<string, HTMLLIElement>} */
  #papers = new Map();
  #seen = whenSeen(this.#dialog);
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
    const list = find('gallery-list');
    for (const { published: { paper }, item } of this.#cards) {
      if (!this.#papers.has(paper)) {
        const head = make('li', { class: 'paper', 'data-paper': paper }, make('h3', {}, paper), make('p', { class: 'quiet' }));
        this.#papers.set(paper, head);
        list.append(head);
      }
      list.append(item);
    }
    add(this.#menus.paper, catalogue.figures.map(({ paper }) => paper));
    for (const field of [this.#search, ...Object.values(this.#menus)]) field.addEventListener('input', () => this.#filter());
    effect(() => {
      // Pictures have the colours of the theme.
      isDark();
      this.#cards.forEach(({ picture }) => picture.replaceChildren());
      this.#observe();
    });
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
    const titled = (/** @type {string} */ name) => `${strategy(name)?.title ?? policy_title(name)} · ${name}`;
    add(this.#menus.strategy, figures.flatMap(({ strategies }) => strategies), titled);
    add(this.#menus.metric, figures.map(({ metric }) => metric));
    add(this.#menus.verdict, figures.map(({ verdict }) => verdict), (verdict) => VERDICTS[/** @type {Verdict} */ (verdict)]);
  }

  /** What each paper found, and the printed values beside the computed ones. */
  async #compare() {
    try {
      const { beside_print } = await runModule();
      const pause = pauses();
      for (const { published, drawn, badge } of this.#cards) {
        if (!drawn) continue;
        await pause();
        const { summary, lines, finding, rule } = beside_print(drawn);
        write('gallery-rule', rule);
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

  /**
   * @param {GalleryFigure} drawn
   * @param {HTMLElement} picture
   */
  async #draw(drawn, picture) {
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
      if (drawn && !picture.childElementCount) this.#seen(picture, () => this.#draw(drawn, picture));
    }
  }

  #filter() {
    const { paper, strategy, metric, verdict } = this.#menus;
    const wanted = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {Card} */ { published, drawn, words }) =>
      wanted.every((word) => words.includes(word)) &&
      ['', published.paper].includes(paper.value) &&
      ['', ...(drawn?.strategies ?? [])].includes(strategy.value) &&
      ['', drawn?.metric].includes(metric.value) &&
      ['', drawn?.verdict].includes(verdict.value);
    const shown = this.#cards.filter(fits);
    for (const card of this.#cards) card.item.hidden = !shown.includes(card);
    for (const [name, head] of this.#papers) head.hidden = !shown.some(({ published }) => published.paper === name);
    write('gallery-state', `${shown.length} of ${this.#cards.length} figures.${this.#trouble}`);
  }
}

/** The menus that filter the figures. */
function menus() {
  const menu = (/** @type {string} */ name) => find(`gallery-${name}`, HTMLSelectElement);
  return { paper: menu('paper'), strategy: menu('strategy'), metric: menu('metric'), verdict: menu('verdict') };
}

/**
 * Adds each of these once to a menu.
 * @param {HTMLSelectElement} menu
 * @param {string[]} names
 * @param {(name: string) => string} [title] of a name, if it differs
 */
function add(menu, names, title = (name) => name) {
  menu.append(...options([...new Set(names)].map((name) => [name, title(name)])));
}
