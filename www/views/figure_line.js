// @ts-check
/** The line above the chart that names the published figure, or the figure that the user's experiment started from. */
import { effect } from '../state/signals.js';
import { button, find, make } from './dom.js';

/** @import { Catalogue, PublishedFigure } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/**
 * The place of the line.
 * @typedef {object} Place
 * @property {string} line the paragraph
 * @property {string} form where the user edits the experiment
 * @property {string} first the text on a first visit, before the button for the gallery; may be empty
 */

const PLAIN = { class: 'plain' };

export class FigureLine {
  #experiment;
  #place;
  /** The figures by their links. @type {Map<string, PublishedFigure>} */
  #figures;
  /** The experiment of a first visit. */
  #first;
  /** The figure that was opened last, while the page shows it or a change of it. @type {PublishedFigure | undefined} */
  #figure;
  /** Whether the user has changed it. */
  #own = false;
  /** Whether the example of a first visit, perhaps with edits, has not been followed by another run. */
  #greets = false;
  #browse;
  #line;
  /** The text of the line. It is rebuilt only on a change, so that the focus stays. */
  #said = '';

  /**
   * @param {Catalogue} catalogue
   * @param {{ link(): string }} experiment the edited one, which is still that of a first visit
   * @param {() => void} browse opens the gallery
   * @param {Place} place
   */
  constructor(catalogue, experiment, browse, place) {
    this.#experiment = experiment;
    this.#place = place;
    this.#line = find(place.line, HTMLParagraphElement);
    this.#first = place.first ? experiment.link() : '';
    this.#figures = new Map(catalogue.figures.map((figure) => [figure.link, figure]));
    this.#browse = browse;
  }

  /**
   * Shows the source after each edit, and after each new set of curves.
   * @param {Store} store
   */
  follow(store) {
    effect(() => {
      void store.experiment;
      this.show();
    });
    effect(() => {
      void store.curves.value;
      this.begin();
    });
  }

  /** The experiment of another link is on the page, perhaps a figure with printed values. */
  arrive() {
    this.#figure = undefined;
    this.#own = false;
    this.begin();
    if (this.#figure) find('paper', HTMLDetailsElement).open = true;
  }

  /** There are new curves. Only now the example's introduction may go: an edit does not move the chart. */
  begin() {
    this.#greets = this.#experiment.link() === this.#first;
    this.show();
  }

  /** Shows the source of the experiment. */
  show() {
    const link = this.#experiment.link();
    const figure = this.#figures.get(link);
    if (figure && figure !== this.#figure) this.#own = false;
    this.#figure = figure ?? this.#figure;
    if (this.#figure) this.#present(this.#figure, this.#own || !figure);
    else if (this.#greets) this.#say('first', () => [this.#place.first, button('open a published figure', this.#browse, PLAIN), '.']);
    else this.#say('', () => []);
  }

  /** The source of the experiment in short: a figure, or a figure with changes; else empty. */
  name() {
    const name = this.#figure ? `${this.#figure.paper}, ${this.#figure.figure}` : '';
    return name && (this.#own || !this.#figures.has(this.#experiment.link())) ? `Changed from ${name}` : name;
  }

  /**
   * @param {PublishedFigure} figure
   * @param {boolean} changed
   */
  #present({ paper, figure, shows, link }, changed) {
    const name = make('strong', {}, `${paper}, ${figure}`);
    if (changed) return this.#say(`from ${link}`, () => ['Changed from ', name, '.']);
    this.#say(link, () => [name, `: ${shows} `, button('Change it from here', () => this.#take(), PLAIN)]);
  }

  /**
   * @param {string} what
   * @param {() => (Node | string)[]} content
   */
  #say(what, content) {
    if (this.#place.first) for (const id of ['welcome', 'welcome-picture']) find(id, HTMLElement).hidden = what !== 'first';
    if (what === this.#said) return;
    this.#said = what;
    this.#line.hidden = !what;
    this.#line.replaceChildren(...content());
  }

  /** Makes it the user's own experiment, and moves the focus to the form. */
  #take() {
    this.#own = true;
    this.show();
    /** @type {HTMLElement | null} */
    const first = find(this.#place.form, HTMLFormElement).querySelector('.panel button, .fields :is(input, select)');
    first?.focus();
  }
}
