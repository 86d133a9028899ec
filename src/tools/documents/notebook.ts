/** Converts a Jupyter notebook to Markdown: its texts, its code, and what the code has printed. */

import { z } from "zod";
import { parseJson } from "../../platform/json.ts";
import { Writer } from "./writer.ts";

const Lines = z
  .union([z.string(), z.array(z.string())])
  .transform((lines) => (typeof lines === "string" ? lines : lines.join("")));
const Output = z.looseObject({
  output_type: z.string().optional(),
  text: Lines.optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).optional().catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
});
const Cell = z.looseObject({
  cell_type: z.string(),
  source: Lines.catch(""),
  /** In notebooks before version 4. */
  input: Lines.optional().catch(undefined),
  outputs: z.array(z.unknown()).catch([]),
});
const Metadata = z.looseObject({
  language_info: z.looseObject({ name: z.string() }).optional().catch(undefined),
  kernelspec: z.looseObject({ language: z.string() }).optional().catch(undefined),
});
const Notebook = z.looseObject({
  nbformat: z.number(),
  cells: z.array(z.unknown()).optional(),
  worksheets: z.array(z.looseObject({ cells: z.array(z.unknown()) })).optional(),
  metadata: Metadata.optional().catch(undefined),
});

const MOST_PRINTED = 20_000;

/** Undefined when the JSON is no notebook. */
export function notebookText(json: string): string | undefined {
  const parsed = Notebook.safeParse(parseJson(json));
  if (!parsed.success) return undefined;
  const { cells, worksheets = [], metadata } = parsed.data;
  const language = metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? "python";
  const writer = new Writer();
  for (const cell of cells ?? worksheets.flatMap((sheet) => sheet.cells)) {
    if (writer.isFull) break;
    writer.line(`${cellText(cell, language)}\n`);
  }
  return writer.end();
}

function cellText(given: unknown, language: string): string {
  const cell = Cell.safeParse(given);
  if (!cell.success) return "[a cell that cannot be read]";
  const { cell_type, source, input, outputs } = cell.data;
  if (cell_type !== "code") return source.trim();
  const printed = outputs.map(outputText).filter((text) => text !== "");
  return [fenced(input ?? source, language), ...printed.map((text) => `Output:\n${fenced(text, "")}`)].join(
    "\n\n",
  );
}

function outputText(given: unknown): string {
  const output = Output.safeParse(given);
  if (!output.success) return "";
  const { text, data = {}, ename, evalue = "" } = output.data;
  if (ename !== undefined) return `${ename}: ${evalue}`;
  const plain = text ?? Lines.safeParse(data["text/plain"]).data;
  const hasPicture = Object.keys(data).some((type) => type.startsWith("image/"));
  const shown = (plain ?? "").slice(0, MOST_PRINTED).trimEnd();
  return [shown, ...(hasPicture ? ["[a picture]"] : [])].filter((line) => line !== "").join("\n");
}

function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length + 1)));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
