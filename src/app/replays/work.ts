/** Work of the replays part that no request waits for: a run, leg by leg, and the export. */
import { portableTurn } from "../../../durable-objects/conversation/replay/portable-turn.ts";
import type { Agent } from "../../domain/agent.ts";
import { AppError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import { type ArchiveFile, jsonFile } from "../../export/archive.ts";
import type { JobContext, JobFailure } from "../../jobs/job.ts";
import { checksOf, trimmedSide } from "../../replays/expectation.ts";
import type { ReplayRun, RunResult, RunStatus, SetTurn } from "../../replays/set.ts";
import { runJob } from "./jobs.ts";
import { replaySetTurn } from "./replay-set-turn.ts";
import type { Services } from "./services.ts";
import { runsOf, setsOf } from "./stores.ts";
import { triedAgent } from "./tried-agent.ts";

/** A job that runs longer leaves the rest to another one: a queue's consumer ends after 15 minutes. */
const LEG_MS = 4 * 60_000;
const HEARTBEAT_MS = 60_000;

interface Leg {
  run: string;
  leg: number;
}

export async function runLeg(
  services: Services,
  { run: id, leg }: Leg,
  context: JobContext,
): Promise<string> {
  const run = await runsOf(services).get(context.job.owner, id);
  if (!run) return "The run is gone";
  const person = await services.standings.anew(run.owner);
  if (!person)
    return ended(services, run, { status: "failed", reason: "Its person may not act here any more." });
  try {
    const as = await triedAgent(services, person, run.change);
    return await goOn(services, { run, leg, person, as }, context);
  } catch (problem) {
    if (!(problem instanceof AppError)) throw problem;
    return ended(services, run, { status: "failed", reason: problem.message });
  }
}

interface Going {
  run: ReplayRun;
  leg: number;
  person: Principal;
  as: Agent | undefined;
}

async function goOn(services: Services, going: Going, { heartbeat, now }: JobContext): Promise<string> {
  const { run, leg } = going;
  const runs = runsOf(services);
  for (const until = now() + LEG_MS; now() < until; ) {
    if ((await runs.get(run.owner, run.id))?.status !== "running") return "The run was stopped";
    const next = await runs.next(run);
    const turn = next === undefined ? undefined : await setsOf(services).turn(run.owner, next);
    if (!turn) return ended(services, run, { status: "completed", reason: null });
    const { cost_usd } = await runs.summary(run.id);
    const left_usd = run.limit_usd === null ? undefined : run.limit_usd - cost_usd;
    if (left_usd !== undefined && left_usd <= 0) return ended(services, run, OVER);
    const result = await alive(heartbeat, resultOf(services, going, { turn, left_usd }));
    await runs.put(result);
    const isUnpriced = result.replay !== null && result.replay.cost_usd === null;
    if (left_usd !== undefined && isUnpriced) return ended(services, run, UNPRICED);
    await heartbeat();
  }
  await services.jobs.enqueue(runJob(run, leg + 1));
  return "Goes on";
}

const OVER = { status: "over_limit", reason: "The run has cost as much as it may." } as const;
const UNPRICED = {
  status: "over_limit",
  reason:
    "The model's price is unknown, so the limit can't be kept. Set its price under Models, or run without a limit.",
} as const;

async function resultOf(
  services: Services,
  { run, person, as }: Going,
  { turn, left_usd }: { turn: SetTurn; left_usd: number | undefined },
): Promise<RunResult> {
  const { agent, model, mode } = run.change;
  const change = { agent, model, mode, as, left_usd };
  const replayed = await replaySetTurn(services, { run: run.id, turn, person, change });
  const replay = replayed.ok ? trimmedSide(replayed.value.replay) : null;
  return {
    ...{ run_id: run.id, set_turn_id: turn.id, owner: run.owner, replay },
    reason: replayed.ok ? null : replayed.failure.reason,
    checks: checksOf(turn.expectation, replay),
    mark: null,
  };
}

/** Tells the queue that the job lives while a replay takes its minutes. A lost claim shows at the next heartbeat. */
async function alive<T>(heartbeat: () => Promise<void>, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

interface End {
  status: Exclude<RunStatus, "running">;
  reason: string | null;
}

async function ended(services: Services, { id }: ReplayRun, end: End): Promise<string> {
  await runsOf(services).end(id, { ...end, at: services.now() });
  return end.reason ?? "All turns are replayed";
}

/** The job was cancelled on the Jobs page, or has failed for good. */
export async function runEnded(
  services: Services,
  { owner, run: id }: { owner: string; run: string },
  { status, reason }: JobFailure,
): Promise<void> {
  const run = await runsOf(services).get(owner, id);
  if (run) await ended(services, run, { status: status === "cancelled" ? "stopped" : "failed", reason });
}

const PAGE = 100;

export async function* archive(services: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const sets: object[] = [];
  const kept: string[] = [];
  for (const { owner: _owner, ...set } of await setsOf(services).list(owner)) {
    const turns = (await setsOf(services).turns(set.id)).map(({ owner: _, ...turn }) => turn);
    kept.push(...turns.flatMap(({ id, is_kept }) => (is_kept ? [id] : [])));
    const runs: object[] = [];
    for (const { owner: _, ...run } of await runsOf(services).list(set.id))
      runs.push({ ...run, results: await everyResult(services, run.id) });
    sets.push({ ...set, turns, runs });
  }
  yield jsonFile("replay-sets.json", sets);
  for (const turn of kept) {
    const copy = await setsOf(services).keptOf(turn);
    if (copy !== null) yield jsonFile(`replay-turns/${turn}.json`, portableTurn(copy));
  }
}

async function everyResult(services: Services, run: string): Promise<object[]> {
  const all: object[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: RunResult[] = await runsOf(services).results(run, { after, limit: PAGE });
    for (const { owner: _, ...result } of page) all.push(result);
    after = page.length < PAGE ? undefined : page.at(-1)?.set_turn_id;
  }
  return all;
}
