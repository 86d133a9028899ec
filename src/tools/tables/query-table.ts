/** The `query_table` tool: finds rows of a table of any size, and counts, filters and groups them. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { Trust } from "../../domain/trust.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { askTable } from "./ask-table.ts";
import { NoSuchColumn } from "./columns.ts";
import { COMPARISONS } from "./conditions.ts";
import { NotText } from "./lines.ts";
import { shownAnswers } from "./outline.ts";
import { AGGREGATES, PERIODS } from "./query.ts";

/** A file whose rows are asked. Whoever gets it reads or cancels its body. */
export interface OpenedTable {
  path: string;
  name: string;
  trust: Trust;
  body: ReadableStream<Uint8Array>;
}

/** Files that a turn may ask. Each rejects when the storage does. */
export interface TableFiles {
  /** A file of the owner: of a message by its id, or of the workspace by its path. */
  own(owner: string, file: string): Promise<OpenedTable | undefined>;
  /** A document of a collection that the turn reaches, by its name or path. */
  collected(
    asking: { agent: string; owner: string | null },
    named: { collection: string; file: string },
  ): Promise<OpenedTable | undefined>;
}

const MAX_CHARS = 24_000;
const LONGEST_MS = 180_000;

const name = z.string().min(1).max(300);
const value = z.union([z.string().max(2_000), z.number()]);
const Condition = z.object({
  column: name,
  is: z.enum(COMPARISONS),
  value: value.optional(),
  values: z.array(value).max(200).optional().describe("Of `in`"),
});

const Input = z.object({
  file: z.string().min(1).max(600).describe("Id (fil_…) or path; in a collection its name"),
  collection: name
    .optional()
    .describe("Name of the collection that has the file; absent: your person's files"),
  search: z.string().max(1_000).optional().describe("Words that a row must contain, in any column"),
  where: z.array(Condition).max(20).optional().describe("All hold. Dates as 2026-03-31 or 2026-03"),
  any: z.array(Condition).max(20).optional().describe("At least one holds"),
  group_by: z
    .array(z.object({ column: name, period: z.enum(PERIODS).optional().describe("Of a date") }))
    .max(4)
    .optional(),
  measures: z
    .array(
      z.object({
        compute: z.enum(AGGREGATES),
        column: name.optional(),
        times: name.optional().describe("Column that each value is multiplied by"),
      }),
    )
    .max(10)
    .optional()
    .describe("Computed of each group, or of all rows that fit"),
  columns: z.array(name).max(60).optional().describe("Shown of rows; absent: all"),
  sort: z
    .object({ by: name, descending: z.boolean().optional() })
    .optional()
    .describe("A column, or a measure as `sum of price`"),
  from_row: z.int().min(1).optional(),
  limit: z.int().min(1).max(200).default(20),
});

export function createQueryTable(files: TableFiles): Tool {
  return defineTool({
    name: "query_table",
    description:
      "Ask a table (CSV, TSV; other text counts as rows of one column, `line`) of any size: find rows by words and conditions, count, sum and group them over the whole file. With the file alone: its columns with their kinds and values, and its first rows; begin there.",
    schema: Input,
    effect: "read",
    reach: "inside",
    timeout_ms: LONGEST_MS,
    // A collection is shared with all who read along.
    shows: ({ file, collection }) => (collection === undefined ? `read ${oneLine(file)}` : undefined),
    async run({ file, collection, ...query }, context) {
      const opened = await openedFor(files, { file, collection }, context);
      if (typeof opened === "string") return toolError(opened);
      try {
        const answers = await askTable(opened.body, { query, alive: () => context.alive() });
        return told(opened, shownAnswers(answers, MAX_CHARS));
      } catch (problem) {
        if (problem instanceof NoSuchColumn || problem instanceof NotText)
          return { ok: false, error: problem.message, trust: opened.trust };
        throw problem;
      }
    },
  });
}

async function openedFor(
  files: TableFiles,
  { file, collection }: { file: string; collection: string | undefined },
  { owner, is_owners, agent }: ToolContext,
): Promise<OpenedTable | string> {
  if (collection !== undefined) {
    const asking = { agent: agent.slug, owner: is_owners ? owner : null };
    const found = await files.collected(asking, { collection, file });
    return found ?? `There is no table ${file} in a collection ${collection} that is shared with you.`;
  }
  if (!is_owners) return "The files here are their owner's. Name the collection that has the table.";
  const found = await files.own(owner, file);
  return found ?? `There is no file ${file}. list_files shows those of the workspace.`;
}

function told({ path, name: title, trust }: OpenedTable, content: string): ToolOutcome {
  return {
    ok: true,
    content,
    trust,
    sources: [{ kind: "file", url: path, title: oneLine(title), text: content }],
  };
}
