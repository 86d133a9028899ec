/** Versions of a capability: their files, their differences, and restoring one. */
import { z } from "zod";
import { NAME } from "../../../capabilities/catalog/bundle.ts";
import type { CapabilityFiles } from "../../../capabilities/catalog/capability.ts";
import { filesBetween } from "../../../capabilities/catalog/compare.ts";
import { toldSecrets } from "../../../capabilities/catalog/secret-uses.ts";
import {
  CapabilityDiffShape,
  CapabilityFilesShape,
  CapabilityShape,
  CapabilityVersionShape,
} from "../../../contract/agents/capabilities.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { existing, nameParams, owner, verbs, viewOf } from "./capabilities.ts";

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
    handler: (context, { params: { name } }) => list(context, name),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/files",
    policy: { who: "member", scope: "read" },
    summary: "The files of the version in use, or of the one that is named.",
    params: nameParams,
    query: () => z.object({ version: number().optional() }),
    answers: () => ({ 200: CapabilityFilesShape() }),
    handler: (context, { params: { name }, query: { version } }) => files(context, name, version),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/versions/:version/diff",
    policy: { who: "member", scope: "read" },
    summary: "What this version changed against the one before it, or `against` another.",
    params: versionParams,
    query: () => z.object({ against: number().optional() }),
    answers: () => ({ 200: CapabilityDiffShape() }),
    handler: (context, { params, query: { against } }) =>
      diff(context, { ...params, against: against ?? params.version - 1 }),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/restore",
    policy: { who: "member", scope: "write" },
    summary: "Brings a version back, as a new version.",
    params: nameParams,
    body: () => z.strictObject({ version: z.number().int().min(1) }),
    answers: () => ({ 200: CapabilityShape() }),
    async handler(context, { params: { name }, body: { version } }) {
      const restored = await verbs(context).catalog.restore(owner(context), name, version);
      if (restored) return reply(200, await viewOf(context, restored));
      throw missing(name, version);
    },
  }),
];

async function list(context: ApiContext, name: string) {
  const { name: known } = await existing(context, name);
  const found = await verbs(context).catalog.versions(owner(context), known);
  const items = found.map(({ created_at, ...version }) => ({
    ...version,
    ...toldSecrets(version),
    created_at: iso(created_at),
  }));
  return reply(200, { items, next_cursor: null });
}

async function files(context: ApiContext, name: string, asked: number | undefined) {
  const capability = await existing(context, name);
  const version = asked ?? capability.version;
  if (version === 0) throw new AppError("conflict", `"${name}" has no version yet.`);
  return reply(200, { version, files: await filesOf(context, name, version) });
}

async function diff(
  context: ApiContext,
  { name, version, against }: { name: string; version: number; against: number },
) {
  const before = against === 0 ? {} : await filesOf(context, name, against);
  const after = await filesOf(context, name, version);
  return reply(200, { version, against, files: filesBetween(before, after) });
}

async function filesOf(context: ApiContext, name: string, version: number): Promise<CapabilityFiles> {
  const bundle = await verbs(context).catalog.bundle(owner(context), name, version);
  if (bundle) return bundle.files;
  throw missing(name, version);
}

function missing(name: string, version: number): AppError {
  const path = `/api/v1/capabilities/${name}/versions`;
  return new AppError(
    "resource_not_found",
    `There is no version ${version} of "${name}". GET ${path} lists them.`,
  );
}
