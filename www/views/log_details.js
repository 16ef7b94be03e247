// @ts-check
/** What is shown only with a log: its profile, its facts, the outlook for its jobs, machines for it, and the question how many nodes its machine has. */
import { effect } from '../state/signals.js';
import { showAbout } from './log_facts.js';
import { askNodes } from './log_question.js';
import { MachinesPanel } from './machines.js';
import { OutlookPanel } from './outlook.js';
import { ProfilePanel } from './profile.js';

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
  new ProfilePanel(store);
  new OutlookPanel(store, changes);
  new MachinesPanel(store, changes);
  effect(() => showAbout(store.suitableLog, store.experiment.sample(), changes, store.study));
  askNodes(store, proposals, run);
}
