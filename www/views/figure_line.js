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

/**
 * The line above the chart.
 * @typedef {object} FigureLine
 * @property {(store: Store) => void} follow shows the source after each edit, and after each new set of curves
 * @property {() => void} arrive the experiment of another link is on the page
 * @property {() => void} show shows the source of the experiment
 * @property {() => string} name the source in short: a figure, or a figure with changes; else empty
 */

const PLAIN = { class: 'plain' };

/**
 * @param {Catalogue} catalogue
 * @param {{ link(): string }} experiment the edited one, which is still that of a first visit
 * @param {() => void} browse opens the gallery
 * @param {Place} place
 * @returns {FigureLine}
 */
export function showFigureLine(catalogue, experiment, browse, place) {
  /** The figure that was opened last, while the page shows it or a change of it. @type {PublishedFigure | undefined} */
  let figure;
  /** Whether the user has changed it. */
  let own = false;
  /** Whether the example of a first visit, perhaps with edits, has not been followed by another run. */
  let greets = false;
  /** The text of the line. It is rebuilt only on a change, so that the focus stays. */
  let said = '';
  const line = find(place.line);
  /** What stands above the chart. @type {HTMLElement | null} */
  const lead = line.closest('.lead');
  /** The experiment of a first visit. */
  const first = place.first ? experiment.link() : '';
  /** The figures by their links. @type {Map<string, PublishedFigure>} */
  const figures = new Map(catalogue.figures.map((figure) => [figure.link, figure]));
  return { follow, arrive, show, name };

  /**
   * Shows the source after each edit, and after each new set of curves.
   * @param {Store} store
   */
  function follow(store) {
    effect(() => {
      void store.experiment;
      show();
    });
    effect(() => {
      void store.curves.value;
      begin();
    });
  }

  /** The experiment of another link is on the page, perhaps a figure with printed values. */
  function arrive() {
    lead?.style.removeProperty('min-height');
    figure = undefined;
    own = false;
    begin();
    if (figure) find('paper', HTMLDetailsElement).open = true;
  }

  /** There are new curves. Only now the example's introduction may go. */
  function begin() {
    greets = experiment.link() === first;
    show();
  }

  /** Shows the source of the experiment. */
  function show() {
    const link = experiment.link();
    const published = figures.get(link);
    if (published && published !== figure) own = false;
    figure = published ?? figure;
    if (figure) present(figure, own || !published);
    else if (greets) say('first', () => [place.first, button('open a published figure', browse, PLAIN), '.']);
    else say('', () => []);
  }

  /** The source of the experiment in short: a figure, or a figure with changes; else empty. */
  function name() {
    const name = figure ? `${figure.paper}, ${figure.figure}` : '';
    return name && (own || !figures.has(experiment.link())) ? `Changed from ${name}` : name;
  }

  /**
   * @param {PublishedFigure} figure
   * @param {boolean} changed
   */
  function present({ paper, figure, shows, link }, changed) {
    const name = make('strong', {}, `${paper}, ${figure}`);
    if (changed) return say(`from ${link}`, () => ['Changed from ', name, '.']);
    say(link, () => [name, `: ${shows} `, button('Change it from here', () => take(), PLAIN)]);
  }

  /**
   * @param {string} what
   * @param {() => (Node | string)[]} content
   */
  function say(what, content) {
    if (what === said) return;
    said = what;
    // What goes leaves its room: nothing moves the chart.
    if (lead) lead.style.minHeight = `${lead.getBoundingClientRect().height}px`;
    if (place.first) for (const id of ['welcome', 'welcome-picture']) find(id).hidden = what !== 'first';
    line.hidden = !what;
    line.replaceChildren(...content());
  }

  /** Makes it the user's own experiment, and moves the focus to the form. */
  function take() {
    own = true;
    show();
    /** @type {HTMLElement | null} */
    const first = find(place.form).querySelector('.panel button, .fields :is(input, select)');
    first?.focus();
  }
}
