/** A page of the guide around its text. It needs no script, so none can run there. */

/** @import { Group, Page } from "./guide.mjs" */

const POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";
const LOGO = '<path class="a" d="M1 1h6v6H1zM9 9h6v6H9z"/><path class="b" d="M9 1h6v6H9zM1 9h6v6H1z"/>';

/**
 * @param {{ page: Page, body: string, groups: Group[], before?: Page, after?: Page, build: string }} parts
 */
export function layout({ page, body, groups, before, after, build }) {
  const title = page.name === "index" ? "Guide to Subtorus" : `${page.title}: guide to Subtorus`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../www/styles/guide.css">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="brand" href="../"><svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">${LOGO}</svg>Subtorus</a>
<a href="index.html"${page.name === "index" ? ' aria-current="page"' : ""}>Guide</a>
</header>
<div class="columns">
<nav class="side" aria-label="Pages of the guide">
${groups.map((group) => list(group, page)).join("\n")}
</nav>
<main id="text" tabindex="-1">
${body}
<nav class="turn" aria-label="Next and previous page">
${before ? `<a rel="prev" href="${before.name}.html"><span>Previous</span> ${before.title}</a>` : "<span></span>"}
${after ? `<a rel="next" href="${after.name}.html"><span>Next</span> ${after.title}</a>` : ""}
</nav>
<footer>Subtorus ${build}. <a href="../licences.txt">Licences</a></footer>
</main>
</div>
</body>
</html>
`;
}

/**
 * A group in the list at the side.
 * @param {Group} group
 * @param {Page} current
 */
function list({ title, pages }, current) {
  const item = (/** @type {Page} */ page) => `<li><a href="${page.name}.html"${page === current ? ' aria-current="page"' : ""}>${page.title}</a></li>`;
  return `<p>${title}</p>\n<ul>${pages.map(item).join("")}</ul>`;
}
