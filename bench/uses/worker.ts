/** The product's Worker, with bindings that count: `GET /bench/uses` tells what was used since it was last asked. */
import { Conversation as Product } from "../../durable-objects/conversation/conversation.ts";
import type { Env } from "../../src/app/env.ts";
import { PARTS } from "../../src/app/list.ts";
import { createWorker } from "../../src/app/worker.ts";
import { CHANNELS } from "../../src/channels/channel-list.ts";
import { countedEnv, countFetches, countRows, takeUses } from "./count.ts";

export { Monitor } from "../../durable-objects/monitor.ts";

const worker = createWorker(PARTS, CHANNELS);
export const { Person, Gateway, Scheduler, Research } = worker;

countFetches();
let counted: Env | undefined;

/** An isolate has one. */
function envOf(env: Env): Env {
  counted ??= countedEnv(env);
  return counted;
}

export class Conversation extends Product {
  constructor(ctx: DurableObjectState, env: Env) {
    countRows(ctx.storage.sql);
    super(ctx, envOf(env), worker.portsOf(envOf(env)));
  }
}

export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname === "/bench/uses") return Response.json(takeUses());
    return worker.handlers.fetch(request, envOf(env), context);
  },
  queue: (batch, env) => worker.handlers.queue(batch, envOf(env)),
  scheduled: (event, env) => worker.handlers.scheduled(event, envOf(env)),
} satisfies ExportedHandler<Env>;
