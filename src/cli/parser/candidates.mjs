/** Words that may come next on a command line, for completion. */

/** @typedef {import("./types.ts").CommandRecord} CommandRecord */
/** @typedef {{word: string, about: string}} Candidate */

/**
 * Commands below the one that the words name, and its options.
 * @param {readonly CommandRecord[]} commands
 * @param {readonly string[]} words before the one that is being typed
 * @returns {Candidate[]}
 */
export function candidatesAfter(commands, words) {
  let record = /** @type {CommandRecord | undefined} */ (undefined);
  for (const word of words)
    record =
      (record === undefined ? commands : (record.commands ?? [])).find(({ name }) => name === word) ?? record;
  const below = record === undefined ? commands : (record.commands ?? []);
  return [...below.map(({ name, summary }) => ({ word: name, about: summary })), ...optionsOf(record)];
}

/** @param {CommandRecord | undefined} record @returns {Candidate[]} */
function optionsOf(record) {
  const options = Object.values(record?.options ?? {}).map(({ flags, about }) => ({
    word: /--[\w-]+/.exec(flags)?.[0] ?? flags,
    about,
  }));
  const common = [
    { word: "--json", about: "as JSON, for programs" },
    { word: "--help", about: "what it does" },
  ];
  return [...options, ...(record?.run === undefined ? common.slice(1) : common)];
}
