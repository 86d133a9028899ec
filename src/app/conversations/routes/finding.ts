/** Search in one's conversations: by what was said in them, by folder and tag. */
import { z } from "zod";
import { FoundMessageShape, LabelsShape } from "../../../contract/finding.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const SearchQuery = () =>
  z.object({
    q: z.string().trim().min(1).max(200),
    cursor: z.string().max(60).optional(),
    limit: limit({ usual: 20, most: 50 }),
  });

export const findingRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/conversations/search",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Messages that hold all words of `q`, the last perhaps only begun; the newest first.",
    query: SearchQuery,
    answers: () => ({ 200: listOf(FoundMessageShape()) }),
    handler: (context, { query }) => search(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/conversations/labels",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The folders and tags of one's conversations.",
    answers: () => ({ 200: LabelsShape() }),
    async handler(context) {
      return reply(200, await servicesOf(context).conversations.labels(context.get("principal").owner));
    },
  }),
];

async function search(context: ApiContext, query: SchemaOutput<typeof SearchQuery>) {
  const { memory } = servicesOf(context);
  const { q: text, cursor, limit } = query;
  const found = await memory.messagesSaying({
    person: context.get("principal").owner,
    text,
    limit: limit + 1,
    ...(cursor === undefined ? {} : { after: placeOf(cursor) }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1)?.place;
  const next_cursor = found.length > limit && last ? `${last.at}.${last.id}` : null;
  const items = page.map(({ snippet, place, ...message }) => {
    return { ...message, at: timeOf(place.at), snippet: snippet.text, marks: snippet.marks };
  });
  return reply(200, { items, next_cursor });
}

function timeOf(at: number): string | null {
  return at > 0 ? new Date(at).toISOString() : null;
}

function placeOf(cursor: string) {
  const [at, id] = cursor.split(".").map(Number);
  if (!Number.isSafeInteger(at) || !Number.isSafeInteger(id) || at === undefined || id === undefined)
    throw new AppError("malformed_request", "`cursor` is the `next_cursor` of the page before.");
  return { at, id };
}
