/** Finds the imports of a source: values and types, `export ... from`, side effects and `import("...")`. */
import path from "node:path";
import { tokensOf } from "./tokens.mjs";

/** @typedef {import("./tokens.mjs").Token} Token */
/**
 * @typedef {object} Import
 * @property {string} from as it is written
 * @property {string[]} names
 * @property {number} line
 * @property {boolean} typeOnly nothing of it is left at run time
 */

const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script>/g;
const DOCSTRING = /\/\*\*[\s\S]*?\*\//g;
const BY_CALL = /\bimport\(\s*["']([^"']+)["']\s*\)(?:\.(\w+))?/g;

/**
 * @param {string} file its ending says how it is read
 * @param {string} source
 * @returns {Import[]}
 */
export function importsOf(file, source) {
  if (file.endsWith(".svelte")) return importsOfComponent(source);
  if (!file.endsWith(".mjs")) return importsOfScript(source);
  const docstrings = [...source.matchAll(DOCSTRING)];
  return [
    ...importsOfScript(source),
    ...docstrings.flatMap(({ 0: text, index }) => called(text, source, index)),
  ];
}

/**
 * The file that an import refers to, or undefined for a package. A `?...` suffix is for the bundler.
 * @param {string} file
 * @param {string} from
 */
export function targetOf(file, from) {
  if (!from.startsWith(".")) return undefined;
  return path.posix.join(path.posix.dirname(file), from.replace(/\?.*$/, ""));
}

/**
 * The package: `hono` of `hono/secure-headers`, `@x/y` of `@x/y/z`. A scheme stays, as in `node:fs`.
 * @param {string} from
 */
export function packageOf(from) {
  return from
    .split("/")
    .slice(0, from.startsWith("@") ? 2 : 1)
    .join("/");
}

/** @param {string} source */
function importsOfComponent(source) {
  const scripts = [...source.matchAll(SCRIPT)];
  const markup = blank(source, SCRIPT);
  return [
    ...scripts.flatMap((found) => importsOfScript(blankBefore(source, found) + found[1])),
    ...called(markup, source, 0),
  ];
}

/**
 * Finds `import("...")` in text that is no script: markup, or types in a docstring.
 * @param {string} text
 * @param {string} source
 * @param {number} start where the text stands in the source
 * @returns {Import[]}
 */
function called(text, source, start) {
  return [...text.matchAll(BY_CALL)].map((found) => ({
    from: found[1] ?? "",
    names: found[2] === undefined ? [] : [found[2]],
    typeOnly: found[2] !== undefined,
    line: lineOf(source, start + found.index),
  }));
}

/**
 * @param {string} source
 * @returns {Import[]}
 */
function importsOfScript(source) {
  const tokens = tokensOf(source);
  return tokens.flatMap((token, index) => {
    if (token.kind !== "word" || tokens[index - 1]?.value === ".") return [];
    const found =
      token.value === "import"
        ? imported(tokens, index + 1)
        : token.value === "export"
          ? clause(tokens, index + 1)
          : undefined;
    return found === undefined ? [] : [{ ...found, line: lineOf(source, token.at) }];
  });
}

/**
 * @param {Token[]} tokens
 * @param {number} start
 */
function imported(tokens, start) {
  const next = tokens[start];
  if (next?.kind === "text") return { from: next.value, names: [], typeOnly: false };
  if (next?.kind !== "sign" || next.value !== "(") return clause(tokens, start);
  const inside = tokens[start + 1];
  if (inside?.kind !== "text") return undefined;
  // In a type, the imported name follows: import("x").Name
  const name = tokens[start + 3]?.value === "." ? [tokens[start + 4]?.value ?? ""] : [];
  return { from: inside.value, names: name, typeOnly: name.length > 0 };
}

/**
 * The imported names up to `from "..."`; undefined for another statement, such as `export const`.
 * @param {Token[]} tokens
 * @param {number} start
 */
function clause(tokens, start) {
  const names = [];
  const typeOnly = tokens[start]?.value === "type";
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    const after = tokens[index + 1];
    if (token?.kind === "word") {
      if (token.value === "from" && after?.kind === "text") return { from: after.value, names, typeOnly };
      if (token.value !== "type" && token.value !== "as") names.push(token.value);
      continue;
    }
    if (token?.kind !== "sign" || !"{},*".includes(token.value)) return undefined;
  }
  return undefined;
}

/**
 * @param {string} source
 * @param {RegExp} what
 */
function blank(source, what) {
  return source.replace(what, (found) => found.replace(/[^\n]/g, " "));
}

/**
 * Blanks the text before the script, so that lines are counted in the file and not in its script.
 * @param {string} source
 * @param {RegExpExecArray | RegExpMatchArray} found
 */
function blankBefore(source, found) {
  const start = (found.index ?? 0) + found[0].indexOf(">") + 1;
  return source.slice(0, start).replace(/[^\n]/g, " ");
}

/**
 * @param {string} source
 * @param {number} at
 */
function lineOf(source, at) {
  return source.slice(0, at).split("\n").length;
}
