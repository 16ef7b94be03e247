// @ts-check
/** Zooming into the chart by a rectangle drawn with the pointer. A double click shows everything again. */
import { find } from './dom.js';

/** @import { ChartAction } from '../../subtorus.js' */

/** A drag of at least this many CSS pixels draws a rectangle. */
export const SLIP = 6;

/** A place in CSS pixels. @typedef {[number, number]} Place */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {(look: ChartAction) => void} looked called with the user's actions
 */
export function offerZoom(canvas, looked) {
  const box = find('zoom-box');
  /** Where the button was pressed. @type {Place | null} */
  let from = null;
  /** Whether a rectangle is being drawn. */
  let drawing = false;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    from = [event.offsetX, event.offsetY];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => move([event.offsetX, event.offsetY]));
  canvas.addEventListener('pointerup', (event) => {
    const [begun, drawn] = [from, drawing];
    end();
    if (begun && drawn) looked({ zoom: { from: begun, to: [event.offsetX, event.offsetY] } });
  });
  // The browser takes a vertical drag of a finger for scrolling.
  canvas.addEventListener('pointercancel', () => end());
  canvas.addEventListener('keydown', ({ key }) => key === 'Escape' && end());
  canvas.addEventListener('dblclick', () => looked('whole'));
  return { isDrawing: () => drawing };

  /** @param {Place} to */
  function move(to) {
    if (!from) return;
    drawing ||= Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) >= SLIP;
    box.hidden = !drawing;
    const { clientWidth, clientHeight } = canvas;
    const [left, right] = [from[0], to[0]].map((x) => Math.max(0, Math.min(x, clientWidth))).sort((one, other) => one - other);
    const [top, bottom] = [from[1], to[1]].map((y) => Math.max(0, Math.min(y, clientHeight))).sort((one, other) => one - other);
    Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  function end() {
    from = null;
    drawing = false;
    box.hidden = true;
  }
}
