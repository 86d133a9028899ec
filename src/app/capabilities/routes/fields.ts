/** Fields that the routes of capabilities take. */
import { z } from "zod";
import { NAME } from "../../../capabilities/catalog/bundle.ts";
import { STATUSES } from "../../../capabilities/catalog/capability.ts";
import { once } from "../../../contract/schema.ts";
import { limit } from "../../http/query.ts";

export const nameParams = once(() => z.object({ name: z.string().regex(NAME) }));

export const listQuery = () =>
  z.object({
    q: z.string().max(300).default(""),
    status: z.enum(STATUSES).optional(),
  });

export const runBody = () => z.strictObject({ input: z.record(z.string(), z.unknown()).default({}) });

export const callsQuery = () =>
  z.object({ cursor: z.string().max(60).optional(), limit: limit({ usual: 20, most: 100 }) });
