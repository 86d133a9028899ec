/** Parses and checks the command line. */
import { parseArgs } from "node:util";
import { CommandError, EXIT } from "./exit.mjs";

/** @typedef {"chat" | "send" | "status" | "history" | "backup" | "restore" | "rollback" | "drill" | "doctor"} CommandName */

/**
 * @typedef {object} Options
 * @property {CommandName} command
 * @property {string[]} words what follows the command
 * @property {string | undefined} conversation
 * @property {string | undefined} agent
 * @property {string | undefined} model
 * @property {boolean} json
 * @property {boolean} full
 * @property {boolean} unsealed
 * @property {boolean} list
 * @property {boolean} fix
 * @property {string | undefined} settings
 * @property {string | undefined} backup
 * @property {number | undefined} keep
 */

/** @typedef {{command: "help", about: CommandName | undefined}} HelpWanted */

const NAMES = ["chat", "send", "status", "history", "backup", "restore", "rollback", "drill", "doctor"];
const TEXT = /** @type {const} */ ({ type: "string" });
const FLAG = /** @type {const} */ ({ type: "boolean", default: false });

/**
 * Throws a CommandError when the line is not understood.
 * @param {string[]} args
 * @returns {Options | HelpWanted}
 */
export function readArguments(args) {
  const { values, positionals } = parse(args);
  const [name, ...words] = positionals;
  const about = NAMES.find((known) => known === (name === "help" ? words[0] : name));
  if (values.help || name === undefined || name === "help") {
    return { command: "help", about: /** @type {CommandName | undefined} */ (about) };
  }
  if (about === undefined) {
    throw new CommandError(`"${name}" isn't a command. Commands: ${NAMES.join(", ")} and help.`, EXIT.usage);
  }
  const { conversation, agent, model, settings, backup, json, full, unsealed, list, fix } = values;
  const texts = { conversation, agent, model, settings, backup };
  const command = /** @type {CommandName} */ (about);
  return { command, words, ...texts, json, full, unsealed, list, fix, keep: countIn(values.keep) };
}

/** @param {string | undefined} text of --keep */
function countIn(text) {
  const count = Number(text ?? Number.NaN);
  if (text === undefined || (Number.isInteger(count) && count > 0))
    return text === undefined ? undefined : count;
  throw new CommandError("--keep: give the number of backups that stay, from 1.", EXIT.usage);
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        conversation: { ...TEXT, short: "c" },
        agent: { ...TEXT, short: "a" },
        model: { ...TEXT, short: "m" },
        json: FLAG,
        full: FLAG,
        unsealed: FLAG,
        list: FLAG,
        fix: FLAG,
        settings: TEXT,
        backup: TEXT,
        keep: TEXT,
        help: { ...FLAG, short: "h" },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". To specify")[0] : String(error);
    throw new CommandError(`${reason}. "nightjar help" shows what there is.`, EXIT.usage);
  }
}
