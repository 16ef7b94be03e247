/**
 * The guide: docs/guide/*.md and a few documents to which it links, as pages of the site (guide/*.html), and what the
 * page shows behind its question marks (guide/help.json). The list at the side is that of docs/guide/README.md; a page
 * that is missing there comes last.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import MarkdownIt from "markdown-it";
import { layout } from "./guide_layout.mjs";

/** @typedef {import("markdown-it").Token} Token */
/** What stands at an anchor: its title and its first paragraph. @typedef {{ title: string, text: string }} Entry */
/** @typedef {{ file: string, name: string, title: string, tokens: Token[], anchors: Map<string, Entry> }} Page */
/** @typedef {{ title: string, pages: Page[] }} Group */

const FOLDER = "docs/guide";

/** Documents outside the guide. Of the glossary, the parts for contributors are left out. */
const OUTSIDE = ["docs/glossary.md", "docs/semantics.md", "docs/references.md"];

/** The first heads of tables that define things. Their rows can be linked to by the names in the first cell. */
const DEFINING = new Set(["word", "metric", "strategy", "name"]);

const markdown = new MarkdownIt();

/**
 * Writes the guide into a site.
 * @param {string} site
 * @param {string} build the version of the program
 */
export function writeGuide(site, build) {
  const inside = readdirSync(FOLDER).filter((name) => name.endsWith(".md")).sort().map((name) => join(FOLDER, name));
  const pages = new Map([...inside, ...OUTSIDE].map((file) => [file, read(file)]));
  const home = /** @type {Page} */ (pages.get(join(FOLDER, "README.md")));
  const groups = contents(home, pages);
  const order = [home, ...groups.flatMap(({ pages }) => pages)];
  const out = join(site, "guide");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  cpSync(join(FOLDER, "pictures"), join(out, "pictures"), { recursive: true });
  order.forEach((page, place) => {
    connect(page, pages);
    const body = markdown.renderer.render(page.tokens, markdown.options, {});
    const html = layout({ page, body, groups, before: order[place - 1], after: order[place + 1], build });
    writeFileSync(join(out, `${page.name}.html`), html);
  });
  const entries = order.flatMap(({ name, title, anchors }) => [[name, { title, text: [...anchors.values()][0].text }], ...[...anchors].map(([anchor, entry]) => [`${name}#${anchor}`, entry])]);
  writeFileSync(join(out, "help.json"), JSON.stringify(Object.fromEntries(entries.filter(([, { text }]) => text))));
}

/** @param {string} file @returns {Page} */
function read(file) {
  // Comments are for contributors.
  const text = readFileSync(file, "utf8").replaceAll(/<!--[^]*?-->\n*/g, "");
  const name = basename(file, ".md").replace("README", "index");
  const shown = name === "glossary" ? text.slice(0, text.indexOf("\n## One word")) : text;
  const tokens = markdown.parse(shown, {});
  const anchors = anchored(tokens);
  return { file, name, title: [...anchors.values()][0].title, tokens, anchors };
}

/**
 * Gives headings and rows of definitions their anchors.
 * @param {Token[]} tokens
 */
function anchored(tokens) {
  /** @type {Map<string, Entry>} */
  const anchors = new Map();
  /** @type {Entry} */
  let section = { title: "", text: "" };
  let defining = false;
  tokens.forEach((token, place) => {
    if (token.type === "heading_open") {
      section = { title: plain(tokens[place + 1]), text: "" };
      add(token, section.title, section);
    } else if (token.type === "paragraph_open" && token.level === 0) section.text ||= plain(tokens[place + 1]);
    else if (token.type === "thead_open") defining = DEFINING.has(tokens[place + 3].content);
    else if (token.type === "th_open" && !tokens[place + 1].content) token.tag = tokens[place + 2].tag = "td";
    else if (token.type === "tr_open" && defining && tokens[place + 1].type === "td_open") define(token, place);
  });
  return anchors;

  /** @param {Token} row @param {number} place */
  function define(row, place) {
    const length = tokens.slice(place).findIndex(({ type }) => type === "tr_close");
    const [names, ...cells] = tokens.slice(place, place + length).filter(({ type }) => type === "inline").map(plain);
    // The definition is the longest cell; a short one before it is a title.
    const text = cells.reduce((longest, cell) => (cell.length > longest.length ? cell : longest), "");
    const all = names.split(/, (?![^(]*\))/);
    add(row, all[0], { title: all[0], text });
    for (const name of all.slice(1)) if (!anchors.has(anchorOf(name))) anchors.set(anchorOf(name), { title: name, text });
  }

  /** @param {Token} token @param {string} title @param {Entry} entry */
  function add(token, title, entry) {
    let anchor = anchorOf(title);
    for (let count = 1; anchors.has(anchor); count++) anchor = `${anchorOf(title)}-${count}`;
    anchors.set(anchor, entry);
    token.attrSet("id", anchor);
  }
}

/** The anchor of a heading, as repositories show it. @param {string} title */
function anchorOf(title) {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

/** The text of an inline token without its marks. @param {Token} token @returns {string} */
function plain(token) {
  return (token.children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");
}

/**
 * The groups of the list in the home page: headings, and the pages below them, by the names that they have there. Then
 * the pages that are missing there.
 * @param {Page} home
 * @param {Map<string, Page>} pages
 */
function contents(home, pages) {
  /** @type {Group[]} */
  const groups = [];
  const left = new Set([...pages.values()].filter((page) => page !== home));
  home.tokens.forEach((token, place) => {
    if (token.type === "heading_open" && token.tag === "h2") groups.push({ title: plain(home.tokens[place + 1]), pages: [] });
    token.children?.forEach((link, at, all) => {
      const page = link.type === "link_open" && pages.get(join(FOLDER, String(link.attrGet("href"))));
      if (!page || !left.delete(page)) return;
      page.title = all[at + 1].content;
      groups.at(-1)?.pages.push(page);
    });
  });
  return left.size ? [...groups, { title: "More", pages: [...left] }] : groups;
}

/**
 * Turns links to documents into links to pages. A link to a document that is not on the site becomes its text.
 * @param {Page} page
 * @param {Map<string, Page>} pages
 */
function connect(page, pages) {
  for (const { children } of page.tokens) {
    /** @type {string[]} */
    const tags = [];
    for (const token of children ?? []) {
      if (token.type === "link_open") {
        const target = resolve(page, String(token.attrGet("href")), pages);
        tags.push((token.tag = target ? "a" : "span"));
        token.attrs = target ? [["href", target]] : [];
      } else if (token.type === "link_close") token.tag = tags.pop() ?? "a";
    }
  }
}

/**
 * @param {Page} page
 * @param {string} href
 * @param {Map<string, Page>} pages
 */
function resolve(page, href, pages) {
  if (href.includes("://")) return href;
  const [file, anchor = ""] = href.split("#");
  const target = file ? pages.get(join(dirname(page.file), file)) : page;
  if (!target) return "";
  // The glossary has parts that are not on the site.
  if (anchor && !target.anchors.has(anchor)) throw new Error(`${page.name}: ${href} has no such heading`);
  return `${target === page && anchor ? "" : `${target.name}.html`}${anchor && `#${anchor}`}`;
}

const { rules } = markdown.renderer;
const { escapeHtml } = markdown.utils;
rules.heading_close = (tokens, place) => {
  const id = tokens[place - 2].attrGet("id") ?? "";
  const link = tokens[place].tag === "h1" ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
  return `${link}</${tokens[place].tag}>\n`;
};
// A wide table scrolls; then the keyboard must reach it.
rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
rules.table_close = () => "</table></div>\n";
// A permalink opens the page.
rules.fence = (tokens, place) => {
  const text = tokens[place].content.trimEnd();
  const code = `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
  return /^#(v=|problem=)\S*$/.test(text) ? `<p class="open"><a href="../${escapeHtml(text)}">Open this experiment</a></p>\n${code}` : code;
};
rules.image = (tokens, place) => {
  const [source, words] = [String(tokens[place].attrGet("src")), escapeHtml(tokens[place].content)];
  const dark = source.replace(".svg", "-dark.svg");
  const picture = existsSync(join(FOLDER, dark)) ? `<source srcset="${dark}" media="(prefers-color-scheme: dark)">` : "";
  return `<picture>${picture}<img src="${source}" alt="${words}"></picture>`;
};
