/** Suggestions: content from outside that waits for a person's approval, of every kind that would then have lasting effect. */
import { z } from "zod";
import { SuggestionShape } from "../../../contract/memory/suggestions.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { READ } from "./requests.ts";

const ListQuery = () => z.object({ limit: limit({ usual: 50, most: 100 }) });

export const memorySuggestionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/suggestions",
    policy: READ,
    summary: "What came from outside and waits for one's yes: PATCH its `path` with `trust`, or DELETE it.",
    query: ListQuery,
    answers: () => ({ 200: listOf(SuggestionShape()) }),
    handler: async (context, { query }) => (await import("./suggestion-list.ts")).list(context, query.limit),
  }),
];
