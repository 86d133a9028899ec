/** Writes a file of the workspace. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";
import { MAX_FILE_BYTES, type Workspace } from "./port.ts";
import { touchOfWrite } from "./steering.ts";
import { writablePath } from "./writable-path.ts";

export function createWriteTool(workspace: Workspace): Tool {
  return defineTool({
    name: "write",
    description:
      "Write a text file of the workspace, whole. What was there before is kept for 30 days. To change a part of a file use edit.",
    schema: z.object({ path: z.string(), content: z.string() }),
    effect: "idempotent",
    reach: "inside",
    personal: true,
    touches: ({ path }) => touchOfWrite(path),
    async run({ path, content }, { owner, trust }) {
      const safe = writablePath(path);
      if (!safe.ok) return toolError(safe.problem);
      const bytes = new TextEncoder().encode(content);
      if (bytes.length > MAX_FILE_BYTES) return toolError(`A file has at most ${MAX_FILE_BYTES} bytes.`);
      const { status } = await workspace.write(owner, safe.path, { bytes, trust });
      const what = status === "created" ? "Created" : "Replaced";
      return trustedResult(`${what} ${safe.path} (${bytes.length} bytes).`);
    },
  });
}
