/** Makers of commands and options. */
import { CommandError, EXIT } from "../terminal/exit.mjs";

/**
 * @template {import("./types.ts").OptionRecords} [O={}]
 * @param {import("./types.ts").CommandSpec<O>} spec
 * @returns {import("./types.ts").CommandRecord}
 */
export function command(spec) {
  return spec;
}

/**
 * An option with a text.
 * @param {string} flags
 * @param {string} about
 * @returns {import("./types.ts").OptionRecord<string | undefined>}
 */
export function text(flags, about) {
  return { flags, about };
}

/**
 * An option with a text that may be given several times.
 * @param {string} flags
 * @param {string} about
 * @returns {import("./types.ts").OptionRecord<string[]>}
 */
export function texts(flags, about) {
  return { flags, about, isMany: true, fallback: [] };
}

/**
 * An option that is there or not.
 * @param {string} flags
 * @param {string} about
 * @returns {import("./types.ts").OptionRecord<boolean>}
 */
export function flag(flags, about) {
  return { flags, about, fallback: false };
}

/**
 * An option with a whole number from 1.
 * @param {string} flags
 * @param {string} about
 * @returns {import("./types.ts").OptionRecord<number | undefined>}
 */
export function count(flags, about) {
  return { flags, about, read: (given) => wholeNumber(flags, given) };
}

/**
 * An option with one of these words.
 * @template {string} W
 * @param {string} flags
 * @param {string} about
 * @param {readonly W[]} choices
 * @returns {import("./types.ts").OptionRecord<W | undefined>}
 */
export function choice(flags, about, choices) {
  return { flags, about: `${about}: ${choices.join(", ")}`, choices };
}

/**
 * @param {string} flags
 * @param {string} given
 */
function wholeNumber(flags, given) {
  const number = Number(given);
  if (Number.isInteger(number) && number > 0) return number;
  const name = /--[\w-]+/.exec(flags)?.[0] ?? flags;
  throw new CommandError(`${name} takes a whole number from 1, not "${given}".`, EXIT.usage);
}
