/** The tool by which an agent creates schedules for its person. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import type { ScheduledMessage } from "../../domain/conversation/scheduled-message.ts";
import type { Result } from "../../domain/errors.ts";
import { derivedId } from "../../domain/ids.ts";
import { sha256 } from "../../platform/digest.ts";
import { defineTool, toolError, trustedResult } from "../../tools/define-tool.ts";
import { type ScheduleBody, ScheduleFields, wishOf } from "../fields.ts";
import type { PersonSchedules } from "../person-schedules.ts";
import type { Schedule, ScheduleId, ScheduleSpec } from "../schedule.ts";
import { timedOf } from "../timing/due.ts";
import { between } from "../timing/occurrences.ts";
import { wordsOf } from "../timing/words.ts";

export interface ScheduleTooling {
  of(owner: string): PersonSchedules;
  /** Records the change for the person, who may undo it. Idempotent. */
  note(done: AppliedScheduleChange, context: ToolContext): Promise<void>;
  /** The error if its owner may not use that agent. */
  checkAgent(slug: string, owner: string): Promise<Result<true>>;
}

export type AppliedScheduleChange =
  /** `schedule` as it is now, `before` as it was; null if it was created. */
  | { did: "created" | "updated"; schedule: Schedule; before: ScheduleSpec | null }
  | { did: "removed"; schedule: Schedule }
  | { did: "removed"; message: ScheduledMessage };

const { name, text, agent, cron, every_minutes, time_zone, quiet, missed, runs_in } = ScheduleFields;
const Cron = z.strictObject({
  name,
  text: text.unwrap().min(1),
  ...{ cron, every_minutes, time_zone, quiet, missed, agent },
  runs_in: runs_in.describe(
    "conversation (default): here, seeing what was said; isolated: apart, its result told here",
  ),
});
const Heartbeat = z.strictObject({
  name: name.default("Heartbeat"),
  text: text.describe("What the agent is told beside the file"),
  ...{ cron, every_minutes, time_zone, quiet, agent },
});

export function createCronTool(tooling: ScheduleTooling): Tool {
  return defineTool({
    name: "create_cron",
    description:
      "Have something done again and again at set times, until the person removes it: give `cron` (five fields, by the person's clock) or `every_minutes`. What comes of it is told in this conversation. For one single time use schedule_message.",
    schema: Cron,
    effect: "idempotent",
    reach: "outside",
    personal: true,
    touches: () => ({ to: "elsewhere", what: "have an agent act by itself again and again", each: true }),
    run: (input, context) => create(tooling, { kind: "cron", ...input }, context),
  });
}

export function createHeartbeatTool(tooling: ScheduleTooling): Tool {
  return defineTool({
    name: "create_heartbeat",
    description:
      "Have an agent look now and then (every 30 minutes if nothing is said) into its HEARTBEAT.md in the workspace and see to what is due there; nothing is done while nothing is due. Items of the file may begin with `every 4h:`, `at 18:00:` or `from 2027-01-31:`. What needs the person's attention is told in this conversation.",
    schema: Heartbeat,
    effect: "idempotent",
    reach: "outside",
    personal: true,
    touches: () => ({ to: "elsewhere", what: "have an agent act by itself again and again", each: true }),
    run: (input, context) => create(tooling, { kind: "heartbeat", ...input }, context),
  });
}

async function create(
  tooling: ScheduleTooling,
  given: ScheduleBody,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { owner, now, time_zone, trust } = context;
  if (given.cron !== undefined && given.time_zone === undefined && time_zone === null)
    return toolError(NO_ZONE);
  const wish = wishOf({ ...given, ...hereOf(context) }, { now, time_zone });
  if (!wish.ok) return toolError(wish.problem);
  const slug = wish.value.agent;
  const allowed = slug === null ? undefined : await tooling.checkAgent(slug, owner);
  if (allowed && !allowed.ok) return toolError(allowed.failure.reason);
  const schedule = { id: await idOf(context), wish: wish.value, maker: { trust } };
  const made = await tooling.of(owner).create(schedule);
  if (!made.ok) return toolError(made.failure.reason);
  await tooling.note({ did: "created", schedule: made.value, before: null }, context);
  return trustedResult(scheduledText("Made", made.value, now));
}

const NO_ZONE =
  "The person's time zone is unknown. Ask them, and give time_zone, like Europe/Vienna. They can set it for good under Settings.";

/**
 * The current conversation as the target, unless the turn was started by the system or another conversation:
 * the person does not read that one.
 */
function hereOf({ source, conversation_id }: ToolContext): Pick<ScheduleBody, "conversation_id"> {
  return source.channel === "system" || source.channel === "conversation" ? {} : { conversation_id };
}

/** Derived from the tool call, so a repeated call creates nothing more. */
async function idOf({ owner, conversation_id, idempotency_key }: ToolContext): Promise<ScheduleId> {
  return derivedId("sch", await sha256(JSON.stringify([owner, conversation_id, idempotency_key])));
}

const SHOWN_NEXT = 3;
const FAR_MS = 10 * 366 * 86_400_000;

/** The schedule in plain words, with its next times. */
export function scheduledText(did: "Made" | "Changed", schedule: Schedule, now: number): string {
  const { id, wish } = schedule;
  const next = between(timedOf(schedule), { after: now, until: now + FAR_MS }, SHOWN_NEXT);
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: wish.time_zone,
    dateStyle: "full",
    timeStyle: "short",
  });
  const times = next.map((at) => clock.format(at)).join("; ");
  return `${did} ${id}, "${wish.name}": ${wordsOf(wish.timing, wish.time_zone)} (${wish.time_zone}). Next: ${times}.`;
}
