/** Files of messages over HTTP: upload, list, download, remove. */

import { z } from "zod";
import { FileShape, ReadingShape } from "../../../contract/files.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { idOf } from "../../http/schemas.ts";

const params = () => z.object({ id: idOf("fil", "file") });
const ListQuery = () =>
  z.object({
    cursor: z.string().max(200).optional(),
    limit: limit({ usual: 50, most: 100 }),
    /** Words that the name contains. */
    q: z.string().trim().max(300).optional(),
    /** The files of this message of `conversation` alone. */
    message: z.string().max(200).optional(),
    conversation: z.string().max(200).optional(),
  });

const OfConversation = () => z.object({ conversation: z.string().max(200).optional() });

/** Loaded by the first request for a file. */
const handlers = () => import("../files.ts");

export const fileRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/files",
    policy: { who: "person", scope: ["chat", "write"] },
    summary: "Uploads a file: multipart with a field `file`, or the bytes as the body with `?name=`.",
    query: () => z.object({ name: z.string().optional() }),
    takes: ["multipart/form-data", "application/octet-stream"],
    answers: () => ({ 201: FileShape() }),
    handler: async (context, { query }) => (await handlers()).upload(context, query.name),
  }),
  defineRoute({
    method: "get",
    path: "/files",
    policy: { who: "person", scope: ["read", "chat"] },
    summary:
      "One's files, newest first; `q` finds them by words of their names. `conversation` and `message`: the files of that message.",
    query: ListQuery,
    answers: () => ({ 200: listOf(FileShape()) }),
    handler: async (context, { query }) => (await handlers()).list(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/files/:id",
    policy: { who: "person", scope: ["read", "chat"] },
    summary:
      "A file's content: one's own, or one in a conversation (`?conversation=`) that one may read, a running turn's too.",
    params,
    query: OfConversation,
    answers: () => ({ 200: "file" }),
    handler: async (context, { params: { id }, query }) =>
      (await handlers()).download(context, id, query.conversation),
  }),
  defineRoute({
    method: "get",
    path: "/files/:id/reading",
    policy: { who: "person", scope: ["read", "chat"] },
    summary:
      "What of a document a model is given that does not open it itself: pages, characters, and whether that is all.",
    params,
    query: OfConversation,
    answers: () => ({ 200: ReadingShape() }),
    handler: async (context, { params: { id }, query }) =>
      (await handlers()).reading(context, id, query.conversation),
  }),
  defineRoute({
    method: "delete",
    path: "/files/:id",
    policy: { who: "person", scope: "write" },
    summary: "Removes a file.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await handlers()).remove(context, id),
  }),
];
