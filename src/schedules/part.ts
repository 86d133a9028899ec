/** Schedules as a part of the Worker. */
import { schedulerStub } from "../../durable-objects/stubs.ts";
import type { ConductedStore } from "../conductor/action.ts";
import { createIds } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { definePart } from "../part.ts";
import { countSchedules } from "../quotas/schedules.ts";
import { createConductedStore } from "../storage/d1/agents/conducted.ts";
import { openDatabase } from "../storage/d1/database.ts";
import type { ScheduleBook } from "./book.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { scheduleTimeRoutes } from "./routes/times.ts";
import { createCancelScheduledTool, createListScheduledTool } from "./tools/both-kinds.ts";
import { createCronTool, createHeartbeatTool, type ScheduleTooling } from "./tools/create.ts";
import { createUpdateScheduleTool } from "./tools/update.ts";
import type { ScheduleVerbs } from "./verbs.ts";

export const schedulesPart = definePart<ScheduleVerbs>({
  name: "schedules",
  routes: [...scheduleTimeRoutes, ...scheduleRoutes],
  open({ env, frontDoor, quotas, now }) {
    const of = (owner: string) => bookOf(env, owner);
    const tooling: ScheduleTooling = {
      of,
      note: noteIn(createConductedStore(openDatabase(env.DB)), now),
      checkAgent: (slug, owner) => frontDoor.checkAgent(slug, { owner, role: "member", name: "" }),
    };
    const tools = [
      ...[createCronTool, createHeartbeatTool, createUpdateScheduleTool],
      ...[createListScheduledTool, createCancelScheduledTool],
    ];
    return {
      verbs: { of },
      tools: countSchedules(
        tools.map((create) => create(tooling)),
        quotas,
      ),
    };
  },
});

function noteIn(conducted: ConductedStore, now: () => number): ScheduleTooling["note"] {
  return async ({ did, schedule, before }, { owner, agent, conversation_id }) => {
    const { id, wish, updated_at: version } = schedule;
    const what = new TextEncoder().encode(`${id} ${version}`);
    // In the order of time, and the same for the same change.
    const digits = new Uint8Array(await crypto.subtle.digest("SHA-256", what));
    await conducted.note({
      id: createIds(
        () => version,
        (bytes) => bytes.set(digits.subarray(0, bytes.length)),
      ).create("cda"),
      ...{
        owner,
        by: agent.slug,
        conversation_id,
        did,
        kind: "schedule",
        slug: id,
        name: wish.name,
        version,
      },
      before: before && JSON.stringify(before),
      at: now(),
      undone_at: null,
    });
  };
}

/** Each call has a stub of its own: one whose call failed is of no use any more. */
function bookOf(env: Env, owner: string): ScheduleBook {
  const stub = () => schedulerStub(env, owner);
  return {
    list: async () => stub().list(),
    find: async (id) => stub().find(id),
    create: async (schedule) => stub().create(schedule),
    change: async (id, wish, maker) => stub().change(id, wish, maker),
    pause: async (id) => stub().pause(id),
    resume: async (id) => stub().resume(id),
    runNow: async (id) => stub().runNow(id),
    remove: async (id) => stub().remove(id),
    runs: async (id, page) => stub().runs(id, page),
  };
}
