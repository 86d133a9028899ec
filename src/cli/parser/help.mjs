/** Output of `nightjar help`. */

/** @typedef {import("./types.ts").CommandRecord} CommandRecord */

export const PROGRAM = "nightjar";
const HEAD = "Talk to a running Nightjar from the terminal, and keep it.";
const FOOT = `nightjar help COMMAND         more about one of them

Which instance: NIGHTJAR_URL and NIGHTJAR_TOKEN, or the .dev.vars of the folder you are in
(or one above it), or that of the installation itself.`;
const NAMES_WIDTH = 28;
const FLAGS_WIDTH = 28;

/** @param {readonly import("./types.ts").Section[]} sections */
export function overview(sections) {
  const shown = sections.map(({ title, commands }) =>
    [title, ...commands.filter(({ isHidden }) => !isHidden).map(lineOf)].join("\n"),
  );
  return [HEAD, ...shown, FOOT].join("\n\n");
}

/** @param {CommandRecord} record */
function lineOf({ name, args, summary }) {
  return `  ${[name, args]
    .filter(Boolean)
    .join(" ")
    .padEnd(NAMES_WIDTH - 1)} ${summary}`;
}

/**
 * @param {CommandRecord} record
 * @param {string} path names from the program to it
 */
export function helpOf(record, path) {
  const { summary, details, commands = [] } = record;
  const options = optionLines(record);
  const parts = [
    `${path}: ${summary}`,
    ["USAGE", ...usageOf(record, path)].join("\n"),
    commands.length > 0 ? ["COMMANDS", ...commands.map(lineOf)].join("\n") : "",
    options.length > 0 ? ["OPTIONS", ...options].join("\n") : "",
    details ?? "",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * @param {CommandRecord} record
 * @param {string} path
 */
function usageOf({ args, run, commands = [] }, path) {
  return [
    ...(run === undefined ? [] : [`  ${[path, args, "[options]"].filter(Boolean).join(" ")}`]),
    ...(commands.length > 0 ? [`  ${path} COMMAND`] : []),
  ];
}

/** @param {CommandRecord} record */
function optionLines({ options = {}, run }) {
  if (run === undefined) return [];
  const lines = Object.values(options).map(({ flags, about }) => ({ flags: indented(flags), about }));
  return [...lines, { flags: "    --json", about: "as JSON, for programs" }].map(
    ({ flags, about }) => `  ${flags.padEnd(FLAGS_WIDTH - 1)} ${about}`,
  );
}

/** Long flags stand below each other, with or without a short one. @param {string} flags */
function indented(flags) {
  return flags.startsWith("--") ? `    ${flags}` : flags;
}
