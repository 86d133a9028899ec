/** Outline of a large table or text: what a model and the index are given in place of the whole. */
import { oneLine } from "../../domain/text/hidden-text.ts";
import { row, ruler } from "../documents/writer.ts";
import { askTable } from "./ask-table.ts";
import { NotText } from "./lines.ts";
import type { Answer } from "./query.ts";

/** Characters of a cell. */
const LONGEST_CELL = 300;

const BY_NAME = /\.(?:csv|tsv|tab|txt|log|jsonl|ndjson)$/i;
const BY_TYPE = /^text\/(?:csv|tab-separated-values|plain)$|^application\/(?:x-ndjson|jsonl)$/i;

/** True for a file whose lines are rows, by its name or its type. */
export function hasRows({ name, media_type = "" }: { name: string; media_type?: string }): boolean {
  return BY_NAME.test(name) || BY_TYPE.test(media_type);
}

/** Answers as Markdown, with no more than so many characters; a note says what was left out. */
export function shownAnswers(answers: readonly Answer[], most: number): string {
  let room = most;
  const shown = answers.map(({ says, head, rows }) => {
    const lines: string[] = [];
    for (const cells of rows) {
      const line = row(
        cells.map((cell) => (cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell)),
      );
      if (room < line.length && lines.length > 0) break;
      lines.push(line);
      room -= line.length;
    }
    const left = rows.length - lines.length;
    const note = left > 0 ? [`[${left} more rows don't fit here: ask for fewer rows or columns]`] : [];
    return [says, "", ...(rows.length > 0 ? [row(head), ruler(head.length), ...lines] : []), ...note].join(
      "\n",
    );
  });
  return shown.join("\n\n");
}

const OUTLINE_CHARS = 20_000;
const BEGINNING_CHARS = 8_000;
/** Bytes by which a message tells what a large file holds. */
export const BEGINNING_BYTES = 262_144;

/** Outline of the whole file, which is read a chunk at a time; undefined when it is no text. Rejects when the storage does. */
export async function outlineOfTable(
  body: ReadableStream<Uint8Array>,
  { name, id }: { name: string; id: string },
): Promise<string | undefined> {
  const answers = await profiled(body);
  return answers && `${oneLine(name)}. ${howToAsk(id)}\n\n${shownAnswers(answers, OUTLINE_CHARS)}`;
}

/** Outline of a file by its beginning; undefined when it is no text. Rejects when the storage does. */
export async function outlineOfBeginning(beginning: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const answers = await profiled(beginning);
  const isTable = (answers?.[0]?.rows.length ?? 0) > 1;
  return answers && (isTable ? shownAnswers(answers, OUTLINE_CHARS) : firstLines(answers));
}

async function profiled(body: ReadableStream<Uint8Array>): Promise<Answer[] | undefined> {
  try {
    return await askTable(body, { query: { limit: 1 }, alive: () => undefined });
  } catch (problem) {
    if (problem instanceof NotText) return undefined;
    throw problem;
  }
}

function firstLines([, beginning]: readonly Answer[]): string {
  const lines = (beginning?.rows ?? []).map(([, line = ""]) => line);
  return lines.join("\n").slice(0, BEGINNING_CHARS);
}

export function howToAsk(id: string): string {
  return `The tool query_table finds, counts and computes over all of its rows: file "${id}".`;
}

export function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
