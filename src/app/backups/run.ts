/** Handlers of a backup that is under way. */
import type { TableShape } from "../../backups/ports.ts";
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { VERSION } from "../version.ts";
import { free, must, storesOf } from "./stores.ts";

export async function begin(context: ApiContext) {
  const stores = storesOf(context);
  await free(stores);
  const id = stores.ids.create("bak");
  const [tables, migrations] = await Promise.all([stores.reader.tables(), stores.reader.migrations()]);
  await stores.runs.begin(id, "backup");
  await stores.changeLog.start(tables);
  return reply(201, { id, version: VERSION, migrations, tables });
}

export async function page(
  context: ApiContext,
  { id, table, after }: { id: string; table: string; after: number },
) {
  const stores = storesOf(context);
  await must(stores, id);
  return reply(200, await stores.reader.page(await named(stores, table), after));
}

export async function changes(context: ApiContext, id: string) {
  const stores = storesOf(context);
  await must(stores, id, "backup");
  return reply(200, await stores.changeLog.take(await stores.reader.tables()));
}

export async function cut(context: ApiContext, id: string) {
  const stores = storesOf(context);
  await must(stores, id, "backup");
  const at = new Date(stores.now()).toISOString();
  const last = await stores.changeLog.cut(await stores.reader.tables());
  if (last === undefined)
    throw new AppError(
      "conflict",
      "Too many rows have changed meanwhile. Take the changes first, then cut again.",
    );
  await end(stores, id);
  return reply(200, { ...last, at });
}

export async function abandon(context: ApiContext, id: string): Promise<Response> {
  const stores = storesOf(context);
  await must(stores, id, "backup");
  await end(stores, id);
  return context.body(null, 204);
}

async function end({ changeLog, runs }: ReturnType<typeof storesOf>, id: string): Promise<void> {
  await changeLog.stop();
  await runs.end(id);
}

async function named({ reader }: ReturnType<typeof storesOf>, name: string): Promise<TableShape> {
  const table = (await reader.tables()).find((each) => each.name === name);
  if (table) return table;
  throw new AppError("malformed_request", `table: there is no table "${name}".`);
}
