/** Promises that come due, as a part of the Worker. */

import { lookForDue } from "../../commitments/ask.ts";
import { createAskJob } from "../../commitments/job.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { D1DueStore } from "../../storage/d1/memory/due-store.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { definePart } from "../part.ts";
import { NEEDS, type Services } from "./services.ts";

export const commitmentsPart = definePart({
  name: "commitments",
  needs: NEEDS,
  open: (services) => ({ jobs: [askJob(services)], minutely: () => look(services) }),
});

function askJob({ frontDoor, people, memory }: Services) {
  return createAskJob({
    frontDoor,
    personOf: (owner) => people.standing({ ...OPERATOR, owner }),
    commitment: async (owner, id) => (await memory.commitments.get(owner, [id]))[0],
  });
}

async function look({ env, jobs, conversations, preferenceCache, now }: Services): Promise<void> {
  const due = new D1DueStore(openDatabase(env.DB));
  await lookForDue({
    dueUnasked: (span, limit) => due.dueUnasked(span, limit),
    noteDelivered: (asked) => due.noteDelivered(asked),
    enqueueAll: (wanted) => jobs.enqueueAll(wanted),
    zoneOf: async (owner) => (await preferenceCache.get(owner)).time_zone ?? "UTC",
    async isAlive(owner, id) {
      const row = await conversations.get(id);
      return row?.owner === owner && !row.archived;
    },
    now,
  });
}
