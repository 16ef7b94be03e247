// @ts-check
/**
 * What page and workers say to each other. Every order has one answer, in the order in which they were given, with the
 * number of the run or errand it is for: an answer that comes late is nobody else's. Who reads a log says before its answer
 * how far it has come.
 */

/** @import { Aspect, Complaint, Foresight, Identities, Inspection, PlanReport, Survey, Trace, Trial } from '../subtorus.js' */
/** @import { FileResults, LogReport, PlannedBatch } from '../run_view.js' */

/**
 * A log in hand. The bytes of its columns, which only Rust reads, are kept by the browser; workers read them piece by piece.
 * @typedef {LogReport & { columns: Blob }} Log
 */

/**
 * What a file holds: one of these.
 * @typedef {{ log?: Log, schedule?: Trace, results?: FileResults }} Opened
 */

/**
 * What the page says to a worker; the first to prepare a plan also says what its cells have in common with those of others.
 * @typedef {{ task: number } & (
 *     { kind: 'start', name: string, module: WebAssembly.Module }
 *   | { kind: 'read', file: Blob, machines: string }
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
 *   | { kind: 'opened', opened: Opened }
 *   | { kind: 'prepared', plan: PlanReport, identities: Identities | undefined, took: number }
 *   | { kind: 'result', cell: number, values: Float64Array, took: number }
 *   | { kind: 'inspected', inspection: Inspection }
 *   | { kind: 'trace', trace: Trace }
 *   | { kind: 'outlook', foresight: Foresight }
 *   | { kind: 'surveyed', survey: Survey }
 *   | { kind: 'tried', trial: Trial }
 *   | { kind: 'planned-batch', batch: PlannedBatch }
 *   | { kind: 'refused', order: Order['kind'], cell: number, complaint: Complaint }} Answer
 */

/**
 * The last that is heard of a worker; `late` if it was given up because it did not answer.
 * @typedef {{ kind: 'died', message: string, late: boolean }} Death
 */

/** @typedef {(Answer & { task: number }) | Death} Report */

export {};
