/** Sends a message somewhere other than into this conversation's answer. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, refused, said } from "../define-tool.ts";
import type { Messenger } from "./port.ts";

export function createMessageTool(messenger: Messenger): Tool {
  return defineTool({
    name: "message",
    description:
      "Send a message to the person at another place: a linked channel such as telegram, or another conversation by its id. Your answer here needs no tool.",
    schema: z.object({ to: z.string().trim().min(1).max(200), text: z.string().trim().min(1).max(8000) }),
    effect: "once",
    reach: "outside",
    touches: ({ to }) => ({ to: "elsewhere", what: `send a message to ${to}` }),
    async run({ to, text }, { owner, idempotency_key }) {
      const places = await messenger.places(owner);
      if (!places.includes(to))
        return refused(`${to} is not a place to send to. There are: ${places.join(", ") || "none"}.`);
      const sent = await messenger.send({ owner, to, text, key: idempotency_key });
      return sent.ok ? said(`Sent to ${sent.where}.`) : refused(sent.problem);
    },
  });
}
