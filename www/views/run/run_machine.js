// @ts-check
/**
 * The machine at a moment of a run: which job holds which node, by pointer or arrow keys. The axes and the overlays are
 * stored in this browser.
 */
import { isDark } from '../../state/theme.js';
import { button, find, make, write, writeIfAny } from '../dom.js';
import { recallChoice, rememberChoice } from '../../storage/choices.js';
import { SolidView } from './run_solid.js';

/** @import { MapStep, MachineAction, RunViewState, SecondRunState } from '../../../subtorus.js' */
/** @import { RunView } from '../../../run_view.js' */
/** @import { OpenRun } from './run_panels.js' */

/** Applies an action to a machine. @typedef {(act: MachineAction) => unknown} DoesToMachine */

/** The key of the choices in the browser's storage. */
const KEPT = 'run-machine';
/** The least height of the picture, where its pane has so much, its margins, and what else is in its pane, in CSS pixels. */
const LOW = 220;
const MARGINS = 8;
const AROUND = 56;
/** The share of the window for the picture, if its pane is as high as it likes. */
const SHARE = 0.7;

/** What keys do. */
const TILE_KEYS = 'Arrow keys go from node to node, Escape leaves them.';
const SOLID_KEYS = 'Drag it or use arrow keys to turn it, the wheel or + and − to zoom; Home restores it. Tiles show every node.';

/** @type {Record<string, MapStep>} */
const KEYS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

export class MachinePanel {
  #panel = find('run-machine');
  #body = /** @type {HTMLElement} */ (this.#panel.querySelector('.pane-body'));
  #area = find('run-map');
  #axes = find('run-axes', HTMLInputElement);
  #overlays = [...this.#panel.querySelectorAll('input')].filter((input) => input.type === 'checkbox');
  #run;
  /** The run that was shown last. @type {RunView | undefined} */
  #view;
  /** The machine; empty if jobs have no places. */
  #name = '';
  /** What shows the machine, and that of the second run. */
  #here;
  #there;
  #height = LOW;
  /** The choices for each machine, and whether it is drawn in three dimensions. @type {{ axes: Record<string, string>, overlays: string[], solid: boolean }} */
  #kept = { axes: {}, overlays: [], solid: false };
  #tiles = button('Tiles', () => this.#settle(false));
  #cubes = button('3-D', () => this.#settle(true));
  #kinds = make('div', { class: 'group', role: 'group', 'aria-label': 'Drawing of the machine' }, this.#tiles, this.#cubes);
  /** The machines in three dimensions. */
  solid;

  /** @param {OpenRun} run */
  constructor(run) {
    this.#run = run;
    try {
      this.#kept = { ...this.#kept, ...JSON.parse(recallChoice(KEPT) ?? '{}') };
    } catch {
      // Unreadable choices are ignored.
    }
    for (const box of this.#overlays) {
      box.checked = this.#kept.overlays.includes(box.name);
      box.addEventListener('change', () => this.#settle());
    }
    this.solid = new SolidView(run);
    this.#here = drawing(run, this.solid, false, (action) => run.act({ panel: 'machine', action }));
    this.#there = drawing(run, this.solid, true, (act) => run.act({ panel: 'second-run', action: { kind: 'machine', act } }));
    this.#panel.querySelector('.pane-head')?.append(this.solid.tools, this.#kinds);
    this.#panel.querySelector('.pane-foot')?.append(this.solid.files);
    this.#axes.addEventListener('change', () => this.#settle());
    // It has less space next to the machine of the second run.
    const sizes = new ResizeObserver(() => requestAnimationFrame(() => this.#look()));
    for (const part of [this.#place, this.#body]) sizes.observe(part);
  }

  /** What has the width that the machine can have. */
  get #place() {
    return /** @type {HTMLElement} */ (this.#area.parentElement);
  }

  /** @param {RunViewState} seen */
  show(seen) {
    const { view } = this.#run;
    this.#name = seen.places;
    this.#panel.hidden = !this.#name;
    if (view === this.#view) return this.#tell(seen);
    this.#view = view;
    this.#axes.value = this.#kept.axes[this.#name] ?? '';
    // Not while the other panels show this state, which would be older than the next one.
    queueMicrotask(() => this.#look());
  }

  /** The run is closed. */
  forget() {
    this.#view = undefined;
    this.solid.forget();
    this.#showSecond(undefined, false);
  }

  /** Draws again, for another theme. */
  redraw() {
    this.#look();
  }

  /**
   * Stores the choices, and shows them.
   * @param {boolean} [solid] whether the machine is drawn in three dimensions
   */
  #settle(solid = this.#kept.solid) {
    this.#kept.solid = solid;
    if (!this.#view) return;
    this.#kept.overlays = this.#overlays.filter((box) => box.checked).map((box) => box.name);
    const complaint = this.#look();
    writeIfAny('run-axes-wrong', complaint);
    if (!complaint) this.#kept.axes[this.#name] = this.#axes.value.trim();
    rememberChoice(KEPT, JSON.stringify(this.#kept));
  }

  /**
   * Shows the machine in the available space. Returns the error in the typed text.
   * @returns {string}
   */
  #look() {
    const { clientWidth: width } = this.#place;
    const room = this.#body.clientHeight - find('run-map-name').offsetHeight;
    const scrolls = getComputedStyle(this.#body).overflowY === 'auto';
    const height = scrolls ? Math.max(Math.min(LOW, room - MARGINS), room - AROUND) : SHARE * innerHeight;
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
    if (!machine || !this.#view) return this.#showSecond(undefined, false);
    const isSolid = Boolean(machine.solid) && this.#kept.solid;
    this.#kinds.hidden = !machine.solid;
    this.#tiles.ariaPressed = String(!isSolid);
    this.#cubes.ariaPressed = String(isSolid);
    if (isSolid !== this.solid.shown) this.solid.shown = isSolid;
    write('run-map-keys', isSolid ? SOLID_KEYS : TILE_KEYS);
    if (isSolid) this.solid.draw(this.#height);
    this.#here(machine, isSolid);
    this.#showSecond(second, isSolid);
    this.#axes.placeholder = machine.axes;
    for (const box of this.#overlays) /** @type {HTMLElement} */ (box.parentElement).hidden = isSolid || !machine.overlays.includes(box.name);
  }

  /**
   * Shows the machine of the second run at the same moment, in the layout of the first, if there is one.
   * @param {SecondRunState | null | undefined} second
   * @param {boolean} isSolid
   */
  #showSecond(second, isSolid) {
    find('run-map-there-panel').hidden = find('run-map-name').hidden = !second?.machine;
    if (!second?.machine) return;
    write('run-map-there-name', second.title);
    this.#there(second.machine, isSolid);
  }
}

/**
 * The tiles of a machine, and the words below it.
 * @param {OpenRun} run
 * @param {SolidView} solid gets the machine, too
 * @param {boolean} second whether it is that of the second run
 * @param {DoesToMachine} act
 * @returns {(machine: NonNullable<SecondRunState['machine']>, isSolid: boolean) => void} shows it
 */
function drawing(run, solid, second, act) {
  const [map, node] = second ? ['run-map-there', 'run-node-there'] : ['run-map', 'run-node'];
  const canvas = find(`${map}-canvas`, HTMLCanvasElement);
  /** The pointed job. @type {number | null | undefined} */
  let job;
  const choose = () => void (job === undefined || job === null || run.choose(job));
  followPointer(find(map), canvas, act, choose);
  solid.add(find(map), second, act, choose);
  return (machine, isSolid) => {
    job = machine.job;
    canvas.style.width = `${machine.width}px`;
    canvas.style.height = `${machine.height}px`;
    // In three dimensions, all machines are drawn at once.
    if (!isSolid) run.view?.draw_machine(canvas, second, devicePixelRatio, isDark());
    write(node, machine.node);
    write(`${map}-caption`, isSolid ? machine.solid : machine.caption);
  };
}

/**
 * Points at nodes, by pointer once per frame, or by arrow keys.
 * @param {HTMLElement} area the element with the focus
 * @param {HTMLCanvasElement} canvas
 * @param {DoesToMachine} act
 * @param {() => void} choose called to choose the job there
 */
function followPointer(area, canvas, act, choose) {
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
