/** Lists the workspace. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { weakest } from "../../domain/trust.ts";
import { defineTool, toldWith, toolError, trustedResult } from "../define-tool.ts";
import type { FileInfo, Workspace } from "./port.ts";
import { safeFolder } from "./safe-path.ts";

const MAX_SHOWN = 500;

export function createListFilesTool(workspace: Workspace): Tool {
  return defineTool({
    name: "list_files",
    description:
      "List the files of the workspace, with sizes and times; of one folder when `folder` is given.",
    schema: z.object({ folder: z.string().optional() }),
    effect: "read",
    reach: "inside",
    personal: true,
    shows: () => "list your files",
    async run({ folder = "" }, { owner }) {
      const prefix = safeFolder(folder);
      if (!prefix.ok) return toolError(prefix.problem);
      const { files, cursor } = await workspace.list(owner, prefix.path, { limit: MAX_SHOWN });
      if (files.length === 0)
        return trustedResult(prefix.path === "" ? "The workspace is empty." : `Nothing is in ${prefix.path}`);
      const more = cursor === undefined ? [] : [await leftOut(workspace, owner, prefix.path)];
      return toldWith(weakest(files.map(({ trust }) => trust)), [...files.map(line), ...more].join("\n"));
    },
  });
}

async function leftOut(workspace: Workspace, owner: string, folder: string): Promise<string> {
  const { length } = await workspace.paths(owner, folder);
  return `[these are the first ${MAX_SHOWN} of ${length} files; name a folder to see those in it]`;
}

function line({ path, size, updated_at }: FileInfo): string {
  return `${path}  ${size} bytes  ${new Date(updated_at).toISOString().slice(0, 16)}Z`;
}
