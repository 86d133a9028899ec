/** Asks the person and waits: the call is parked until the answer comes. */
import { z } from "zod";
import { defineTool } from "./define-tool.ts";

export const askUserTool = defineTool({
  name: "ask_user",
  description:
    "Ask the person one question and wait for the answer. Use it when you can't go on without it; don't ask what you can find out. Give `options` when the answer is one of a few.",
  schema: z.object({
    question: z.string().trim().min(1).max(2000),
    options: z.array(z.string().trim().min(1).max(200)).max(10).optional(),
  }),
  effect: "once",
  reach: "inside",
  run: ({ question, options }) => ({ parked: { kind: "question", question, options: options ?? [] } }),
});
