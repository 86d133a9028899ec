/** Capabilities over HTTP: list, read, run by hand, switch, remove, export and import. */
import { z } from "zod";
import { openArchive } from "../../../capabilities/catalog/archive.ts";
import { NAME } from "../../../capabilities/catalog/bundle.ts";
import {
  type Capability,
  type Share,
  STATUSES,
  toolNameOf,
} from "../../../capabilities/catalog/capability.ts";
import type { PublishResult } from "../../../capabilities/catalog/port.ts";
import { toldSecrets } from "../../../capabilities/catalog/secret-uses.ts";
import { mismatches } from "../../../capabilities/schema/validate.ts";
import { findCapabilities } from "../../../capabilities/use/relevance.ts";
import { CAPABILITIES, type CapabilityVerbs } from "../../../capabilities/use/verbs.ts";
import {
  CapabilityCallShape,
  CapabilityPreviewShape,
  CapabilityRunShape,
  CapabilityShape,
} from "../../../contract/agents/capabilities.ts";
import { listOf, once, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { zipOf } from "../../../platform/zip.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso, limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";

const RUN_TIMEOUT = 90_000;

export const nameParams = once(() => z.object({ name: z.string().regex(NAME) }));

const listQuery = () =>
  z.object({
    q: z.string().max(300).default(""),
    status: z.enum(STATUSES).optional(),
  });
const runBody = () => z.strictObject({ input: z.record(z.string(), z.unknown()).default({}) });
const callsQuery = () =>
  z.object({ cursor: z.string().max(60).optional(), limit: limit({ usual: 20, most: 100 }) });

export const capabilityRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/capabilities",
    policy: { who: "member", scope: "read" },
    summary: "The capabilities; with `q` those whose words match, the best first.",
    query: listQuery,
    answers: () => ({ 200: listOf(CapabilityShape()) }),
    handler: (context, { query }) => list(context, query),
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
    handler: (context, { query }) => install(context, query.install),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name",
    policy: { who: "member", scope: "read" },
    summary: "A capability: what it does, what it may reach, how it has served.",
    params: nameParams,
    answers: () => ({ 200: CapabilityShape() }),
    handler: async (context, { params: { name } }) =>
      reply(200, await viewOf(context, await existing(context, name))),
  }),
  defineRoute({
    method: "delete",
    path: "/capabilities/:name",
    policy: { who: "member", scope: "write" },
    summary: "Removes a capability with all its versions.",
    params: nameParams,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { name } }) {
      await existing(context, name);
      await verbs(context).catalog.remove(owner(context), name);
      return context.body(null, 204);
    },
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/enable",
    policy: { who: "member", scope: "write" },
    summary: "Lets agents use it again.",
    params: nameParams,
    body: nothing,
    answers: () => ({ 200: CapabilityShape() }),
    handler: (context, { params: { name } }) =>
      respondWithChange(context, name, verbs(context).catalog.enable(owner(context), name)),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/disable",
    policy: { who: "member", scope: "write" },
    summary: "Takes it from all agents, and keeps it.",
    params: nameParams,
    body: nothing,
    answers: () => ({ 200: CapabilityShape() }),
    handler: (context, { params: { name } }) =>
      respondWithChange(
        context,
        name,
        verbs(context).catalog.disable(owner(context), name, "Disabled by its owner."),
      ),
  }),
  defineRoute({
    method: "post",
    path: "/capabilities/:name/run",
    policy: { who: "member", scope: "write" },
    summary: "Runs it once with this input, as an agent would.",
    params: nameParams,
    body: runBody,
    answers: () => ({ 200: CapabilityRunShape() }),
    handler: (context, { params: { name }, body }) => run(context, name, body),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/calls",
    policy: { who: "member", scope: "read" },
    summary: "Its last calls, the newest first: a hundred are kept.",
    params: nameParams,
    query: callsQuery,
    answers: () => ({ 200: listOf(CapabilityCallShape()) }),
    handler: (context, { params: { name }, query }) => calls(context, name, query),
  }),
  defineRoute({
    method: "get",
    path: "/capabilities/:name/archive",
    policy: { who: "member", scope: "read" },
    summary: "The version in use as a zip archive.",
    params: nameParams,
    answers: () => ({ 200: "file" }),
    handler: (context, { params: { name } }) => archive(context, name),
  }),
];

async function list(context: ApiContext, { q, status }: SchemaOutput<typeof listQuery>) {
  const all = await verbs(context).catalog.list(owner(context));
  const found = findCapabilities(all, q).filter((each) => status === undefined || each.status === status);
  const shares = await verbs(context).catalog.shares(owner(context));
  const items = found.map((each) => viewWith(shares.get(each.id) ?? [], each));
  return reply(200, { items, next_cursor: null });
}

async function install(context: ApiContext, confirmed: string | undefined) {
  const zip = new Uint8Array(await context.req.arrayBuffer());
  const opened = await openArchive(zip);
  if (!opened.ok) throw new AppError("malformed_request", opened.problem);
  const { digest, preview, files } = opened;
  if (confirmed === undefined) return reply(200, { installed: false, digest, version: null, preview });
  if (confirmed !== digest)
    throw new AppError(
      "conflict",
      "The archive has changed since its preview. Look at the preview again before you install it.",
    );
  const publication = { files, build_id: null, approved: digest };
  const published = await verbs(context).catalog.publish(owner(context), preview.name, publication);
  if (published.status !== "published") throw new AppError("malformed_request", refusalOf(published));
  return reply(201, { installed: true, digest, version: published.version.version, preview });
}

function refusalOf(published: Exclude<PublishResult, { status: "published" }>): string {
  return published.status === "refused"
    ? published.problems.join("\n")
    : "It asks for more than its preview said: look at it again.";
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

async function run(context: ApiContext, name: string, { input }: SchemaOutput<typeof runBody>) {
  const capability = await existing(context, name);
  if (capability.version === 0)
    throw new AppError("conflict", `"${name}" has no version yet: there is nothing to run.`);
  const problems = mismatches(capability.input_schema, input);
  if (problems.length > 0)
    throw new AppError(
      "malformed_request",
      `The input does not fit the schema of ${name}: ${problems.join("; ")}.`,
    );
  const signal = AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(RUN_TIMEOUT)]);
  const {
    duration,
    given_up: _given_up,
    ...result
  } = await verbs(context).calls.make(capability, { args: input, signal });
  return reply(200, { ...result, duration_ms: duration });
}

async function calls(
  context: ApiContext,
  name: string,
  { cursor, limit: most }: SchemaOutput<typeof callsQuery>,
) {
  const { id } = await existing(context, name);
  const found = await verbs(context).store.list(id, { limit: most + 1, before: cursor });
  const items = found.slice(0, most).map(({ capability_id: _id, owner: _owner, duration, at, ...call }) => ({
    ...call,
    duration_ms: duration,
    at: iso(at),
  }));
  return reply(200, { items, next_cursor: found.length > most ? (items.at(-1)?.id ?? null) : null });
}

async function archive(context: ApiContext, name: string): Promise<Response> {
  await existing(context, name);
  const files = (await verbs(context).catalog.bundle(owner(context), name))?.files;
  if (!files) throw new AppError("conflict", `"${name}" has no version yet: there is nothing to take along.`);
  return new Response(await zipOf(files), {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${name}.zip"`,
    },
  });
}

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

function viewWith(shares: readonly Share[], { owner: _owner, ...capability }: Capability) {
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
