/** Memory search, the import of archives, and the deep search. */
import { z } from "zod";
import { DeepShape, FoundShape } from "../../../contract/memory/found.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { READ, WRITE } from "./requests.ts";
import { DeepBody, IndexBody, SearchQuery } from "./search-fields.ts";

/** An archive in one call. */
const MAX_INDEX_BYTES = 32 * 1_048_576;

const handlers = () => import("./search-handlers.ts");

export const memorySearchRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/search",
    policy: READ,
    summary:
      "Finds what was said, read or noted; `explain=1` shows each signal, `automatic=1` what a turn would be shown, `earlier` the talk before it.",
    query: SearchQuery,
    answers: () => ({ 200: FoundShape() }),
    handler: async (context, { query }) => (await handlers()).find(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/memory/index",
    policy: WRITE,
    summary: "Brings turns of an archive, or the text of a file, into memory. Repeating it changes nothing.",
    body: IndexBody,
    most: MAX_INDEX_BYTES,
    answers: () => ({ 200: z.object({ indexed: z.number(), status: z.string().optional() }) }),
    handler: async (context, { body }) => (await handlers()).index(context, body),
  }),
  defineRoute({
    method: "post",
    path: "/memory/deep",
    policy: READ,
    summary: "Searches from several angles; `stream: true` sends progress as events.",
    body: DeepBody,
    answers: () => ({ 200: [DeepShape(), "stream"] }),
    handler: async (context, { body }) => (await handlers()).deep(context, body),
  }),
];
