/**
 * A capability of the tests' own: agents plant, the house waters, and each person's plants are stored, exported and erased
 * with them. It stands in this folder alone; one line of a Worker's list of parts adds it, beside its migration.
 */
import { z } from "zod";
import { defineRoute } from "../../../src/app/http/api.ts";
import { reply } from "../../../src/app/http/reply.ts";
import { definePart, type Part } from "../../../src/app/part.ts";
import { KERNEL } from "../../../src/app/services/kernel.ts";
import { PLATFORM } from "../../../src/app/services/platform.ts";
import { serviceReader } from "../../../src/app/services/sealed.ts";
import { jsonFile } from "../../../src/export/archive.ts";
import { defineJob, type JobKind } from "../../../src/jobs/job.ts";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";
import type { Garden } from "./garden.ts";
import { D1Garden, plants } from "./rows.ts";
import { gardenWaker } from "./waker.ts";

const GROW: JobKind = { name: "garden.grow", title: "Grow a plant" };

const NEEDS = [KERNEL, PLATFORM] as const;
const services = serviceReader(KERNEL);

interface Watered {
  garden: Garden;
  /** Ids of conversations, each as often as its plants were watered. */
  watered: readonly string[];
}

export const gardenPart: Part<Watered> = definePart<Watered, typeof NEEDS>({
  name: "garden",
  routes: [
    defineRoute({
      method: "get",
      path: "/garden",
      policy: { who: "person", scope: "read" },
      summary: "What grows in one's garden, and which conversations were watered.",
      answers: () => ({
        200: z.object({ plants: z.array(z.string()), watered: z.array(z.string()) }),
      }),
      handler: async (context) => {
        const { garden, watered } = services(context).verbs(gardenPart);
        const names = await namesIn(garden, context.get("principal").owner);
        return reply(200, { plants: names, watered });
      },
    }),
  ],
  owned: [plants],
  needs: NEEDS,
  open({ env, ids, jobs, now }) {
    const garden = new D1Garden(env.DB);
    const watered: string[] = [];
    const plant = defineTool({
      name: "plant_seed",
      description: "Plants a seed in the person's garden.",
      schema: z.object({ name: z.string().min(1).max(50) }),
      effect: "idempotent",
      reach: "inside",
      async run({ name }, { owner, idempotency_key: dedupe_key }) {
        await jobs.enqueue({ kind: GROW, owner, payload: { name }, dedupe_key, priority: 3 });
        return trustedResult(`${name} is planted.`);
      },
    });
    return {
      verbs: { garden, watered },
      sources: [{ list: async (agent) => (agent.slug === "gardener" ? [plant] : []) }],
      sections: async (agent, { owner }) =>
        agent.slug === "gardener" ? [`In the garden: ${(await namesIn(garden, owner)).join(", ")}`] : [],
      jobs: [
        defineJob({
          kind: GROW,
          schema: z.object({ name: z.string() }),
          run: async ({ name }, { job }) => {
            await garden.plant(job.owner, { id: ids.create("plt"), name, planted_at: now() });
            return `${name} grows`;
          },
        }),
      ],
      casting: (next) => ({
        async cast(request, wanted) {
          const cast = await next.cast(request, wanted);
          return cast.agent.slug === "gardener" ? { ...cast, notices: ["The gate is open."] } : cast;
        },
      }),
      async *archive({ owner }) {
        yield jsonFile("garden.json", await garden.plants(owner));
      },
      wakers: [gardenWaker(async (conversation_id) => void watered.push(conversation_id))],
    };
  },
});

async function namesIn(garden: Garden, owner: string): Promise<string[]> {
  return (await garden.plants(owner)).map(({ name }) => name);
}
