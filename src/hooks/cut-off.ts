/**
 * Recovers deliveries that were verified and stored before the machine died. Their senders may never retry,
 * so a check each minute finds them and a job hands each in, under its idempotency key.
 */

import { z } from "zod";
import { isForNow } from "../domain/errors.ts";
import {
  defineJob,
  HopelessJobError,
  type JobHandler,
  type JobKind,
  type NewJob,
  PRIORITIES,
} from "../jobs/job.ts";
import { type HandIn, handIn } from "./hand-in.ts";
import type { HookDelivery } from "./hook.ts";
import type { Payload } from "./payload.ts";
import type { DeliveryStore, HookStore } from "./ports.ts";

const HAND_IN: JobKind = { name: "hooks.hand_in", title: "Hand in an interrupted event" };
/** Younger deliveries are still being handled. */
const EARLIEST_MS = 60_000;
/** Older deliveries are stale: their person sees them in the list and may replay them. */
const LATEST_MS = 86_400_000;
const AT_ONCE = 50;

export interface LookDeps {
  deliveries: Pick<DeliveryStore, "cutOff">;
  enqueueAll(jobs: readonly NewJob[]): Promise<unknown>;
  now(): number;
}

export async function lookForCutOff({ deliveries, enqueueAll, now }: LookDeps): Promise<void> {
  const span = { from: now() - LATEST_MS, until: now() - EARLIEST_MS };
  const found = await deliveries.cutOff(span, AT_ONCE);
  if (found.length > 0) await enqueueAll(found.map(handInLater));
}

/** The job that hands this delivery in; enqueuing it again has no effect. */
export function handInLater({ id, hook_id, owner }: HookDelivery): NewJob {
  return {
    id: `job_hook_${id}`,
    kind: HAND_IN,
    owner,
    payload: { hook_id, delivery_id: id },
    priority: PRIORITIES.event,
  };
}

export interface HandInJobDeps extends HandIn {
  hooks: HookStore;
}

const Asked = z.object({ hook_id: z.string().max(100), delivery_id: z.string().max(100) });

export function createHandInJob(deps: HandInJobDeps): JobHandler {
  return defineJob({
    kind: HAND_IN,
    schema: Asked,
    async run({ hook_id, delivery_id }) {
      const hook = await deps.hooks.get(hook_id);
      const delivery = hook && (await deps.deliveries.get(hook.id, delivery_id));
      if (!hook || !delivery) return "It is not there any more.";
      if (delivery.status === "accepted" || delivery.status === "filtered")
        return "It has come to its end already.";
      if (delivery.payload === null) return tooLarge(deps, delivery);
      const noted: Promise<unknown>[] = [];
      const background = (work: Promise<unknown>) => void noted.push(work);
      // Written by `take.ts` and `by-hand.ts` only.
      const payload = JSON.parse(delivery.payload) as Payload;
      const taken = await handIn(deps, { hook, delivery, payload, background });
      await Promise.allSettled(noted);
      if (taken.status !== "refused") return taken.status;
      // The next attempt may find room.
      if (isForNow(taken)) throw new Error(taken.reason);
      throw new HopelessJobError(taken.reason);
    },
  });
}

async function tooLarge({ deliveries }: HandInJobDeps, delivery: HookDelivery): Promise<string> {
  const reason = "It was cut off, and too large to be kept: let its sender send it again.";
  await deliveries.settle(delivery, { status: "failed", reason });
  return reason;
}
