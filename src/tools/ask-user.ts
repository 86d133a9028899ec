/** The `ask_user` tool: asks the person. The call is parked until the answer comes. */
import { z } from "zod";
import { ASK_USER } from "../agent/ports/tool.ts";
import { defineTool } from "./define-tool.ts";

const LONGEST_SECONDS = 30 * 24 * 3_600;

export const askUserTool = defineTool({
  name: ASK_USER,
  description:
    "Ask the person one question and wait for the answer. Use it when you can't go on without it; don't ask what you can find out. Give `options` when the answer is one of a few, and `expires_in_seconds` when an answer that comes later would be of no use.",
  schema: z.object({
    question: z.string().trim().min(1).max(2000),
    options: z.array(z.string().trim().min(1).max(200)).max(10).optional(),
    expires_in_seconds: z.number().int().min(10).max(LONGEST_SECONDS).optional(),
  }),
  effect: "once",
  reach: "inside",
  run: ({ question, options = [], expires_in_seconds: seconds }, { now }) => ({
    parked: {
      kind: "question",
      question,
      options,
      ...(seconds !== undefined && { expires_at: now + seconds * 1_000 }),
    },
  }),
});
