// @ts-check
/** What is shown only with a log: its profile, its facts, the outlook for its jobs, machines for it, and the question how many nodes its machine has. */
import { showLogFacts } from './log_facts.js';
import { askNodes } from './log_question.js';
import { showMachines } from './machines.js';
import { showOutlook } from './outlook.js';
import { showProfile } from './profile.js';

/** @import { Changes } from '../state/changes.js' */
/** @import { Proposals } from '../state/proposals.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {Changes} changes
 * @param {Proposals} proposals
 * @param {() => void} run called when the user has answered the question
 */
export function showLogDetails(store, changes, proposals, run) {
  showProfile(store);
  showOutlook(store, changes);
  showMachines(store, changes);
  showLogFacts(store, changes);
  askNodes(store, proposals, run);
}
