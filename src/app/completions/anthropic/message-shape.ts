/** Shape of a message of Anthropic's Messages API. */
import { z } from "zod";
import { namedSchema } from "../../../contract/schema.ts";

export const MessageShape = namedSchema("AnthropicMessage", () =>
  z.looseObject({
    id: z.string(),
    type: z.literal("message"),
    role: z.literal("assistant"),
    model: z.string(),
    content: z.array(z.looseObject({ type: z.string() })),
    stop_reason: z.enum(["end_turn", "tool_use", "max_tokens"]).nullable(),
  }),
);
