/** Uploads in pieces over HTTP. */
import { z } from "zod";
import { CompleteFields, FileShape, NewUploadFields, PieceQuery, UploadShape } from "../../contract/files.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { idOf } from "../http/schemas.ts";

const ONE = "/uploads/:id";
const MEMBERS = { who: "member", scope: ["chat", "write"] } as const;
const params = () => z.object({ id: idOf("upl", "upload") });

/** Loaded by the first upload. */
const handlers = () => import("./handlers.ts");

export const uploadRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/uploads",
    policy: MEMBERS,
    summary: "Begins the upload of a file in pieces, which may be larger than one request.",
    body: NewUploadFields,
    answers: () => ({ 201: UploadShape() }),
    handler: async (context, { body }) => (await handlers()).begin(context, body),
  }),
  defineRoute({
    method: "get",
    path: ONE,
    policy: MEMBERS,
    summary:
      "State of an upload: `offset` is the place of the next piece, also after a pause or a broken connection.",
    params,
    answers: () => ({ 200: UploadShape() }),
    handler: async (context, { params: { id } }) => (await handlers()).read(context, id),
  }),
  defineRoute({
    method: "put",
    path: ONE,
    policy: MEMBERS,
    summary:
      "Sends the piece at `offset`: `piece_bytes` bytes, or the rest. With `sha256` it is checked; a piece that has arrived already may be sent again.",
    params,
    query: PieceQuery,
    takes: ["application/octet-stream"],
    answers: () => ({ 200: UploadShape() }),
    handler: async (context, { params: { id }, query }) => (await handlers()).receive(context, id, query),
  }),
  defineRoute({
    method: "post",
    path: `${ONE}/complete`,
    policy: MEMBERS,
    summary: "Makes the file of its pieces. With `sha256` the whole is checked first.",
    params,
    body: CompleteFields,
    answers: () => ({ 201: FileShape() }),
    handler: async (context, { params: { id }, body }) =>
      (await handlers()).complete(context, id, body.sha256),
  }),
  defineRoute({
    method: "delete",
    path: ONE,
    policy: MEMBERS,
    summary: "Cancels an upload and removes its pieces.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => (await handlers()).cancel(context, id),
  }),
];
