/**
 * Deliveries that a person triggers: a test of a new hook, and a replay of an earlier delivery. They are not
 * verified, and otherwise go the usual way.
 */
import { type HookDeliveryResult, handIn } from "./hand-in.ts";
import type { Hook, HookDelivery } from "./hook.ts";
import type { Payload } from "./payload.ts";
import { rowOf, type TakeDeps } from "./take.ts";

export type ManualDeliveryDeps = Pick<
  TakeDeps,
  "hooks" | "deliveries" | "frontDoor" | "personOf" | "newId" | "now"
>;

interface ByHand {
  hook: Hook;
  background(work: Promise<unknown>): void;
}

export function tryOut(
  deps: ManualDeliveryDeps,
  by: ByHand & { payload: Payload },
): Promise<HookDeliveryResult> {
  return made(deps, by, { origin: "test", kept: JSON.stringify(by.payload) });
}

/** Undefined if the payload was not stored: it was too large, or the delivery was not verified. */
export async function replay(
  deps: ManualDeliveryDeps,
  { hook, background, of }: ByHand & { of: HookDelivery },
): Promise<HookDeliveryResult | undefined> {
  if (of.payload === null) return undefined;
  // Written by `take.ts` and by this file only.
  const payload = JSON.parse(of.payload) as Payload;
  return made(deps, { hook, background, payload }, { origin: "replay", kept: of.payload });
}

async function made(
  deps: ManualDeliveryDeps,
  { hook, payload, background }: ByHand & { payload: Payload },
  { origin, kept }: Pick<HookDelivery, "origin"> & { kept: string },
): Promise<HookDeliveryResult> {
  const id = deps.newId();
  const { delivery } = await deps.deliveries.begin({
    ...rowOf(deps, { hook, id, size: kept.length }),
    origin,
    key: id,
    payload: kept,
    excerpt: excerptOf(payload),
  });
  return handIn(deps, { hook, delivery, payload, background });
}

const EXCERPT = 2_000;

function excerptOf({ body }: Payload): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return text.slice(0, EXCERPT);
}
