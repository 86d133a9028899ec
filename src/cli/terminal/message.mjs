/** Text of a message: words of the command line, then what is piped in. */
import { fstatSync } from "node:fs";
import { CommandError, EXIT } from "./exit.mjs";

/**
 * The words of the command line, then the piped text below them. Throws a CommandError when there is nothing, unless files go
 * along.
 * @param {string} name of the command
 * @param {string[]} words
 * @param {boolean} [hasFiles]
 */
export async function readMessage(name, words, hasFiles = false) {
  const typed = words.join(" ").trim();
  const piped = hasInput(typed !== "" || hasFiles) ? (await readAll()).trim() : "";
  const text = [typed, piped].filter((part) => part !== "").join("\n\n");
  if (text !== "" || hasFiles) return text;
  throw new CommandError(`Nothing to send. Give the text: nightjar ${name} "hello"`, EXIT.usage);
}

/**
 * Standard input may stay open for ever when another program started us: beside words, only pipes and files are read.
 * @param {boolean} hasWords
 */
function hasInput(hasWords) {
  if (process.stdin.isTTY) return false;
  if (!hasWords) return true;
  const stats = fstatSync(0);
  return stats.isFIFO() || stats.isFile();
}

async function readAll() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
