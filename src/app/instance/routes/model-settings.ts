/** Settings of models. */
import {
  ModelQuery,
  ModelSettingsFields,
  ModelSettingsShape,
} from "../../../contract/instance/model-settings.ts";
import { defineRoute, type Route } from "../../http/api.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;
const PATH = "/models/settings";

export const modelSettingsRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: PATH,
    policy: OPERATOR_ONLY,
    summary: "Capabilities, sizes and defaults of a model, each with where it comes from.",
    query: ModelQuery,
    answers: () => ({ 200: ModelSettingsShape() }),
    handler: async (context, { query: { model } }) =>
      (await import("../model-settings.ts")).readSettings(context, model),
  }),
  defineRoute({
    method: "patch",
    path: PATH,
    policy: OPERATOR_ONLY,
    summary: "Sets values of a model, which go before the catalog and its provider; null takes one back.",
    body: ModelSettingsFields,
    answers: () => ({ 200: ModelSettingsShape() }),
    handler: async (context, { body }) =>
      (await import("../model-settings.ts")).changeSettings(context, body),
  }),
];
