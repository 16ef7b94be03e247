// @ts-check
/**
 * Own strategies and queue orders: which code is present, and which may run. Code from a permalink does not run before
 * the user has seen all of it and agreed. Consent holds until the page is closed. Code on the shelf has consent, except code from a file.
 * Consent is for a text, identified by its SHA-256. The editor, the question and the frame for running code are fetched
 * on demand.
 */
import { split_list } from '../../subtorus.js';
import { button, sentence, shown, whenPressed } from './dom.js';
import { notice, retract } from './notices.js';
import { storeCodes, storedCodesOf } from '../storage/own_code.js';

/** @import { OwnCode } from '../../subtorus.js' */
/** @import { Store } from '../state/store.js' */
/** @import { KeptCode } from '../storage/own_code.js' */

/** @typedef {ReturnType<typeof ownStrategies>} OwnStrategies */

/**
 * @param {Store} store
 * @param {() => void} run called when another code can run
 */
export function ownStrategies(store, run) {
  /** The codes that may run, by digest. @type {Map<string, { title: string, code: string }>} */
  const agreed = new Map();
  /** Stored codes that a name in the link may mean, if there are several. @type {Map<string, KeptCode[]>} */
  const meant = new Map();
  /** The digests of the codes that the pool's workers have. */
  let running = '';
  whenPressed('edit-own', () => edit('strategy'));
  whenPressed('edit-own-order', () => edit('queue order'));
  return { arrive, prepare };

  /**
   * A permalink was opened. Codes that it only names may be on the shelf, and codes that it contains may be on the
   * shelf, too.
   */
  async function arrive() {
    meant.clear();
    retract('own-label');
    for (const { name, digest, code } of store.study.own_codes()) {
      const found = await storedCodesOf(digest).catch(() => []);
      if (found.length > 1) meant.set(name, found);
      if (found.length !== 1) continue;
      const [kept] = found;
      if (!kept.foreign) agreed.set(kept.digest, kept);
      if (code) continue;
      const whole = store.study.adopt(kept.title, kept.code, '');
      if (whole !== name) notice('own-label', `The link names the code of ${name} by its first 12 digits only. The one on your shelf that has these digits is used: ${kept.title}.`);
    }
    supply();
  }

  /** Adds known codes to names without code, in a link or by ticking them again in the form. */
  function supply() {
    for (const { digest, code } of store.study.own_codes()) {
      const known = agreed.get(digest);
      if (known && !code) store.study.adopt(known.title, known.code, '');
    }
  }

  /**
   * Gives the pool workers for the codes that may run, and continues.
   * @param {() => void} go
   */
  function prepare(go) {
    supply();
    const all = store.study.own_codes();
    tell(all);
    const codes = Object.fromEntries(all.filter((one) => one.code && agreed.has(one.digest)).map(({ digest, code }) => [digest, code]));
    const digests = Object.keys(codes).sort().join();
    if (!digests) store.pool.use();
    const known = digests === running;
    running = digests;
    if (!digests || known) return go();
    import('../workers/own_sandbox.js').then(
      ({ sandbox }) => {
        if (running !== digests) return;
        store.pool.use(sandbox(codes));
        go();
      },
      (error) => notice('own', `Own code cannot run: ${sentence(error)}`),
    );
  }

  /**
   * Names the first code that needs consent, or is missing.
   * @param {OwnCode[]} all
   */
  function tell(all) {
    const waiting = all.find(({ digest }) => !agreed.has(digest));
    if (!waiting) return retract('own');
    const { kind, name, code } = waiting;
    const several = meant.get(name);
    if (!code && several) {
      const choices = several.map((kept) => button(`${kept.title}, ${kept.digest} …`, () => void look(kept)));
      return notice('own', `${name} names code by its first 12 digits only, and several codes on your shelf have these digits. Which one is meant? `, ...choices);
    }
    if (code) {
      const reading = button('Look at the code …', () => look(waiting));
      return notice('own', `${shown(name)} is an own ${kind} that came with the permalink or a file. Its code has not run; it runs once you have read it and agreed. `, reading);
    }
    const writing = button('Your own code …', () => edit(kind));
    notice('own', `${shown(name)} is an own ${kind}, but its code is neither in the permalink nor on your shelf. Ask its author for the code, and paste it. `, writing);
  }

  /**
   * Shows a code and asks whether it may run.
   * @param {{ title: string, code: string, digest: string, foreign?: boolean }} one
   */
  async function look(one) {
    try {
      const { askConsent } = await import('./own_consent.js');
      askConsent(one, async () => {
        const name = store.study.adopt(one.title, one.code, '');
        // A code that a file has put on the shelf now has consent.
        if (one.foreign) await storeCodes([{ ...one, used: Date.now(), foreign: false }]).catch(() => {});
        agree(name);
      });
    } catch (error) {
      notice('own', `The code cannot be shown: ${sentence(error)}`);
    }
  }

  /** @param {string} kind of the code to begin with: `strategy` or `queue order` */
  async function edit(kind) {
    try {
      const { OwnEditor } = await import('./own_editor.js');
      const editor = new OwnEditor(kind, {
        compare: (title, code, instead) => agree(store.study.adopt(title, code, instead)),
        look: (kept) => void look(kept),
        machines: () => split_list(store.study.value('machine')),
        compared: () => store.study.own_codes().filter((one) => one.kind === kind && agreed.has(one.digest)),
      });
      await editor.open();
    } catch (error) {
      notice('own', `The editor cannot be opened: ${sentence(error)}`);
    }
  }

  /** @param {string} name of code that may run now */
  function agree(name) {
    const own = store.study.own_codes().find((one) => one.name === name);
    if (own) agreed.set(own.digest, own);
    store.edit();
    run();
  }
}
