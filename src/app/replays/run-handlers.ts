/** Answers about runs of replay sets. */
import type { RunFields } from "../../contract/replays/replays.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import {
  type Mark,
  MOST_RUNS,
  NOTHING_DONE,
  type ReplayRun,
  type RunResult,
  type RunSummary,
} from "../../replays/set.ts";
import type { ApiContext } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { runJob } from "./jobs.ts";
import { servicesOf } from "./services.ts";
import { ownerOf, setHere } from "./set-handlers.ts";
import { runsOf } from "./stores.ts";
import { triedAgent } from "./tried-agent.ts";

export async function list(context: ApiContext, set: string) {
  await setHere(context, set);
  const store = runsOf(servicesOf(context));
  const all = await store.list(set);
  const summaries = await store.summaries(all.map(({ id }) => id));
  const items = all.map((run) => shownRun(run, summaries.get(run.id) ?? NOTHING_DONE));
  return reply(200, { items, next_cursor: null });
}

export async function start(context: ApiContext, id: string, fields: SchemaOutput<typeof RunFields>) {
  const services = servicesOf(context);
  const set = await setHere(context, id);
  if (set.turns === 0)
    throw new AppError("conflict", "This set has no turns yet. Add one from a conversation.");
  const { limit_usd = null, ...change } = fields;
  await triedAgent(services, context.get("principal"), change);
  const run: ReplayRun = {
    ...{ id: services.ids.create("rpr"), set_id: set.id, owner: set.owner, change, limit_usd },
    ...{ status: "running", reason: null, total: set.turns, created_at: services.now(), ended_at: null },
  };
  if ((await runsOf(services).add(run)) === "full")
    throw new AppError("conflict", `A set has at most ${MOST_RUNS} runs. Delete one first.`);
  await services.jobs.enqueue(runJob(run));
  return reply(202, await shown(context, run));
}

export async function show(context: ApiContext, id: string) {
  return reply(200, await shown(context, await found(context, id)));
}

export async function stop(context: ApiContext, id: string) {
  await found(context, id);
  const services = servicesOf(context);
  await runsOf(services).end(id, { status: "stopped", reason: "Stopped.", at: services.now() });
  return reply(200, await shown(context, await found(context, id)));
}

export async function remove(context: ApiContext, id: string): Promise<Response> {
  await found(context, id);
  await runsOf(servicesOf(context)).remove(id);
  return context.body(null, 204);
}

export async function results(
  context: ApiContext,
  id: string,
  { cursor = "", limit }: { cursor?: string | undefined; limit: number },
) {
  await found(context, id);
  const page = await runsOf(servicesOf(context)).results(id, { after: cursor, limit: limit + 1 });
  const items = page.slice(0, limit);
  const next_cursor = page.length > limit ? (items.at(-1)?.set_turn_id ?? null) : null;
  return reply(200, { items: items.map(shownResult), next_cursor });
}

export async function mark(
  context: ApiContext,
  { id, turn }: { id: string; turn: string },
  wanted: Mark | null,
): Promise<Response> {
  await found(context, id);
  const isMarked = await runsOf(servicesOf(context)).mark(id, turn, wanted);
  if (!isMarked) throw new AppError("resource_not_found", "This run has no result for that turn.");
  return context.body(null, 204);
}

async function found(context: ApiContext, id: string): Promise<ReplayRun> {
  const run = await runsOf(servicesOf(context)).get(ownerOf(context), id);
  if (!run) throw new AppError("resource_not_found", "There is no such run, or it is not yours.");
  return run;
}

async function shown(context: ApiContext, run: ReplayRun) {
  return shownRun(run, await runsOf(servicesOf(context)).summary(run.id));
}

function shownRun({ owner: _, created_at, ended_at, ...run }: ReplayRun, summary: RunSummary) {
  return { ...run, summary, created_at: iso(created_at), ended_at: ended_at === null ? null : iso(ended_at) };
}

function shownResult({ set_turn_id: turn, replay, reason, checks, mark: marked }: RunResult) {
  return { turn, replay, reason, checks, mark: marked };
}
