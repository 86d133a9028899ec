/** Jobs that come by themselves: memory's and others of a person, and the regular ones of the instance. */
import type { Automation } from "../../../contract/instance/automations.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { Job, JobKind, JobStatus, Recurrence } from "../../../jobs/job.ts";
import type { LatestJob } from "../../../jobs/ports.ts";
import { D1Spending, type JobSpan, type Spending } from "../../../storage/d1/ledger/spending.ts";
import { iso } from "../../http/query.ts";
import type { Services } from "../services.ts";
import { type AutomationSource, isoOr, NOTHING_SPENT, SPENDING_MS } from "../source.ts";

const STATES = {
  pending: "waiting",
  running: "running",
  completed: "succeeded",
  failed: "failed",
  cancelled: "stopped",
} as const satisfies Record<JobStatus, string>;

const HOUR_MS = 3_600_000;
const SPAN_MS: Partial<Record<Recurrence, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};
/** Owner of the instance's own jobs. */
const INSTANCE = "system";

export const jobSource: AutomationSource = {
  kinds: ["job"],
  async list(services, principal) {
    const kinds = services.jobs.recurring();
    const owned = await Promise.all(ownersOf(principal).map((owner) => listOf(services, owner, kinds)));
    return owned.flat();
  },
  async runs({ jobs, env, now }, principal, { id, before, limit }) {
    const kind = jobs.recurring().find(({ name }) => name === id);
    const owner = ownersOf(principal).find((each) => kind && isOf(kind, each));
    if (!kind || owner === undefined) return undefined;
    const page = { limit, ...(before !== undefined && { before }) };
    const found = await jobs.store.list({ owner, kind: id }, page);
    const spans = found.flatMap((job) => spanOf(job, now()));
    const spent = await new D1Spending(env.DB).ofJobs(owner, id, spans);
    return found.map((job) => ({ cursor: job.id, run: runOf(job, spent) }));
  },
};

function ownersOf({ owner, role }: Principal): string[] {
  return role === "admin" ? [owner, INSTANCE] : [owner];
}

function isOf({ recurs }: JobKind, owner: string): boolean {
  return (recurs !== undefined && SPAN_MS[recurs] !== undefined) === (owner === INSTANCE);
}

async function listOf({ jobs, env, now }: Services, owner: string, kinds: readonly JobKind[]) {
  const own = kinds.filter((kind) => isOf(kind, owner));
  const names = own.map(({ name }) => name);
  const spending = new D1Spending(env.DB);
  const [latest, spent] = await Promise.all([
    jobs.store.latest(owner, names),
    spending.ofJobKinds(owner, now() - SPENDING_MS),
  ]);
  return own.flatMap((kind) => {
    const known = latest.find((each) => each.kind === kind.name);
    return shown(kind, known, { now: now(), spent: spent.get(kind.name) ?? NOTHING_SPENT });
  });
}

function shown(
  { name, title, recurs }: JobKind,
  known: LatestJob | undefined,
  { now, spent }: { now: number; spent: Spending },
): Automation[] {
  if (recurs === undefined) return [];
  const span = SPAN_MS[recurs];
  const job = known?.job;
  return [
    {
      id: name,
      kind: "job",
      name: title,
      agent: null,
      is_own: span === undefined,
      is_on: true,
      off_reason: null,
      occasion: { type: "recurrence", each: recurs },
      next_at: isoOr(known?.next_at ?? (span === undefined ? null : (Math.floor(now / span) + 1) * span)),
      last: job ? { at: iso(beginOf(job)), state: STATES[job.status], reason: reasonOf(job) } : null,
      runs: known?.count ?? 0,
      ...spent,
      page: span === undefined ? "/memory" : "/jobs",
    },
  ];
}

function beginOf({ started_at, created_at }: Job): number {
  return started_at ?? created_at;
}

/** The reason of a failure; else what a run says of its outcome. */
function reasonOf({ error, result }: Job): string | null {
  return error ?? result ?? null;
}

function spanOf({ id, started_at, finished_at, conversation_id }: Job, now: number): JobSpan[] {
  if (started_at === undefined) return [];
  return [{ id, from: started_at, to: finished_at ?? now, conversation_id: conversation_id ?? null }];
}

function runOf(job: Job, spent: ReadonlyMap<string, Spending>) {
  return {
    id: job.id,
    at: iso(beginOf(job)),
    ended_at: isoOr(job.finished_at),
    state: STATES[job.status],
    reason: reasonOf(job),
    conversation_id: job.conversation_id ?? null,
    ...(spent.get(job.id) ?? NOTHING_SPENT),
  };
}
