/**
 * The path of a delivery: verified, in time, within the rate limit, stored once, and handed to the front door
 * as one input. It counts as accepted only when its conversation has it: if the machine dies before, the
 * sender's retry is recognised.
 */
import type { ErrorKind } from "../domain/errors.ts";
import { type HandIn, type HookDeliveryResult, handIn } from "./hand-in.ts";
import { headerIn } from "./header-names.ts";
import type { Hook, HookDelivery, HookDeliveryId } from "./hook.ts";
import { type Payload, readPayload, valueAt, wordsOf } from "./payload.ts";
import type { HookStore } from "./ports.ts";
import { claimsProof, missingProof, type ProofPlaces, type VerificationResult, verify } from "./verify.ts";

/** Largest body, in bytes. */
export const MOST_BYTES = 1_048_576;
/** Largest payload, in bytes, that is stored for a replay. */
const MOST_KEPT = 262_144;
const EXCERPT = 2_000;
const MOST_OF_ID = 200;
/** Rate limit for recording unverified deliveries: a flood must not push the others out of the list. */
const REFUSALS_NOTED = { most: 5, seconds: 60 };

export interface TakeDeps extends HandIn {
  hooks: HookStore;
  /** Counts one more for the whole instance; returns the seconds to wait if the limit is reached. */
  countOne(name: string, perMinute: number): Promise<number>;
  /** Rate limiter of this isolate alone. */
  pace: { take(name: string, allowance: { most: number; seconds: number }): number };
  newId(): HookDeliveryId;
  now(): number;
}

export interface ReceivedDelivery extends ProofPlaces {
  hook_id: string;
  /** Undefined if the body exceeds `MOST_BYTES`. */
  body(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  background(work: Promise<unknown>): void;
}

export async function takeDelivery(deps: TakeDeps, sent: ReceivedDelivery): Promise<HookDeliveryResult> {
  const hook = await deps.hooks.get(sent.hook_id);
  if (!hook?.enabled) return refused("resource_not_found", "There is no such hook, or it is turned off.");
  // The body of a request without any proof is not read.
  if (!claimsProof(hook.verification, sent))
    return unproved(deps, { hook, size: 0 }, missingProof(hook.verification));
  const body = await sent.body();
  if (!body) return tooLarge(deps, hook);
  const proved = await prove(deps, { hook, sent, body });
  if (!proved.ok) return unproved(deps, { hook, size: body.length }, proved.reason);
  const wait = await deps.countOne(`hook:${hook.id}`, hook.rate_per_minute);
  if (wait > 0) return tooOften(deps, { hook, size: body.length }, wait);
  return proven(deps, { hook, sent, body, digest: proved.digest });
}

interface Read {
  hook: Hook;
  sent: ProofPlaces;
  body: Uint8Array<ArrayBuffer>;
}

async function prove(
  deps: TakeDeps,
  { hook, sent: { headers, to }, body }: Read,
): Promise<VerificationResult> {
  const secret = await deps.hooks.secretOf(hook.id);
  const { delivery_id: place } = hook;
  const id = place && "header" in place ? headerIn(headers, place.header) : undefined;
  return verify(hook.verification, secret, { signed: { headers, to, body, id }, now: deps.now() });
}

interface Proven {
  hook: Hook;
  sent: ReceivedDelivery;
  body: Uint8Array<ArrayBuffer>;
  digest: string | undefined;
}

async function proven(deps: TakeDeps, { hook, sent, body, digest }: Proven): Promise<HookDeliveryResult> {
  const payload = readPayload(body, sent.headers);
  if ("problem" in payload) {
    await noteRefusal(deps, { hook, size: body.length, excerpt: excerptOf(body) }, payload.problem);
    return refused("malformed_request", payload.problem);
  }
  const sender_id = idIn(hook, payload, sent.headers);
  const said = {
    key: sender_id ?? digest ?? null,
    digest,
    sender_id,
    size: body.length,
    excerpt: excerptOf(body),
  };
  return (await takeIn(deps, { hook, payload, said, background: sent.background })).outcome;
}

export interface TakenIn {
  hook: Hook;
  payload: Payload;
  /** `key` null: this delivery cannot repeat an earlier one. */
  said: Pick<HookDelivery, "key" | "sender_id" | "size" | "excerpt"> & { digest: string | undefined };
  background(work: Promise<unknown>): void;
}

/** Stores a verified delivery before anything else happens, then hands it in once. */
export async function takeIn(
  deps: TakeDeps,
  { hook, payload, said, background }: TakenIn,
): Promise<{ delivery: HookDelivery; outcome: HookDeliveryResult }> {
  const id = deps.newId();
  const { delivery, isNew } = await deps.deliveries.begin({
    ...rowOf(deps, { hook, id, size: said.size }),
    ...said,
    key: said.key ?? id,
    digest: said.digest ?? null,
    payload: keptOf(payload),
  });
  if (!isNew && isSettled(delivery)) return { delivery, outcome: known(delivery) };
  return { delivery, outcome: await handIn(deps, { hook, delivery, payload, background }) };
}

/** A settled delivery is not handed in again; one that was cut off or refused is. */
function isSettled({ status }: HookDelivery): boolean {
  return status === "accepted" || status === "filtered";
}

function known({ id }: HookDelivery): HookDeliveryResult {
  return { status: "duplicate", delivery_id: id, reason: "This delivery was already received." };
}

function idIn({ delivery_id: place }: Hook, payload: Payload, headers: Headers): string | null {
  if (place === null) return null;
  const id = "header" in place ? headerIn(headers, place.header) : wordsOf(valueAt(payload, place.field));
  return id === undefined || id === "" ? null : id.slice(0, MOST_OF_ID);
}

function keptOf(payload: Payload): string | null {
  const text = JSON.stringify(payload);
  return text.length > MOST_KEPT ? null : text;
}

/** The beginning of the body, as text. */
function excerptOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, EXCERPT));
}

interface Unread {
  hook: Hook;
  size: number;
  excerpt?: string;
}

/** The sender learns only that it was not verified; the hook's person sees the reason. */
async function unproved(deps: TakeDeps, unread: Unread, reason: string): Promise<HookDeliveryResult> {
  await noteRefusal(deps, unread, reason);
  return refused(
    "unauthorized",
    "This delivery does not prove who sent it. Its hook's list of deliveries says why.",
  );
}

async function tooLarge(deps: TakeDeps, hook: Hook): Promise<HookDeliveryResult> {
  const reason = `The body is larger than the ${MOST_BYTES / 1_048_576} MB that a hook takes.`;
  await noteRefusal(deps, { hook, size: 0 }, reason);
  return refused("payload_too_large", reason);
}

async function tooOften(deps: TakeDeps, unread: Unread, wait: number): Promise<HookDeliveryResult> {
  const reason = `More than ${unread.hook.rate_per_minute} deliveries a minute.`;
  await noteRefusal(deps, unread, reason);
  return { ...refused("rate_limited", reason), retry_after_s: wait };
}

/** Records a refusal for the hook's person to read. */
export async function noteRefusal(
  deps: TakeDeps,
  { hook, size, excerpt = "" }: Unread,
  reason: string,
): Promise<void> {
  if (deps.pace.take(`hook refusals:${hook.id}`, REFUSALS_NOTED) > 0) return;
  const row = rowOf(deps, { hook, id: deps.newId(), size });
  await deps.deliveries.begin({ ...row, status: "refused", reason, excerpt });
}

export function rowOf(
  { now }: Pick<TakeDeps, "now">,
  { hook, id, size }: { hook: Hook; id: HookDeliveryId; size: number },
): HookDelivery {
  return {
    id,
    hook_id: hook.id,
    owner: hook.owner,
    key: null,
    digest: null,
    sender_id: null,
    status: "received",
    reason: null,
    origin: "sender",
    size,
    payload: null,
    excerpt: "",
    conversation_id: null,
    at: now(),
  };
}

function refused(error: ErrorKind, reason: string) {
  return { status: "refused", error, reason } as const;
}
