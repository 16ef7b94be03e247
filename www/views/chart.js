// @ts-check
/** The chart: a sharp canvas that Rust draws on, at most once per frame, and the reading of its points by mouse, touch or keys. */
import { effect } from '../state/signals.js';
import { isDark } from '../state/theme.js';
import { find, make, write } from './dom.js';
import { SLIP, offerZoom } from './zoom.js';

/** @import { ChartAction, PointReadout } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */

/** How close to a point, in CSS pixels, the pointer reads it. */
const REACH = 24;
/** While points arrive, the chart is drawn at most this often, in milliseconds, because workers need the processors more. */
const PACE = 100;
/** The pause between drawings, in multiples of the drawing time. */
const REST = 9;

/**
 * @param {Store} store
 * @param {(look: ChartAction) => void} looked called with the user's actions
 * @param {(run: string) => void} opened called with the run of a point that the user opens
 */
export function showChart(store, looked, opened) {
  const canvas = find('canvas', HTMLCanvasElement);
  let frame = 0;
  let timer = 0;
  /** The duration of the last drawing, in milliseconds. */
  let took = 0;
  /** Whether there are several plots, one for each facet. */
  let facetted = false;
  /** The point being read. @type {PointReadout | null} */
  let reading = null;
  /** The run at the point where the button was pressed, and that place. @type {{ at: [number, number], run: string }} */
  let pressed = { at: [0, 0], run: '' };
  /** The rectangle that the user draws to zoom in. */
  const zoom = offerZoom(canvas, looked);
  new ResizeObserver(() => redraw()).observe(canvas);
  watchDensity();
  effect(() => {
    void [isDark(), store.look.value, store.ended, store.emphasis.value];
    redraw();
  });
  effect(() => {
    // There are more points, and others will follow.
    void store.results;
    timer ||= setTimeout(() => {
      timer = 0;
      redraw();
    }, Math.max(PACE, REST * took));
  });
  canvas.addEventListener('pointermove', (event) => point(event));
  canvas.addEventListener('pointerdown', (event) => {
    pressed = { at: [event.offsetX, event.offsetY], run: reading?.run ?? '' };
    point(event);
  });
  canvas.addEventListener('click', (event) => click(event));
  // A finger leaves with every tap, before the click; what it has read stays.
  canvas.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'touch' || read(null));
  canvas.addEventListener('pointercancel', () => read(null));
  canvas.addEventListener('keydown', (event) => key(event));
  canvas.addEventListener('blur', () => read(null));

  /** Draws in the next frame, even if it is called several times before. */
  function redraw() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  }

  function draw() {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    const begun = performance.now();
    const [least, named] = store.study.draw(canvas, clientWidth, clientHeight, devicePixelRatio, isDark(), store.emphasis.peek());
    facetted = least > 0;
    find('legend').classList.toggle('keys', named > 0);
    // If it does not fit, the canvas grows and is drawn again.
    find('chart').style.minHeight = facetted ? `${least}px` : '';
    took = performance.now() - begun;
    canvas.ariaLabel = store.study.status().title;
    if (reading) read(store.study.read({ point: reading }) ?? null, false);
  }

  /** A window dragged to another screen, or zoomed, has another density. */
  function watchDensity() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', () => (redraw(), watchDensity()), { once: true });
  }

  /** @param {PointerEvent} event */
  function point(event) {
    if (zoom.isDrawing()) return read(null);
    read(store.study.read({ near: { x: event.offsetX, y: event.offsetY, radius: REACH } }) ?? null);
  }

  /**
   * Opens the run at the point, unless a rectangle was drawn. A finger reads the point first.
   * @param {MouseEvent} event
   */
  function click(event) {
    const { at, run } = pressed;
    const drawn = Math.hypot(event.offsetX - at[0], event.offsetY - at[1]) >= SLIP;
    const [here, finger] = [reading?.run, event instanceof PointerEvent && event.pointerType === 'touch'];
    if (here && !drawn && event.detail === 1 && (!finger || run === here)) opened(here);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    /** @type {Record<string, [number, number, number?]>} points, curves and facets to move by */
    const steps = {
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      Home: [-Infinity, 0],
      End: [Infinity, 0],
      ...(facetted && { PageUp: [0, 0, -1], PageDown: [0, 0, 1] }),
    };
    const step = steps[event.key];
    if (event.key === 'Escape') read(null);
    if (event.key === 'Enter' && reading?.run) {
      event.preventDefault();
      opened(reading.run);
    }
    if (!step) return;
    event.preventDefault();
    const [points, curves, facets = 0] = step;
    const { facet, curve, point } = reading ?? { facet: 0, curve: undefined, point: 0 };
    const next = store.study.read({ step: { facet, curve, point, points, curves, facets } });
    if (!next) return;
    read(next);
    write('reading', `${next.title}: ${next.lines.join(', ')}`);
  }

  /**
   * Shows the reading at a point, or nothing.
   * @param {PointReadout | null} next
   * @param {boolean} [anew] whether the text may have changed
   */
  function read(next, anew = true) {
    reading = next;
    const [mark, tooltip] = [find('mark'), find('tooltip')];
    mark.hidden = tooltip.hidden = reading === null;
    tooltip.classList.toggle('opens', Boolean(next?.run));
    if (!reading) return;
    mark.style.left = `${reading.x}px`;
    mark.style.top = `${reading.y}px`;
    if (anew) tooltip.replaceChildren(...[reading.title, ...reading.lines].map((line) => make('p', {}, line)));
    const room = canvas.clientWidth;
    const left = reading.x + 14 + tooltip.offsetWidth > room ? reading.x - 14 - tooltip.offsetWidth : reading.x + 14;
    tooltip.style.left = `${Math.max(0, Math.min(left, room - tooltip.offsetWidth))}px`;
    tooltip.style.top = `${Math.max(0, Math.min(reading.y + 14, canvas.clientHeight - tooltip.offsetHeight))}px`;
  }
}
