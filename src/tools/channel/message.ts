/** The `message` tool: sends a message to another place than this conversation's answer. */
import { z } from "zod";
import type { Messenger } from "../../agent/ports/messenger.ts";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";

export function createMessageTool(messenger: Messenger): Tool {
  return defineTool({
    name: "message",
    description:
      "Send a message to the person at another place, word for word: `web`, a linked channel such as telegram, or another conversation by its id. Your answer here needs no tool.",
    schema: z.object({ to: z.string().trim().min(1).max(200), text: z.string().trim().min(1).max(8000) }),
    effect: "idempotent",
    reach: "outside",
    personal: true,
    touches: ({ to }) => ({ to: "elsewhere", what: `send a message to ${to}` }),
    sinks: ({ to }) => [
      { path: "", kind: "act", value: "message" },
      { path: "to", kind: "destination", value: to },
    ],
    async run({ to, text }, { owner, conversation_id: from, agent, idempotency_key: key, trust }) {
      const sent = await messenger.send({ owner, from, to, text, agent, key, trust });
      if (sent.ok) return trustedResult(`Sent to ${sent.where}.`);
      const places = await messenger.places(owner);
      return toolError(`${sent.problem} Places to send to: ${places.join(", ")}, or a conversation's id.`);
    },
  });
}
