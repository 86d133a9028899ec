/** Answers to the routes of schedules, loaded by the first of them. */
import { AppError } from "../../../domain/errors.ts";
import { bodyOf, changedBody, type ScheduleBody, type ScheduleChange } from "../../../schedules/fields.ts";
import type { ScheduleWithLastRun } from "../../../schedules/person-schedules.ts";
import type { Maker, Schedule, ScheduleId, ScheduleSpec } from "../../../schedules/schedule.ts";
import { SCHEDULES } from "../../../schedules/verbs.ts";
import { wishOf } from "../../../schedules/wish.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { runView, scheduleView } from "./view.ts";

/** Callers over HTTP are signed in, so these are their own words. */
const OWN: Maker = { trust: "trusted" };

export async function list(context: ApiContext) {
  const items = (await book(context).list()).map(scheduleView);
  return reply(200, { items, next_cursor: null });
}

export async function show(context: ApiContext, id: ScheduleId) {
  return reply(200, scheduleView(await own(context, id)));
}

export async function create(context: ApiContext, body: ScheduleBody) {
  const { quotas, ids } = servicesOf(context);
  const owner = ownerOf(context);
  const wish = unwrapChecked(wishOf(body, await writingOf(context)));
  await checkPlace(context, wish);
  const keep = async () => unwrap(await book(context).create({ id: ids.create("sch"), wish, maker: OWN }));
  return reply(201, await viewIn(context, await quotas.scheduling(owner, keep)));
}

export async function change(context: ApiContext, id: ScheduleId, change: ScheduleChange) {
  const { schedule } = await own(context, id);
  const body = changedBody(bodyOf(schedule), change);
  const wish = unwrapChecked(wishOf(body, await writingOf(context)));
  await checkPlace(context, wish, schedule.wish);
  return reply(200, await viewIn(context, unwrap(await book(context).change(id, wish, OWN))));
}

export async function remove(context: ApiContext, id: ScheduleId) {
  const { schedule } = await own(context, id);
  unwrap(await book(context).remove(id));
  if (schedule.state !== "done") servicesOf(context).quotas.noteScheduled(ownerOf(context), -1);
  return context.body(null, 204);
}

export async function pause(context: ApiContext, id: ScheduleId) {
  return reply(200, await viewIn(context, unwrap(await book(context).pause(id))));
}

export async function resume(context: ApiContext, id: ScheduleId) {
  return reply(200, await viewIn(context, unwrap(await book(context).resume(id))));
}

export async function runNow(context: ApiContext, id: ScheduleId) {
  return reply(202, runView(unwrap(await book(context).runNow(id))));
}

export function book(context: ApiContext) {
  return servicesOf(context).verbs(SCHEDULES).of(ownerOf(context));
}

function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

export async function own(context: ApiContext, id: ScheduleId): Promise<ScheduleWithLastRun> {
  const found = await book(context).find(id);
  if (found) return found;
  throw new AppError(
    "resource_not_found",
    "There is no such schedule, or it is not yours. GET /api/v1/schedules lists them.",
  );
}

async function viewIn(context: ApiContext, schedule: Schedule) {
  return scheduleView((await book(context).find(schedule.id)) ?? { schedule, last: null });
}

/** The present time where the person is. */
export async function writingOf(context: ApiContext) {
  const { now, preferenceCache } = servicesOf(context);
  const { time_zone } = await preferenceCache.get(ownerOf(context));
  return { now: now(), time_zone };
}

export function unwrapChecked<T>(result: { ok: true; value: T } | { ok: false; problem: string }): T {
  if (result.ok) return result.value;
  throw new AppError("malformed_request", result.problem);
}

/** A schedule never reaches somebody else's conversation, nor an agent that does not talk to its owner. */
async function checkPlace(
  context: ApiContext,
  { agent, target }: ScheduleSpec,
  before?: ScheduleSpec,
): Promise<void> {
  const { frontDoor, conversations } = servicesOf(context);
  const principal = context.get("principal");
  if (agent !== null && agent !== before?.agent) unwrap(await frontDoor.checkAgent(agent, principal));
  if (target.type !== "conversation") return;
  const row = await conversations.get(target.conversation_id);
  if (row?.owner !== principal.owner)
    throw new AppError(
      "resource_not_found",
      `There is no conversation ${target.conversation_id}, or it is not yours.`,
    );
}
