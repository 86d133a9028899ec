/** Search in one's conversations: by what was said in them, by folder and tag. */
import { z } from "zod";
import { listOf, namedSchema, type SchemaOutput } from "../../../contract/schema.ts";
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

const FoundMessageShape = namedSchema("FoundMessage", () =>
  z.object({
    conversation_id: z.string(),
    message_id: z.string(),
    /** Title of the conversation. */
    title: z.string(),
    archived: z.boolean(),
    role: z.string(),
    speaker: z.string(),
    /** Slug of the agent, for an answer. */
    agent: z.string(),
    at: z.string().nullable(),
    /** An excerpt around the words. */
    snippet: z.string(),
    /** Positions of the words in the snippet: start and end, in UTF-16 units. */
    marks: z.array(z.tuple([z.number(), z.number()])),
  }),
);

const LabelShape = namedSchema("ConversationLabel", () =>
  z.object({ name: z.string(), conversations: z.number() }),
);

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
    answers: () => ({ 200: z.object({ folders: z.array(LabelShape()), tags: z.array(LabelShape()) }) }),
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
