/** Schedules over HTTP: create, change, pause, run at once, remove. */
import { z } from "zod";
import { ScheduleRunShape, ScheduleShape } from "../../../contract/schedules.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { bodyOf, changedBody, ScheduleBody, type ScheduleChange, wishOf } from "../../../schedules/fields.ts";
import type { ScheduleWithLastRun } from "../../../schedules/person-schedules.ts";
import type { Maker, Schedule, ScheduleId, ScheduleSpec } from "../../../schedules/schedule.ts";
import { SCHEDULES } from "../../../schedules/verbs.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { changesOf, idOf, nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { runView, scheduleView } from "./view.ts";

export const ofSchedule = () => z.object({ id: idOf("sch", "schedule") });
const READ = { who: "member", scope: "read" } as const;
const WRITE = { who: "member", scope: "write" } as const;
/** Callers over HTTP are signed in, so these are their own words. */
const OWN: Maker = { trust: "trusted" };

export const scheduleRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/schedules",
    policy: READ,
    summary: "One's schedules, the next one first, each with its last run.",
    answers: () => ({ 200: listOf(ScheduleShape()) }),
    async handler(context) {
      const items = (await book(context).list()).map(scheduleView);
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/schedules",
    policy: WRITE,
    summary: "Makes a schedule: by a cron expression, each so many minutes, once, or a heartbeat.",
    body: ScheduleBody,
    answers: () => ({ 201: ScheduleShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/schedules/:id",
    policy: READ,
    summary: "One schedule.",
    params: ofSchedule,
    answers: () => ({ 200: ScheduleShape() }),
    handler: async (context, { params: { id } }) => reply(200, scheduleView(await own(context, id))),
  }),
  defineRoute({
    method: "patch",
    path: "/schedules/:id",
    policy: WRITE,
    summary: "Changes a schedule; what is left out stays. One that was stopped or is done goes on with it.",
    params: ofSchedule,
    body: () => changesOf(ScheduleBody()),
    answers: () => ({ 200: ScheduleShape() }),
    handler: (context, { params: { id }, body }) => change(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: "/schedules/:id",
    policy: WRITE,
    summary: "Removes a schedule and the list of its runs. What it has said stays.",
    params: ofSchedule,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { id } }) {
      const { schedule } = await own(context, id);
      unwrap(await book(context).remove(id));
      if (schedule.state !== "done") servicesOf(context).quotas.noteScheduled(ownerOf(context), -1);
      return context.body(null, 204);
    },
  }),
  defineRoute({
    method: "post",
    path: "/schedules/:id/pause",
    policy: WRITE,
    summary: "It comes no more until it is resumed.",
    params: ofSchedule,
    body: nothing,
    answers: () => ({ 200: ScheduleShape() }),
    handler: async (context, { params: { id } }) =>
      reply(200, await viewIn(context, unwrap(await book(context).pause(id)))),
  }),
  defineRoute({
    method: "post",
    path: "/schedules/:id/resume",
    policy: WRITE,
    summary: "It comes again, from now on.",
    params: ofSchedule,
    body: nothing,
    answers: () => ({ 200: ScheduleShape() }),
    handler: async (context, { params: { id } }) =>
      reply(200, await viewIn(context, unwrap(await book(context).resume(id)))),
  }),
  defineRoute({
    method: "post",
    path: "/schedules/:id/run",
    policy: WRITE,
    summary: "Runs it at once, beside its times.",
    params: ofSchedule,
    body: nothing,
    answers: () => ({ 202: ScheduleRunShape() }),
    handler: async (context, { params: { id } }) =>
      reply(202, runView(unwrap(await book(context).runNow(id)))),
  }),
];

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

async function create(context: ApiContext, body: ScheduleBody) {
  const { quotas, ids } = servicesOf(context);
  const owner = ownerOf(context);
  const wish = unwrapChecked(wishOf(body, await writingOf(context)));
  await checkPlace(context, wish);
  const keep = async () => unwrap(await book(context).create({ id: ids.create("sch"), wish, maker: OWN }));
  return reply(201, await viewIn(context, await quotas.scheduling(owner, keep)));
}

async function change(context: ApiContext, id: ScheduleId, change: ScheduleChange) {
  const { schedule } = await own(context, id);
  const body = changedBody(bodyOf(schedule), change);
  const wish = unwrapChecked(wishOf(body, await writingOf(context)));
  await checkPlace(context, wish, schedule.wish);
  return reply(200, await viewIn(context, unwrap(await book(context).change(id, wish, OWN))));
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
