// @ts-check
/** The shapes that cross the seam between Rust (src/web/) and the page. Only types; nothing runs here. */

/**
 * A complaint about input: the place (a parameter, or line and field of a log) and the sentence.
 * @typedef {{ place: string, message: string }} Refusal
 */

/**
 * A log's jobs as typed arrays, one per field kept. They go to each worker once.
 * @typedef {Record<string, Int32Array | Uint32Array | Float64Array | BigInt64Array | Uint8Array>} Columns
 */

/**
 * What a worker made of a log file.
 * @typedef {object} Log
 * @property {string} sha256
 * @property {Columns} columns
 * @property {string} summary one sentence: how many jobs, kept and dropped
 * @property {[string, string][]} facts what the header says, name and value
 * @property {Refusal[]} diagnostics the first complaints
 * @property {number} complaints how many complaints there are in all
 * @property {number} jobs jobs kept
 * @property {number} malformed lines that are no job
 * @property {number} processors the header's MaxProcs, 0 where it gives none
 */

/**
 * A plan as the page needs it.
 * @typedef {object} Plan
 * @property {Float64Array} weights the work in each cell, in arbitrary units
 * @property {Record<string, number>[]} counts for each machine, the `jobs` in each run and those dropped, by reason
 */

/**
 * A curve whose runs have links to show: the value and the first cell of each of its points.
 * @typedef {{ label: string, values: string[], cells: number[] }} LinkChoice
 */

/**
 * How busy a machine's links are, in the network's order.
 * @typedef {{ machine: string, loads: Float64Array }} LinkLoads
 */

/**
 * A map of links, the key to its colours, what there is to say about it, and its numbers.
 * @typedef {{ svg: string, scale: string, highest: string, sentence: string, csv: string }} LinkView
 */

/**
 * One parameter of an experiment: the name in links, on the command line and on the page.
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} help
 * @property {string} default
 * @property {string} example
 * @property {string[]} choices its values, where there are only a few
 */

/**
 * Something with a name and two sentences: a metric, a strategy, a policy.
 * @typedef {object} Named
 * @property {string} name
 * @property {string} title
 * @property {string} definition
 */

/**
 * An allocation strategy: like any other name, and of a family.
 * @typedef {Named & { family: string }} Strategy
 */

/**
 * The pictures of a strategy at work: one sentence about them all, or why there are none; each with its own words.
 * @typedef {{ scene: string, pictures: { svg: string, caption: string }[] }} Pictures
 */

/**
 * A figure of a paper: one click runs it. `log` and `log_page` are empty where a model makes the jobs.
 * @typedef {{ paper: string, figure: string, shows: string, log: string, log_page: string, link: string }} Preset
 */

/**
 * All that the page shows and Rust knows.
 * @typedef {object} Catalogue
 * @property {string} version
 * @property {string} archive where logs are published
 * @property {Parameter[]} parameters
 * @property {Strategy[]} allocations
 * @property {string[]} families of allocation strategies
 * @property {Named[]} schedulings
 * @property {Named[]} quantities what the axes can show
 * @property {{ name: string, title: string }[]} machines
 * @property {{ name: string, title: string }[]} sweeps examples of `vary`
 * @property {Preset[]} presets
 */

/**
 * A curve of the legend.
 * @typedef {{ label: string, swatch: string, visible: boolean }} LegendEntry
 */

/**
 * A point of the chart, for the tooltip and for a screen reader.
 * @typedef {object} Reading
 * @property {number} curve
 * @property {number} point
 * @property {number} x where it stands on the canvas, in CSS pixels
 * @property {number} y
 * @property {string} title the curve
 * @property {string[]} lines what is read there
 */

/**
 * The data table, as text.
 * @typedef {{ columns: { title: string, definition: string }[], rows: string[][] }} Table
 */

export {};
