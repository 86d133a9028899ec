/** Enters a schedule's words into conversations: through the front door, as notices. */

import { type ErrorKind, isForNow } from "../../../domain/errors.ts";
import type { Notice } from "../../../domain/inbound.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { Address } from "../../../routing/address.ts";
import { noticeOf } from "../../../schedules/notice.ts";
import type { Order, RunEntry, Saying, SayingResult } from "../../../schedules/ports.ts";
import { runKey, type Schedule } from "../../../schedules/schedule.ts";
import type { House } from "../../house.ts";
import { isolatedPlace, ownPlace, type Place, targetPlace } from "./address.ts";

type EnterDeps = Pick<
  House,
  "frontDoor" | "people" | "conversations" | "agentCache" | "models" | "kinds" | "channels" | "log"
>;

export async function startRun(house: EnterDeps, order: Order): Promise<RunEntry> {
  const { owner, schedule, run } = order;
  const place: Place =
    schedule.wish.runs_in === "isolated"
      ? { to: await isolatedPlace(house, schedule, run) }
      : await targetPlace(house, owner, schedule);
  if ("problem" in place) return { status: "failed", reason: place.problem };
  const isHere = schedule.wish.runs_in === "conversation";
  const notice: Notice = {
    ...noticeBy(schedule),
    key: runKey(run),
    text: noticeOf(order),
    ...(isHere && { is_for_person: true }),
  };
  const handed = await hand(house, { owner, schedule, to: place.to, notice });
  if (handed.status !== "taken") return handed;
  return { status: "taken", conversation_id: handed.conversation_id, turn_id: handed.turn_id };
}

/** Posts words that an agent says unasked. */
export async function tell(
  house: EnterDeps,
  { owner, schedule, key, text, trust }: Saying,
): Promise<SayingResult> {
  const found = await targetPlace(house, owner, schedule);
  // Better told elsewhere than nowhere.
  const to = "problem" in found ? ownPlace(schedule) : found.to;
  const { slug, name } = await house.agentCache.get(schedule.wish.agent);
  const message = { ...noticeBy(schedule), key, text, spoken_by: { agent: slug, author: name } };
  const notice: Notice = { ...message, ...(trust === "untrusted" && { trust }) };
  return hand(house, { owner, schedule, to, notice });
}

function noticeBy({ id, wish, maker }: Schedule) {
  return {
    type: "notice",
    source: { channel: "system", sender: id, sender_name: wish.name },
    ...(maker.trust === "untrusted" && { trust: maker.trust }),
    ...(maker.actor && { behalf: maker.actor }),
  } as const;
}

interface Handover {
  owner: string;
  schedule: Schedule;
  to: Address;
  notice: Notice;
}

type HandoverResult =
  | { status: "taken"; conversation_id: string; turn_id: string | null; message_id: string | null }
  | { status: "later" | "failed"; reason: string };

/** If its conversation was deleted, the schedule's own takes its place. */
async function hand(house: EnterDeps, handing: Handover): Promise<HandoverResult> {
  const principal = await personOf(house, handing.owner);
  if (!principal)
    return { status: "failed", reason: "The schedule's owner can no longer use this instance." };
  const handed = await handTo(house, principal, handing);
  const isGone = handed.status === "failed" && handed.error === "resource_not_found";
  if (!isGone || !("conversation" in handing.to)) return handed;
  return handTo(house, principal, { ...handing, to: ownPlace(handing.schedule) });
}

async function handTo(
  { frontDoor, log }: EnterDeps,
  principal: Principal,
  { to, notice: inbound, schedule }: Handover,
): Promise<HandoverResult & { error?: ErrorKind }> {
  const background = (work: Promise<unknown>) =>
    void work.catch((problem: unknown) =>
      log.warn("schedule_not_noted", { schedule: schedule.id, problem: String(problem) }),
    );
  const entered = await frontDoor.enter({ principal, to, inbound, background });
  if (!entered.ok) {
    const { error, reason } = entered.failure;
    return { status: isForNow({ error }) ? "later" : "failed", error, reason };
  }
  const { id, receipt } = entered.value;
  return { status: "taken", conversation_id: id, turn_id: receipt.turn_id, message_id: receipt.message_id };
}

/** The owner with their present role; undefined if they may not use this instance any more. */
function personOf({ people }: Pick<House, "people">, owner: string): Promise<Principal | undefined> {
  // This role applies to the operator alone: everybody else's is looked up.
  return people.standing({ owner, role: "admin", name: "Admin" });
}
