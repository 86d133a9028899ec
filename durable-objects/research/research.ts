/**
 * The thin object of one research run: rows, one alarm while it is under way, and the run in memory. After a kill the alarm
 * comes again, and the run goes on from its journal.
 */
import { DurableObject } from "cloudflare:workers";
import type { Result } from "../../src/domain/errors.ts";
import { NO_PLAN, Plan, type PlanEdit } from "../../src/research/plan/plan.ts";
import type { ResearchReport, RunView } from "../../src/research/run.ts";
import type { ResearchInit, ResearchSnapshot, SeenRun } from "../../src/research/stored.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import type { ResearchObjectPorts } from "./ports.ts";
import { ResearchRows } from "./rows.ts";

/** Time between two alarms of a run that is under way, in ms. */
const BEAT_MS = 4_000;

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
  private live: Live | undefined;

  constructor(ctx: DurableObjectState, env: unknown, ports: ResearchObjectPorts) {
    super(ctx, env);
    this.ports = ports;
    this.rows = new ResearchRows(sqlOf(ctx.storage));
  }

  /** Idempotent. */
  async begin(init: ResearchInit): Promise<void> {
    if (this.rows.fact("init")) return;
    this.rows.set({ init, state: "running", plan: NO_PLAN, halts: 0, edition: 1, view: null });
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
    const init = this.rows.fact("init");
    if (!init) return undefined;
    const view = this.live?.view?.() ?? this.rows.fact("view") ?? null;
    return { init, view, edition: this.rows.fact("edition") ?? 1 };
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
    return { ok: true, value: true };
  }

  /** Lets a waiting run go on; `answer`: to its question, null skips it. */
  async approve(answer: string | null): Promise<Result<true>> {
    if (this.rows.fact("state") !== "waiting") return refusal("This research does not wait for a yes.");
    const plan = this.storedPlan().stored;
    this.rows.set({ plan: { ...plan, is_approved: true, answer }, state: "running" });
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
  async resume(ceiling_usd?: number): Promise<Result<true>> {
    const [init, state] = [this.rows.fact("init"), this.rows.fact("state")];
    if (!init || state !== "ended") return refusal("This research has not ended yet.");
    const order = { ...init.order, gather_until: this.ports.now() + LONGEST_MS };
    if (ceiling_usd !== undefined) order.ceiling_usd = Math.max(ceiling_usd, order.ceiling_usd);
    this.rows.retireFailures();
    const edition = (this.rows.fact("edition") ?? 1) + 1;
    this.rows.set({ init: { ...init, order }, state: "running", halts: 0, edition });
    await this.goOn();
    return { ok: true, value: true };
  }

  async erase(): Promise<void> {
    this.live?.gathering.abort("halt");
    this.live?.writing.abort("halt");
    this.rows.clear();
    await this.ctx.storage.deleteAlarm();
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
      const outside = await this.ports.outside(init);
      const { now } = this.ports;
      const report = await conduct({
        order: init.order,
        ports: { outside, texts: this.ports.texts(init), journal: this.rows, now },
        plan: live.plan,
        gathering: live.gathering.signal,
        writing: live.writing.signal,
        edition: this.rows.fact("edition") ?? 1,
        onChange: (view) => {
          live.view = view;
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
    this.rows.set({ view, state: report ? "delivering" : "waiting" });
    if (report) {
      await this.ports.deliver({ init, report, edition: this.rows.fact("edition") ?? 1 });
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

  private snapshot(): ResearchSnapshot {
    const init = this.rows.fact("init");
    if (!init) throw new Error("The run has not begun.");
    return {
      init,
      state: this.rows.fact("state") ?? "running",
      plan: this.rows.fact("plan") ?? NO_PLAN,
      halts: this.rows.fact("halts") ?? 0,
      edition: this.rows.fact("edition") ?? 1,
      view: this.rows.fact("view") ?? null,
      journal: this.rows.all(),
    };
  }

  private async goOn(): Promise<void> {
    await this.ctx.storage.setAlarm(this.ports.now());
  }
}

/** Longest time that a run gathers, in ms. */
export const LONGEST_MS = 30 * 60_000;

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
