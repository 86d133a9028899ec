/** Memory as a whole: its graph, its export, and forgetting everything about somebody. */
import { z } from "zod";
import { ForgetBody, ForgettingShape } from "../../../contract/memory/forgotten.ts";
import { GraphShape } from "../../../contract/memory/found.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { entityNode } from "../../../memory/write/graph.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { ownerOf, ownScopes, READ, WRITE } from "./requests.ts";

const GraphQuery = () =>
  z.object({
    about: z.string().max(120).optional(),
    id: z.string().max(200).optional(),
    depth: z.coerce.number().int().min(1).max(3).default(2),
  });

export const memoryWholeRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/memory/graph",
    policy: READ,
    summary: "What is connected with a name (`about`) or a memory (`id`).",
    query: GraphQuery,
    answers: () => ({ 200: GraphShape() }),
    handler: (context, { query }) => graph(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/memory/forget",
    policy: WRITE,
    summary: "Forgets everything about a name; `dry_run` only counts, `final` keeps nothing to bring back.",
    body: ForgetBody,
    answers: () => ({ 200: ForgettingShape() }),
    handler: (context, { body }) => forget(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/memory/export",
    policy: READ,
    summary: "All of one's memory, a JSON object a line.",
    answers: () => ({ 200: "file" }),
    handler: exportAll,
  }),
];

async function graph(context: ApiContext, { about, id, depth }: SchemaOutput<typeof GraphQuery>) {
  const { memory } = servicesOf(context);
  const owner = ownerOf(context);
  if (about === undefined && id === undefined) {
    throw new AppError("malformed_request", "Give `about`, a name, or `id`, a memory's.");
  }
  const start = about === undefined ? (id ?? "") : entityNode(await memory.names.mainName(owner, about));
  return reply(200, await memory.graph(owner, { starts: [start], depth }));
}

async function forget(
  context: ApiContext,
  { about, dry_run, final: isFinal }: SchemaOutput<typeof ForgetBody>,
) {
  const reader = { owner: ownerOf(context), scopes: await ownScopes(context) };
  const forgotten = await servicesOf(context).memory.forgetAbout(reader, about, { dryRun: dry_run, isFinal });
  return reply(200, { about, dry_run, forgotten: { ...forgotten } });
}

async function exportAll(context: ApiContext): Promise<Response> {
  const scopes = await ownScopes(context);
  const lines = servicesOf(context).memory.exportLines(ownerOf(context), scopes);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": 'attachment; filename="memory.jsonl"',
      "cache-control": "no-store",
    },
  });
}
