/** Generates the part of docs/design/layout.md that follows from the storeys. */

/** @typedef {import("./judge.mjs").Storey} Storey */

export const BEGIN =
  "<!-- made from scripts/check/layout/storeys.mjs by `npm run layout`: do not edit by hand -->";
export const END = "<!-- what follows is written by hand -->";

/**
 * Returns the page with its generated part replaced.
 * @param {string} page
 * @param {Storey[]} storeys
 */
export function withStoreys(page, storeys) {
  const [before, rest] = halves(page, BEGIN);
  const [, after] = halves(rest, END);
  return `${before}${BEGIN}\n\n${tableOf(storeys)}\n${END}${after}`;
}

/**
 * @param {string} text
 * @param {string} mark
 * @returns {[string, string]}
 */
function halves(text, mark) {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the page has lost its mark: ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/**
 * The top of the house first.
 * @param {Storey[]} storeys
 */
function tableOf(storeys) {
  const rows = storeys.toReversed().map(({ name, sentence, folders, below, types = [] }) => {
    const stand = folders.map((folder) => `\`${folder}\``).join(" ");
    const imports = [...below, ...types.map((storey) => `types of ${storey}`)].join(", ");
    return `| ${name} | ${sentence} | ${stand} | ${imports || "nothing"} |`;
  });
  return ["| storey | what it is | folders | imports |", "| --- | --- | --- | --- |", ...rows, ""].join("\n");
}
