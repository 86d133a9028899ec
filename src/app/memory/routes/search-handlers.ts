/** Answers to the routes of memory search, loaded by the first of them. */
import { frameOf } from "../../../channels/web/event-stream.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Reach } from "../../../memory/ports/index-port.ts";
import type { DeepProgress, DeepResult } from "../../../memory/read/deep-memory.ts";
import { parseScope } from "../../../memory/read/scopes.ts";
import { parseDate } from "../../../memory/text/dates.ts";
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { originsOf } from "./origins.ts";
import { ownerOf, ownScopes } from "./requests.ts";
import type { DeepBody, IndexBody, IndexItem, SearchQuery } from "./search-fields.ts";
import { hitView, relationView, wishView } from "./views.ts";

export async function find(context: ApiContext, query: SchemaOutput<typeof SearchQuery>) {
  const { memory, preferenceCache } = servicesOf(context);
  const { time_zone } = await preferenceCache.get(ownerOf(context));
  const started = performance.now();
  const meter = { rows_read: 0 };
  const clock = time_zone ? { time_zone } : {};
  const request = { ...reachOf(context, query), query: query.q, limit: query.k, ...clock };
  const judged = query.automatic
    ? await memory.recallCandidates({ ...request, earlier: talkOf(query.earlier) })
    : [];
  const hits = query.automatic
    ? judged.map(({ hit }) => hit)
    : await memory.search({ meter, ...request, signal: context.req.raw.signal });
  const origins = await originsOf(memory, ownerOf(context), hits);
  return reply(200, {
    items: hits.map((hit, at) => ({
      ...hitView(hit, query.explain),
      ...origins.get(hit.passage.key),
      ...(judged[at] && { belonging: judged[at].relevance, recalled: judged[at].recalled }),
    })),
    next_cursor: null,
    took_ms: Math.round(performance.now() - started),
    ...(query.automatic && { wishes: await fittingWishes(context, query) }),
    ...(query.explain ? meter : {}),
  });
}

/** Wishes that a turn with that message would be given, in their order. */
async function fittingWishes(context: ApiContext, query: SchemaOutput<typeof SearchQuery>) {
  const { memory } = servicesOf(context);
  const owner = ownerOf(context);
  const scopes = [parseScope(query.scope ?? "") ?? "person"] as const;
  const ids = (await memory.fittingWishes({ owner, scopes }, query.q)).map(({ id }) => id);
  const found = new Map((await memory.wishes.get(owner, ids)).map((wish) => [wish.id, wish]));
  return ids.flatMap((id) => found.get(id) ?? []).map(wishView);
}

/** Lines of person and agent in turn. */
function talkOf(lines = "") {
  const all = lines.split("\n").filter((line) => line.trim() !== "");
  const roleAt = (at: number) => ((all.length - at) % 2 === 0 ? "user" : "assistant");
  return all.map((text, at) => ({ role: roleAt(at), text }) as const);
}

/** `scope` is a scope, `all`, or the id of a conversation. */
function reachOf(context: ApiContext, query: SchemaOutput<typeof SearchQuery>): Reach {
  const wanted = query.scope === undefined || query.scope === "all" ? undefined : query.scope;
  const known = wanted === undefined ? undefined : parseScope(wanted);
  const source = query.conversation ?? (known === undefined ? wanted : undefined);
  return {
    owner: ownerOf(context),
    scopes: known === undefined ? "all" : [known],
    ...(source === undefined ? {} : { source }),
    ...(query.kind === undefined ? {} : { kinds: [query.kind] }),
  };
}

export async function index(context: ApiContext, body: SchemaOutput<typeof IndexBody>) {
  if (body.path !== undefined && body.text !== undefined) {
    const { path, text: whole, date: at } = body;
    const whose = body.trust ?? "untrusted";
    const file = {
      owner: ownerOf(context),
      path,
      text: whole,
      trust: whose,
      ...(at === undefined ? {} : { at }),
    };
    const { status, pieces } = await servicesOf(context).memory.indexFile(file);
    return reply(200, { indexed: pieces, status });
  }
  if (body.items.length === 0) {
    throw new AppError("malformed_request", "Give `items` (up to 5,000 a call), or `path` and `text`.");
  }
  const items = body.items.map((item) => turnOf(context, body, item));
  const { memory } = servicesOf(context);
  await memory.indexTurns(items);
  await memory.keepWishes(items);
  return reply(200, { indexed: items.length });
}

function turnOf(
  context: ApiContext,
  body: SchemaOutput<typeof IndexBody>,
  item: SchemaOutput<typeof IndexItem>,
) {
  const at = item.date === undefined ? undefined : parseDate(item.date);
  if (item.date !== undefined && at === undefined) {
    throw new AppError(
      "malformed_request",
      `Item ${item.id}: "${item.date}" is not a date; write it as 2026-03-31T12:00:00Z or "1:56 pm on 8 May, 2023".`,
    );
  }
  return {
    id: item.id,
    conversation_id: body.conversation ?? "import",
    owner: ownerOf(context),
    ...(body.scope === undefined ? {} : { scope: body.scope }),
    ...(item.role === undefined ? {} : { role: item.role }),
    speaker: item.speaker,
    ...(at === undefined ? {} : { at }),
    text: item.text,
    trust: item.trust ?? body.trust ?? (item.role === "user" ? ("trusted" as const) : ("untrusted" as const)),
    ...(item.session === undefined ? {} : { session: item.session }),
  };
}

export async function deep(context: ApiContext, { query, style, stream }: SchemaOutput<typeof DeepBody>) {
  const scopes = await ownScopes(context);
  const run = (progress: (data: DeepProgress) => void) =>
    servicesOf(context).memory.deep({
      owner: ownerOf(context),
      scopes,
      conversation_id: "",
      query,
      style,
      signal: context.req.raw.signal,
      progress,
    });
  return stream ? streamed(run) : reply(200, deepView(await run(() => {})));
}

function deepView({ text: summary, trust: whose, style, related, ...found }: DeepResult) {
  const items = found.hits.map((hit) => hitView(hit, false));
  return { text: summary, trust: whose, style, items, related, relations: found.relations.map(relationView) };
}

function streamed(run: (progress: (data: DeepProgress) => void) => Promise<DeepResult>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: string, data: unknown) => controller.enqueue(encoder.encode(frameOf(event, data)));
      try {
        send("result", deepView(await run((data) => send("progress", data))));
      } catch (cause) {
        const reason = cause instanceof AppError ? cause.reason : "The search was interrupted. Try again.";
        send("error", { error: "internal", reason });
      }
      controller.close();
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}
