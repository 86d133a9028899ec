/** Hooks over real rows, with a front door that remembers what came by it. */
import { createHmac } from "node:crypto";
import { AppError } from "../../../src/domain/errors.ts";
import { createIds } from "../../../src/domain/ids.ts";
import type { Notice } from "../../../src/domain/inbound.ts";
import { RateLimiter } from "../../../src/domain/time/rate-limiter.ts";
import { createHandInJob, lookForCutOff } from "../../../src/hooks/cut-off.ts";
import type { Hook, HookDelivery } from "../../../src/hooks/hook.ts";
import { takeMail } from "../../../src/hooks/mail/take-mail.ts";
import { PRESETS } from "../../../src/hooks/presets.ts";
import { type TakeDeps, takeDelivery } from "../../../src/hooks/take.ts";
import type { JobContext, NewJob } from "../../../src/jobs/job.ts";
import type { Arrival } from "../../../src/routing/front-door-ports.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1DeliveryStore } from "../../../src/storage/d1/hooks/deliveries.ts";
import { D1HookStore } from "../../../src/storage/d1/hooks/hooks.ts";
import { AesSealer } from "../../../src/storage/d1/models/seal.ts";
import { Tries } from "../../../src/storage/d1/people/tries.ts";
import type { FileMeta, Files } from "../../../src/tools/files/port.ts";
import { nodeD1 } from "../../support/node-d1.ts";

export const SECRET = "a-secret-of-the-tests";

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);

/** What a conversation's inbox knows, and how it answers a front door. */
class Inboxes {
  readonly taken = new Map<string, Notice>();
  readonly arrivals: Arrival[] = [];
  /** What the next entries meet instead of a conversation. */
  readonly faults: ("before" | "after" | "gone" | "full")[] = [];

  enter: TakeDeps["frontDoor"]["enter"] = async (arrival) => {
    this.arrivals.push(arrival);
    const fault = this.faults.shift();
    if (fault === "before") throw new Error("The machine died.");
    if (fault === "gone")
      return { ok: false, failure: { error: "resource_not_found", reason: "It is gone." } };
    if (fault === "full") return { ok: false, failure: { error: "rate_limited", reason: "Wait." } };
    const id = "conversation" in arrival.to ? arrival.to.conversation : JSON.stringify(arrival.to);
    const key = `${id} ${arrival.inbound.key}`;
    const status = this.taken.has(key) ? "duplicate" : "accepted";
    this.taken.set(key, arrival.inbound as Notice);
    if (fault === "after") throw new Error("The machine died.");
    const receipt = { status, turn_id: null, message_id: null, seq: 0 } as const;
    return { ok: true, value: { id: id as never, receipt } };
  };
}

/** The files of the hook's owner. */
class KeptFiles {
  readonly kept = new Map<string, FileMeta>();
  /** Files that there is room for. */
  room = 100;
  private made = 0;

  put: Files["put"] = async (owner, { name, media_type, bytes }) => {
    if (this.kept.size >= this.room) throw new AppError("payload_too_large", "There is no room.");
    this.made += 1;
    const id = `fil_${this.made}`;
    const meta = { id, owner, name, media_type, size: bytes.length, created_at: 0 };
    this.kept.set(id, meta);
    return meta;
  };

  remove: Files["remove"] = async (_owner, id) => this.kept.delete(id);
}

export async function openHook(change: Partial<Hook> = {}) {
  const clock = { now: Date.UTC(2026, 10, 23) };
  const now = () => clock.now;
  const ids = createIds(now, random);
  const db = openDatabase(nodeD1());
  const inboxes = new Inboxes();
  const deps: TakeDeps = {
    hooks: new D1HookStore(db, new AesSealer("the instance's own secret", random)),
    deliveries: new D1DeliveryStore(db),
    frontDoor: inboxes,
    personOf: async (owner) => (owner === "ann" ? { owner, role: "member", name: "Ann" } : undefined),
    countOne: (name, most) => new Tries(db, now).take([{ name, allowance: { most, seconds: 60 } }]),
    pace: new RateLimiter(now),
    newId: () => ids.create("hdl"),
    now,
  };
  const hook: Hook = { ...HOOK, ...PRESETS.github, id: ids.create("hok"), ...change };
  await deps.hooks.create(hook, SECRET);
  const send = (body: string, headers: Record<string, string> = signed(body)) =>
    takeDelivery(deps, {
      hook_id: hook.id,
      headers: new Headers({ "content-type": "application/json", ...headers }),
      to: { query: new URLSearchParams() },
      body: async () => Uint8Array.from(new TextEncoder().encode(body)),
      background: () => undefined,
    });
  const later: string[] = [];
  const files = new KeptFiles();
  const write = (raw: string, { to = "issues@mail.example.com", mail_domain = "mail.example.com" } = {}) => {
    const bytes = new TextEncoder().encode(raw.replaceAll(/\r?\n/g, "\r\n"));
    const mailDeps = {
      ...deps,
      files,
      mail_domain,
      later: async ({ id }: HookDelivery) => void later.push(id),
    };
    const arrived = {
      to,
      size: bytes.length,
      raw: async () => bytes.slice().buffer,
      background: () => undefined,
    };
    return takeMail(mailDeps, arrived);
  };
  const listed = async () => (await deps.deliveries.list(hook.id, { limit: 100 })).reverse();
  return { deps, hook, inboxes, send, write, later, files, listed, clock };
}

/** The look of a minute, and the jobs that it finds. */
export async function cutOff({
  deps,
}: Pick<Awaited<ReturnType<typeof openHook>>, "deps">): Promise<string[]> {
  const found: NewJob[] = [];
  await lookForCutOff({ ...deps, enqueueAll: async (jobs) => void found.push(...jobs) });
  const job = createHandInJob(deps);
  const said: string[] = [];
  for (const { payload } of found) said.push(String(await job.run(job.parse(payload), {} as JobContext)));
  return said;
}

export function signed(body: string, id?: string): Record<string, string> {
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  return {
    "x-hub-signature-256": `sha256=${signature}`,
    ...(id !== undefined && { "x-github-delivery": id }),
  };
}

const HOOK: Omit<Hook, "id" | "verification" | "delivery_id"> = {
  owner: "ann",
  name: "Issues",
  filter: [],
  template: "",
  instructions: "",
  agent: null,
  conversation: "one",
  conversation_id: null,
  tier: "operational",
  rate_per_minute: 60,
  mail: null,
  enabled: true,
  hint: "",
  deliveries: 0,
  last_at: null,
  last_status: null,
  created_at: 0,
  updated_at: 0,
};
