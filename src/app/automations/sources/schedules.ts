/** Schedules and heartbeats as automations. */
import type { Automation } from "../../../contract/instance/automations.ts";
import type { ScheduleWithLastRun } from "../../../schedules/person-schedules.ts";
import type { Run, RunState } from "../../../schedules/schedule.ts";
import { wordsOf } from "../../../schedules/timing/words.ts";
import { SCHEDULES } from "../../../schedules/verbs.ts";
import { D1Spending, type Spending } from "../../../storage/d1/ledger/spending.ts";
import { iso } from "../../http/query.ts";
import { type AutomationSource, isoOr, NOTHING_SPENT, SPENDING_MS } from "../source.ts";

const STATES = {
  queued: "waiting",
  running: "running",
  waiting: "waiting",
  completed: "succeeded",
  halted: "stopped",
  failed: "failed",
  skipped: "skipped",
} as const satisfies Record<RunState, string>;

export const scheduleSource: AutomationSource = {
  kinds: ["schedule", "heartbeat"],
  async list({ verbs, env, now }, { owner }) {
    const listed = await verbs(SCHEDULES).of(owner).list();
    const turns = listed.flatMap(({ last }) => last?.turn_id ?? []);
    const spent = await new D1Spending(env.DB).ofTurns(owner, now() - SPENDING_MS, turns);
    return listed.map((each) => shown(each, spent.get(each.last?.turn_id ?? "")));
  },
  async runs({ verbs, env }, { owner }, { id, before, limit }) {
    const book = verbs(SCHEDULES).of(owner);
    const found = await book.find(id);
    if (!found) return undefined;
    const page = { before: before === undefined ? null : Number(before), limit };
    const runs = await book.runs(found.schedule.id, page);
    const since = Math.min(...runs.map(({ started_at }) => started_at));
    const turns = runs.flatMap(({ turn_id }) => turn_id ?? []);
    const spent = await new D1Spending(env.DB).ofTurns(owner, since, turns);
    return runs.map((run) => ({ cursor: String(run.occurrence), run: runOf(run, spent) }));
  },
};

function shown({ schedule, last }: ScheduleWithLastRun, spent = NOTHING_SPENT): Automation {
  const { id, wish, state, reason, next_at, runs, cost_usd } = schedule;
  const { timing, time_zone } = wish;
  return {
    id,
    kind: wish.kind === "heartbeat" ? "heartbeat" : "schedule",
    name: wish.name,
    agent: wish.agent,
    is_own: true,
    is_on: state === "active",
    off_reason: reason,
    occasion: {
      type: "timing",
      words: wordsOf(timing, time_zone),
      cron: timing.type === "cron" ? timing.cron : null,
      every_minutes: timing.type === "every" ? timing.minutes : null,
      at: timing.type === "at" ? iso(timing.at) : null,
      time_zone,
    },
    next_at: state === "active" ? isoOr(next_at) : null,
    last: last && { at: iso(last.started_at), state: STATES[last.state], reason: last.reason },
    runs,
    models: spent.models,
    cost_usd: runs === 0 ? null : cost_usd,
    page: `/schedules/${id}`,
  };
}

function runOf(run: Run, spent: ReadonlyMap<string, Spending>) {
  const { models, cost_usd } = spent.get(run.turn_id ?? "") ?? NOTHING_SPENT;
  return {
    id: String(run.occurrence),
    at: iso(run.started_at),
    ended_at: isoOr(run.ended_at),
    state: STATES[run.state],
    reason: run.reason,
    conversation_id: run.told_in ?? run.conversation_id,
    models,
    cost_usd: run.cost_usd ?? cost_usd,
  };
}
