/**
 * The rooms of the house and what each may import: the one table that the check reads and docs/design/layout.md shows.
 * A file belongs to the deepest room on its path. An import of a room that is not on the list is refused, types
 * included.
 */
import { CAPABILITIES } from "./rooms/capabilities.mjs";
import { CHANNELS } from "./rooms/channels.mjs";
import { CLIENTS } from "./rooms/clients.mjs";
import { COMPLETIONS } from "./rooms/completions.mjs";
import { CONVERSATION } from "./rooms/conversation.mjs";
import { CONVERSATION_IN } from "./rooms/conversation-in.mjs";
import { CONVERSATION_OUT } from "./rooms/conversation-out.mjs";
import { CORE } from "./rooms/core.mjs";
import { EXPORT } from "./rooms/export.mjs";
import { HOOKS } from "./rooms/hooks.mjs";
import { HTTP } from "./rooms/http.mjs";
import { MCP_SERVER } from "./rooms/mcp-server.mjs";
import { MEMORY } from "./rooms/memory.mjs";
import { PERSON } from "./rooms/person.mjs";
import { PROMPTS } from "./rooms/prompts.mjs";
import { VISITED } from "./rooms/rooms.mjs";
import { SCHEDULES } from "./rooms/schedules.mjs";
import { SIGN_ON } from "./rooms/sign-on.mjs";
import { SPEECH } from "./rooms/speech.mjs";
import { STORAGE } from "./rooms/storage.mjs";
import { TOOLS } from "./rooms/tools.mjs";
import { WEB } from "./rooms/web.mjs";
import { WEB_PAGES } from "./rooms/web-pages.mjs";
import { WORKER } from "./rooms/worker.mjs";

/** @type {import("./page.mjs").Group[]} */
export const GROUPS = [
  { title: "The core", root: "src", rooms: { ...CORE, ...TOOLS } },
  { title: "Long-term memory", root: "src/memory", rooms: MEMORY },
  {
    title: "The conversation",
    root: "durable-objects/conversation",
    rooms: { ...CONVERSATION, ...CONVERSATION_IN, ...CONVERSATION_OUT },
  },
  { title: "Capabilities", root: "src/capabilities", rooms: CAPABILITIES },
  {
    title: "The Worker",
    root: "src",
    rooms: {
      ...WORKER,
      ...HTTP,
      ...HOOKS,
      ...CLIENTS,
      ...SCHEDULES,
      ...COMPLETIONS,
      ...EXPORT,
      ...SIGN_ON,
      ...MCP_SERVER,
      ...PROMPTS,
      ...SPEECH,
      ...VISITED,
      ...CHANNELS,
      ...PERSON,
    },
  },
  { title: "Storage", root: "src/storage", rooms: STORAGE },
  { title: "The web app", root: "web", rooms: { ...WEB, ...WEB_PAGES } },
];

/** @type {import("./judge.mjs").Rooms} */
export const ROOMS = Object.assign({}, ...GROUPS.map((group) => group.rooms));
