/**
 * The thin object of one research run: rows, one alarm while it is under way, and the run in memory. After a kill the alarm
 * comes again, and the run goes on from its journal.
 */
import { DurableObject } from "cloudflare:workers";
import { definedOf } from "../../src/domain/defined.ts";
import type { Result } from "../../src/domain/errors.ts";
import { allAnew, hashesRead, nextEdition } from "../../src/research/editions.ts";
import { NO_PLAN, Plan, type PlanEdit } from "../../src/research/plan/plan.ts";
import type { RaisedBounds, ResearchReport, RunView } from "../../src/research/run.ts";
import {
  type ResearchInit,
  type ResearchSnapshot,
  type SeenRun,
  seenAtRest,
} from "../../src/research/stored.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import { LiveRun } from "./live.ts";
import type { ResearchObjectPorts } from "./ports.ts";
import type { Progress } from "./progress.ts";
import { type Facts, ResearchRows } from "./rows.ts";

/** Time between two alarms of a run that is under way, in ms. */
const BEAT_MS = 2_000;

interface Live {
  plan: Plan;
  gathering: AbortController;
  writing: AbortController;
  view: (() => RunView) | undefined;
}

/** Name of the object of an owner's run. */
export function researchName(owner: string, id: string): string {
  return `research:${owner}:${id}`;
}

export class Research extends DurableObject<unknown> {
  private readonly ports: ResearchObjectPorts;
  private readonly rows: ResearchRows;
  private readonly told: LiveRun;
  /** Undefined before the run goes on in this life. */
  private progress: Progress | undefined;
  private live: Live | undefined;

  constructor(ctx: DurableObjectState, env: unknown, ports: ResearchObjectPorts) {
    super(ctx, env);
    this.ports = ports;
    const sql = sqlOf(ctx.storage);
    this.rows = new ResearchRows(sql);
    this.told = new LiveRun(sql);
  }

  /** Idempotent. */
  async begin(init: ResearchInit): Promise<void> {
    if (this.rows.fact("init")) return;
    const started_at = this.ports.now();
    this.rows.set({ init, state: "running", plan: NO_PLAN, halts: 0, edition: 1, view: null, started_at });
    await this.ports.keep(this.snapshot());
    await this.goOn();
  }

  /** Takes over a run whose object was lost; one that was under way goes on. Idempotent. */
  async takeOver({ journal, ...facts }: ResearchSnapshot): Promise<void> {
    if (this.rows.fact("init")) return;
    this.rows.restore(journal);
    this.rows.set(facts);
    if (facts.state === "running" || facts.state === "delivering") await this.goOn();
  }

  /** Undefined: there is none. */
  async seen(): Promise<SeenRun | undefined> {
    return this.seenNow();
  }

  /** The live events; the caller has asked who may read them. */
  override async fetch(request: Request): Promise<Response> {
    const run = this.seenNow();
    const { searchParams } = new URL(request.url);
    const following = {
      cursor: Number(searchParams.get("cursor")),
      is_own: searchParams.get("is_own") === "true",
    };
    return run ? this.told.follow(run, following) : new Response(null, { status: 404 });
  }

  private seenNow(): SeenRun | undefined {
    if (!this.rows.fact("init")) return undefined;
    const rest = seenAtRest(this.snapshot([]));
    const stored = this.rows.fact("state") === "running" ? goingOn(rest.view) : rest.view;
    return { ...rest, view: this.live?.view?.() ?? stored };
  }

  /** Changes of an ended run's plan are carried out when it is resumed. */
  async edit(edits: readonly PlanEdit[]): Promise<Result<true>> {
    const plan = this.live?.plan ?? this.storedPlan();
    for (const edit of edits) {
      const problem = plan.edit(edit);
      if (problem !== undefined)
        return { ok: false, failure: { error: "malformed_request", reason: problem } };
    }
    const view = this.rows.fact("view");
    if (!this.live && view) this.rows.set({ view: { ...view, plan: [...plan.steps] } });
    this.tell();
    return { ok: true, value: true };
  }

  /** Lets a waiting run go on; `answer`: to its question, null skips it. */
  async approve(answer: string | null): Promise<Result<true>> {
    if (this.rows.fact("state") !== "waiting") return refusal("This research does not wait for a yes.");
    const plan = this.storedPlan().stored;
    const started_at = this.ports.now();
    this.rows.set({ plan: { ...plan, is_approved: true, answer }, state: "running", started_at });
    await this.ports.keep(this.snapshot());
    await this.goOn();
    return { ok: true, value: true };
  }

  /** Ends gathering, and the second time the writing too. The report comes all the same. */
  async halt(): Promise<Result<true>> {
    const state = this.rows.fact("state");
    if (state !== "running" && state !== "waiting") return refusal("This research has ended.");
    const halts = (this.rows.fact("halts") ?? 0) + 1;
    this.rows.set({ halts, state: "running" });
    this.live?.gathering.abort("halt");
    if (halts > 1) this.live?.writing.abort("halt");
    await this.goOn();
    return { ok: true, value: true };
  }

  /** Goes on with an ended run: what failed or was not reached is looked at, and the report is written anew. */
  async resume(raised: RaisedBounds = {}): Promise<Result<true>> {
    const ended = this.endedRun();
    if (!ended) return refusal("This research has not ended yet.");
    this.rows.retireFailures();
    return this.beginEdition(nextEdition(ended, this.ports.now(), raised));
  }

  /** Looks everything up again by the same plan. The ceiling counts anew. */
  async renew(): Promise<Result<true>> {
    const ended = this.endedRun();
    if (!ended) return refusal("This research has not ended yet.");
    this.rows.beginAnew();
    this.told.beginAnew();
    return this.beginEdition({ ...nextEdition(ended, this.ports.now()), ...allAnew(ended) });
  }

  private endedRun(): ResearchSnapshot | undefined {
    return this.rows.fact("state") === "ended" ? this.snapshot([]) : undefined;
  }

  private async beginEdition(facts: Partial<Facts>): Promise<Result<true>> {
    this.rows.set(facts);
    await this.ports.keep(this.snapshot());
    await this.goOn();
    return { ok: true, value: true };
  }

  /** Hashes of the texts that the run has read: nothing else knows of them any more. */
  async erase(): Promise<string[]> {
    const read = this.rows.fact("init") ? hashesRead(this.snapshot([])) : [];
    this.live?.gathering.abort("halt");
    this.live?.writing.abort("halt");
    this.rows.clear();
    this.told.clear();
    await this.ctx.storage.deleteAlarm();
    return read;
  }

  override async alarm(): Promise<void> {
    const state = this.rows.fact("state");
    if (state !== "running" && state !== "delivering") return;
    const init = this.rows.fact("init");
    if (init && this.ports.now() >= init.order.gather_until) this.live?.gathering.abort("time");
    if (!this.live && init) this.ctx.waitUntil(this.run(init).catch((problem) => this.failed(problem)));
    await this.ctx.storage.setAlarm(this.ports.now() + BEAT_MS);
  }

  private async run(init: ResearchInit): Promise<void> {
    const live = this.openLive();
    try {
      const { conduct } = await import("../../src/research/conduct.ts");
      const { Progress } = await import("./progress.ts");
      this.progress = new Progress(this.ports);
      const outside = await this.ports.outside(init);
      const { now } = this.ports;
      const report = await conduct({
        order: init.order,
        ports: { outside, texts: this.ports.texts(init), journal: this.rows, now },
        plan: live.plan,
        gathering: live.gathering.signal,
        writing: live.writing.signal,
        edition: this.rows.fact("edition") ?? 1,
        earlier: this.rows.fact("earlier"),
        onChange: (view) => {
          live.view = view;
          this.tell();
        },
      });
      await this.rest(init, { live, report });
    } finally {
      this.live = undefined;
    }
  }

  private openLive(): Live {
    const halts = this.rows.fact("halts") ?? 0;
    const live: Live = {
      plan: this.storedPlan(),
      gathering: new AbortController(),
      writing: new AbortController(),
      view: undefined,
    };
    if (halts > 0) live.gathering.abort("halt");
    if (halts > 1) live.writing.abort("halt");
    this.live = live;
    return live;
  }

  private async rest(
    init: ResearchInit,
    { live, report }: { live: Live; report: ResearchReport | undefined },
  ): Promise<void> {
    // The run may have been erased meanwhile.
    if (!this.rows.fact("init")) return;
    const view = live.view?.() ?? null;
    const ended_at = report ? this.ports.now() : null;
    // The telling comes before the rest: a run that dies in between goes on, comes here again, and is told once.
    if (!report && view)
      await this.ports.tellWaiting({ init, view, edition: this.rows.fact("edition") ?? 1 });
    this.rows.set({ view, state: report ? "delivering" : "waiting", ended_at });
    this.tell();
    if (report) {
      await this.ports.deliver({ init, report, edition: this.rows.fact("edition") ?? 1 });
      const run = this.seenNow();
      if (run) await this.progress?.end(run);
      this.rows.set({ state: "ended" });
    }
    await this.ports.keep(this.snapshot());
  }

  private failed(problem: unknown): void {
    // The alarm tries again, from the journal.
    this.ports.log.error("research_failed", { problem: String(problem) });
  }

  private storedPlan(): Plan {
    return new Plan(this.rows.fact("plan") ?? NO_PLAN, (plan) => this.rows.set({ plan }));
  }

  private snapshot(journal = this.rows.all()): ResearchSnapshot {
    const init = this.rows.fact("init");
    if (!init) throw new Error("The run has not begun.");
    return {
      init,
      state: this.rows.fact("state") ?? "running",
      plan: this.rows.fact("plan") ?? NO_PLAN,
      halts: this.rows.fact("halts") ?? 0,
      edition: this.rows.fact("edition") ?? 1,
      view: this.rows.fact("view") ?? null,
      started_at: this.rows.fact("started_at") ?? init.created_at,
      ended_at: this.rows.fact("ended_at") ?? null,
      journal,
      ...definedOf({ earlier: this.rows.fact("earlier"), read_before: this.rows.fact("read_before") }),
    };
  }

  private tell(): void {
    const run = this.seenNow();
    if (!run) return;
    this.told.tell(run);
    this.progress?.tell(run);
  }

  private async goOn(): Promise<void> {
    this.tell();
    await this.ctx.storage.setAlarm(this.ports.now());
  }
}

/** The stored view of a run that goes on and has not told anything yet. */
function goingOn(view: RunView | null): RunView | null {
  if (!view) return null;
  const { report: _old, ...rest } = view;
  return { ...rest, state: "running", phase: "plan", ended_by: [] };
}

function refusal(reason: string): Result<true> {
  return { ok: false, failure: { error: "conflict", reason } };
}

/** The Durable Object class, with the ports that `portsOf` builds from the Worker's bindings. */
export function researchObject<E>(portsOf: (env: E) => ResearchObjectPorts) {
  return class extends Research {
    constructor(ctx: DurableObjectState, env: E) {
      super(ctx, env, portsOf(env));
    }
  };
}
