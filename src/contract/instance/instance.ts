/** State of the instance, and turns that run now. */
import { z } from "zod";
import { LiveTurnShape } from "../conversations.ts";
import { type JsonOf, listOf, time } from "../schema.ts";

export const StatusShape = () =>
  z.object({
    status: z.literal("ok"),
    version: z.string(),
    time: time(),
    default_model: z.string().nullable(),
    fast_model: z.string().nullable(),
    /** Prompt for summaries, for agents without one of their own; null: the default, or hidden from the caller. */
    compaction_prompt: z.string().nullable(),
    /** Uptime of this process, in seconds. */
    uptime_s: z.number(),
    /** Costs of today, in UTC, over the conversations that the caller may see: US dollars, as far as prices are known. */
    today_usd: z.number(),
    counts: z.record(z.string(), z.number()),
    problems: z.array(z.string()),
  });

const MonitorTurnShape = () =>
  LiveTurnShape().extend({
    conversation_id: z.string(),
    channel: z.string(),
    /** Name of whom it answers; empty: nobody, as for a schedule. */
    contact: z.string(),
    /** Id of the person whose conversation it is. */
    owner: z.string(),
  });

export const MonitorShape = () => listOf(MonitorTurnShape());

export type Status = JsonOf<typeof StatusShape>;
export type MonitorTurn = JsonOf<typeof MonitorTurnShape>;
