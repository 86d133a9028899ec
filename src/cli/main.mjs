#!/usr/bin/env node
/** The `nightjar` command: talks to a running instance over its HTTP API. Runs on Node 20 without packages. */
import { readArguments } from "./arguments.mjs";
import { chat } from "./chat.mjs";
import { colours } from "./colours.mjs";
import { CommandError, EXIT } from "./exit.mjs";
import { help } from "./help.mjs";
import { history } from "./history.mjs";
import { findInstance } from "./instance.mjs";
import { send } from "./send.mjs";
import { status } from "./status.mjs";

const COMMANDS = { chat, send, status, history };

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.command === "help") {
    console.log(help(options.about));
    return EXIT.ok;
  }
  return COMMANDS[options.command](findInstance(process.env, process.cwd()), options);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    const isKnown = error instanceof CommandError;
    console.error(colours(process.stderr).red(isKnown ? error.message : String(error?.stack ?? error)));
    process.exitCode = isKnown ? error.exitCode : EXIT.failed;
  },
);
