// @ts-check
/** A part of the page that most visits do not need, fetched on demand. */
import { addStyleSheet } from '../views/style_sheet.js';

/**
 * @template Part
 * @typedef {object} LazyPart
 * @property {Part | undefined} part the part, once fetched
 * @property {boolean} wanted whether it was requested
 * @property {(act?: (part: Part) => void) => void} ask calls the part, and fetches it first if necessary. A failed fetch may
 * be tried again.
 * @property {(act: (part: Part) => void) => void} tell the same, but only if it was requested before
 */

/**
 * @template Module, Part
 * @param {() => Promise<Module>} load imports the module of the part
 * @param {(module: Module) => Part | Promise<Part>} create makes the part
 * @param {string} [style] its style sheet
 * @returns {LazyPart<Part>}
 */
export function lazyPart(load, create, style) {
  /** @type {Promise<Part> | undefined} */
  let coming;
  const fetched = async () => {
    const [module] = await Promise.all([load(), style && addStyleSheet(style)]);
    return create(module);
  };
  /** @type {LazyPart<Part>} */
  const lazy = {
    part: undefined,
    wanted: false,
    ask(act = () => {}) {
      if (lazy.part) return act(lazy.part);
      lazy.wanted = true;
      coming ??= fetched().catch((error) => {
        coming = undefined;
        lazy.wanted = false;
        throw error;
      });
      void coming.then((part) => act((lazy.part = part)));
    },
    tell(act) {
      if (lazy.wanted) lazy.ask(act);
    },
  };
  return lazy;
}
