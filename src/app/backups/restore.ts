/** Handlers of a restore that is under way. */
import type { TableShape } from "../../backups/ports.ts";
import type { RestoreFields, RowsFields, ScheduleRowsFields } from "../../contract/instance/backups.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { trustId } from "../../domain/ids.ts";
import { conversationsAfter, isNew } from "../../storage/d1/backups/pages.ts";
import { D1RowWriter } from "../../storage/d1/backups/row-writer.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { askConversation, schedulerStub } from "../objects/stubs.ts";
import { free, must, storesOf } from "./stores.ts";

export async function begin(context: ApiContext, { migrations, tables }: SchemaOutput<typeof RestoreFields>) {
  const stores = storesOf(context);
  const before = await stores.runs.current();
  // Half of a restore is worth nothing: the next one begins anew over it.
  if (before?.kind !== "restore") {
    await free(stores);
    await mustBeEmpty(stores.env.DB);
  }
  const [here, present] = await Promise.all([stores.reader.migrations(), stores.reader.tables()]);
  mustFollow(migrations, here);
  for (const table of tables) mustFit(table, present);
  const id = stores.ids.create("bak");
  if (before?.kind === "restore") await stores.runs.end(before.id);
  await stores.runs.begin(id, "restore");
  await new D1RowWriter(stores.env.DB).clear(present);
  return reply(201, { id });
}

export async function rows(
  context: ApiContext,
  id: string,
  body: SchemaOutput<typeof RowsFields>,
): Promise<Response> {
  const stores = storesOf(context);
  await must(stores, id, "restore");
  mustFit(body.table, await stores.reader.tables());
  await new D1RowWriter(stores.env.DB).write(body.table, body.rows);
  return context.body(null, 204);
}

export async function conversations(context: ApiContext, id: string, after = "") {
  const stores = storesOf(context);
  await must(stores, id, "restore");
  const page = await conversationsAfter(stores.env.DB, { after, since: 0 });
  const tried = await Promise.allSettled(
    page.ids.map((each) => askConversation(stores.env, trustId(each), async (stub) => stub.restore())),
  );
  const failed = page.ids.filter((_, at) => tried[at]?.status === "rejected");
  return reply(200, { conversations: page.ids.length, failed, next: page.next });
}

export async function schedules(
  context: ApiContext,
  id: string,
  { person, ...stored }: SchemaOutput<typeof ScheduleRowsFields>,
): Promise<Response> {
  const stores = storesOf(context);
  await must(stores, id, "restore");
  await schedulerStub(stores.env, person).takeOver(stored);
  return context.body(null, 204);
}

export async function end(context: ApiContext, id: string): Promise<Response> {
  const stores = storesOf(context);
  await must(stores, id, "restore");
  await stores.runs.end(id);
  return context.body(null, 204);
}

async function mustBeEmpty(db: D1Database): Promise<void> {
  if (await isNew(db)) return;
  throw new AppError(
    "conflict",
    "This instance is not empty: a backup is restored into a new one alone. Start one with another STATE_DIR, or deploy one by another name.",
  );
}

/** The backup's migrations have to be the first of this database's. */
function mustFollow(migrations: readonly string[], here: readonly string[]): void {
  if (migrations.every((name, at) => here[at] === name)) return;
  throw new AppError(
    "conflict",
    "The backup was made by a newer Nightjar, or by another one. Update this one first, then restore again.",
  );
}

function mustFit({ name, columns }: TableShape, present: readonly TableShape[]): void {
  const table = present.find((each) => each.name === name);
  const missing = table === undefined ? name : columns.find((column) => !table.columns.includes(column));
  if (missing === undefined) return;
  throw new AppError(
    "malformed_request",
    `table: "${name}" of the backup does not fit: ${missing} is not here.`,
  );
}
