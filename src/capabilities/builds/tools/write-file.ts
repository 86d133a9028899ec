/** Writes a file of the capability under construction. */
import { z } from "zod";
import type { Tool } from "../../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../../../tools/define-tool.ts";
import type { Workbench } from "../record/workbench.ts";

export function writeFileTool(bench: Workbench): Tool {
  return defineTool({
    name: "write_file",
    description:
      "Write a file of the capability, whole: what stood there before is replaced, and an empty content takes it away.",
    schema: z.object({ path: z.string().trim().min(1), content: z.string() }),
    effect: "idempotent",
    reach: "inside",
    async run({ path, content }) {
      const problem = await bench.write(path, content);
      return problem === undefined
        ? trustedResult(`${path}: ${content.length} characters.`)
        : toolError(problem);
    },
  });
}
