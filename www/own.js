// @ts-check
/**
 * Strategies of one's own: whose code is here, and whose may run. Code that came with a link does not run before somebody has
 * seen it and agreed, which holds until the page is closed; what is kept on the shelf was agreed to when it was put there,
 * but for what a file has put there. The editor and the frame in which code runs are fetched by who needs them.
 */
import { find, make, sentence } from './dom.js';
import { notice, retract } from './notices.js';
import { keptCode } from './own_code.js';

/** @import { OwnStrategy, Study } from '../subtorus.js' */
/** @import { Pool } from './pool.js' */

export class OwnStrategies {
  #study;
  #pool;
  #changed;
  /** The codes that may run, by digest. @type {Map<string, { title: string, code: string }>} */
  #agreed = new Map();
  /** The digests of those that the pool's workers have. */
  #running = '';

  /**
   * @param {Study} study
   * @param {Pool} pool
   * @param {() => void} changed called when there is another code to run
   */
  constructor(study, pool, changed) {
    this.#study = study;
    this.#pool = pool;
    this.#changed = changed;
    find('edit-own', HTMLButtonElement).addEventListener('click', () => void this.#edit());
  }

  /** A link has come: codes that it only names may be on the shelf, and those that it carries may be known from there. */
  async arrive() {
    for (const { digest, code } of this.#study.own_strategies()) {
      if (this.#agreed.has(digest)) continue;
      const kept = await keptCode(digest).catch(() => undefined);
      if (kept && !kept.foreign) this.#agreed.set(digest, kept);
      else if (kept && !code) this.#study.adopt(kept.title, kept.code, '');
    }
    this.#supply();
  }

  /** Gives codes that are known to strategies that are only named: by a link, or ticked once more in the form. */
  #supply() {
    for (const { digest, code } of this.#study.own_strategies()) {
      const known = this.#agreed.get(digest);
      if (known && !code) this.#study.adopt(known.title, known.code, '');
    }
  }

  /**
   * Sees to it that the workers are those for the codes that may run, and goes on.
   * @param {() => void} go
   */
  prepare(go) {
    this.#supply();
    const strategies = this.#study.own_strategies();
    this.#tell(strategies);
    const codes = Object.fromEntries(strategies.filter((one) => one.code && this.#agreed.has(one.digest)).map(({ digest, code }) => [digest, code]));
    const running = Object.keys(codes).sort().join();
    if (!running) this.#pool.use();
    const known = running === this.#running;
    this.#running = running;
    if (!running || known) return go();
    import('./own_sandbox.js').then(
      ({ sandbox }) => {
        if (running !== this.#running) return;
        this.#pool.use(sandbox(codes));
        go();
      },
      (error) => notice('own', `Code of one’s own cannot run: ${sentence(error)}`),
    );
  }

  /**
   * Says whose code waits for somebody's consent, or is not here.
   * @param {OwnStrategy[]} strategies
   */
  #tell(strategies) {
    const waiting = strategies.find(({ digest }) => !this.#agreed.has(digest));
    if (!waiting) return retract('own');
    const { name, code } = waiting;
    const button = make('button', { type: 'button' }, code ? 'Look at the code …' : 'Your own strategies …');
    button.addEventListener('click', () => void this.#edit(code ? waiting : undefined));
    const said = code
      ? `${name} is somebody’s code, from the link or a file. It has not run; it does once you have seen it and agreed. `
      : `${name} is somebody’s code, which the link does not carry, and it is not on your shelf. Ask for it, and paste it. `;
    notice('own', said, button);
  }

  /** @param {OwnStrategy} [stranger] one whose code is somebody else's */
  async #edit(stranger) {
    try {
      const { OwnEditor } = await import('./own_editor.js');
      const editor = new OwnEditor({
        compare: (title, code, instead) => {
          const name = this.#study.adopt(title, code, instead);
          this.#agree(name);
          return name;
        },
        agree: (name) => this.#agree(name),
        compared: () => this.#study.own_strategies().filter(({ digest }) => this.#agreed.has(digest)),
      });
      await editor.open(stranger);
    } catch (error) {
      notice('own', `The editor cannot be opened: ${sentence(error)}`);
    }
  }

  /** @param {string} name of a strategy that may run from now on */
  #agree(name) {
    const strategy = this.#study.own_strategies().find((one) => one.name === name);
    if (strategy) this.#agreed.set(strategy.digest, strategy);
    this.#changed();
  }
}
