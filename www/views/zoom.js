// @ts-check
/** Zooming into the chart by a rectangle drawn with the pointer. A double click shows everything again. */
import { find } from './dom.js';

/** A drag of at least this many CSS pixels draws a rectangle. */
export const SLIP = 6;

/** A place in CSS pixels. @typedef {[number, number]} Place */

export class Zoom {
  #canvas;
  #box = find('zoom-box', HTMLDivElement);
  /** Where the button was pressed. @type {Place | null} */
  #from = null;
  /** Whether a rectangle is being drawn. */
  drawing = false;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(from: Place, to: Place) => void} zoomed
   * @param {() => void} whole
   */
  constructor(canvas, zoomed, whole) {
    this.#canvas = canvas;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      this.#from = [event.offsetX, event.offsetY];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => this.#move([event.offsetX, event.offsetY]));
    canvas.addEventListener('pointerup', (event) => {
      const from = this.#from;
      const drawn = this.drawing;
      this.#end();
      if (from && drawn) zoomed(from, [event.offsetX, event.offsetY]);
    });
    // The browser takes a vertical drag of a finger for scrolling.
    canvas.addEventListener('pointercancel', () => this.#end());
    canvas.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#end());
    canvas.addEventListener('dblclick', whole);
  }

  /** @param {Place} to */
  #move(to) {
    const from = this.#from;
    if (!from) return;
    this.drawing ||= Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) >= SLIP;
    this.#box.hidden = !this.drawing;
    const { clientWidth, clientHeight } = this.#canvas;
    const [left, right] = [from[0], to[0]].map((x) => Math.max(0, Math.min(x, clientWidth))).sort((one, other) => one - other);
    const [top, bottom] = [from[1], to[1]].map((y) => Math.max(0, Math.min(y, clientHeight))).sort((one, other) => one - other);
    Object.assign(this.#box.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  #end() {
    this.#from = null;
    this.drawing = false;
    this.#box.hidden = true;
  }
}
