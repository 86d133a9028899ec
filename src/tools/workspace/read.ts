/** The `read` tool: reads a file of the workspace, or the full text of an output that was cut. */
import { z } from "zod";
import type { PageRange } from "../../agent/ports/pdf.ts";
import type { Tool, ToolOutcome } from "../../agent/ports/tool.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import type { Unread } from "../../domain/text/document-reading.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { defineTool, toldWith, toolError, trustedResult } from "../define-tool.ts";
import { OUTPUTS, type StoredFile, type Workspace } from "./port.ts";
import { safePath } from "./safe-path.ts";
import { SeenFiles } from "./seen-files.ts";

const MAX_CHARS = 28_000;

/** `name`: of an upload, whose path is its id. */
interface ReadableFile extends StoredFile {
  name?: string;
}

/**
 * Extracts text from formats other than plain text, or says why there is none. `pages`: of a PDF. Rejects only where the
 * storage does.
 */
export type ReadFile = (
  file: ReadableFile & { owner: string },
  pages?: PageRange,
) => Promise<string | Unread>;

const PLAIN: ReadFile = async ({ bytes }) => decodeText(bytes) ?? { problem: "Its format isn't supported." };

/** Files that can be read. `whyNot`: the reason why one that is there can't. */
export interface ReadableFiles extends Pick<Workspace, "read"> {
  whyNot?(owner: string, path: string): Promise<string | undefined>;
}

export function createReadTool(
  workspace: ReadableFiles,
  readFile: ReadFile = PLAIN,
  seen: SeenFiles = new SeenFiles(),
): Tool {
  return defineTool({
    name: "read",
    description:
      "Read a file of the workspace, or one of a message by its id: text, or the text of a PDF, an office document, a book, a saved page, mail or notebook. Long files come in pieces: `from_line` starts further on, and the end of a piece says where the next starts.",
    schema: z.object({
      path: z.string(),
      from_line: z.int().min(1).optional(),
      lines: z.int().min(1).max(5000).optional(),
      pages: z
        .string()
        .regex(/^\d{1,6}(?:-\d{1,6})?$/, "Write it as 301-400.")
        .optional()
        .describe("Pages of a PDF, as 301-400; at most 300 at a time"),
      source: z.boolean().optional().describe("Of a page, mail or notebook its source, as edit needs it"),
    }),
    effect: "read",
    reach: "inside",
    personal: true,
    // The full text of an output that was cut in this place belongs to the place.
    shows: ({ path }) => (path.startsWith(OUTPUTS) ? undefined : `read ${oneLine(path)}`),
    async run({ path, from_line = 1, lines, pages, source = false }, { owner, conversation_id }) {
      const safe = safePath(path);
      if (!safe.ok) return toolError(safe.problem);
      const file: ReadableFile | undefined = await workspace.read(owner, safe.path);
      if (!file) {
        seen.forget(conversation_id, safe.path);
        const reason = await workspace.whyNot?.(owner, safe.path);
        return toolError(reason ?? `There is no file ${safe.path}. list_files shows what there is.`);
      }
      seen.note(conversation_id, safe.path, file.etag);
      const plain = decodeText(file.bytes);
      const text = source && plain !== undefined ? plain : await readFile({ ...file, owner }, rangeOf(pages));
      const isConverted = plain !== undefined && text !== plain;
      const shown = show(file, text, { from: from_line, lines, note: isConverted ? CONVERTED : "" });
      return source || typeof text !== "string" ? shown : asSource(shown, file, text);
    },
  });
}

/** An output of a tool is none: what it read has a number of its own. */
function asSource(shown: ToolOutcome, { path, name = path }: ReadableFile, text: string): ToolOutcome {
  if (!("ok" in shown) || !shown.ok || path.startsWith(OUTPUTS)) return shown;
  return { ...shown, sources: [{ kind: "file", url: path, title: oneLine(name), text }] };
}

function rangeOf(pages: string | undefined): PageRange | undefined {
  if (pages === undefined) return undefined;
  const [from = 1, to] = pages.split("-").map(Number);
  return { from: Math.max(1, from), to: Math.max(from, to ?? from) };
}

const CONVERTED = "\n[this is its text; source: true shows what edit works on]";

interface Shown {
  from: number;
  lines: number | undefined;
  /** Follows the piece. */
  note: string;
}

function show(file: StoredFile, text: string | Unread, { from, lines, note }: Shown): ToolOutcome {
  if (typeof text !== "string")
    return trustedResult(
      `${file.path} can't be read as text (${file.media_type}, ${file.size} bytes). ${text.problem}`,
    );
  if (text === "") return trustedResult(`${file.path} is empty.`);
  const all = text.split("\n");
  if (from > all.length) return toolError(`${file.path} has only ${all.length} lines.`);
  return toldWith(file.trust, piece(all, from, lines ?? all.length) + note);
}

function piece(all: string[], from: number, count: number): string {
  const taken: string[] = [];
  let size = 0;
  for (const line of all.slice(from - 1, from - 1 + count)) {
    if (size + line.length > MAX_CHARS && taken.length > 0) break;
    taken.push(
      line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)} [the rest of this line is left out]` : line,
    );
    size += line.length + 1;
  }
  const next = from + taken.length;
  const note = next <= all.length ? `\n[${all.length} lines in all; from_line ${next} goes on]` : "";
  return `${taken.join("\n")}${note}`;
}
