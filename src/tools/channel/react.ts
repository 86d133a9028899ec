/** Reacts with an emoji to the message that is being answered. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, refused, said } from "../define-tool.ts";
import type { Messenger } from "./port.ts";

const EMOJI = /^\p{RGI_Emoji}$/v;

export function createReactTool(messenger: Messenger): Tool {
  return defineTool({
    name: "react",
    description: "React with one emoji to the message you are answering, where the channel shows reactions.",
    schema: z.object({ emoji: z.string().max(32).regex(EMOJI, "must be one emoji") }),
    effect: "idempotent",
    // It says one of a few things, to the very person who wrote.
    reach: "inside",
    async run({ emoji }, { owner, source, conversation_id, idempotency_key }) {
      const key = idempotency_key;
      const sent = await messenger.react({ owner, source, conversation_id, emoji, key });
      return sent.ok ? said(`Reacted with ${emoji}.`) : refused(sent.problem);
    },
  });
}
