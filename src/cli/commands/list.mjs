/** Commands in the order of the help. A new command is a file beside this one, and a line here. */
import { candidatesAfter } from "../parser/candidates.mjs";
import { command } from "../parser/command.mjs";
import { backup } from "./backup.mjs";
import { chat } from "./chat.mjs";
import { completion } from "./completion.mjs";
import { conversations, history } from "./conversations.mjs";
import { cost } from "./cost.mjs";
import { doctor } from "./doctor.mjs";
import { drill } from "./drill.mjs";
import { notify } from "./notify.mjs";
import { replay } from "./replay.mjs";
import { restore } from "./restore.mjs";
import { rollback } from "./rollback.mjs";
import { send } from "./send.mjs";
import { monitor, reports, status } from "./status.mjs";
import { agents } from "./things/agents.mjs";
import { exportCommand, importCommand } from "./things/archive.mjs";
import { capabilities } from "./things/capabilities.mjs";
import { channels, connections } from "./things/channels.mjs";
import { jobs } from "./things/jobs.mjs";
import { keys } from "./things/keys.mjs";
import { memory } from "./things/memory.mjs";
import { models } from "./things/models.mjs";
import { replaySets } from "./things/replay-sets.mjs";
import { rooms } from "./things/rooms.mjs";
import { schedules } from "./things/schedules.mjs";
import { users } from "./things/users.mjs";
import { update } from "./update.mjs";

/** Asked by the scripts of `nightjar completion`. */
const complete = command({
  name: "complete",
  summary: "what may come next, a line each",
  args: "[words...]",
  isHidden: true,
  run: async ({ print }, { words }) => {
    const all = SECTIONS.flatMap((section) => section.commands.filter(({ isHidden }) => !isHidden));
    for (const { word, about } of candidatesAfter(all, words)) print.line(`${word}\t${about}`);
  },
});

/** @type {readonly import("../parser/types.ts").Section[]} */
export const SECTIONS = [
  { title: "TALK", commands: [chat, send, notify, conversations, history] },
  { title: "LOOK", commands: [status, monitor, cost, jobs, reports, replay, replaySets] },
  {
    title: "HAVE",
    commands: [agents, rooms, memory, schedules, capabilities, models, channels, connections, keys, users],
  },
  {
    title: "KEEP",
    commands: [
      ...[doctor, exportCommand, importCommand, backup, restore, drill],
      ...[update, rollback, completion, complete],
    ],
  },
];
