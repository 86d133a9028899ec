/** The Worker under test: the product's own, whose conversations also know the tests' channel. */
import { env as bindings } from "cloudflare:workers";
import { countRows } from "../../bench/uses/count.ts";
import { Conversation as Product } from "../../durable-objects/conversation/conversation.ts";
import { PACES, type Paces } from "../../durable-objects/conversation/paces.ts";
import type { ConversationPorts } from "../../durable-objects/conversation/ports.ts";
import type { Env } from "../../src/app/env.ts";
import { PARTS } from "../../src/app/list.ts";
import { createWorker } from "../../src/app/worker.ts";
import { CHANNELS } from "../../src/channels/channel-list.ts";
import type { Channel } from "../../src/domain/inbound.ts";
import { createPasswords } from "../../src/people/passwords/hash.ts";
import { testChannelKind } from "../support/test-channel/channel.ts";
import { withHolds } from "../support/workers/holds.ts";
import { withOutsideTools } from "../support/workers/outside-tools.ts";
import { gardenPart } from "./garden/part.ts";
import { limitObject, withLimits } from "./storage/limits.ts";
import { truthful } from "./truthful.ts";

export { Monitor } from "../../durable-objects/monitor.ts";

/** WhatsApp takes no key; Discord takes one. */
const worker = createWorker(truthful([...PARTS, gardenPart]), {
  ...CHANNELS,
  whatsapp: testChannelKind({ name: "whatsapp" }),
  slack: testChannelKind({ name: "slack", isClosed: true }),
  discord: testChannelKind({ name: "discord", limits: { keyed_for_ms: 60_000 } }),
});
const product = worker.handlers;

export const { Person, Gateway, Scheduler, Research } = worker;

/** Services of the Worker under test. */
export const house = () => worker.houseOf(env);

/** Admission of turns, which a test fills. */
export const turnAdmission = () => worker.houseOf(env).starts;

/** An isolate has one env; the test runner gives each handler one of its own. */
let env: Env;
startAnew();

/** Forgets everything that this isolate has cached. */
export function startAnew(given = bindings as unknown as Env): void {
  env = withLimits(given);
  // The runner puts itself between all modules: a hash at its real cost would take seconds there.
  worker.houseOf(env).passwords = createPasswords({
    random: (bytes) => void crypto.getRandomValues(bytes),
    cost: { ln: 6, r: 8, p: 1 },
  });
}

/** Batches of jobs that are being worked off now, and marks that were put on a queue and have come out of it. */
export const working = { batches: 0, marks: new Set<string>() };

function isMarked(body: unknown): body is { mark: string } {
  return typeof body === "object" && body !== null && "mark" in body && typeof body.mark === "string";
}

async function workOff(batch: MessageBatch): Promise<void> {
  working.batches += 1;
  try {
    await product.queue(batch, env);
    for (const { body } of batch.messages) if (isMarked(body)) working.marks.add(body.mark);
  } finally {
    working.batches -= 1;
  }
}

export default {
  fetch: (request, _env, context) => product.fetch(request, env, context),
  queue: workOff,
  scheduled: (event, _env) => product.scheduled(event, env),
} satisfies ExportedHandler<Env>;

/** Short, so that no test waits for a pause that it is not about. */
const DEBOUNCE_MS = 50;
const SHORT: Partial<Paces> = { lease_ms: 250, after_work_quiet_ms: 50, delivery_retry_ms: 100 };

export class Conversation extends Product {
  /** Belongs to this conversation alone: a test may change it. */
  readonly paces: Paces;

  constructor(ctx: DurableObjectState) {
    countRows(ctx.storage.sql);
    limitObject(ctx.storage.sql);
    const paces = { ...PACES, ...SHORT };
    super(ctx, env, ports(paces));
    this.paces = paces;
  }
}

function ports(paces: Paces): ConversationPorts {
  const own = worker.portsOf(env);
  const debounce = (channel: Channel) => Math.min(own.debounce(channel), DEBOUNCE_MS);
  return withHolds({ ...own, paces, debounce, toolbox: withOutsideTools(own.toolbox) });
}
