/** Answers to the routes of a capability's versions, loaded by the first of them. */
import type { CapabilityFiles } from "../../../capabilities/catalog/capability.ts";
import { filesBetween } from "../../../capabilities/catalog/compare.ts";
import { toldSecrets } from "../../../capabilities/catalog/secret-uses.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { existing, owner, verbs, viewOf } from "./found.ts";

export async function list(context: ApiContext, name: string) {
  const { name: known } = await existing(context, name);
  const found = await verbs(context).catalog.versions(owner(context), known);
  const items = found.map(({ created_at, ...version }) => ({
    ...version,
    ...toldSecrets(version),
    created_at: iso(created_at),
  }));
  return reply(200, { items, next_cursor: null });
}

export async function files(context: ApiContext, name: string, asked: number | undefined) {
  const capability = await existing(context, name);
  const version = asked ?? capability.version;
  if (version === 0) throw new AppError("conflict", `"${name}" has no version yet.`);
  return reply(200, { version, files: await filesOf(context, name, version) });
}

export async function diff(
  context: ApiContext,
  { name, version, against }: { name: string; version: number; against: number },
) {
  const before = against === 0 ? {} : await filesOf(context, name, against);
  const after = await filesOf(context, name, version);
  return reply(200, { version, against, files: filesBetween(before, after) });
}

export async function restore(context: ApiContext, name: string, version: number) {
  const restored = await verbs(context).catalog.restore(owner(context), name, version);
  if (restored) return reply(200, await viewOf(context, restored));
  throw missing(name, version);
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
