// @ts-check
/**
 * The time line of a run and its cursor: by pointer, wheel, fingers or keys. All changes between two frames are drawn
 * in the next one. The cursor has a separate canvas, so that moving it redraws nothing else.
 */
import { isDark } from '../../state/theme.js';
import { find, whenPressed, write, writeIfAny } from '../dom.js';

/** @import { RunAction, RunViewState } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

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
  #run;
  #area = find('run-time');
  #line = find('run-line', HTMLCanvasElement);
  #cursor = find('run-cursor', HTMLCanvasElement);
  #play = find('run-play');
  #moment = find('run-moment', HTMLInputElement);
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

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    new ResizeObserver(() => this.redraw()).observe(this.#area);
    this.#area.addEventListener('keydown', (event) => this.#key(event));
    this.#cursor.addEventListener('pointerdown', (event) => this.#press(event));
    this.#cursor.addEventListener('pointermove', (event) => this.#move(event));
    // After the pointer went up, or its drag was cancelled.
    this.#cursor.addEventListener('lostpointercapture', ({ pointerId }) => {
      this.#pointers.delete(pointerId);
      this.#brushed = null;
    });
    this.#cursor.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.#cursor.addEventListener('dblclick', () => this.#run.run({ kind: 'whole' }));
    whenPressed('run-play', () => this.#toggle());
    /** @type {[string, RunAction][]} */
    const buttons = [
      ['run-back', { kind: 'step', events: -1 }],
      ['run-on', { kind: 'step', events: 1 }],
      ['run-in', { kind: 'zoom', factor: 1 / ZOOM, x: undefined }],
      ['run-out', { kind: 'zoom', factor: ZOOM, x: undefined }],
      ['run-whole', { kind: 'whole' }],
    ];
    for (const [id, act] of buttons) whenPressed(id, () => run.run(act));
    this.#moment.addEventListener('change', () => {
      this.#clock = '';
      run.run({ kind: 'type', moment: this.#moment.value });
    });
  }

  /**
   * What the button of playing does next.
   * @param {keyof ICONS} action
   */
  #label(action) {
    this.#play.ariaLabel = action;
    this.#play.title = `${action} (Space)`;
    this.#play.querySelector('path')?.setAttribute('d', ICONS[action]);
  }

  /**
   * Draws in the next frame.
   * @param {boolean} [whole] everything, or only the cursor
   */
  redraw(whole = true) {
    this.#whole ||= whole;
    this.#soon();
  }

  /**
   * Shows the time of the cursor.
   * @param {RunViewState} seen
   */
  show(seen) {
    write('run-sentence', seen.sentence);
    writeIfAny('run-moment-wrong', seen.complaint);
    this.#moment.ariaInvalid = String(Boolean(seen.complaint));
    // The text in the field changes only with the cursor.
    if (!seen.complaint && seen.clock !== this.#clock) this.#moment.value = this.#clock = seen.clock;
    if (seen.over) this.stop();
  }

  /**
   * Announces it to screen readers.
   * @param {RunViewState} seen
   */
  tell(seen) {
    write('run-said', `${seen.clock}. ${seen.sentence}`);
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
      this.#beat = setInterval(() => this.#run.run({ kind: 'step', events: 1 }), BEAT);
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
    for (const act of pending) this.#run.run(act);
    if (this.#played) {
      this.#run.run({ kind: 'play', seconds: Math.max(0, now - this.#played) / 1000 });
      // The end of the run may have stopped it.
      if (this.#played) this.#played = now;
    }
    const { clientWidth } = this.#area;
    if (!clientWidth) return;
    if (this.#whole) this.#run.view?.draw(this.#line, clientWidth, devicePixelRatio, isDark());
    this.#whole = false;
    this.#run.view?.draw_cursor(this.#cursor, devicePixelRatio, isDark());
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
    if (act) this.#run.run(act);
    else this.#toggle();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.#cursor.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    // A window is drawn on the overview of the run, at the bottom.
    this.#brushed = event.offsetY > this.#cursor.clientHeight - 32 ? event.offsetX : null;
    if (this.#pointers.size === 1) this.#run.run({ kind: 'press', x: event.offsetX, y: event.offsetY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const here = { x: event.offsetX, y: event.offsetY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [was, is] = [before, here].map(({ x }) => Math.max(8, Math.abs(x - other.x)));
      this.#run.run({ kind: 'zoom', factor: was / is, x: (here.x + other.x) / 2 });
    } else if (this.#brushed !== null) {
      this.#later({ kind: 'brush', from: this.#brushed, to: here.x });
    } else {
      this.#later({ kind: 'scrub', x: here.x });
    }
    this.#pointers.set(event.pointerId, here);
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
    if (sideways) this.#run.run({ kind: 'pan', x: event.deltaX || event.deltaY });
    else this.#run.run({ kind: 'zoom', factor: WHEEL ** event.deltaY, x: event.offsetX });
  }
}
