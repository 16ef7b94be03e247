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
 * @property {HTMLSpanElement} verdict how many printed values agree, and how far the others are
 * @property {HTMLUListElement} values the printed values beside the computed ones
 * @property {HTMLParagraphElement} needs
 */

/**
 * A paper: its head before its figures, and its line in the list at the side.
 * @typedef {object} Paper
 * @property {HTMLLIElement} head
 * @property {HTMLSpanElement} agreeing
 * @property {HTMLParagraphElement} finding
 * @property {HTMLButtonElement} jump
 * @property {HTMLSpanElement} count
 */

export class Gallery {
  #open;
  #dialog = find('gallery', HTMLDialogElement);
  #search = find('gallery-search', HTMLInputElement);
  #menus = menus();
  /** @type {Card[]} */
  #cards;
  /** @type {Map<string, Paper>} */
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
      if (!this.#papers.has(paper)) list.append(this.#paper(paper).head);
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

  /** @param {string} name */
  #paper(name) {
    const title = make('h3', { tabindex: -1 }, name);
    const agreeing = make('span', { class: 'small quiet' });
    const finding = make('p', { class: 'small quiet' });
    const head = make('li', { class: 'paper', 'data-paper': name }, title, agreeing, finding);
    const count = make('span', { class: 'quiet' });
    const jump = button([make('span', {}, name), ' ', count], () => {
      head.scrollIntoView();
      title.focus({ preventScroll: true });
    });
    find('gallery-papers').append(jump);
    const paper = { head, agreeing, finding, jump, count };
    this.#papers.set(name, paper);
    return paper;
  }

  /**
   * @param {PublishedFigure} published
   * @returns {Card}
   */
  #card(published) {
    const { paper, figure, shows, log, link } = published;
    const picture = make('span', { class: 'picture' });
    const verdict = make('span', { class: 'verdict' });
    const values = make('ul');
    const needs = make('p', {}, log ? `Needs the ${log} log.` : '');
    const open = () => {
      this.#dialog.close();
      this.#open(link);
    };
    const parts = [picture, make('strong', {}, figure), make('span', { class: 'hidden' }, paper), make('span', { class: 'shows' }, shows), verdict];
    const details = make('details', {}, make('summary', { 'aria-label': `Details of ${figure}` }, 'Details'), values, needs);
    const item = make('li', {}, button(parts, open, { 'data-link': link }), details);
    return { published, words: `${paper} ${figure} ${shows} ${log}`.toLowerCase(), item, picture, verdict, values, needs };
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
    for (const [name, { agreeing }] of this.#papers) {
      const printed = this.#cards.flatMap(({ published, drawn }) => (published.paper === name && drawn ? [drawn.printed] : []));
      const [some, all] = [0, 1].map((place) => printed.reduce((sum, numbers) => sum + numbers[place], 0));
      write(agreeing, all ? `${some} of ${all} printed values agree` : VERDICTS['nothing-printed']);
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
      for (const { published, drawn, verdict, values } of this.#cards) {
        if (!drawn) continue;
        await pause();
        const { summary, lines, finding, rule } = beside_print(drawn);
        write('gallery-rule', rule);
        this.#papers.get(published.paper)?.finding.replaceChildren(finding);
        const [first, ...rest] = (drawn.verdict === 'not-drawn' ? VERDICTS['not-drawn'] : summary).split(', ');
        if (first) verdict.replaceChildren(make('span', { class: 'badge', 'data-verdict': drawn.printed[0] ? drawn.verdict : 'none' }, first), rest.join(', '));
        values.replaceChildren(...lines.map((line) => make('li', {}, line)));
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
    for (const [name, { head, jump, count }] of this.#papers) {
      const number = shown.filter(({ published }) => published.paper === name).length;
      head.hidden = jump.hidden = number === 0;
      write(count, String(number));
    }
    const count = shown.length ? `${shown.length} of ${this.#cards.length} figures.` : 'No figure matches: clear the search or a menu.';
    write('gallery-state', count + this.#trouble);
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
