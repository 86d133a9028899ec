/** A program that reads an instance by the API's backups, as the command line does, and keeps the copy in memory. */
import type { z } from "zod";
import { SPAN } from "../../../src/backups/ports.ts";
import type {
  BackupBegunShape,
  ChangesShape,
  CutShape,
  ObjectsShape,
  RowPageShape,
  ScheduleRowsListShape,
} from "../../../src/contract/instance/backups.ts";
import { callApi, request } from "../api.ts";

type Of<S extends () => z.ZodType> = z.output<ReturnType<S>>;
type Row = (string | number | null)[];

export interface Copy {
  begun: Of<typeof BackupBegunShape>;
  /** Rows by their number, of each table. */
  tables: Map<string, Map<number, Row>>;
  counts: Record<string, number>;
  objects: Map<string, { bytes: ArrayBuffer; metadata: string }>;
  schedules: Of<typeof ScheduleRowsListShape>["items"];
}

/** `meanwhile` runs when the tables have been read, before their changes are taken. */
export async function copyInstance(meanwhile: () => Promise<unknown> = async () => {}): Promise<Copy> {
  const begun = await callApi<Copy["begun"]>("POST", "/backups", {});
  const tables = new Map<string, Map<number, Row>>();
  for (const { name } of begun.tables) tables.set(name, await rowsOf(begun.id, name));
  await meanwhile();
  for (let more = true; more; ) {
    const page = await callApi<Of<typeof ChangesShape>>("POST", `/backups/${begun.id}/changes`, {});
    apply(tables, page.changes);
    more = page.more;
  }
  const cut = await callApi<Of<typeof CutShape>>("POST", `/backups/${begun.id}/cut`, {});
  apply(tables, cut.changes);
  const schedules = await callApi<Of<typeof ScheduleRowsListShape>>("GET", "/backups/schedules");
  return { begun, tables, counts: cut.counts, objects: await objectsHere(), schedules: schedules.items };
}

async function rowsOf(id: string, table: string): Promise<Map<number, Row>> {
  const rows = new Map<number, Row>();
  for (let after = -1; ; ) {
    const query = `table=${table}&after=${after}`;
    const page = await callApi<Of<typeof RowPageShape>>("GET", `/backups/${id}/rows?${query}`);
    if (page.span === null) return rows;
    for (const [row, ...values] of page.rows) rows.set(row, values);
    after = page.is_whole ? (page.span + 1) * SPAN - 1 : (page.rows.at(-1)?.[0] ?? after);
  }
}

function apply(tables: Copy["tables"], changes: Of<typeof ChangesShape>["changes"]): void {
  for (const { table, row, values } of changes) {
    if (values === null) tables.get(table)?.delete(row);
    else tables.get(table)?.set(row, values);
  }
}

async function objectsHere(): Promise<Copy["objects"]> {
  const { items } = await callApi<Of<typeof ObjectsShape>>("GET", "/backups/objects");
  const objects: Copy["objects"] = new Map();
  for (const { key } of items) {
    const response = await request("GET", `/backups/objects/content?key=${encodeURIComponent(key)}`);
    const metadata = response.headers.get("x-nightjar-metadata") ?? "";
    objects.set(key, { bytes: await response.arrayBuffer(), metadata });
  }
  return objects;
}
