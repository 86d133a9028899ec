/**
 * The Builder's question to the person. It waits for a day, or for a minute if the person spoke and waits for
 * a spoken answer; then the build goes on without an answer.
 */
import type { Tool } from "../../../agent/ports/tool.ts";
import { askUserTool } from "../../../tools/ask-user.ts";
import type { Build } from "../record/build.ts";

const A_MINUTE_MS = 60_000;
const A_DAY_MS = 24 * 3_600_000;

export function askPersonTool({ is_live }: Pick<Build, "is_live">): Tool {
  const patience_ms = is_live ? A_MINUTE_MS : A_DAY_MS;
  return {
    ...askUserTool,
    async run(input, context) {
      const outcome = await askUserTool.run(input, context);
      if (!("parked" in outcome) || outcome.parked.kind !== "question") return outcome;
      return { parked: { expires_at: context.now + patience_ms, ...outcome.parked } };
    },
  };
}
