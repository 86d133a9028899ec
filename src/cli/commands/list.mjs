/** All commands, in the order of the help. A new command is a file beside this one, and a line here. */
import { backup } from "./backup.mjs";
import { chat } from "./chat.mjs";
import { doctor } from "./doctor.mjs";
import { drill } from "./drill.mjs";
import { history } from "./history.mjs";
import { restore } from "./restore.mjs";
import { rollback } from "./rollback.mjs";
import { send } from "./send.mjs";
import { status } from "./status.mjs";

/** @type {readonly import("../parser/types.ts").Section[]} */
export const SECTIONS = [
  { title: "TALK", commands: [chat, send] },
  { title: "LOOK", commands: [status, history] },
  { title: "KEEP", commands: [doctor, backup, restore, drill, rollback] },
];
