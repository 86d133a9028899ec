/** Writes a file of the workspace. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { definedOf } from "../../domain/defined.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";
import { MAX_FILE_BYTES, type Workspace } from "./port.ts";
import { authorOfCall, isUnreadEdit, type SeenFiles } from "./seen-files.ts";
import { touchOfWrite } from "./steering.ts";
import { writablePath } from "./writable-path.ts";

export function createWriteTool(workspace: Workspace, seen: SeenFiles): Tool {
  return defineTool({
    name: "write",
    description:
      "Write a text file of the workspace, whole. All conversations of the person share the workspace. What was there before is kept for 30 days. To change a part of a file use edit.",
    schema: z.object({ path: z.string(), content: z.string() }),
    effect: "idempotent",
    reach: "inside",
    personal: true,
    touches: ({ path }) => touchOfWrite(path),
    async run({ path, content }, call) {
      const { owner, trust, conversation_id } = call;
      const safe = writablePath(path);
      if (!safe.ok) return toolError(safe.problem);
      const bytes = new TextEncoder().encode(content);
      if (bytes.length > MAX_FILE_BYTES) return toolError(`A file has at most ${MAX_FILE_BYTES} bytes.`);
      const if_etag = seen.etagOf(conversation_id, safe.path);
      if (if_etag === undefined && isUnreadEdit(await workspace.read(owner, safe.path)))
        return toolError(editedByPerson(safe.path));
      const marks = { trust, author: authorOfCall(call) };
      const written = await workspace.write(owner, safe.path, { bytes, ...marks, ...definedOf({ if_etag }) });
      if (written.status === "changed") return toolError(changedElsewhere(safe.path));
      seen.note(conversation_id, safe.path, written.etag);
      const what = written.status === "created" ? "Created" : "Replaced";
      return trustedResult(`${what} ${safe.path} (${bytes.length} bytes).`);
    },
  });
}

function editedByPerson(path: string): string {
  return `The person wrote the newest version of ${path}, and this conversation has not read it. Nothing was written. Read it first, and keep what the person changed.`;
}

function changedElsewhere(path: string): string {
  return `${path} was changed or removed since this conversation last saw it, by another conversation or by the person. Nothing was written. Read it again, and write what holds both.`;
}
