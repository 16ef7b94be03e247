// @ts-check
/**
 * The time line of a run and its cursor: by pointer, wheel, fingers or keys. All changes between two frames are drawn
 * in the next one. The cursor has a separate canvas, so that moving it redraws nothing else.
 */
import { find } from '../dom.js';

/** @import { RunAction, RunViewState } from '../../../subtorus.js' */

/** The number of events that a step with Shift takes. */
const STRIDE = 25;
/** The factors by which the window changes with a key, and with a pixel of the wheel. */
const ZOOM = 2;
const WHEEL = 1.002;
/** With reduced motion, playing goes from event to event at this interval, in milliseconds. */
const BEAT = 1000;

/** The pictures of the button of playing. */
const ICONS = { Play: 'M4.5 2.5v11L13 8z', Pause: 'M4 3h3v10H4zM9 3h3v10H9z' };

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class RunTime {
  #do;
  #drawLine;
  #drawCursor;
  #onState;
  #area = find('run-time', HTMLDivElement);
  #line = find('run-line', HTMLCanvasElement);
  #cursor = find('run-cursor', HTMLCanvasElement);
  #play = find('run-play', HTMLButtonElement);
  #moment = find('run-moment', HTMLInputElement);
  #wrong = find('run-moment-wrong', HTMLParagraphElement);
  #sentence = find('run-sentence', HTMLParagraphElement);
  #said = find('run-said', HTMLParagraphElement);
  /** The last shown time. */
  #clock = '';
  #frame = 0;
  /** Whether the next frame draws everything. */
  #whole = false;
  /** The actions for the next frame; of each kind only the last. @type {Map<string, RunAction>} */
  #pending = new Map();
  /** The time of the last frame of playing; 0 while nothing is played. */
  #played = 0;
  #beat = 0;
  /** The pointers that are down, by their positions. @type {Map<number, { x: number, y: number }>} */
  #pointers = new Map();
  /** Where a new window begins. @type {number | null} */
  #brushed = null;

  /**
   * @param {(act: RunAction) => RunViewState | undefined} act
   * @param {(canvas: HTMLCanvasElement, width: number) => void} drawLine
   * @param {(canvas: HTMLCanvasElement) => void} drawCursor
   * @param {(seen: RunViewState) => void} seen called with the new view
   */
  constructor(act, drawLine, drawCursor, seen) {
    this.#do = act;
    this.#drawLine = drawLine;
    this.#drawCursor = drawCursor;
    this.#onState = seen;
    new ResizeObserver(() => this.redraw()).observe(this.#area);
    this.#area.addEventListener('keydown', (event) => this.#key(event));
    this.#cursor.addEventListener('pointerdown', (event) => this.#press(event));
    this.#cursor.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) this.#cursor.addEventListener(end, (event) => this.#release(event));
    this.#cursor.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.#cursor.addEventListener('dblclick', () => this.act({ kind: 'whole' }));
    this.#play.addEventListener('click', () => this.#toggle());
    /** @type {[string, RunAction][]} */
    const buttons = [
      ['run-back', { kind: 'step', events: -1 }],
      ['run-on', { kind: 'step', events: 1 }],
      ['run-in', { kind: 'zoom', factor: 1 / ZOOM, x: undefined }],
      ['run-out', { kind: 'zoom', factor: ZOOM, x: undefined }],
      ['run-whole', { kind: 'whole' }],
    ];
    for (const [id, act] of buttons) find(id, HTMLButtonElement).addEventListener('click', () => this.act(act));
    this.#moment.addEventListener('change', () => {
      this.#clock = '';
      this.act({ kind: 'type', moment: this.#moment.value });
    });
  }

  /**
   * Applies an action at once; the next frame draws it.
   * @param {RunAction} act
   */
  act(act) {
    const seen = this.#do(act);
    if (!seen) return undefined;
    this.#whole ||= seen.redraw;
    this.#onState(seen);
    this.#soon();
    return seen;
  }

  /**
   * What the button of playing does next.
   * @param {keyof ICONS} action
   */
  #label(action) {
    this.#play.setAttribute('aria-label', action);
    this.#play.title = `${action} (Space)`;
    this.#play.querySelector('path')?.setAttribute('d', ICONS[action]);
  }

  /** Draws everything in the next frame. */
  redraw() {
    this.#whole = true;
    this.#soon();
  }

  /**
   * Shows the time of the cursor.
   * @param {RunViewState} seen
   */
  show(seen) {
    this.#sentence.textContent = seen.sentence;
    this.#wrong.textContent = seen.complaint;
    this.#wrong.hidden = !seen.complaint;
    this.#moment.setAttribute('aria-invalid', String(Boolean(seen.complaint)));
    // The text in the field changes only with the cursor.
    if (!seen.complaint && seen.clock !== this.#clock) this.#moment.value = this.#clock = seen.clock;
    if (seen.over) this.stop();
  }

  /**
   * Announces it to screen readers.
   * @param {RunViewState} seen
   */
  tell(seen) {
    this.#said.textContent = `${seen.clock}. ${seen.sentence}`;
  }

  /** Stops playing. */
  stop() {
    this.#played = 0;
    clearInterval(this.#beat);
    this.#beat = 0;
    this.#label('Play');
  }

  #toggle() {
    if (this.#played || this.#beat) return this.stop();
    this.#label('Pause');
    if (still.matches) {
      this.#beat = setInterval(() => this.act({ kind: 'step', events: 1 }), BEAT);
    } else {
      this.#played = performance.now();
      this.#soon();
    }
  }

  #soon() {
    this.#frame ||= requestAnimationFrame((now) => {
      try {
        this.#draw(now);
      } finally {
        this.#frame = 0;
      }
      if (this.#played) this.#soon();
    });
  }

  /** @param {number} now */
  #draw(now) {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const act of pending) this.act(act);
    if (this.#played) {
      this.act({ kind: 'play', seconds: Math.max(0, now - this.#played) / 1000 });
      // The end of the run may have stopped it.
      if (this.#played) this.#played = now;
    }
    const { clientWidth } = this.#area;
    if (clientWidth) {
      if (this.#whole) this.#drawLine(this.#line, clientWidth);
      this.#whole = false;
      this.#drawCursor(this.#cursor);
    }
  }

  /**
   * Applies an action in the next frame.
   * @param {RunAction} act
   */
  #later(act) {
    this.#pending.set(act.kind, act);
    this.#soon();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? STRIDE : 1;
    /** @type {Record<string, RunAction>} */
    const acts = {
      ArrowRight: { kind: 'step', events: far },
      ArrowLeft: { kind: 'step', events: -far },
      Home: { kind: 'step', events: -Infinity },
      End: { kind: 'step', events: Infinity },
      '+': { kind: 'zoom', factor: 1 / ZOOM, x: undefined },
      '=': { kind: 'zoom', factor: 1 / ZOOM, x: undefined },
      '-': { kind: 'zoom', factor: ZOOM, x: undefined },
      0: { kind: 'whole' },
    };
    const act = acts[event.key];
    if (!act && event.key !== ' ') return;
    event.preventDefault();
    if (act) this.act(act);
    else this.#toggle();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.#cursor.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.#brushed = this.#isWhole(event.offsetY) ? event.offsetX : null;
    if (this.#pointers.size === 1) this.act({ kind: 'press', x: event.offsetX, y: event.offsetY });
  }

  /** Whether a position is on the overview of the run, at the bottom. @param {number} y */
  #isWhole(y) {
    return y > this.#cursor.clientHeight - 32;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const here = { x: event.offsetX, y: event.offsetY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [was, is] = [before, here].map(({ x }) => Math.max(8, Math.abs(x - other.x)));
      this.act({ kind: 'zoom', factor: was / is, x: (here.x + other.x) / 2 });
    } else if (this.#brushed !== null) {
      this.#later({ kind: 'brush', from: this.#brushed, to: here.x });
    } else {
      this.#later({ kind: 'scrub', x: here.x });
    }
    this.#pointers.set(event.pointerId, here);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    this.#pointers.delete(event.pointerId);
    this.#brushed = null;
  }

  /**
   * The wheel zooms around the pointer, and moves the window sideways. Up and down it scrolls the page until the time
   * line has the focus, so that scrolling the page is not interrupted.
   * @param {WheelEvent} event
   */
  #wheel(event) {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    if (!sideways && !event.ctrlKey && document.activeElement !== this.#area) return;
    event.preventDefault();
    if (sideways) this.act({ kind: 'pan', x: event.deltaX || event.deltaY });
    else this.act({ kind: 'zoom', factor: WHEEL ** event.deltaY, x: event.offsetX });
  }
}
