// @ts-check
/**
 * The machine at a moment of a run: which job holds which node, by pointer or arrow keys. The axes and the overlays are
 * stored in this browser.
 */
import { isDark } from '../../state/theme.js';
import { find, make } from '../dom.js';
import { SolidView } from './run_solid.js';

/** @import { MapStep, MachineAction, RunViewState } from '../../../subtorus.js' */
/** @import { RunView } from '../../../run_view.js' */
/** @import { OpenRun } from './run_panels.js' */

/** Applies an action to a machine. @typedef {(act: MachineAction) => void} DoesToMachine */

/** The key of the choices in the browser's storage. */
const KEPT = 'run-machine';
/** The least height of the picture, and what stands around it in its pane, in CSS pixels. */
const LOW = 200;
const AROUND = 90;
/** The share of the window for the picture, if its pane is as high as it likes. */
const SHARE = 0.7;

/** What keys do. */
const TILE_KEYS = 'Arrow keys go from node to node, Escape leaves them.';
const SOLID_KEYS = 'Drag it or use arrow keys to turn it, the wheel or + and − to zoom; Home restores it. Tiles show every node.';

/** @type {Record<string, MapStep>} */
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
  #run;
  /** @type {RunView | undefined} */
  #view;
  /** The machine; empty if jobs have no places. */
  #name = '';
  /** The pointed job. @type {number | undefined} */
  #job;
  /** The same in the second run. @type {number | undefined} */
  #there;
  #height = LOW;
  /** The choices for each machine, and whether it is drawn in three dimensions. @type {{ axes: Record<string, string>, overlays: string[], solid: boolean }} */
  #kept = { axes: {}, overlays: [], solid: false };
  #tiles = make('button', { type: 'button' }, 'Tiles');
  #cubes = make('button', { type: 'button' }, '3-D');
  #kinds = make('div', { class: 'group', role: 'group', 'aria-label': 'Drawing of the machine' }, this.#tiles, this.#cubes);
  #keys = find('run-map-keys', HTMLParagraphElement);
  /** The machines in three dimensions. */
  solid;

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    try {
      this.#kept = { ...this.#kept, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') };
    } catch {
      // Unreadable choices are ignored.
    }
    for (const box of this.#overlays) {
      box.checked = this.#kept.overlays.includes(box.name);
      box.addEventListener('change', () => this.#settle());
    }
    this.solid = new SolidView(run);
    const choose = () => {
      if (this.#job !== undefined) run.choose(this.#job);
    };
    this.solid.add(this.#area, false, (act) => void this.#do(act), choose);
    this.solid.add(find('run-map-there', HTMLDivElement), true, (act) => void run.act({ panel: 'second-run', action: { kind: 'machine', act } }), () => {
      if (this.#there !== undefined) run.choose(this.#there);
    });
    this.#details.querySelector('.run-maps')?.before(make('div', { class: 'row' }, this.#kinds, this.solid.tools));
    this.#keys.after(this.solid.files);
    for (const kind of [this.#tiles, this.#cubes]) {
      kind.addEventListener('click', () => {
        this.#kept.solid = kind === this.#cubes;
        this.#settle();
      });
    }
    this.#details.addEventListener('toggle', () => this.#look());
    this.#axes.addEventListener('change', () => this.#settle());
    // It has less space next to the machine of the second run.
    new ResizeObserver(() => requestAnimationFrame(() => this.#look())).observe(this.#place);
    followPointer(this.#area, this.#canvas, (act) => void this.#do(act), choose);
  }

  /** What has the width that the machine can have. */
  get #place() {
    return /** @type {HTMLElement} */ (this.#area.parentElement);
  }

  /** @param {RunViewState} seen */
  show(seen) {
    const view = this.#run.view();
    const another = view !== this.#view;
    this.#view = view;
    this.#name = seen.places;
    this.#panel.hidden = !this.#name;
    if (!another) return this.#tell(seen);
    this.#axes.value = this.#kept.axes[this.#name] ?? '';
    // Not while the other panels show this state, which would be older than the next one.
    queueMicrotask(() => this.#look());
  }

  /** The run is closed. */
  forget() {
    this.#view = undefined;
    this.solid.forget();
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#look();
  }

  /** Stores the choices, and shows them. */
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
      // Then the axes are automatic the next time.
    }
  }

  /**
   * Shows the machine while it is unfolded, in the available space. Returns the error in the typed text.
   * @returns {string}
   */
  #look() {
    const pane = this.#area.closest('.pane') ?? this.#panel;
    const [width, height] = [this.#place.clientWidth, Math.max(LOW, (parseFloat(getComputedStyle(pane).maxHeight) || SHARE * innerHeight) - AROUND)];
    if (!this.#details.open) return this.#do({ kind: 'close' });
    if (width === 0) return '';
    this.#height = height;
    return this.#do({ kind: 'look', width, height, axes: this.#axes.value, overlays: this.#kept.overlays });
  }

  /**
   * @param {MachineAction} act
   * @returns {string} the error
   */
  #do(act) {
    const seen = this.#run.act({ panel: 'machine', action: act });
    if (act.kind === 'look') this.#run.ask();
    return seen?.panels.machine?.complaint ?? '';
  }

  /** @param {RunViewState} seen */
  #tell({ panels: { machine, second_run: second } }) {
    if (!machine || !this.#view) return;
    const isSolid = Boolean(machine.solid) && this.#kept.solid;
    this.#kinds.hidden = !machine.solid;
    this.#tiles.setAttribute('aria-pressed', String(!isSolid));
    this.#cubes.setAttribute('aria-pressed', String(isSolid));
    if (isSolid !== this.solid.shown) {
      this.solid.shown = isSolid;
      this.#keys.textContent = isSolid ? SOLID_KEYS : TILE_KEYS;
    }
    if (isSolid) this.solid.draw(this.#height);
    else this.#drawTiles(machine);
    this.#axes.placeholder = machine.axes;
    for (const box of this.#overlays) /** @type {HTMLElement} */ (box.parentElement).hidden = isSolid || !machine.overlays.includes(box.name);
    this.#node.textContent = machine.node;
    this.#caption.textContent = isSolid ? machine.solid : machine.caption;
    this.#job = machine.job ?? undefined;
    this.#there = second?.machine?.job ?? undefined;
  }

  /** @param {NonNullable<RunViewState['panels']['machine']>} machine */
  #drawTiles(machine) {
    this.#canvas.style.width = `${machine.width}px`;
    this.#canvas.style.height = `${machine.height}px`;
    this.#view?.draw_machine(this.#canvas, false, devicePixelRatio, isDark());
  }
}

/**
 * Points at nodes, by pointer once per frame, or by arrow keys.
 * @param {HTMLElement} area the element with the focus
 * @param {HTMLCanvasElement} canvas
 * @param {DoesToMachine} act
 * @param {() => void} choose called to choose the job there
 */
export function followPointer(area, canvas, act, choose) {
  let frame = 0;
  /** @type {MachineAction} */
  let pending;
  const soon = (/** @type {MachineAction} */ wanted) => {
    pending = wanted;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      act(pending);
    });
  };
  canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => soon({ kind: 'point', x, y }));
  // A finger does not move before the click of a tap, and leaves with every tap: the node stays pointed at.
  canvas.addEventListener('pointerdown', ({ offsetX: x, offsetY: y }) => act((pending = { kind: 'point', x, y })));
  canvas.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'touch' || soon({ kind: 'leave' }));
  canvas.addEventListener('pointercancel', () => soon({ kind: 'leave' }));
  canvas.addEventListener('click', choose);
  area.addEventListener('keydown', (event) => {
    const to = KEYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!to && event.key !== 'Escape')) return;
    event.preventDefault();
    act(to ? { kind: 'step', to } : { kind: 'leave' });
  });
}
