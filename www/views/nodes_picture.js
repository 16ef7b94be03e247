// @ts-check
/** The nodes of a cluster as squares, which are made busy or free with the mouse, with a finger or with keys. */
import { make } from './dom.js';

/** @import { PlacePicture, PlaceReport } from '../../run_view.js' */

const SVG = 'http://www.w3.org/2000/svg';

/** What a square is. @typedef {'free' | 'busy' | 'chosen'} State */

/** @type {Record<State, string>} */
const WORDS = { free: 'free', busy: 'busy', chosen: 'chosen for the job' };

const LABEL = 'Nodes. Arrow keys move, and Space makes a node busy or free.';

/** The steps of the arrow keys. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class NodesPicture {
  #toggle;
  /** The element for the page. */
  element = make('div', { id: 'place-picture', role: 'listbox', 'aria-multiselectable': 'true', 'aria-label': LABEL, tabindex: 0 });
  /** @type {PlacePicture | null} */
  #picture = null;
  /** The square of each node. @type {SVGElement[]} */
  #squares = [];
  /** @type {SVGElement[]} */
  #titles = [];
  /** @type {State[]} */
  #states = [];
  /** The node at each place. @type {Map<string, number>} */
  #nodes = new Map();
  #current = 0;
  /** The nodes that the mouse has passed, and what they become. @type {{ nodes: Set<number>, free: boolean } | null} */
  #stroke = null;
  #wasStroke = false;

  /** @param {(nodes: number[]) => void} toggle makes free nodes busy and busy ones free */
  constructor(toggle) {
    this.#toggle = toggle;
    this.element.addEventListener('keydown', (event) => {
      const step = STEPS[event.key];
      if (step) this.#step(step);
      else if (event.key === ' ' || event.key === 'Enter') this.#toggle([this.#current]);
      else return;
      event.preventDefault();
    });
  }

  /**
   * Draws the squares.
   * @param {PlacePicture} picture
   * @param {number} unit the side of a square with its gap, in pixels
   */
  draw(picture, unit) {
    this.#picture = picture;
    const { squares, names, titles } = picture;
    const size = { width: picture.width * unit, height: picture.height * unit };
    const svg = shape('svg', { ...size, viewBox: `0 0 ${size.width} ${size.height}` });
    const texts = titles.map(({ text, x, y }) => shape('text', { x: x * unit, y: (y + 0.72) * unit }, text));
    const side = unit - (unit > 15 ? 4 : 3);
    this.#titles = names.map(() => shape('title', {}));
    this.#squares = squares.map(([x, y], node) =>
      shape('rect', { id: `place-node-${node}`, role: 'option', 'data-node': node, x: x * unit + 1.5, y: y * unit + 1.5, width: side, height: side }, this.#titles[node]),
    );
    svg.append(shape('g', { 'aria-hidden': 'true', 'font-size': Math.round(unit * 0.7) }, ...texts), ...this.#squares);
    this.#states = [];
    this.#nodes = new Map(squares.map(([x, y], node) => [`${x},${y}`, node]));
    this.#listen(svg);
    this.#go(Math.min(this.#current, squares.length - 1));
    this.element.replaceChildren(svg);
  }

  /**
   * Colours the squares.
   * @param {PlaceReport} report
   */
  show({ busy, chosen }) {
    /** @type {State[]} */
    const states = this.#squares.map(() => 'free');
    for (const node of busy) states[node] = 'busy';
    for (const node of chosen) states[node] = 'chosen';
    states.forEach((state, node) => this.#colour(node, state));
  }

  /** @param {number} node @param {State} state */
  #colour(node, state) {
    if (this.#states[node] === state) return;
    this.#states[node] = state;
    const square = this.#squares[node];
    square.classList.remove('free', 'busy', 'chosen');
    square.classList.add(state);
    square.ariaSelected = String(state !== 'busy');
    this.#titles[node].textContent = `${this.#picture?.names[node]}, ${WORDS[state]}`;
  }

  /**
   * Outlines these nodes, and no others.
   * @param {number[]} nodes
   */
  outline(nodes) {
    for (const square of this.element.querySelectorAll('.outlined')) square.classList.remove('outlined');
    for (const node of nodes) this.#squares[node].classList.add('outlined');
  }

  /** @param {SVGElement} svg */
  #listen(svg) {
    svg.addEventListener('pointerdown', (event) => {
      const node = nodeAt(event);
      this.#wasStroke = false;
      // A finger scrolls; what it taps is clicked.
      if (event.pointerType === 'touch' || event.button !== 0 || node === null) return;
      this.#wasStroke = true;
      this.#stroke = { nodes: new Set(), free: this.#states[node] === 'busy' };
      svg.setPointerCapture(event.pointerId);
      this.#pass(node);
    });
    svg.addEventListener('pointermove', (event) => {
      if (this.#stroke) this.#pass(nodeAt(event));
    });
    // Also after a cancelled stroke: the browser then takes away the capture of the pointer.
    svg.addEventListener('lostpointercapture', () => {
      const stroke = this.#stroke;
      this.#stroke = null;
      if (stroke) this.#toggle([...stroke.nodes]);
    });
    svg.addEventListener('click', (event) => {
      const node = nodeAt(event);
      if (this.#wasStroke || node === null) return;
      this.#go(node);
      this.#toggle([node]);
    });
  }

  /** @param {number | null} node that the mouse passes */
  #pass(node) {
    const stroke = this.#stroke;
    if (!stroke || node === null || stroke.nodes.has(node) || (this.#states[node] === 'busy') !== stroke.free) return;
    stroke.nodes.add(node);
    this.#colour(node, stroke.free ? 'free' : 'busy');
    this.#go(node);
  }

  /**
   * Moves to the next square in a direction, over gaps.
   * @param {[number, number]} step
   */
  #step([right, down]) {
    if (!this.#picture) return;
    const { squares, width, height } = this.#picture;
    let [x, y] = squares[this.#current];
    for (x += right, y += down; x >= 0 && y >= 0 && x < width && y < height; x += right, y += down) {
      const node = this.#nodes.get(`${x},${y}`);
      if (node === undefined) continue;
      this.#go(node);
      this.#squares[node].scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
  }

  /** @param {number} node the one for keys */
  #go(node) {
    this.#squares[this.#current]?.classList.remove('current');
    this.#current = node;
    this.#squares[node]?.classList.add('current');
    this.element.setAttribute('aria-activedescendant', `place-node-${node}`);
  }
}

/**
 * The node at the mouse, also while the picture has captured it.
 * @param {MouseEvent} event
 */
function nodeAt({ clientX, clientY }) {
  const square = document.elementFromPoint(clientX, clientY)?.closest('[data-node]');
  return square ? Number(square.getAttribute('data-node')) : null;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} content
 */
function shape(tag, attributes, ...content) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...content);
  return made;
}
