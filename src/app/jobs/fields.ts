/** Fields that the routes of jobs take. */
import { z } from "zod";
import { JOB_STATUSES } from "../../jobs/job.ts";
import { flag, limit } from "../http/query.ts";

export const ListQuery = () =>
  z.object({
    status: z.enum(JOB_STATUSES).optional(),
    kind: z.string().max(100).optional(),
    cursor: z.string().max(100).optional(),
    limit: limit({ usual: 50, most: 200 }),
    /** Jobs of everybody, for the operator. */
    all: flag,
  });

export const PictureQuery = () =>
  z.object({ hours: z.coerce.number().int().min(1).max(168).default(24), all: flag });
