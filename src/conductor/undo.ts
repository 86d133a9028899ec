/**
 * Undoes a conductor's action: what it created is removed, what it changed is restored. Later work by others
 * is never lost.
 */

import type { Client } from "../clients/client.ts";
import { clientSchema } from "../clients/fields.ts";
import { changeClient, isUnused, removeClient } from "../clients/keep.ts";
import type { ScheduledMessage } from "../domain/conversation/scheduled-message.ts";
import { AppError } from "../domain/errors.ts";
import type { PersonSchedules, Schedule, ScheduleId, ScheduleSpec } from "../schedules/ports.ts";
import type { ConductorAction } from "./action.ts";
import type { ConductorDeps } from "./ports.ts";

type UndoDeps = Omit<ConductorDeps, "personOf" | "newId">;

/** Throws `conflict` if the thing was changed since. */
export async function undo(deps: UndoDeps, action: ConductorAction, by: string): Promise<void> {
  if (action.undone_at !== null) throw new AppError("conflict", "That was already undone.");
  await TAKEN_BACK[action.kind](deps, action, by);
  await deps.actions.undone(action.id, deps.now());
}

const TAKEN_BACK = {
  agent: agentTakenBack,
  client: clientTakenBack,
  schedule: scheduleTakenBack,
  message: messageTakenBack,
} as const;

async function agentTakenBack({ agents }: UndoDeps, action: ConductorAction, by: string): Promise<void> {
  const agent = await agents.get(action.slug);
  if (!agent) return;
  if (agent.version !== action.version) throw changedSince(action);
  if (action.did === "created") {
    if (!(await agents.remove(agent))) throw changedSince(action);
    return;
  }
  const before = action.version - 1;
  const fields = await agents.fieldsAt(action.slug, before);
  if (!fields) throw new AppError("conflict", `Version ${before} of ${action.slug} is no longer stored.`);
  if (!(await agents.update(agent, fields, { by, restored_from: before }))) throw changedSince(action);
}

async function clientTakenBack(deps: UndoDeps, action: ConductorAction): Promise<void> {
  const keeping = deps.clients();
  const client = (await keeping.clients.list(action.owner)).find(({ slug }) => slug === action.slug);
  if (!client) return;
  if (client.version !== action.version) throw changedSince(action);
  if (action.before !== null) {
    // Only `client-tools.ts` writes this JSON.
    await changeClient(keeping, client, clientSchema().parse(JSON.parse(action.before)));
    return;
  }
  if (!(await isUnused(keeping, client))) throw inUse(client);
  await removeClient(keeping, client, action.owner);
}

/** A schedule whose times have passed cannot be resumed: the error says so. */
async function scheduleTakenBack({ schedules }: UndoDeps, action: ConductorAction): Promise<void> {
  const personSchedules = schedules(action.owner);
  if (action.did === "removed") return scheduledAgain(personSchedules, action);
  const schedule = (await personSchedules.find(action.slug))?.schedule;
  if (!schedule) return;
  if (schedule.updated_at !== action.version) throw changedSince(action);
  const undone =
    action.before === null
      ? await personSchedules.remove(schedule.id)
      : // Only the schedules' part writes this JSON.
        await personSchedules.change(schedule.id, JSON.parse(action.before) as ScheduleSpec, schedule.maker);
  if (!undone.ok) throw new AppError(undone.failure.error, undone.failure.reason);
}

/** Recreates the schedule under its id, unless it exists. */
async function scheduledAgain(
  personSchedules: Pick<PersonSchedules, "create">,
  { slug, before }: ConductorAction,
): Promise<void> {
  // Only the schedules' part writes this JSON.
  const was = JSON.parse(before ?? "") as Pick<Schedule, "wish" | "maker">;
  const made = await personSchedules.create({ id: slug as ScheduleId, ...was });
  if (!made.ok) throw new AppError(made.failure.error, made.failure.reason);
}

async function messageTakenBack({ scheduleAgain }: UndoDeps, action: ConductorAction): Promise<void> {
  // Only the schedules' part writes this JSON.
  const again = await scheduleAgain(action, JSON.parse(action.before ?? "") as ScheduledMessage);
  if (!again.ok) throw new AppError(again.failure.error, again.failure.reason);
}

function changedSince({ kind, slug, name }: ConductorAction): AppError {
  const mend = kind === "agent" ? "bring an earlier version back, or remove it," : "change or remove it";
  return new AppError("conflict", `The ${kind} "${name ?? slug}" was changed since: ${mend} on its page.`);
}

function inUse({ slug }: Client): AppError {
  return new AppError(
    "conflict",
    `The client "${slug}" has agents, conversations or bots by now: remove it on the page Clients.`,
  );
}
