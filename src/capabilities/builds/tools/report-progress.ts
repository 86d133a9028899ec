/** Reports progress, in one line, to the person who waits. */
import { z } from "zod";
import type { Tool } from "../../../agent/ports/tool.ts";
import { defineTool, trustedResult } from "../../../tools/define-tool.ts";
import type { BuildStore } from "../record/build.ts";
import type { Workbench } from "../record/workbench.ts";

export const REPORT_PROGRESS = "report_progress";

/** The text of a call as events carry it; undefined if it has none. */
export function progressOf(input: unknown): string | undefined {
  return Input.safeParse(input).data?.text;
}

const Input = z.object({
  text: z.string().trim().min(1).max(500).describe("One short line, in the person's words"),
});

export function reportProgressTool({ build }: Workbench, store: Pick<BuildStore, "note">): Tool {
  return defineTool({
    name: REPORT_PROGRESS,
    description: "Tell the person who waits what you do now. Call it beside the work, never instead of it.",
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    async run({ text }) {
      await store.note(build.id, { progress: text });
      return trustedResult("Told.");
    },
  });
}
