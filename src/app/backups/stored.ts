/** Handlers that read what is not in the tables. */
import type { ContentQuery } from "../../contract/instance/backups.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { trustId } from "../../domain/ids.ts";
import { conversationsAfter, personsAfter } from "../../storage/d1/backups/pages.ts";
import { EXPIRING } from "../../storage/r2/keys.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { askConversation, schedulerStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";

const OBJECTS = 500;

export async function objects(context: ApiContext, cursor: string | undefined) {
  const { env } = servicesOf(context);
  const page = await env.BUCKET.list({ limit: OBJECTS, ...(cursor && { cursor }) });
  const lasting = page.objects.filter(({ key }) => !isOfADay(key));
  const items = lasting.map(({ key, size, etag }) => ({ key, size, etag }));
  return reply(200, { items, next_cursor: page.truncated ? page.cursor : null });
}

/** A backup would keep what people have said longer than they were told. */
function isOfADay(key: string): boolean {
  return key.startsWith(EXPIRING.recordings) || key.startsWith(EXPIRING.transcripts);
}

export async function content(
  context: ApiContext,
  { key, offset = 0, length }: SchemaOutput<typeof ContentQuery>,
): Promise<Response> {
  // A range of an object without bytes can't be had.
  const part = length === undefined ? {} : { range: { offset, length } };
  const object = await servicesOf(context).env.BUCKET.get(key, part);
  if (!object) throw new AppError("resource_not_found", `There is no object "${key}" any more.`);
  const { httpMetadata, customMetadata, size, etag } = object;
  return new Response(object.body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(Math.min(length ?? size, size - offset)),
      etag: `"${etag}"`,
      "x-nightjar-metadata": encodeURIComponent(JSON.stringify({ httpMetadata, customMetadata })),
    },
  });
}

export async function schedules(context: ApiContext, cursor = "") {
  const { env } = servicesOf(context);
  const { ids, next } = await personsAfter(env.DB, cursor);
  const items = await Promise.all(
    ids.map(async (id) => ({ person: id, ...(await schedulerStub(env, id).rowsForBackup()) })),
  );
  return reply(200, { items: items.filter((each) => each.schedules.length > 0), next_cursor: next });
}

export async function settle(
  context: ApiContext,
  { since, after }: { since: string; after?: string | undefined },
) {
  const { env } = servicesOf(context);
  const { ids, next } = await conversationsAfter(env.DB, { after: after ?? "", since: Date.parse(since) });
  const tried = await Promise.allSettled(
    ids.map((id) => askConversation(env, trustId(id), async (stub) => stub.settle())),
  );
  const failed = ids.filter((_, at) => tried[at]?.status === "rejected");
  return reply(200, { conversations: ids.length, failed, next });
}
