/** Routes of an import in steps: send the files, see what they hold, choose, and read what became of it. */
import { z } from "zod";
import { ImportShape, ImportsShape, NewImportFields, TakeFields } from "../../../contract/imports.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { idOf, nothing } from "../../http/schemas.ts";

const params = () => z.object({ id: idOf("imp", "import") });
const partParams = () => params().extend({ index: z.coerce.number().int().min(0).max(100_000) });
const READ = { who: "member", scope: "read" } as const;
const WRITE = { who: "member", scope: "write" } as const;
const handlers = () => import("./handlers.ts");

export const importRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/imports",
    policy: READ,
    summary: "One's imports with their reports, the newest first.",
    answers: () => ({ 200: ImportsShape() }),
    handler: async (context) => (await handlers()).list(context),
  }),
  defineRoute({
    method: "post",
    path: "/imports",
    policy: WRITE,
    summary:
      "Begins an import of files: exports of other programs, or their home folders. Then send the parts, and ask for the preview.",
    body: NewImportFields,
    answers: () => ({ 201: ImportShape() }),
    handler: async (context, { body }) => (await handlers()).begin(context, body),
  }),
  defineRoute({
    method: "put",
    path: "/imports/:id/parts/:index",
    policy: WRITE,
    summary:
      "Sends a part: all files one after the other are cut every `part_bytes` bytes. Sent again, it replaces the part.",
    params: partParams,
    takes: ["application/octet-stream"],
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id, index } }) => (await handlers()).putPart(context, id, index),
  }),
  defineRoute({
    method: "post",
    path: "/imports/:id/preview",
    policy: WRITE,
    summary: "All parts are sent: reads what they hold, as a job. Nothing is brought in yet.",
    params,
    body: nothing,
    answers: () => ({ 202: ImportShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).preview(context, id),
  }),
  defineRoute({
    method: "get",
    path: "/imports/:id",
    policy: READ,
    summary: "An import: what it holds, how far it is, and what became of it.",
    params,
    answers: () => ({ 200: ImportShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).show(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/imports/:id/start",
    policy: WRITE,
    summary:
      "Brings in the chosen kinds of the chosen sources, as a job. What is there already stays as it is.",
    params,
    body: TakeFields,
    answers: () => ({ 202: ImportShape() }),
    handler: async (context, { params: { id }, body }) => (await handlers()).start(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: "/imports/:id",
    policy: WRITE,
    summary: "Stops an import and removes its report. What it has brought in stays.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await handlers()).remove(context, id),
  }),
];
