/** Consolidation now, without waiting for the hour. */
import { z } from "zod";
import { consolidation } from "../../../jobs/memory-jobs.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

export const consolidateRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/memory/consolidate",
    policy: { who: "admin", scope: "admin" },
    summary:
      "Looks now, not at the full hour, for conversations and files to be summed up in memory. A job does it.",
    body: () => z.object({}),
    answers: () => ({ 202: z.object({ job_id: z.string() }) }),
    async handler(context) {
      const { jobs } = servicesOf(context);
      const { id } = await jobs.enqueue(consolidation());
      return reply(202, { job_id: id });
    },
  }),
];
