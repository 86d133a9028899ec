/** Versions of a capability: their files, their differences, and restoring one. */
import { z } from "zod";
import { NAME } from "../../../capabilities/catalog/bundle.ts";
import {
  CapabilityDiffShape,
  CapabilityFilesShape,
  CapabilityShape,
  CapabilityVersionShape,
} from "../../../contract/agents/capabilities.ts";
import { listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { nameParams } from "./fields.ts";

const handlers = () => import("./version-handlers.ts");
const number = () => z.coerce.number().int().min(1);
const versionParams = () => z.object({ name: z.string().regex(NAME), version: number() });

export const versionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/capabilities/:name/versions",
    policy: { who: "member", scope: "read" },
    summary: "Every version of a capability, the newest first.",
    params: nameParams,
    answers: () => ({ 200: listOf(CapabilityVersionShape()) }),
    handler: async (context, { params: { name } }) => (await handlers()).list(context, name),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/files",
    policy: { who: "member", scope: "read" },
    summary: "The files of the version in use, or of the one that is named.",
    params: nameParams,
    query: () => z.object({ version: number().optional() }),
    answers: () => ({ 200: CapabilityFilesShape() }),
    handler: async (context, { params: { name }, query: { version } }) =>
      (await handlers()).files(context, name, version),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/versions/:version/diff",
    policy: { who: "member", scope: "read" },
    summary: "What this version changed against the one before it, or `against` another.",
    params: versionParams,
    query: () => z.object({ against: number().optional() }),
    answers: () => ({ 200: CapabilityDiffShape() }),
    handler: async (context, { params, query: { against } }) =>
      (await handlers()).diff(context, { ...params, against: against ?? params.version - 1 }),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/restore",
    policy: { who: "member", scope: "write" },
    summary: "Brings a version back, as a new version.",
    params: nameParams,
    body: () => z.strictObject({ version: z.number().int().min(1) }),
    answers: () => ({ 200: CapabilityShape() }),
    handler: async (context, { params: { name }, body: { version } }) =>
      (await handlers()).restore(context, name, version),
  }),
];
