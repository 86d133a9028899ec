/** Text recognition over HTTP. */
import { z } from "zod";
import { ReadingShape } from "../../contract/files.ts";
import { DocumentSettingsFields, DocumentSettingsShape } from "../../contract/instance/model-settings.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { idOf } from "../http/schemas.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;
const PATH = "/models/documents";

export const ocrRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: PATH,
    policy: OPERATOR_ONLY,
    summary: "The way in which models are given documents, and the engine that recognizes the text of scans.",
    answers: () => ({ 200: DocumentSettingsShape() }),
    handler: async (context) => (await import("./settings.ts")).readDocuments(context),
  }),
  defineRoute({
    method: "patch",
    path: PATH,
    policy: OPERATOR_ONLY,
    summary: "Changes them for all models without a setting of their own; null takes a setting back.",
    body: DocumentSettingsFields,
    answers: () => ({ 200: DocumentSettingsShape() }),
    handler: async (context, { body }) => (await import("./settings.ts")).changeDocuments(context, body),
  }),
  defineRoute({
    method: "post",
    path: "/files/:id/recognition",
    policy: { who: "member", scope: ["chat", "write"] },
    summary: "Recognizes the text of one's own scan, once: it is stored beside the file. Booked as `ocr`.",
    params: () => z.object({ id: idOf("fil", "file") }),
    body: () => z.strictObject({}),
    answers: () => ({ 200: ReadingShape() }),
    handler: async (context, { params: { id } }) =>
      (await import("./recognize-file.ts")).recognize(context, id),
  }),
];
