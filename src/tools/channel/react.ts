/** The `react` tool: reacts with an emoji to the message that is being answered. */
import { z } from "zod";
import type { Messenger } from "../../agent/ports/messenger.ts";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";

/** Matches one emoji, also without the variation selector for colour, which models omit. */
const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v;

export function createReactTool(messenger: Messenger): Tool {
  return defineTool({
    name: "react",
    description: "React with one emoji to the message you are answering, where the channel shows reactions.",
    schema: z.object({ emoji: z.string().max(32).regex(EMOJI, "must be one emoji") }),
    effect: "idempotent",
    // A reaction is one of a few signs, for the person who wrote.
    reach: "inside",
    async run({ emoji }, { source, signal }) {
      const sent = await messenger.react({ source, emoji, signal });
      return sent.ok ? trustedResult(`Reacted with ${emoji}.`) : toolError(sent.problem);
    },
  });
}
