/** Reads and completes `.dev.vars`: KEY=VALUE lines, as wrangler reads them. */

/** A line that sets a variable: its name, and its value with any quotes. */
const LINE = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(.*)$/;

/**
 * The variables of a vars file; a later line wins.
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function parseVars(text) {
  /** @type {Record<string, string>} */
  const vars = {};
  for (const line of text.split(/\r?\n/)) {
    const match = LINE.exec(line);
    if (match?.[1] !== undefined) vars[match[1]] = unquote(match[2] ?? "");
  }
  return vars;
}

/** @param {string} raw */
function unquote(raw) {
  const text = raw.trim();
  const quoted = /^(["'`])((?:\\\1|(?!\1).)*)\1/.exec(text);
  if (quoted === null) return text.replace(/#.*$/, "").trim();
  const inner = quoted[2] ?? "";
  return quoted[1] === '"' ? inner.replace(/\\n/g, "\n").replace(/\\r/g, "\r") : inner;
}

/**
 * The text with each missing variable appended. A line that is there is never changed, even an empty one.
 * @param {string} text
 * @param {Record<string, () => string>} wanted name to a maker of its value
 */
export function completeVars(text, wanted) {
  const have = parseVars(text);
  const lines = Object.entries(wanted)
    .filter(([name]) => have[name] === undefined)
    .map(([name, make]) => `${name}=${make()}\n`);
  const gap = text === "" || text.endsWith("\n") || lines.length === 0 ? "" : "\n";
  return { text: text + gap + lines.join(""), added: lines.length };
}
