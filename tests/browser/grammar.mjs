/**
 * Links drawn at random from the grammar of parameters: names, choices and examples are those of the page's catalogue, and
 * values are made from them by putting other numbers into them and by listing several.
 */

/** @import { Catalogue, Field } from "../../subtorus.js" */
/** @import { Draw } from "./draw.mjs" */

/** Numbers at which things go wrong; many others are drawn. */
const NUMBERS = ["0", "1", "2", "3", "7", "8", "16", "100", "1000", "1024", "65536", "100000", "1000000", "1048576", "4294967295",
  "18446744073709551615", "0.001", "0.5", "1e9", "-1", "nan"];
const LONGEST = 2000;

/**
 * A number as text: often one of those above, else any size up to a million.
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
 * A value of a field: one of the known ones, one of them with other numbers, or a list of such.
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

/**
 * A link of at most 2000 characters.
 * @param {Draw} draw
 * @param {Catalogue} catalogue
 */
export function drawnLink(draw, catalogue) {
  const batch = draw.chance(0.2);
  const fields = batch ? catalogue.batch_parameters : catalogue.parameters;
  let link = `#v=${draw.chance(0.95) ? 1 : number(draw)}`;
  for (const field of fields) {
    // Most links that name a log would only say that it is not here.
    const wanted = { log: 0.02, problem: 0.7 }[field.group] ?? 0.3;
    if (!draw.chance(wanted) && field.name !== "problem") continue;
    const pair = `&${field.name}=${encodeURI(value(draw, known(field, catalogue), field.choices.length > 0))}`;
    if (link.length + pair.length <= LONGEST) link += pair;
  }
  return draw.chance(0.05) ? `${link}&${draw.one(["colour=blue", "loose", "jobs=%zz"])}` : link;
}
