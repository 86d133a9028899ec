/** Changes of a person's schedules that an agent makes. */
import type { ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { derivedId } from "../../domain/ids.ts";
import { weakest } from "../../domain/trust.ts";
import { sha256 } from "../../platform/digest.ts";
import { toolError, trustedResult } from "../../tools/define-tool.ts";
import { bodyOf, changedBody, type ScheduleBody, type ScheduleChange } from "../fields.ts";
import type { Schedule, ScheduleId } from "../schedule.ts";
import { timedOf } from "../timing/due.ts";
import { between } from "../timing/occurrences.ts";
import { wordsOf } from "../timing/words.ts";
import { wishOf } from "../wish.ts";
import type { ScheduleTooling } from "./tooling.ts";

export async function create(
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

export async function update(
  tooling: ScheduleTooling,
  { id, change }: { id: string; change: ScheduleChange },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { owner, now, time_zone, trust } = context;
  const book = tooling.of(owner);
  const known = (await book.find(id))?.schedule;
  if (!known) return toolError(`There is no schedule ${id}: list_scheduled names them.`);
  const wish = wishOf(changedBody(bodyOf(known), change), { now, time_zone });
  if (!wish.ok) return toolError(wish.problem);
  const slug = wish.value.agent;
  const isNewAgent = slug !== null && slug !== known.wish.agent;
  const allowed = isNewAgent ? await tooling.checkAgent(slug, owner) : undefined;
  if (allowed && !allowed.ok) return toolError(allowed.failure.reason);
  const maker = { ...known.maker, trust: weakest([known.maker.trust, trust]) };
  const changed = await book.change(known.id, wish.value, maker);
  if (!changed.ok) return toolError(changed.failure.reason);
  await tooling.note({ did: "updated", schedule: changed.value, before: known.wish }, context);
  return trustedResult(scheduledText("Changed", changed.value, now));
}

const SHOWN_NEXT = 3;
const FAR_MS = 10 * 366 * 86_400_000;

/** The schedule in plain words, with its next times. */
function scheduledText(did: "Made" | "Changed", schedule: Schedule, now: number): string {
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
