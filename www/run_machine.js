// @ts-check
/**
 * The machine at a moment of a run: who holds which node, by pointer or arrow keys. Where dimensions lie and what is drawn beyond
 * the jobs is remembered in this browser.
 */
import { isDark } from './chart.js';
import { find } from './dom.js';

/** @import { Direction, MachineAct, Seen } from '../subtorus.js' */
/** @import { RunView } from '../run_view.js' */

/** Does something to a machine. @typedef {(act: MachineAct) => void} DoesToMachine */

/** Where the browser keeps what was chosen. */
const KEPT = 'run-machine';
/** How high the picture may be, as a share of the window. */
const HIGH = 0.8;

/** @type {Record<string, Direction>} */
const KEYS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

export class MachinePanel {
  #panel = find('run-machine', HTMLDivElement);
  #details = find('run-machine-shown', HTMLDetailsElement);
  #area = find('run-map', HTMLDivElement);
  #canvas = find('run-map-canvas', HTMLCanvasElement);
  #node = find('run-node', HTMLParagraphElement);
  #caption = find('run-map-caption', HTMLParagraphElement);
  #axes = find('run-axes', HTMLInputElement);
  #wrong = find('run-axes-wrong', HTMLParagraphElement);
  #overlays = [...this.#panel.querySelectorAll('input')].filter((input) => input.type === 'checkbox');
  #also;
  /** @type {RunView | undefined} */
  #view;
  /** The machine; empty where nobody knows where jobs run. */
  #name = '';
  /** The job that is pointed at. @type {number | undefined} */
  #job;
  /** What was chosen for each machine. @type {{ axes: Record<string, string>, overlays: string[] }} */
  #kept = { axes: {}, overlays: [] };

  /**
   * @param {(job: number) => void} choose called with a job that somebody wants to look at
   * @param {(seen: Seen) => void} also called with what is seen then, for the machine beside
   */
  constructor(choose, also) {
    this.#also = also;
    try {
      this.#kept = { ...this.#kept, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') };
    } catch {
      // What cannot be read is as good as nothing.
    }
    for (const box of this.#overlays) {
      box.checked = this.#kept.overlays.includes(box.name);
      box.addEventListener('change', () => this.#settle());
    }
    this.#details.addEventListener('toggle', () => this.#look());
    this.#axes.addEventListener('change', () => this.#settle());
    // It has less room where another machine stands beside it.
    new ResizeObserver(() => this.#look()).observe(this.#area);
    followPointer(this.#area, this.#canvas, (act) => void this.#do(act), () => {
      if (this.#job !== undefined) choose(this.#job);
    });
  }

  /**
   * The cursor is somewhere else, or another job is looked at.
   * @param {RunView} view
   * @param {Seen} seen
   */
  show(view, seen) {
    const another = view !== this.#view;
    this.#view = view;
    this.#name = seen.places;
    this.#panel.hidden = !this.#name;
    if (another) {
      this.#axes.value = this.#kept.axes[this.#name] ?? '';
      this.#look();
    } else {
      this.#tell(seen);
    }
  }

  /** No run is open any more. */
  forget() {
    this.#view = undefined;
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#look();
  }

  /** Remembers what has been chosen, and shows it. */
  #settle() {
    if (!this.#view) return;
    this.#kept.overlays = this.#overlays.filter((box) => box.checked).map((box) => box.name);
    const complaint = this.#look();
    this.#wrong.textContent = complaint;
    this.#wrong.hidden = !complaint;
    if (!complaint) this.#kept.axes[this.#name] = this.#axes.value.trim();
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#kept));
    } catch {
      // Then it is chosen anew next time.
    }
  }

  /**
   * Looks at the machine while it is unfolded, in the room there is. Returns what is wrong with what was typed.
   * @returns {string}
   */
  #look() {
    const [width, height] = [this.#area.clientWidth, HIGH * innerHeight];
    if (!this.#details.open) return this.#do({ kind: 'close' });
    if (width === 0) return '';
    return this.#do({ kind: 'look', width, height, axes: this.#axes.value, overlays: this.#kept.overlays });
  }

  /**
   * @param {MachineAct} act
   * @returns {string} what is wrong
   */
  #do(act) {
    const seen = this.#view?.act({ kind: 'machine', act });
    if (seen) this.#tell(seen);
    if (seen) this.#also(seen);
    return seen?.complaint ?? '';
  }

  /** @param {Seen} seen */
  #tell({ machine }) {
    if (!machine || !this.#view) return;
    this.#canvas.style.width = `${machine.width}px`;
    this.#canvas.style.height = `${machine.height}px`;
    this.#view.draw_machine(this.#canvas, false, devicePixelRatio, isDark());
    this.#axes.placeholder = machine.axes;
    for (const box of this.#overlays) /** @type {HTMLElement} */ (box.parentElement).hidden = !machine.overlays.includes(box.name);
    this.#node.textContent = machine.node;
    this.#caption.textContent = machine.caption;
    this.#job = machine.job ?? undefined;
  }
}

/**
 * Points at nodes, by pointer with the next frame and only the last place, or by arrow keys.
 * @param {HTMLElement} area what has the focus
 * @param {HTMLCanvasElement} canvas
 * @param {DoesToMachine} act
 * @param {() => void} choose called when somebody wants to look at the job there
 */
export function followPointer(area, canvas, act, choose) {
  let frame = 0;
  /** @type {MachineAct} */
  let pending;
  const soon = (/** @type {MachineAct} */ wanted) => {
    pending = wanted;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      act(pending);
    });
  };
  canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => soon({ kind: 'point', x, y }));
  canvas.addEventListener('pointerleave', () => soon({ kind: 'leave' }));
  canvas.addEventListener('click', choose);
  area.addEventListener('keydown', (event) => {
    const to = KEYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!to && event.key !== 'Escape')) return;
    event.preventDefault();
    act(to ? { kind: 'step', to } : { kind: 'leave' });
  });
}
