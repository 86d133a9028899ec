/** The `think` tool: a place to reason in the open, between tool calls. */
import { z } from "zod";
import { defineTool, trustedResult } from "./define-tool.ts";

export const thinkTool = defineTool({
  name: "think",
  description:
    "Write down a line of thought: a plan, a check of what the tools returned, what is still missing. Nothing happens but that it is noted. Use it before a step that is hard to undo.",
  schema: z.object({ thought: z.string().min(1).max(20_000) }),
  effect: "read",
  reach: "inside",
  run: () => trustedResult("Noted."),
});
