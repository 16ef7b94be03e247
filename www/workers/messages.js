// @ts-check
/**
 * The messages between page and workers. Every order has one answer, in the order of the orders. It carries the number
 * of its run or request, so that a late answer is not taken for another one. A worker that reads a log reports its
 * progress before it answers.
 */

/** @import { Aspect, DiagnosticMessage, ExperimentPreview, Identities, Inspection, PlanReport, Survey, Trace, CodeTrial } from '../../subtorus.js' */
/** @import { FileResults, LogReport, PlannedBatch, Proposal } from '../../run_view.js' */

/**
 * A log. The browser keeps the bytes of its columns, which only Rust reads, and workers read them piece by piece. The
 * source is stored with them, the file and the parameter `column`, and so is the proposal at that time.
 * @typedef {ReadLog & { file: Blob, choice: string }} Log
 * A log as a worker hands it over. @typedef {LogReport & { columns: Blob, proposal: Proposal }} ReadLog
 */

/**
 * The input of a proposal: the link of the experiment, the parameters that the user has set, and the user's number of
 * nodes of the log's machine (0 if not given).
 * @typedef {{ link: string, touched: string[], nodes: number }} Wanted
 */

/**
 * The content of a file: one of these.
 * @typedef {{ log?: Log, schedule?: Trace, results?: FileResults }} Opened
 * The same as a worker hands it over. @typedef {Omit<Opened, 'log'> & { log?: ReadLog }} ReadFile
 */

/**
 * An order of the page to a worker. The first worker to prepare a plan also returns what its cells have in common with
 * others.
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
 *   | { kind: 'try-own', own: string, name: string, machines: string[] }
 *   | { kind: 'plan-batch', link: string })} Order
 */

/**
 * An answer of a worker; `took` is in milliseconds.
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
 *   | { kind: 'tried', trial: CodeTrial }
 *   | { kind: 'planned-batch', batch: PlannedBatch }
 *   | { kind: 'refused', order: Order['kind'], cell: number, complaint: DiagnosticMessage }} Answer
 */

/**
 * The last report about a worker; `late` if it was given up because it did not answer.
 * @typedef {{ kind: 'died', message: string, late: boolean }} WorkerExit
 */

/** @typedef {(Answer & { task: number }) | WorkerExit} Report */

export {};
