/** Answers to the routes of capabilities, loaded by the first of them. */
import { openArchive } from "../../../capabilities/catalog/archive.ts";
import type { PublishResult } from "../../../capabilities/catalog/port.ts";
import { mismatches } from "../../../capabilities/schema/validate.ts";
import { findCapabilities } from "../../../capabilities/use/relevance.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { zipOf } from "../../../platform/zip.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import type { callsQuery, listQuery, runBody } from "./fields.ts";
import { existing, owner, respondWithChange, verbs, viewOf, viewWith } from "./found.ts";

const RUN_TIMEOUT = 90_000;

export async function list(context: ApiContext, { q, status }: SchemaOutput<typeof listQuery>) {
  const all = await verbs(context).catalog.list(owner(context));
  const found = findCapabilities(all, q).filter((each) => status === undefined || each.status === status);
  const shares = await verbs(context).catalog.shares(owner(context));
  const items = found.map((each) => viewWith(shares.get(each.id) ?? [], each));
  return reply(200, { items, next_cursor: null });
}

export async function install(context: ApiContext, confirmed: string | undefined) {
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

export async function show(context: ApiContext, name: string) {
  return reply(200, await viewOf(context, await existing(context, name)));
}

export async function remove(context: ApiContext, name: string): Promise<Response> {
  await existing(context, name);
  await verbs(context).catalog.remove(owner(context), name);
  return context.body(null, 204);
}

export async function enable(context: ApiContext, name: string) {
  return respondWithChange(context, name, verbs(context).catalog.enable(owner(context), name));
}

export async function disable(context: ApiContext, name: string) {
  const disabled = verbs(context).catalog.disable(owner(context), name, "Disabled by its owner.");
  return respondWithChange(context, name, disabled);
}

export async function run(context: ApiContext, name: string, { input }: SchemaOutput<typeof runBody>) {
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

export async function calls(
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

export async function archive(context: ApiContext, name: string): Promise<Response> {
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
