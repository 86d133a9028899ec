/**
 * Work passed to `waitUntil` runs on after the response, and nobody awaits it: a failure must be caught where it is
 * handed over, or it becomes an unhandled rejection without a line in the log.
 */
import { tokensOf } from "./layout/tokens.mjs";
import { filesIn, textOf } from "./sources.mjs";

/** Functions that catch their own failures, with the place. @type {Record<string, string>} */
const CATCHING = { tickIfDue: "src/jobs/clock.ts hands a failure to onFailure" };

/** @returns {Promise<string | undefined>} */
export async function checkWaitUntil() {
  const files = filesIn(["src", "durable-objects"]).filter((file) => file.endsWith(".ts"));
  const problems = files.flatMap((file) => uncaught(file, textOf(file)));
  return problems.length === 0 ? undefined : problems.join("\n");
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function uncaught(file, source) {
  const tokens = tokensOf(source);
  return tokens.flatMap((token, index) => {
    if (token.value !== "waitUntil" || tokens[index + 1]?.value !== "(") return [];
    const words = argumentOf(tokens, index + 2);
    if (words.includes("catch") || words.some((word) => Object.hasOwn(CATCHING, word))) return [];
    const line = source.slice(0, token.at).split("\n").length;
    return [`${file}:${line} hands waitUntil a promise without a catch`];
  });
}

/**
 * The tokens up to the bracket that closes the call.
 * @param {import("./layout/tokens.mjs").Token[]} tokens
 * @param {number} start
 */
function argumentOf(tokens, start) {
  const words = [];
  let depth = 1;
  for (let index = start; index < tokens.length && depth > 0; index++) {
    const { kind, value } = tokens[index] ?? { kind: "sign", value: "" };
    if (kind === "sign" && value === "(") depth++;
    if (kind === "sign" && value === ")") depth--;
    if (kind === "word") words.push(value);
  }
  return words;
}
