/** Knowledge collections over HTTP. */
import { z } from "zod";
import {
  CollectionChange,
  CollectionDocumentShape,
  CollectionFields,
  CollectionShape,
} from "../../contract/collections/collections.ts";
import { listOf } from "../../contract/schema.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { idOf } from "../http/schemas.ts";

const ONE = "/collections/:id";
const READERS = { who: "member", scope: "read" } as const;
const WRITERS = { who: "member", scope: "write" } as const;
const params = () => z.object({ id: idOf("col", "collection") });

/** Loaded by the first request. */
const handlers = () => import("./handlers.ts");

export const collectionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/collections",
    policy: READERS,
    summary: "One's knowledge collections.",
    answers: () => ({ 200: listOf(CollectionShape()) }),
    handler: async (context) => (await handlers()).list(context),
  }),
  defineRoute({
    method: "post",
    path: "/collections",
    policy: WRITERS,
    summary:
      "Makes a collection of files and folders of one's own and of sites; its documents are read by a job.",
    body: CollectionFields,
    answers: () => ({ 201: CollectionShape() }),
    handler: async (context, { body }) => (await handlers()).create(context, body),
  }),
  defineRoute({
    method: "patch",
    path: ONE,
    policy: WRITERS,
    summary: "Changes a collection. An agent that it is shared with asks it for everybody it talks to.",
    params,
    body: CollectionChange,
    answers: () => ({ 200: CollectionShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).change(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: ONE,
    policy: WRITERS,
    summary: "Removes a collection and its part of the index; the files stay.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await handlers()).remove(context, id),
  }),
  defineRoute({
    method: "get",
    path: `${ONE}/documents`,
    policy: READERS,
    summary: "Documents of a collection, and whether each can be asked.",
    params,
    answers: () => ({ 200: listOf(CollectionDocumentShape()) }),
    handler: async (context, { params: { id } }) => (await handlers()).documents(context, id),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/sync`,
    policy: WRITERS,
    summary: "Reads new and changed documents now; files are read every hour anyway, sites each day or week.",
    params,
    body: () => z.strictObject({}),
    answers: () => ({ 202: CollectionShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).syncNow(context, id),
  }),
];
