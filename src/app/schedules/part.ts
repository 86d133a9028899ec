/** Schedules as a part of the Worker. */
import type { ConductedId, ConductedStore, ConductorAction } from "../../conductor/action.ts";
import { createIds } from "../../domain/ids.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { jsonFile } from "../../export/archive.ts";
import { sha256 } from "../../platform/digest.ts";
import { countSchedules } from "../../quotas/schedules.ts";
import type { PersonSchedules } from "../../schedules/person-schedules.ts";
import { createCancelScheduledTool, createListScheduledTool } from "../../schedules/tools/both-kinds.ts";
import { createCronTool, createHeartbeatTool } from "../../schedules/tools/create.ts";
import type { AppliedScheduleChange, ScheduleTooling } from "../../schedules/tools/tooling.ts";
import { createUpdateScheduleTool } from "../../schedules/tools/update.ts";
import type { ScheduleVerbs } from "../../schedules/verbs.ts";
import { D1ConductedStore } from "../../storage/d1/agents/conductor-actions.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import type { Env } from "../env.ts";
import { schedulerStub } from "../objects/stubs.ts";
import { definePart } from "../part.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { scheduleTimeRoutes } from "./routes/times.ts";
import { NEEDS } from "./services.ts";

export const schedulesPart = definePart<ScheduleVerbs, typeof NEEDS>({
  name: "schedules",
  routes: [...scheduleTimeRoutes, ...scheduleRoutes],
  needs: NEEDS,
  open({ env, frontDoor, quotas, now }) {
    const of = (owner: string) => bookOf(env, owner);
    const tooling: ScheduleTooling = {
      of,
      note: noteIn(new D1ConductedStore(openDatabase(env.DB)), now),
      checkAgent: (slug, owner) => frontDoor.checkAgent(slug, { owner, role: "member", name: "" }),
    };
    const tools = [
      ...[createCronTool, createHeartbeatTool, createUpdateScheduleTool],
      ...[createListScheduledTool, createCancelScheduledTool],
    ];
    return {
      verbs: { of },
      // Before all else, so that no schedule begins another conversation.
      halt: async (owner) => schedulerStub(env, owner).erase(),
      async *archive({ owner }) {
        const schedules = await of(owner).list();
        yield jsonFile(
          "schedules.json",
          schedules.map(({ schedule }) => schedule),
        );
      },
      tools: countSchedules(
        tools.map((create) => create(tooling)),
        quotas,
      ),
    };
  },
});

function noteIn(conducted: ConductedStore, now: () => number): ScheduleTooling["note"] {
  return async (done, { owner, agent, conversation_id, now: at }) => {
    const what = notedOf(done);
    const place = { owner, by: agent.slug, conversation_id };
    const id = await idOf(what, what.did === "removed" ? at : what.version);
    await conducted.note({ id, ...place, ...what, at: now(), undone_at: null });
  };
}

type Noted = Pick<ConductorAction, "did" | "kind" | "slug" | "name" | "version" | "before">;

function notedOf(done: AppliedScheduleChange): Noted {
  const { did } = done;
  if ("message" in done) {
    const { id, text, at } = done.message;
    const name = oneLine(text, LONGEST_NAME);
    return { did, kind: "message", slug: id, name, version: at, before: JSON.stringify(done.message) };
  }
  const { id, wish, maker, updated_at: version } = done.schedule;
  // A removed schedule is made again as it was; a changed one keeps its maker.
  const before = done.did === "removed" ? { wish, maker } : done.before;
  return {
    ...{ did, kind: "schedule", slug: id, name: wish.name, version },
    before: before && JSON.stringify(before),
  };
}

const LONGEST_NAME = 100;

/** Ordered by time, and equal for the same change. */
async function idOf({ did, slug, version }: Noted, at: number): Promise<ConductedId> {
  const digits = await sha256(did === "removed" ? `${slug} ${version} removed` : `${slug} ${version}`);
  const ids = createIds(
    () => at,
    (bytes) => bytes.set(digits.subarray(0, bytes.length)),
  );
  return ids.create("cda");
}

/** Each call opens a stub of its own: a stub whose call failed is of no use any more. */
function bookOf(env: Env, owner: string): PersonSchedules {
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
