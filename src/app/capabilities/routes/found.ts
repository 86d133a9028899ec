/** The capability that a route names, and how it is shown. */
import { type Capability, type Share, toolNameOf } from "../../../capabilities/catalog/capability.ts";
import { toldSecrets } from "../../../capabilities/catalog/secret-uses.ts";
import { CAPABILITIES, type CapabilityVerbs } from "../../../capabilities/use/verbs.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

/** Throws `resource_not_found`. */
export async function existing(context: ApiContext, name: string): Promise<Capability> {
  const found = await verbs(context).catalog.get(owner(context), name);
  if (found) return found;
  throw new AppError(
    "resource_not_found",
    `There is no capability "${name}". GET /api/v1/capabilities lists them.`,
  );
}

export function verbs(context: ApiContext): CapabilityVerbs {
  return servicesOf(context).verbs(CAPABILITIES);
}

export function owner(context: ApiContext): string {
  return context.get("principal").owner;
}

export async function viewOf(context: ApiContext, capability: Capability) {
  const shares = await verbs(context).catalog.shares(capability.owner);
  return viewWith(shares.get(capability.id) ?? [], capability);
}

export function viewWith(shares: readonly Share[], { owner: _owner, ...capability }: Capability) {
  const { name, version, created_at, updated_at, last_called_at } = capability;
  return {
    ...capability,
    ...toldSecrets(capability),
    tool: toolNameOf(name),
    shared: { agents: slugsOf(shares, "agent"), rooms: slugsOf(shares, "room") },
    version: version === 0 ? null : version,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    last_called_at: last_called_at === null ? null : iso(last_called_at),
  };
}

function slugsOf(shares: readonly Share[], of: Share["kind"]): string[] {
  return shares.filter(({ kind }) => kind === of).map(({ slug }) => slug);
}

export async function respondWithChange(
  context: ApiContext,
  name: string,
  change: Promise<Capability | undefined>,
) {
  const after = await change;
  if (after) return reply(200, await viewOf(context, after));
  await existing(context, name);
  throw new AppError("conflict", `"${name}" has no version yet: there is nothing to use.`);
}
