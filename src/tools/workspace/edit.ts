/** The `edit` tool: replaces one passage of a file, which must match exactly and once. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { weakest } from "../../domain/trust.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";
import type { Workspace } from "./port.ts";
import { MAX_FILE_BYTES } from "./port.ts";
import { authorOfCall, type SeenFiles } from "./seen-files.ts";
import { touchOfWrite } from "./steering.ts";
import { writablePath } from "./writable-path.ts";

const Input = z.object({
  path: z.string(),
  old_text: z.string().min(1).describe("The passage as it stands in the file, exactly, with its line breaks"),
  new_text: z.string().describe("What takes its place"),
  all: z.boolean().optional().describe("Replace every occurrence; otherwise there must be exactly one"),
});

export function createEditTool(workspace: Workspace, seen: SeenFiles): Tool {
  return defineTool({
    name: "edit",
    description:
      "Replace a passage in a text file of the workspace. `old_text` must be in the file exactly once; add lines around it until it is.",
    schema: Input,
    effect: "once",
    begins_itself: true,
    reach: "inside",
    personal: true,
    touches: ({ path }) => touchOfWrite(path),
    // An edit discloses content: whether a passage is in a file can be found out by trying.
    shows: ({ path }) => `look in ${oneLine(path)} for what it changes`,
    async run(input, { owner, ...call }) {
      const safe = writablePath(input.path);
      if (!safe.ok) return toolError(safe.problem);
      const file = await workspace.read(owner, safe.path);
      if (!file) return toolError(`There is no file ${safe.path}. Use write to make it.`);
      const text = decodeText(file.bytes);
      if (text === undefined) return toolError(`${safe.path} is not text.`);
      const edited = replaced(text, input);
      if ("problem" in edited) return toolError(`${safe.path}: ${edited.problem}`);
      const bytes = new TextEncoder().encode(edited.text);
      if (bytes.length > MAX_FILE_BYTES) return toolError(`A file has at most ${MAX_FILE_BYTES} bytes.`);
      const trust = weakest([file.trust, call.trust]);
      call.begin();
      const author = authorOfCall(call);
      const result = await workspace.write(owner, safe.path, { bytes, if_etag: file.etag, trust, author });
      if (result.status === "changed")
        return toolError(`${safe.path} was changed in the meantime. Read it again.`);
      seen.note(call.conversation_id, safe.path, result.etag);
      return trustedResult(
        `Edited ${safe.path}: ${edited.count} ${edited.count === 1 ? "place" : "places"}.`,
      );
    },
  });
}

type EditResult = { text: string; count: number } | { problem: string };

function replaced(text: string, { old_text, new_text, all }: z.output<typeof Input>): EditResult {
  if (old_text === new_text) return { problem: "old_text and new_text are the same." };
  const parts = text.split(old_text);
  const count = parts.length - 1;
  if (count === 0) return { problem: `old_text is not in the file. ${hint(text, old_text)}` };
  if (count > 1 && !all) {
    const lines = linesOf(parts, old_text);
    return { problem: `old_text is there ${count} times (lines ${lines}). Add lines around it, or set all.` };
  }
  return { text: parts.join(new_text), count };
}

function linesOf(parts: string[], old: string): string {
  const before = parts.slice(0, 5).map((_, index) => parts.slice(0, index + 1).join(old));
  return before
    .slice(0, parts.length - 1)
    .map((text) => text.split("\n").length)
    .join(", ");
}

/** Hint after a miss: most differ in whitespace or line ends only. */
function hint(text: string, old: string): string {
  const squeezed = (value: string) => value.replace(/\s+/g, " ").trim();
  if (squeezed(text).includes(squeezed(old))) {
    return "It is there with other spaces or line breaks: read the file and copy the passage exactly.";
  }
  return "Read the file and copy the passage exactly.";
}
