/** Commands that people write in chats, for menus that list them. */
import { COMMANDS } from "../../../channels/commands/list.ts";
import { ChatCommandShape } from "../../../contract/channels.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";

export const commandRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/commands",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "What people write in chats with a slash, and who may.",
    answers: () => ({ 200: listOf(ChatCommandShape()) }),
    handler: () => {
      const items = COMMANDS.map(({ name, description, usage, by }) => ({ name, description, usage, by }));
      return reply(200, { items, next_cursor: null });
    },
  }),
];
