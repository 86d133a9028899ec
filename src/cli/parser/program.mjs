/** The command line as commander reads it, made from the records. */
import { Command, CommanderError, Option } from "commander";
import { apiOf } from "../connection/api.mjs";
import { CommandError, EXIT } from "../terminal/exit.mjs";
import { Printer } from "../terminal/printer.mjs";
import { helpOf, overview, PROGRAM } from "./help.mjs";

/** @typedef {import("./types.ts").CommandRecord} CommandRecord */
/** @typedef {import("./types.ts").Section} Section */
/** @typedef {Pick<import("./types.ts").Context, "instance">} Surroundings */

const HELPED = ["commander.helpDisplayed", "commander.help"];

/**
 * Runs the command that the arguments name. Throws a CommandError where they are not understood.
 * @param {readonly Section[]} sections
 * @param {string[]} args
 * @param {{surroundings: Surroundings, show: (text: string) => void}} how `show` is given help
 * @returns {Promise<number>} the exit code
 */
export async function runProgram(sections, args, { surroundings, show }) {
  let code = EXIT.ok;
  const program = silent(new Command(PROGRAM)).configureHelp({ formatHelp: () => overview(sections) });
  program.configureOutput({ writeOut: (text) => show(text.trimEnd()), writeErr: () => {} });
  program.helpCommand(false).enablePositionalOptions();
  for (const record of sections.flatMap(({ commands }) => commands))
    add(program, record, async (run) => {
      const answer = await run(surroundings);
      if (typeof answer === "number") code = answer;
    });
  try {
    await program.parseAsync(inOrder(sections, args), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (!HELPED.includes(error.code)) throw new CommandError(wordsOf(error), EXIT.usage);
  }
  return code;
}

/**
 * @param {Command} parent
 * @param {CommandRecord} record
 * @param {(run: (surroundings: Surroundings) => Promise<unknown>) => Promise<void>} start
 */
function add(parent, record, start) {
  const { name, args = "", options = {}, commands = [], run } = record;
  const path = `${pathOf(parent)} ${name}`;
  const help = helpOf(record, path);
  const made = silent(parent.command(`${name} ${args}`.trim())).configureHelp({ formatHelp: () => help });
  for (const below of commands) add(made, below, start);
  for (const option of Object.values(options)) made.addOption(optionOf(option));
  made.option("--json").allowExcessArguments(commands.length > 0);
  made.action(() => {
    if (args === "" && made.args[0] !== undefined) throw unknownBelow(path, made.args[0], commands);
    if (run === undefined) made.help();
    // Options of a parent command are taken too: "agents --json list".
    const json = made.optsWithGlobals()["json"] === true;
    const given = { ...made.opts(), json, words: made.args };
    return start(async (surroundings) =>
      run?.(contextOf(surroundings, { help, json }), /** @type {never} */ (given)),
    );
  });
}

/**
 * @param {Surroundings} surroundings
 * @param {{help: string, json: boolean}} how
 * @returns {import("./types.ts").Context}
 */
function contextOf({ instance }, { help, json }) {
  return {
    instance,
    api: (name, ...given) => apiOf(instance())(name, ...given),
    print: new Printer(process.stdout, { json }),
    help,
  };
}

/**
 * @param {string} path
 * @param {string} word
 * @param {readonly CommandRecord[]} commands
 */
function unknownBelow(path, word, commands) {
  const names = commands.map(({ name }) => name).join(", ");
  return new CommandError(`"${word}" isn't a command of "${path}". Commands: ${names}.`, EXIT.usage);
}

/** @param {Command} made */
function silent(made) {
  return made.exitOverride().allowExcessArguments(false).showSuggestionAfterError(true);
}

/** @param {Command} made @returns {string} */
function pathOf(made) {
  return made.parent === null ? made.name() : `${pathOf(made.parent)} ${made.name()}`;
}

/** @param {import("./types.ts").OptionRecord<unknown>} record */
function optionOf({ flags, about, isMany, choices, fallback, read }) {
  const option = new Option(flags, about).default(fallback);
  if (choices !== undefined) option.choices([...choices]);
  if (read !== undefined) option.argParser(read);
  if (isMany)
    option.argParser((each, /** @type {unknown} */ before) => [
      ...(Array.isArray(before) ? before : []),
      each,
    ]);
  return option;
}

/**
 * The arguments with the command's name first, and `help NAME` as `NAME --help`.
 * @param {readonly Section[]} sections
 * @param {string[]} args
 */
function inOrder(sections, args) {
  const at = nameAt(sections, args);
  const name = args[at];
  if (name === undefined) return ["--help"];
  if (name === "help") return [...args.slice(at + 1), "--help"];
  return [name, ...args.slice(at + 1), ...args.slice(0, at)];
}

/**
 * Index of the first word that is no option, nor the value of one.
 * @param {readonly Section[]} sections
 * @param {string[]} args
 */
function nameAt(sections, args) {
  const valued = new Set(sections.flatMap(({ commands }) => commands.flatMap(valuedFlags)));
  return args.findIndex((arg, at) => !arg.startsWith("-") && !valued.has(args[at - 1] ?? ""));
}

/** @param {CommandRecord} record @returns {string[]} flags that a value follows */
function valuedFlags({ options = {}, commands = [] }) {
  const own = Object.values(options).filter(({ flags }) => flags.includes("<"));
  return [
    ...own.flatMap(({ flags }) => flags.match(/--?[\w-]+(?=[, ]|$)/g) ?? []),
    ...commands.flatMap(valuedFlags),
  ];
}

/** @param {CommanderError} error */
function wordsOf({ message }) {
  const words = message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, "")}. "${PROGRAM} help" shows what there is.`;
}
