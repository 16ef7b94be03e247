// @ts-check
/**
 * The machine of a run in three dimensions, in the place of its tiles. It turns by pointer or arrow keys; Rust draws it.
 * Both machines of two runs turn together.
 */
import { isDark } from '../../state/theme.js';
import { button, make, sentence } from '../dom.js';
import { pngOf, save, signed } from '../share.js';

/** @import { MachineAction, SolidRequest } from '../../../subtorus.js' */
/** @import { OpenRun } from './run_panels.js' */

/** @typedef {{ area: HTMLDivElement, canvas: HTMLCanvasElement, second: boolean }} Drawing */

/** The angles in degrees, the size and the place at first. */
const START = { yaw: -35, pitch: 28, zoom: 1, x: 0, y: 0 };
/** Degrees for a pixel of dragging, for a key, and for a second of turning by itself. */
const DRAG = 0.5;
const KEY = 10;
const TURN = 15;
/** The factors on the size for a key, and for a pixel of the wheel; the least and the greatest size. */
const ZOOM = 1.25;
const WHEEL = 1.002;
const [SMALL, LARGE] = [0.5, 12];
/** A pointer that moves less than this, in pixels, has clicked. */
const STILL = 4;
/** The width of pictures and films in pixels, and the height of the lines above the machine in CSS pixels. */
const [PICTURE, FILM] = [1800, 900];
const TITLE = 36;
const MILLIMETRES_PER_PIXEL = 25.4 / 96;
/** Frames of a film per second. */
const RATE = 12;

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class SolidView {
  #run;
  #look = { ...START };
  #height = 300;
  /** @type {Drawing[]} */
  #drawings = [];
  #frame = 0;
  /** The time of the last frame of turning by itself; 0 while it does not. */
  #lastTurn = 0;
  #turn = button('Turn', () => this.#toggle(), { 'aria-pressed': 'false', title: 'Turn it slowly' });
  #film = button('Save film', () => (this.#progress.hidden ? this.#save(() => this.#record()) : this.#making.abort()), {
    title: 'A film (animated PNG) of the time that the time line shows',
  });
  #length = make('select', { 'aria-label': 'Length of the film' }, ...[5, 10, 20].map((seconds) => make('option', { value: seconds }, `${seconds} s`)));
  #progress = make('progress', { 'aria-label': 'Frames of the film', hidden: true });
  #said = make('span', { class: 'small', role: 'status' });
  #making = new AbortController();
  /** The buttons for the view, and those for files. */
  tools;
  files;

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    const icon = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ act) => button(label, act, { title, 'aria-label': title });
    const picture = button('Save picture', () => void this.#save(() => this.#picture()));
    this.#turn.hidden = still.matches;
    still.addEventListener('change', () => {
      this.#turn.hidden = still.matches;
      this.#stop();
    });
    this.tools = make('div', { class: 'row', hidden: true },
      make('span', { class: 'group' },
        icon('−', 'Smaller', () => this.#zoom(1 / ZOOM)),
        icon('+', 'Larger', () => this.#zoom(ZOOM)),
        icon('⌂', 'The angle and the size at first (Home)', () => this.#turnTo(START)),
      ), this.#turn);
    this.files = make('div', { class: 'row', id: 'run-solid-files', hidden: true }, picture, this.#film, this.#length, this.#progress, this.#said);
  }

  /** Whether it is shown in the place of the tiles. */
  get shown() {
    return !this.tools.hidden;
  }

  set shown(shown) {
    if (!shown) this.#stop();
    this.tools.hidden = this.files.hidden = !shown;
    for (const { area } of this.#drawings) {
      area.hidden = !shown;
      /** @type {HTMLElement} */ (area.previousElementSibling).hidden = shown;
    }
  }

  /**
   * Adds a machine.
   * @param {HTMLElement} tiles what it takes the place of
   * @param {boolean} second whether it is that of the second run
   * @param {(act: MachineAction) => void} act
   * @param {() => void} choose chooses the pointed job
   */
  add(tiles, second, act, choose) {
    const canvas = make('canvas', { 'aria-hidden': 'true' });
    const area = make('div', {
      class: 'solid', tabindex: 0, role: 'application', 'aria-roledescription': 'drawing that turns', hidden: true,
      'aria-label': `The machine${second ? ' of the second run' : ''} in three dimensions`,
      'aria-describedby': `run-map-${second ? 'there-' : ''}caption run-map-keys`,
    }, canvas);
    tiles.after(area);
    this.#drawings.push({ area, canvas, second });
    this.#follow(area, canvas, act, choose);
  }

  /** The run is closed. */
  forget() {
    this.#making.abort();
    this.#stop();
  }

  /**
   * Draws the machines at the cursor.
   * @param {number} [height] from now on, in CSS pixels
   */
  draw(height = this.#height) {
    this.#height = height;
    for (const { area, canvas, second } of this.#drawings) {
      const { width } = this.#size(area);
      if (!width) continue;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${this.#size(area).height}px`;
      this.#run.view?.draw_solid(canvas, { view: this.#view(area), second_run: second, alone: false, share: undefined }, devicePixelRatio, isDark());
    }
  }

  /** @param {HTMLElement} area */
  #size(area) {
    const width = area.clientWidth;
    return { width, height: Math.min(this.#height, width) };
  }

  /**
   * @param {HTMLElement} area
   * @param {typeof START} [look]
   * @returns {SolidRequest['view']}
   */
  #view(area, look = this.#look) {
    return { ...this.#size(area), ...look };
  }

  /** Draws in the next frame. */
  #soon() {
    this.#frame ||= requestAnimationFrame((now) => {
      this.#frame = 0;
      if (this.#lastTurn) {
        this.#look.yaw = (this.#look.yaw + (TURN * Math.max(0, now - this.#lastTurn)) / 1000) % 360;
        this.#lastTurn = now;
        this.#soon();
      }
      this.draw();
    });
  }

  /** @param {Partial<typeof START>} look */
  #turnTo(look) {
    Object.assign(this.#look, look);
    this.#look.pitch = Math.min(90, Math.max(-90, this.#look.pitch));
    this.#soon();
  }

  /**
   * @param {number} factor
   * @param {number} [right] what keeps its place, from the middle to the right
   * @param {number} [down] from the middle down
   */
  #zoom(factor, right = 0, down = 0) {
    const zoom = Math.min(LARGE, Math.max(SMALL, this.#look.zoom * factor));
    const by = zoom / this.#look.zoom;
    this.#turnTo({ zoom, x: right - (right - this.#look.x) * by, y: down - (down - this.#look.y) * by });
  }

  #toggle() {
    if (this.#lastTurn) return this.#stop();
    this.#lastTurn = performance.now();
    this.#turn.ariaPressed = 'true';
    this.#soon();
  }

  #stop() {
    this.#lastTurn = 0;
    this.#turn.ariaPressed = 'false';
  }

  /**
   * @param {HTMLElement} area
   * @param {HTMLCanvasElement} canvas
   * @param {(act: MachineAction) => void} act
   * @param {() => void} choose
   */
  #follow(area, canvas, act, choose) {
    /** Where the pointer is down, and how far it has moved. @type {{ x: number, y: number, moved: number } | undefined} */
    let down;
    let pointing = 0;
    const aim = (/** @type {number} */ x, /** @type {number} */ y) => act({ kind: 'aim', view: this.#view(area), x, y });
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      area.focus({ preventScroll: true });
      down = { x: event.offsetX, y: event.offsetY, moved: 0 };
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!down) {
        const { offsetX, offsetY } = event;
        cancelAnimationFrame(pointing);
        pointing = requestAnimationFrame(() => aim(offsetX, offsetY));
        return;
      }
      const [right, below] = [event.offsetX - down.x, event.offsetY - down.y];
      const moved = down.moved + Math.abs(right) + Math.abs(below);
      if (down.moved < STILL && moved >= STILL) act({ kind: 'leave' });
      down = { x: event.offsetX, y: event.offsetY, moved };
      if (moved >= STILL) this.#turnTo({ yaw: this.#look.yaw + DRAG * right, pitch: this.#look.pitch + DRAG * below });
    });
    canvas.addEventListener('pointerup', (event) => {
      const clicked = down && down.moved < STILL;
      down = undefined;
      if (!clicked) return;
      aim(event.offsetX, event.offsetY);
      choose();
    });
    canvas.addEventListener('pointercancel', () => (down = undefined));
    canvas.addEventListener('pointerleave', ({ pointerType }) => {
      cancelAnimationFrame(pointing);
      // A finger leaves with every tap.
      if (pointerType === 'touch') return;
      act({ kind: 'leave' });
    });
    // As on the time line: until it has the focus, the wheel scrolls the page.
    canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && document.activeElement !== area) return;
      event.preventDefault();
      const { width, height } = this.#size(area);
      this.#zoom(WHEEL ** -event.deltaY, event.offsetX - width / 2, event.offsetY - height / 2);
    }, { passive: false });
    area.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { yaw, pitch } = this.#look;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => this.#turnTo({ yaw: yaw - KEY }),
        ArrowRight: () => this.#turnTo({ yaw: yaw + KEY }),
        ArrowUp: () => this.#turnTo({ pitch: pitch - KEY }),
        ArrowDown: () => this.#turnTo({ pitch: pitch + KEY }),
        '+': () => this.#zoom(ZOOM),
        '=': () => this.#zoom(ZOOM),
        '-': () => this.#zoom(1 / ZOOM),
        Home: () => this.#turnTo(START),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  /**
   * Draws for a file: on white, with the moment above.
   * @param {HTMLCanvasElement} canvas
   * @param {number} pixels the width
   * @param {typeof START} look
   * @param {number} [share] of the time of a film
   * @returns {number} pixels to a CSS pixel
   */
  #file(canvas, pixels, look, share) {
    const { view } = this.#run;
    const { area } = this.#drawings[0];
    const { width, height } = this.#view(area, look);
    if (!view || !area.clientWidth) throw new Error('the machine is no longer shown');
    const density = pixels / width;
    view.draw_solid(canvas, { view: { ...this.#view(area, look), height: height + TITLE }, second_run: false, alone: true, share }, density, false);
    return density;
  }

  /** @returns {Promise<[Blob, string]>} */
  async #picture() {
    const canvas = make('canvas');
    const density = this.#file(canvas, PICTURE, this.#look);
    return [await signed(await pngOf(canvas), density / MILLIMETRES_PER_PIXEL, location.href), 'The picture'];
  }

  /**
   * A film of the time that the time line shows.
   * @returns {Promise<[Blob, string]>}
   */
  async #record() {
    const { signal } = (this.#making = new AbortController());
    const { animated } = await import('./animated_png.js');
    const count = RATE * Number(this.#length.value);
    const canvas = make('canvas');
    // It keeps its angle and its size while the user turns the machine or its pane changes.
    const look = { ...this.#size(this.#drawings[0].area), ...this.#look };
    this.#progress.max = count;
    this.#progress.hidden = false;
    this.#film.textContent = 'Cancel';
    let density = 1;
    const frames = [];
    try {
      for (let frame = 0; frame < count; frame++) {
        signal.throwIfAborted();
        this.#progress.value = frame;
        density = this.#file(canvas, FILM, look, frame / (count - 1));
        frames.push(await pngOf(canvas));
      }
    } finally {
      this.#progress.hidden = true;
      this.#film.textContent = 'Save film';
    }
    const film = await animated(frames, 1000 / RATE);
    return [await signed(film, density / MILLIMETRES_PER_PIXEL, location.href), `The film of ${count} frames`];
  }

  /** @param {() => Promise<[Blob, string]>} make */
  async #save(make) {
    this.#said.textContent = '';
    try {
      const [content, what] = await make();
      save(`${this.#run.fileName}-machine`, 'png', content);
      this.#said.textContent = `${what} is in your downloads.`;
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      this.#said.textContent = cancelled ? 'Cancelled: no film was saved.' : `Nothing was saved: ${sentence(error)}`;
    }
  }
}
