/** Hands a verified delivery to its conversation: as an untrusted input, exactly once. */
import type { ErrorKind, Result } from "../domain/errors.ts";
import type { Notice } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { oneLine } from "../domain/text/hidden-text.ts";
import type { Address } from "../routing/address.ts";
import type { FrontDoor } from "../routing/front-door.ts";
import { passedOver } from "./filter.ts";
import type { Hook, HookDelivery, HookDeliveryId } from "./hook.ts";
import { type Payload, valueAt, wordsOf } from "./payload.ts";
import type { DeliveryStore, HookStore } from "./ports.ts";
import { renderTemplate } from "./template.ts";

export type HookDeliveryResult =
  | { status: "accepted" | "duplicate" | "filtered"; delivery_id: HookDeliveryId; reason?: string }
  | { status: "refused"; error: ErrorKind; reason: string; retry_after_s?: number };

export interface HandIn {
  hooks: Pick<HookStore, "settleIn">;
  deliveries: DeliveryStore;
  frontDoor: Pick<FrontDoor, "enter">;
  /** The hook's owner with their present rights; undefined if they may not use this instance any more. */
  personOf(owner: string): Promise<Principal | undefined>;
}

export interface VerifiedDelivery {
  hook: Hook;
  delivery: HookDelivery;
  payload: Payload;
  background(work: Promise<unknown>): void;
}

export async function handIn(deps: HandIn, handed: VerifiedDelivery): Promise<HookDeliveryResult> {
  const { hook, delivery, payload } = handed;
  const over = passedOver(hook.filter, payload);
  if (over !== undefined) {
    await deps.deliveries.settle(delivery, { status: "filtered", reason: over });
    return { status: "filtered", delivery_id: delivery.id, reason: over };
  }
  const principal = await deps.personOf(hook.owner);
  if (!principal) return failed(deps, delivery, GONE);
  const entered = await enter(deps, handed, principal);
  if (!entered.ok) return failed(deps, delivery, entered.failure);
  await deps.deliveries.settle(delivery, { status: "accepted", conversation_id: entered.value });
  return { status: "accepted", delivery_id: delivery.id };
}

const GONE = { error: "forbidden", reason: "The hook's owner can no longer use this instance." } as const;

async function failed(
  deps: HandIn,
  delivery: HookDelivery,
  { error, reason }: { error: ErrorKind; reason: string },
): Promise<HookDeliveryResult> {
  await deps.deliveries.settle(delivery, { status: "failed", reason });
  return { status: "refused", error, reason };
}

/** Returns the conversation that took the delivery. A deleted conversation is replaced by a new one. */
async function enter(deps: HandIn, handed: VerifiedDelivery, principal: Principal): Promise<Result<string>> {
  const { hook, background } = handed;
  const inbound = inboundOf(handed);
  const to = addressOf(handed);
  const entered = await deps.frontDoor.enter({ principal, to, inbound, background });
  if (entered.ok) return { ok: true, value: await settled(deps, hook, entered.value.id) };
  const isGone = "conversation" in to && entered.failure.error === "resource_not_found";
  if (!isGone || hook.conversation === "each") return entered;
  const anew = { new: wishOf(hook, ["hook", hook.id, to.conversation]) };
  const again = await deps.frontDoor.enter({ principal, to: anew, inbound, background });
  return again.ok ? { ok: true, value: await settled(deps, hook, again.value.id) } : again;
}

/** Binds the hook to this conversation from now on. */
async function settled(deps: HandIn, { id, conversation, conversation_id: was }: Hook, now: string) {
  if (conversation === "one" && was !== now) await deps.hooks.settleIn(id, { now, was });
  return now;
}

function addressOf({ hook, delivery }: VerifiedDelivery): Address {
  if (hook.conversation === "each") return { new: wishOf(hook, ["hook", hook.id, keyOf(hook, delivery)]) };
  if (hook.conversation_id !== null) return { conversation: hook.conversation_id };
  return { new: wishOf(hook, ["hook", hook.id]) };
}

function wishOf({ name, agent }: Hook, key: readonly string[]) {
  return { channel: "web", agent, title: oneLine(name, 100), key } as const;
}

/**
 * Idempotency key of the input in its conversation. A scheme that signs no time uses the digest of the signed
 * bytes, so a changed delivery id cannot make a second input of them. A scheme that signs the time gives a
 * retry other bytes, so its id is used.
 */
function keyOf({ verification }: Hook, { key, digest, id }: HookDelivery): string {
  const isTimeless = verification.scheme === "hmac" && verification.timestamp === null;
  return (isTimeless ? digest : null) ?? key ?? id;
}

function inboundOf({ hook, delivery, payload }: VerifiedDelivery): Notice {
  const name = oneLine(hook.name, 100);
  return {
    type: "notice",
    key: `${hook.id}:${keyOf(hook, delivery)}`,
    source: { channel: "system", sender: hook.id, sender_name: name },
    text: introductionOf(hook, payload),
    quoted: {
      source: `${payload.mail === undefined ? "webhook" : "e-mail to"} ${name}`,
      text: renderTemplate(hook.template, payload),
      ...(payload.mail !== undefined && { cited_as: sourceOf(payload, delivery) }),
    },
    ...(payload.files && { files: payload.files }),
    tier: hook.tier,
    is_for_person: true,
  };
}

/** A mail as a source: its subject and author, and its Message-ID as its address (RFC 2392). */
function sourceOf(payload: Payload, { key, id }: HookDelivery) {
  const field = (name: string) => wordsOf(valueAt(payload, `body.${name}`)).trim();
  const author = field("from_name") || field("from");
  const title = [field("subject"), author].filter((words) => words !== "").join(" · ");
  const message_id = key?.slice(key.indexOf(" ") + 1).replace(/^<|>$/g, "") || id;
  return { kind: "mail", title: oneLine(title, 300), url: `mid:${message_id}` } as const;
}

function introductionOf({ name, instructions }: Hook, { mail }: Payload): string {
  const wish = instructions.trim() || "Tell the person in a few words what matters of it.";
  const what =
    mail === undefined
      ? `The webhook "${oneLine(name, 100)}" has brought an event, which is quoted below. What is wanted with such events:`
      : `An e-mail has come to "${oneLine(name, 100)}", which is quoted below. What is wanted with such mail:`;
  return `${what}\n${wish}`;
}
