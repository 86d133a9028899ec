#!/usr/bin/env node
import { backup } from "./commands/backup.mjs";
import { chat } from "./commands/chat.mjs";
import { doctor } from "./commands/doctor.mjs";
import { drill } from "./commands/drill.mjs";
import { history } from "./commands/history.mjs";
import { restore } from "./commands/restore.mjs";
import { rollback } from "./commands/rollback.mjs";
import { send } from "./commands/send.mjs";
import { status } from "./commands/status.mjs";
import { findInstance } from "./connection/instance.mjs";
/** The `nightjar` command: talks to a running instance over its HTTP API. Runs on Node 20 without packages. */
import { readArguments } from "./terminal/arguments.mjs";
import { colours } from "./terminal/colours.mjs";
import { CommandError, EXIT } from "./terminal/exit.mjs";
import { help } from "./terminal/help.mjs";

const COMMANDS = { chat, send, status, history, backup, restore, drill };

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.command === "help") {
    console.log(help(options.about));
    return EXIT.ok;
  }
  if (options.command === "rollback") return rollback(options);
  if (options.command === "doctor") return doctor(() => findInstance(process.env, process.cwd()), options);
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
