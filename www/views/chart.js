// @ts-check
/** The chart: a sharp canvas that Rust draws on, at most once per frame, and the reading of its points by mouse, touch or keys. */
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { find, make } from './dom.js';
import { SLIP, Zoom } from './zoom.js';

/** @import { ChartAction, PointReadout } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/** How close to a point, in CSS pixels, the pointer reads it. */
const REACH = 24;
/** While points arrive, the chart is drawn at most this often, in milliseconds, because workers need the processors more. */
const PACE = 100;
/** The pause between drawings, in multiples of the drawing time. */
const REST = 9;

export class ChartView {
  #store;
  #canvas = find('canvas', HTMLCanvasElement);
  #frame = 0;
  #timer = 0;
  /** The duration of the last drawing, in milliseconds. */
  #took = 0;
  /** Whether there are several plots, one for each facet. */
  #facetted = false;
  /** The point being read. @type {PointReadout | null} */
  #reading = null;

  /** The rectangle that the user draws to zoom in. */
  #zoom;

  #opened;
  /** The run at the point where the button was pressed, and that place. @type {{ at: [number, number], run: string }} */
  #pressed = { at: [0, 0], run: '' };

  /**
   * @param {Store} store
   * @param {(look: ChartAction) => void} looked called with the user's actions
   * @param {(run: string) => void} opened called with the run of a point that the user opens
   */
  constructor(store, looked, opened) {
    this.#store = store;
    this.#opened = opened;
    const whole = () => looked('whole');
    this.#zoom = new Zoom(this.#canvas, (from, to) => looked({ zoom: { from, to } }), whole);
    new ResizeObserver(() => this.redraw()).observe(this.#canvas);
    this.#watchDensity();
    effect(() => {
      isDark();
      void [store.look.value, store.ended, store.emphasis.value];
      this.redraw();
    });
    effect(() => {
      void store.results;
      this.#grow();
    });
    this.#canvas.addEventListener('pointermove', (event) => this.#point(event));
    this.#canvas.addEventListener('pointerdown', (event) => {
      this.#pressed = { at: [event.offsetX, event.offsetY], run: this.#reading?.run ?? '' };
      this.#point(event);
    });
    this.#canvas.addEventListener('click', (event) => this.#click(event));
    // A finger leaves with every tap, before the click; what it has read stays.
    this.#canvas.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'touch' || this.#read(null));
    this.#canvas.addEventListener('pointercancel', () => this.#read(null));
    this.#canvas.addEventListener('keydown', (event) => this.#key(event));
    this.#canvas.addEventListener('blur', () => this.#read(null));
  }

  /** Draws in the next frame, even if it is called several times before. */
  redraw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** There are more points, and others will follow. */
  #grow() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.redraw();
    }, Math.max(PACE, REST * this.#took));
  }

  #draw() {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    const begun = performance.now();
    const least = this.#store.study.draw(this.#canvas, clientWidth, clientHeight, devicePixelRatio, isDark(), this.#store.emphasis.peek());
    this.#facetted = least > 0;
    // If it does not fit, the canvas grows and is drawn again.
    find('chart', HTMLDivElement).style.minHeight = this.#facetted ? `${least}px` : '';
    this.#took = performance.now() - begun;
    this.#canvas.setAttribute('aria-label', this.#store.study.status().title);
    if (this.#reading) this.#read(this.#store.study.read({ point: this.#reading }) ?? null, false);
  }

  /** A window dragged to another screen, or zoomed, has another density. */
  #watchDensity() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', () => (this.redraw(), this.#watchDensity()), { once: true });
  }

  /** @param {PointerEvent} event */
  #point(event) {
    if (this.#zoom.drawing) return this.#read(null);
    this.#read(this.#store.study.read({ near: { x: event.offsetX, y: event.offsetY, radius: REACH } }) ?? null);
  }

  /**
   * Opens the run at the point, unless a rectangle was drawn. A finger reads the point first.
   * @param {MouseEvent} event
   */
  #click(event) {
    const { at, run } = this.#pressed;
    const drawn = Math.hypot(event.offsetX - at[0], event.offsetY - at[1]) >= SLIP;
    const [here, finger] = [this.#reading?.run, event instanceof PointerEvent && event.pointerType === 'touch'];
    if (here && !drawn && event.detail === 1 && (!finger || run === here)) this.#opened(here);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, [number, number, number?]>} points, curves and facets to move by */
    const steps = {
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      Home: [-Infinity, 0],
      End: [Infinity, 0],
      ...(this.#facetted && { PageUp: [0, 0, -1], PageDown: [0, 0, 1] }),
    };
    const step = steps[event.key];
    if (event.key === 'Escape') this.#read(null);
    if (event.key === 'Enter' && this.#reading?.run) {
      event.preventDefault();
      this.#opened(this.#reading.run);
    }
    if (!step) return;
    event.preventDefault();
    const [points, curves, facets = 0] = step;
    const { facet, curve, point } = this.#reading ?? { facet: 0, curve: undefined, point: 0 };
    const next = this.#store.study.read({ step: { facet, curve, point, points, curves, facets } });
    if (!next) return;
    this.#read(next);
    find('reading', HTMLParagraphElement).textContent = `${next.title}: ${next.lines.join(', ')}`;
  }

  /**
   * Shows the reading at a point, or nothing.
   * @param {PointReadout | null} reading
   * @param {boolean} [anew] whether the text may have changed
   */
  #read(reading, anew = true) {
    this.#reading = reading;
    const mark = find('mark', HTMLDivElement);
    const tooltip = find('tooltip', HTMLDivElement);
    mark.hidden = tooltip.hidden = reading === null;
    if (!reading) return;
    mark.style.left = `${reading.x}px`;
    mark.style.top = `${reading.y}px`;
    if (anew) tooltip.replaceChildren(...[reading.title, ...reading.lines].map((line) => make('p', {}, line)));
    const room = this.#canvas.clientWidth;
    const left = reading.x + 14 + tooltip.offsetWidth > room ? reading.x - 14 - tooltip.offsetWidth : reading.x + 14;
    tooltip.style.left = `${Math.max(0, Math.min(left, room - tooltip.offsetWidth))}px`;
    tooltip.style.top = `${Math.max(0, Math.min(reading.y + 14, this.#canvas.clientHeight - tooltip.offsetHeight))}px`;
  }
}
