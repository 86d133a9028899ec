/** The instance itself: health, what runs now, which models there are. */
import { z } from "zod";
import { MonitorShape, StatusShape } from "../../../contract/instance/instance.ts";
import {
  ChosenModelsFields,
  ChosenModelsShape,
  ModelShape,
  ModelsShape,
  PriceFields,
  ProviderShape,
} from "../../../contract/instance/models.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";

/** Loaded by the first request that asks for more than health. */
const answers = () => import("../answers.ts");

export const instanceRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/health",
    policy: { who: "public" },
    summary: "Whether the instance answers.",
    answers: () => ({ 200: z.object({ status: z.literal("ok") }) }),
    handler: () => reply(200, { status: "ok" }),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/metrics",
    policy: { who: "admin", scope: ["read", "admin"] },
    summary:
      "Counters for Prometheus, as text, with METRICS=true; `apps=true` asks everybody's objects for open apps too.",
    query: () => z.object({ apps: flag }),
    answers: () => ({ 200: "file" }),
    handler: async (context, { query }) => (await import("../metrics.ts")).metrics(context, query.apps),
  }),
  defineRoute({
    method: "get",
    path: "/status",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Health and counts.",
    answers: () => ({ 200: StatusShape() }),
    handler: async (context) => (await answers()).status(context),
  }),
  defineRoute({
    method: "get",
    path: "/monitor",
    policy: { who: "person", scope: "read" },
    summary:
      "The turns that run or wait now; `all=true` everybody's, for the operator, without their contents.",
    query: () => z.object({ all: flag }),
    answers: () => ({ 200: MonitorShape() }),
    handler: async (context, { query }) => (await answers()).monitor(context, query.all),
  }),
  defineRoute({
    method: "get",
    path: "/models",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The models of the catalog, and those that accounts were found to reach.",
    answers: () => ({ 200: ModelsShape() }),
    handler: async (context) => (await answers()).models(context),
  }),
  defineRoute({
    method: "put",
    path: "/models/chosen",
    policy: { who: "admin", scope: "admin" },
    summary: "Which model is the default and which the fast one, for everybody; null takes a choice back.",
    body: ChosenModelsFields,
    answers: () => ({ 200: ChosenModelsShape() }),
    handler: async (context, { body }) => (await answers()).choose(context, body),
  }),
  defineRoute({
    method: "put",
    path: "/models/prices",
    policy: { who: "admin", scope: "admin" },
    summary:
      "Enters the price of a model, in US dollars for a million tokens: it counts from now on, before any other; null takes it back.",
    body: PriceFields,
    answers: () => ({ 200: ModelShape() }),
    handler: async (context, { body }) => (await answers()).enterPrice(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/providers",
    policy: { who: "admin", scope: "admin" },
    summary: "Providers and the state of their accounts.",
    answers: () => ({ 200: listOf(ProviderShape()) }),
    handler: async (context) => (await answers()).providers(context),
  }),
];
