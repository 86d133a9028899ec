/** Reads and completes `.dev.vars`: KEY=VALUE lines, as wrangler reads them, which also takes `KEY: value`. */

/** A line that sets a variable: its name, and its value with any quotes. A quoted value may span lines. */
const ENTRY =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])[ \t]*("(?:\\"|[^"])*"|'(?:\\'|[^'])*'|`(?:\\`|[^`])*`|[^#\r\n]*)/gm;

/**
 * The variables of a vars file; a later line wins.
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function parseVars(text) {
  /** @type {Record<string, string>} */
  const vars = {};
  for (const [, name = "", value = ""] of text.matchAll(ENTRY)) vars[name] = unquote(value);
  return vars;
}

/**
 * Numbers of the lines, from 1, that are neither a variable, a comment nor empty, or that open a quote and do not
 * close it.
 * @param {string} text
 */
export function strayLines(text) {
  const rest = text.replace(ENTRY, (entry, _name, value) =>
    /^["'`]/.test(value) && !/^(["'`])[\s\S]*\1\s*$/.test(value) ? "?" : entry.replace(/[^\n]/g, ""),
  );
  return rest.split("\n").flatMap((line, index) => (/^\s*(?:#.*)?$/.test(line) ? [] : [index + 1]));
}

/** @param {string} raw */
function unquote(raw) {
  const text = raw.trim();
  const quoted = /^(["'`])((?:\\\1|(?!\1)[\s\S])*)\1/.exec(text);
  if (quoted === null) return text.replace(/#.*$/, "").trim();
  const inner = quoted[2] ?? "";
  return quoted[1] === '"' ? inner.replace(/\\n/g, "\n").replace(/\\r/g, "\r") : inner;
}

/**
 * The text with each missing variable appended. A line that exists is never changed, even an empty one.
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
