/**
 * Random links from the grammar of parameters. Names, choices and examples are those of the page's catalogue. Values
 * are made from them by other numbers and by lists.
 */

/** @import { Catalogue, Field } from "../../subtorus.js" */
/** @import { Draw } from "./draw.mjs" */

/** Numbers that often cause errors; many others are drawn, too. */
const NUMBERS = ["0", "1", "2", "3", "7", "8", "16", "100", "1000", "1024", "65536", "100000", "1000000", "1048576", "4294967295",
  "18446744073709551615", "0.001", "0.5", "1e9", "-1", "nan"];
const LONGEST = 2000;

/**
 * A number as text: often one of those above, otherwise of any size up to a million.
 * @param {Draw} draw
 */
function number(draw) {
  return draw.chance(0.4) ? draw.one(NUMBERS) : String(Math.floor(10 ** (6 * draw.share())));
}

/**
 * The values that the catalogue knows of a field.
 * @param {Field} field
 * @param {Catalogue} catalogue
 */
function known({ name, example, choices, examples, default: usual }, catalogue) {
  /** @type {Record<string, { name: string }[]>} */
  const named = { allocation: catalogue.allocations, scheduling: catalogue.schedulings, plot: [] };
  const more = [...examples, ...(named[name] ?? [])].map((one) => one.name);
  return [example, usual, ...choices, ...more].filter((value) => value !== "");
}

/**
 * A value of a field: a known value, a known value with other numbers, or a list of them.
 * @param {Draw} draw
 * @param {string[]} values
 * @param {boolean} single whether a list of them makes no sense
 */
function value(draw, values, single) {
  const one = () => {
    const chosen = draw.one(values);
    return draw.chance(0.5) ? chosen : chosen.replace(/\d+(\.\d+)?/g, (digits) => (draw.chance(0.7) ? number(draw) : digits));
  };
  const count = single || draw.chance(0.7) ? 1 : 1 + draw.below(draw.chance(0.2) ? 60 : 5);
  return Array.from({ length: count }, one).join(",");
}

/** Machines of one to six dimensions, lines and rings. */
const MACHINES = ["mesh:12", "mesh:8x8", "mixed:4rx6x4", "torus:4x2x4x2", "mixed:2rx2x4rx2x2", "torus:2x2x2x2x2x2"];
/** Nodes out of service, varied or not. On most of these machines the boxes do not fit, and many strategies have no rule for them. */
const OUT_OF_SERVICE = ["vary=availability:0.9", "vary=availability:0..1:0.5", "vary=none&down=random(0.9,2x2)", "vary=none&down=3,3+2x1",
  "vary=none&down=0,0,0+1x1x1;1,1,1+2x1x1", "vary=runtime:1..2:1&facet=availability:0,1", "vary=none&down=11+2"];

/**
 * A link of a few short runs, some of which are impossible: strategies for other machines, boxes that do not fit, and
 * an open run with a second run.
 * @param {Draw} draw
 * @param {Catalogue} catalogue
 */
function plannedLink(draw, catalogue) {
  const several = (/** @type {readonly string[]} */ list) => Array.from({ length: 1 + draw.below(3) }, () => draw.one(list));
  const strategies = several(catalogue.allocations.map((one) => one.name));
  const machines = draw.chance(0.7) ? [draw.one(MACHINES)] : several(MACHINES);
  const pairs = [`jobs=${1 + draw.below(9)}`, `machine=${machines}`, `allocation=${strategies}`, "scheduling=fcfs,easy", draw.one(OUT_OF_SERVICE)];
  if (draw.chance(0.5)) pairs.push(`run=fcfs/${draw.one(strategies)}`);
  if (draw.chance(0.3)) pairs.push(`beside=easy/${draw.one(strategies)}`, "job=1");
  return `#v=1&${pairs.join("&").replaceAll("+", "%2B")}`;
}

/**
 * A link of at most 2000 characters.
 * @param {Draw} draw
 * @param {Catalogue} catalogue
 */
export function drawnLink(draw, catalogue) {
  if (draw.chance(0.25)) return plannedLink(draw, catalogue);
  const batch = draw.chance(0.2);
  const fields = batch ? catalogue.batch_parameters : catalogue.parameters;
  let link = `#v=${draw.chance(0.95) ? 1 : number(draw)}`;
  for (const field of fields) {
    // Most links with a log would only report that it is missing.
    const wanted = { log: 0.02, problem: 0.7 }[field.group] ?? 0.3;
    if (!draw.chance(wanted) && field.name !== "problem") continue;
    const pair = `&${field.name}=${encodeURI(value(draw, known(field, catalogue), field.choices.length > 0))}`;
    if (link.length + pair.length <= LONGEST) link += pair;
  }
  return draw.chance(0.05) ? `${link}&${draw.one(["colour=blue", "loose", "jobs=%zz"])}` : link;
}
