/**
 * Comments are for who reads the code in the repository; the page's scripts travel without those that have lines of their own.
 */

/**
 * A script without the lines that are nothing but comment. Texts that go over several lines have none that begins like one.
 * @param {string} script
 */
export function withoutComments(script) {
  let within = false;
  const isCode = (/** @type {string} */ line) => {
    const begins = !within && line.startsWith("/**");
    if (!begins && !within) return !line.startsWith("//");
    within = !line.includes("*/");
    return !within && !line.endsWith("*/");
  };
  return script.split("\n").filter((line) => isCode(line.trim())).join("\n");
}
