/**
 * Removes a deleted message from the trail: its line then says that there was one, and nothing of what it
 * said.
 */

import type { Row } from "../../sql/sql.ts";
import type { Store } from "../rows/store.ts";
import type { TrailStore } from "../trail/ports.ts";
import { segmentsBetween } from "../trail/segments.ts";
import { type DeletedMessage, eraseFromEvent, isTold } from "./erase-event.ts";

/** Rejects when the bucket cannot be reached; safe to repeat. Nothing else may write the trail meanwhile. */
export async function eraseFromTrail(
  store: Store,
  trail: Pick<TrailStore, "get" | "put">,
  deleted: DeletedMessage,
): Promise<void> {
  const { conversation_id } = store.meta;
  const span = { from: deleted.from_seq, to: Number.MAX_SAFE_INTEGER };
  for (const { day, first_seq } of segmentsBetween(store.sql, span)) {
    const text = await trail.get(conversation_id, { day, first_seq });
    const left = text && erasedText(text, deleted);
    if (left !== undefined && left !== text) await trail.put(conversation_id, { day, first_seq }, left);
  }
}

/** The segment without the deleted words. Unreadable lines are dropped, since they may contain them. */
function erasedText(text: string, deleted: DeletedMessage): string {
  return text
    .split("\n")
    .flatMap((line) => (line === "" ? [] : lineAfter(line, deleted)))
    .map((line) => `${line}\n`)
    .join("");
}

interface Line {
  type: string;
  seq: number;
  ts: string;
}

function lineAfter(text: string, deleted: DeletedMessage): string[] {
  const line = parsed(text);
  if (!line) return [];
  if (line.type === "snapshot") return [changed(text, line, withoutRows(line as SnapshotLine, deleted))];
  const left = eraseFromEvent(line, deleted);
  return left ? [changed(text, line, left)] : [];
}

/** An unchanged line keeps its bytes. */
function changed(text: string, before: object, after: object): string {
  return before === after ? text : JSON.stringify(after);
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

interface SnapshotLine extends Line {
  tables: Record<string, Row[]>;
}

function withoutRows(line: SnapshotLine, deleted: DeletedMessage): SnapshotLine {
  const tables = { ...line.tables };
  for (const [name, rows] of Object.entries(tables))
    tables[name] = rows.flatMap((row) => rowAfter(name, row, deleted));
  return JSON.stringify(tables) === JSON.stringify(line.tables) ? line : { ...line, tables };
}

function rowAfter(table: string, row: Row, deleted: DeletedMessage): Row[] {
  const { message_id, turn_id, uptos } = deleted;
  switch (table) {
    case "compactions":
      return [uptos.some((upto) => upto === row["upto"]) ? { ...row, summary: "" } : row];
    case "deliveries":
      return row["message_id"] === message_id ? [] : [row];
    case "steps":
    case "calls":
      return turn_id !== null && row["turn_id"] === turn_id ? [] : [row];
    case "meta":
      return [isTold(row["title"], deleted) ? { ...row, title: "" } : row];
    default:
      return [row];
  }
}
