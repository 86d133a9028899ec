/** The Builder's question to the person: it waits for a day, and then the build goes on without an answer. */
import type { Tool } from "../../../agent/ports/tool.ts";
import { askUserTool } from "../../../tools/ask-user.ts";

const A_DAY_MS = 24 * 3_600_000;

export const askPersonTool: Tool = {
  ...askUserTool,
  async run(input, context) {
    const outcome = await askUserTool.run(input, context);
    if (!("parked" in outcome) || outcome.parked.kind !== "question") return outcome;
    return { parked: { expires_at: context.now + A_DAY_MS, ...outcome.parked } };
  },
};
