/** A person's files in the shape of OpenAI's API; a message names them by their ids. */
import { z } from "zod";
import { namedSchema } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { idOf } from "../../http/schemas.ts";

const PURPOSES = ["assistants", "vision", "user_data"] as const;

const FileShape = namedSchema("CompatibleFile", () =>
  z.object({
    id: z.string(),
    object: z.literal("file"),
    bytes: z.number(),
    created_at: z.number(),
    filename: z.string(),
    purpose: z.enum(PURPOSES),
    status: z.literal("processed"),
  }),
);

const FilesShape = namedSchema("CompatibleFiles", () =>
  z.object({
    object: z.literal("list"),
    data: z.array(FileShape()),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  }),
);

const DeletedShape = () => z.object({ id: z.string(), object: z.literal("file"), deleted: z.literal(true) });

const FilesQuery = () =>
  z.looseObject({
    limit: limit({ usual: 100, most: 100 }),
    /** Id of the last file of the page before. */
    after: z.string().max(200).optional(),
    purpose: z.string().max(100).optional(),
  });

const params = () => z.object({ id: idOf("fil", "file") });

/** Loaded by the first request for files. */
const files = () => import("../media/files.ts");

export const compatibleFileRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/files",
    policy: { who: "member", scope: ["chat", "write"] },
    summary: "Uploads a file (`file`, `purpose`), in the shape of OpenAI's API.",
    takes: ["multipart/form-data"],
    answers: () => ({ 200: FileShape() }),
    handler: async (context) => (await files()).upload(context),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/v1/files",
    policy: { who: "member", scope: ["read", "chat"] },
    summary: "One's files, the newest first, in the shape of OpenAI's API.",
    query: FilesQuery,
    answers: () => ({ 200: FilesShape() }),
    handler: async (context, { query }) => (await files()).list(context, query),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/v1/files/:id",
    policy: { who: "member", scope: ["read", "chat"] },
    summary: "What is known of a file.",
    params,
    answers: () => ({ 200: FileShape() }),
    handler: async (context, { params: { id } }) => (await files()).describe(context, id),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/v1/files/:id/content",
    policy: { who: "member", scope: ["read", "chat"] },
    summary: "A file's content.",
    params,
    answers: () => ({ 200: "file" }),
    handler: async (context, { params: { id } }) => (await files()).content(context, id),
  }),
  defineRoute({
    root: "",
    method: "delete",
    path: "/v1/files/:id",
    policy: { who: "member", scope: "write" },
    summary: "Removes a file.",
    params,
    answers: () => ({ 200: DeletedShape() }),
    handler: async (context, { params: { id } }) => (await files()).remove(context, id),
  }),
];
