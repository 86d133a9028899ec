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
export async function undo(deps: UndoDeps, done: ConductorAction, by: string): Promise<void> {
  if (done.undone_at !== null) throw new AppError("conflict", "That was taken back already.");
  await TAKEN_BACK[done.kind](deps, done, by);
  await deps.conducted.undone(done.id, deps.now());
}

const TAKEN_BACK = {
  agent: agentTakenBack,
  client: clientTakenBack,
  schedule: scheduleTakenBack,
  message: messageTakenBack,
} as const;

async function agentTakenBack({ agents }: UndoDeps, done: ConductorAction, by: string): Promise<void> {
  const agent = await agents.get(done.slug);
  if (!agent) return;
  if (agent.version !== done.version) throw changedSince(done);
  if (done.did === "created") {
    if (!(await agents.remove(agent))) throw changedSince(done);
    return;
  }
  const before = done.version - 1;
  const fields = await agents.fieldsAt(done.slug, before);
  if (!fields) throw new AppError("conflict", `Version ${before} of ${done.slug} is not kept any more.`);
  if (!(await agents.update(agent, fields, { by, restored_from: before }))) throw changedSince(done);
}

async function clientTakenBack(deps: UndoDeps, done: ConductorAction): Promise<void> {
  const keeping = deps.clients();
  const client = (await keeping.clients.list(done.owner)).find(({ slug }) => slug === done.slug);
  if (!client) return;
  if (client.version !== done.version) throw changedSince(done);
  if (done.before !== null) {
    // Only `client-tools.ts` writes this JSON.
    await changeClient(keeping, client, clientSchema().parse(JSON.parse(done.before)));
    return;
  }
  if (!(await isUnused(keeping, client))) throw inUse(client);
  await removeClient(keeping, client, done.owner);
}

/** A schedule whose times have passed cannot be resumed: the error says so. */
async function scheduleTakenBack({ schedules }: UndoDeps, done: ConductorAction): Promise<void> {
  const book = schedules(done.owner);
  if (done.did === "removed") return scheduledAgain(book, done);
  const schedule = (await book.find(done.slug))?.schedule;
  if (!schedule) return;
  if (schedule.updated_at !== done.version) throw changedSince(done);
  const undone =
    done.before === null
      ? await book.remove(schedule.id)
      : // Only the schedules' part writes this JSON.
        await book.change(schedule.id, JSON.parse(done.before) as ScheduleSpec, schedule.maker);
  if (!undone.ok) throw new AppError(undone.failure.error, undone.failure.reason);
}

/** Recreates the schedule under its id, unless it exists. */
async function scheduledAgain(
  book: Pick<PersonSchedules, "create">,
  { slug, before }: ConductorAction,
): Promise<void> {
  // Only the schedules' part writes this JSON.
  const was = JSON.parse(before ?? "") as Pick<Schedule, "wish" | "maker">;
  const made = await book.create({ id: slug as ScheduleId, ...was });
  if (!made.ok) throw new AppError(made.failure.error, made.failure.reason);
}

async function messageTakenBack({ scheduleAgain }: UndoDeps, done: ConductorAction): Promise<void> {
  // Only the schedules' part writes this JSON.
  const again = await scheduleAgain(done, JSON.parse(done.before ?? "") as ScheduledMessage);
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
