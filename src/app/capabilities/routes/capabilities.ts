/** Capabilities over HTTP: list, read, run by hand, switch, remove, export and import. */
import { z } from "zod";
import {
  CapabilityCallShape,
  CapabilityPreviewShape,
  CapabilityRunShape,
  CapabilityShape,
} from "../../../contract/agents/capabilities.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { nothing } from "../../http/schemas.ts";
import { callsQuery, listQuery, nameParams, runBody } from "./fields.ts";

const handlers = () => import("./handlers.ts");

export const capabilityRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/capabilities",
    policy: { who: "member", scope: "read" },
    summary: "The capabilities; with `q` those whose words match, the best first.",
    query: listQuery,
    answers: () => ({ 200: listOf(CapabilityShape()) }),
    handler: async (context, { query }) => (await handlers()).list(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities",
    policy: { who: "member", scope: "write" },
    summary:
      "A zip archive of a capability: says what it may do; installs it with `?install=` and the digest of that answer, when its tests pass.",
    query: () => z.object({ install: z.string().max(100).optional() }),
    takes: ["application/zip"],
    answers: () => ({ 200: CapabilityPreviewShape(), 201: CapabilityPreviewShape() }),
    handler: async (context, { query }) => (await handlers()).install(context, query.install),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name",
    policy: { who: "member", scope: "read" },
    summary: "A capability: what it does, what it may reach, how it has served.",
    params: nameParams,
    answers: () => ({ 200: CapabilityShape() }),
    handler: async (context, { params: { name } }) => (await handlers()).show(context, name),
  }),
  defineRoute({
    method: "delete",
    path: "/capabilities/:name",
    policy: { who: "member", scope: "write" },
    summary: "Removes a capability with all its versions.",
    params: nameParams,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { name } }) => (await handlers()).remove(context, name),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/enable",
    policy: { who: "member", scope: "write" },
    summary: "Lets agents use it again.",
    params: nameParams,
    body: nothing,
    answers: () => ({ 200: CapabilityShape() }),
    handler: async (context, { params: { name } }) => (await handlers()).enable(context, name),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/disable",
    policy: { who: "member", scope: "write" },
    summary: "Takes it from all agents, and keeps it.",
    params: nameParams,
    body: nothing,
    answers: () => ({ 200: CapabilityShape() }),
    handler: async (context, { params: { name } }) => (await handlers()).disable(context, name),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/run",
    policy: { who: "member", scope: "write" },
    summary: "Runs it once with this input, as an agent would.",
    params: nameParams,
    body: runBody,
    answers: () => ({ 200: CapabilityRunShape() }),
    handler: async (context, { params: { name }, body }) => (await handlers()).run(context, name, body),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/calls",
    policy: { who: "member", scope: "read" },
    summary: "Its last calls, the newest first: a hundred are kept.",
    params: nameParams,
    query: callsQuery,
    answers: () => ({ 200: listOf(CapabilityCallShape()) }),
    handler: async (context, { params: { name }, query }) => (await handlers()).calls(context, name, query),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/archive",
    policy: { who: "member", scope: "read" },
    summary: "The version in use as a zip archive.",
    params: nameParams,
    answers: () => ({ 200: "file" }),
    handler: async (context, { params: { name } }) => (await handlers()).archive(context, name),
  }),
];
