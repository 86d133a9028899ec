/** Webhooks over real rows, with an endpoint that answers as it is told and a clock that is moved by hand. */
import type { FetchRequest, FetchResult } from "../../../src/agent/ports/fetch.ts";
import { createIds } from "../../../src/domain/ids.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { JobContext, NewJob } from "../../../src/jobs/job.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { AesSealer } from "../../../src/storage/d1/models/seal.ts";
import { D1WebhookDeliveryStore } from "../../../src/storage/d1/webhooks/deliveries.ts";
import { D1EndedWork } from "../../../src/storage/d1/webhooks/ended-work.ts";
import { D1EndpointStore } from "../../../src/storage/d1/webhooks/endpoints.ts";
import { createDeliverer } from "../../../src/webhooks/deliver.ts";
import { createDeliverJob } from "../../../src/webhooks/deliver-job.ts";
import type { Endpoint } from "../../../src/webhooks/endpoint.ts";
import { eventsIn } from "../../../src/webhooks/event.ts";
import { lookForWebhooks } from "../../../src/webhooks/look.ts";
import type { HappenedIn } from "../../../src/webhooks/ports.ts";
import { queueEvents } from "../../../src/webhooks/queue.ts";
import { newWebhookSecret } from "../../../src/webhooks/sign.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);

interface Sent {
  headers: Record<string, string>;
  body: string;
}

/** An answer of the endpoint, as its status and headers; null: the network breaks. */
type Answer = { status: number; headers?: Record<string, string>; body?: string } | null;

const LOST: FetchResult = { ok: false, problem: "network", reason: "The connection broke." };

export const TURN: HappenedIn = {
  meta: { conversation_id: "cnv_1", owner: "ann", room: null, parent: null },
  readers: ["ann", "bob"],
  happened: [
    {
      type: "turn.ended",
      at: Date.UTC(2026, 10, 23),
      turn_id: "trn_1" as never,
      agent: "tutor",
      status: "completed",
      asked: ["msg_q" as never],
      answer: "msg_a" as never,
    },
  ],
};

export async function openEndpoint(change: Partial<Endpoint> = {}) {
  const clock = { now: Date.UTC(2026, 10, 23) };
  const now = () => clock.now;
  const db = openDatabase(nodeD1());
  const endpoints = new D1EndpointStore(db, new AesSealer("the instance's own secret", random));
  const deliveries = new D1WebhookDeliveryStore(db);
  const jobs = new Map<string, NewJob>();
  const sent: Sent[] = [];
  const answers: Answer[] = [];
  const told: string[] = [];
  const rights = { people: new Set(["ann"]), readers: new Set(["ann"]) };
  const load = async (_url: string, request: FetchRequest = {}): Promise<FetchResult> => {
    sent.push({ headers: request.headers ?? {}, body: String(request.body) });
    const answer = answers.length > 0 ? answers.shift() : { status: 204 };
    if (!answer) return LOST;
    const body = new TextEncoder().encode(answer.body ?? "");
    return { ok: true, url: "", status: answer.status, headers: new Headers(answer.headers), body };
  };
  const personOf = async (owner: string): Promise<Principal | undefined> =>
    rights.people.has(owner) ? { owner, role: "member", name: "Ann" } : undefined;
  const deps = {
    endpoints,
    deliveries,
    endedWork: new D1EndedWork(db),
    guard: { load },
    now,
    chance: () => 0,
    personOf,
    enqueueAll: async (added: readonly NewJob[]) => {
      for (const job of added) if (!jobs.has(job.id ?? "")) jobs.set(job.id ?? "", job);
    },
    tellDisabled: async (_endpoint: Endpoint, reason: string) => void told.push(reason),
    reading: {
      mayRead: async ({ owner }: Principal) => rights.readers.has(owner),
      words: async () => ({ messages: [{ id: "msg_a", role: "assistant", text: "It is 7." }], asks: [] }),
    },
  };
  const endpoint: Endpoint = { ...ENDPOINT, id: createIds(now, random).create("whe"), ...change };
  const secret = newWebhookSecret(random);
  await endpoints.create(endpoint, secret);
  const done = new Set<string>();
  /** Runs the jobs that are due, and those that they lead to at once. */
  const run = async () => {
    const job = createDeliverJob(async () => createDeliverer(deps));
    for (const [id, { payload, run_after = 0 }] of jobs) {
      if (done.has(id) || run_after > clock.now) continue;
      done.add(id);
      await job.run(job.parse(payload), {} as JobContext);
    }
  };
  return {
    endpoint,
    endpoints,
    deliveries,
    clock,
    secret,
    jobs,
    sent,
    answers,
    told,
    rights,
    run,
    tell: (of: HappenedIn = TURN) => queueEvents(deps, eventsIn(of)),
    look: () => lookForWebhooks(deps),
    listed: () => deliveries.list(endpoint.id, { limit: 100 }),
    db,
  };
}

const ENDPOINT: Omit<Endpoint, "id"> = {
  owner: "ann",
  name: "Board",
  url: "https://board.example/in",
  events: ["turn.ended"],
  agents: [],
  rooms: [],
  payload: "thin",
  scope: "own",
  enabled: true,
  hint: "",
  previous_until: null,
  failing_since: null,
  disabled_reason: null,
  last_at: null,
  last_status: null,
  created_at: 0,
  updated_at: 0,
};
