/**
 * Tokens of a TypeScript source, so that imports are not found inside comments, strings or regular expressions.
 * It knows only as much as that takes: it is no parser.
 */

/** @typedef {{kind: "word" | "text" | "sign", value: string, at: number}} Token */

const SKIPPED = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const TEXT = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const WORD = /[\w$]+/y;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
/** The text of a template: up to its end, or to the code in it. */
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{)/y;

/** After these words a slash begins a regular expression; after any other word it divides. */
const BEFORE_PATTERN = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "do",
  "else",
  "void",
  "await",
  "yield",
]);

/**
 * @param {string} source
 * @returns {Token[]}
 */
export function tokensOf(source) {
  /** @type {Token[]} */
  const tokens = [];
  /** For each template whose code is being read: the number of open braces in that code. @type {number[]} */
  const templates = [];
  let at = 0;
  /** @param {RegExp} what */
  const read = (what) => {
    what.lastIndex = at;
    const found = what.exec(source);
    if (found !== null) at = what.lastIndex;
    return found;
  };
  const readTemplate = () => {
    const found = read(TEMPLATE);
    if (found === null) at = source.length;
    else if (found[1] === "${") templates.push(0);
  };

  while (at < source.length) {
    const start = at;
    if (read(SKIPPED)) continue;
    const text = read(TEXT);
    if (text) {
      tokens.push({ kind: "text", value: text[0].slice(1, -1), at: start });
      continue;
    }
    const word = read(WORD);
    if (word) {
      tokens.push({ kind: "word", value: word[0], at: start });
      continue;
    }
    if (source[at] === "/" && beginsPattern(tokens.at(-1)) && read(PATTERN)) {
      tokens.push({ kind: "text", value: "", at: start });
      continue;
    }
    const sign = source[at++] ?? "";
    if (sign === "`") {
      tokens.push({ kind: "text", value: "", at: start });
      readTemplate();
      continue;
    }
    if (sign === "}" && templates.at(-1) === 0) {
      templates.pop();
      readTemplate();
      continue;
    }
    const open = templates.length - 1;
    if (open >= 0 && sign === "{") templates[open] = (templates[open] ?? 0) + 1;
    if (open >= 0 && sign === "}") templates[open] = (templates[open] ?? 0) - 1;
    tokens.push({ kind: "sign", value: sign, at: start });
  }
  return tokens;
}

/** @param {Token | undefined} before */
function beginsPattern(before) {
  if (before === undefined) return true;
  if (before.kind === "text") return false;
  if (before.kind === "word") return BEFORE_PATTERN.has(before.value);
  return before.value !== ")" && before.value !== "]";
}
