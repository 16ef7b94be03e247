// @ts-check
/**
 * The messages between page and workers. Every order has one answer, in the order in which orders were given, with the
 * number of its run or request, so that a late answer is not taken for another one. A worker that reads a log reports its
 * progress before it answers.
 */

/** @import { Aspect, DiagnosticMessage, ExperimentPreview, Identities, Inspection, PlanReport, Survey, Trace, Trial } from '../subtorus.js' */
/** @import { FileResults, LogReport, PlannedBatch, Proposal } from '../run_view.js' */

/**
 * A log in hand. The bytes of its columns, which only Rust reads, are kept by the browser; workers read them piece by piece.
 * With them is what they were read from, the file and the parameter `column`, and what was proposed for the log then.
 * @typedef {ReadLog & { file: Blob, choice: string }} Log
 * A log as a worker hands it over. @typedef {LogReport & { columns: Blob, proposal: Proposal }} ReadLog
 */

/**
 * What a proposal has to go with: the link of the experiment, the parameters that a person has set, and how many nodes the
 * log's machine has, where a person has said so (0 where not).
 * @typedef {{ link: string, touched: string[], nodes: number }} Wanted
 */

/**
 * What a file holds: one of these.
 * @typedef {{ log?: Log, schedule?: Trace, results?: FileResults }} Opened
 * The same as a worker hands it over. @typedef {Omit<Opened, 'log'> & { log?: ReadLog }} ReadFile
 */

/**
 * What the page says to a worker; the first to prepare a plan also says what its cells have in common with those of others.
 * @typedef {{ task: number } & (
 *     { kind: 'start', name: string, module: WebAssembly.Module }
 *   | { kind: 'read', file: Blob, machines: string, choice: string, wanted: Wanted }
 *   | { kind: 'propose', columns: Blob, header: [string, string][], wanted: Wanted }
 *   | { kind: 'hold', columns: Blob | undefined, malformed: number, processors: number }
 *   | { kind: 'prepare', link: string, survey: Survey, first: boolean }
 *   | { kind: 'cell', cell: number }
 *   | { kind: 'inspect', cell: number, aspect: Aspect }
 *   | { kind: 'trace', cell: number }
 *   | { kind: 'outlook', link: string, names: string[], processors: number, survey: Survey }
 *   | { kind: 'survey', link: string, strategy: string }
 *   | { kind: 'try-own', name: string }
 *   | { kind: 'plan-batch', link: string })} Order
 */

/**
 * What a worker answers; `took` is in milliseconds.
 * @typedef {{ kind: 'started' }
 *   | { kind: 'held' }
 *   | { kind: 'reading', said: string }
 *   | { kind: 'opened', opened: ReadFile }
 *   | { kind: 'proposal', proposal: Proposal }
 *   | { kind: 'prepared', plan: PlanReport, identities: Identities | undefined, took: number }
 *   | { kind: 'result', cell: number, values: Float64Array, took: number }
 *   | { kind: 'inspected', inspection: Inspection }
 *   | { kind: 'trace', trace: Trace }
 *   | { kind: 'outlook', foresight: ExperimentPreview }
 *   | { kind: 'surveyed', survey: Survey }
 *   | { kind: 'tried', trial: Trial }
 *   | { kind: 'planned-batch', batch: PlannedBatch }
 *   | { kind: 'refused', order: Order['kind'], cell: number, complaint: DiagnosticMessage }} Answer
 */

/**
 * The last that is heard of a worker; `late` if it was given up because it did not answer.
 * @typedef {{ kind: 'died', message: string, late: boolean }} WorkerExit
 */

/** @typedef {(Answer & { task: number }) | WorkerExit} Report */

export {};
