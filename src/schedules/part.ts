/** Schedules as a part of the Worker. */
import { schedulerStub } from "../../durable-objects/stubs.ts";
import type { Env } from "../env.ts";
import { definePart } from "../part.ts";
import { countSchedules } from "../quotas/schedules.ts";
import type { ScheduleBook } from "./book.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { scheduleTimeRoutes } from "./routes/times.ts";
import { createCancelScheduledTool, createListScheduledTool } from "./tools/both-kinds.ts";
import { createCronTool, createHeartbeatTool, type ScheduleTooling } from "./tools/create.ts";
import type { ScheduleVerbs } from "./verbs.ts";

export const schedulesPart = definePart<ScheduleVerbs>({
  name: "schedules",
  routes: [...scheduleTimeRoutes, ...scheduleRoutes],
  open({ env, frontDoor, quotas }) {
    const of = (owner: string) => bookOf(env, owner);
    const tooling: ScheduleTooling = {
      of,
      checkAgent: (slug, owner) => frontDoor.checkAgent(slug, { owner, role: "member", name: "" }),
    };
    const tools = [createCronTool, createHeartbeatTool, createListScheduledTool, createCancelScheduledTool];
    return {
      verbs: { of },
      tools: countSchedules(
        tools.map((create) => create(tooling)),
        quotas,
      ),
    };
  },
});

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
