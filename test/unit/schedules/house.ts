/** A house for schedules: inboxes that know what they have taken, and a machine that can die at any step. */

import { ConcurrencyLimit } from "../../../durable-objects/scheduler/concurrency-limit.ts";
import { round } from "../../../durable-objects/scheduler/rounds.ts";
import { SchedulerRows } from "../../../durable-objects/scheduler/rows.ts";
import { ScheduleEditor } from "../../../durable-objects/scheduler/schedule-editor.ts";
import type {
  HeartbeatFile,
  Order,
  RunProgress,
  Saying,
  SchedulePorts,
} from "../../../src/schedules/ports.ts";
import {
  type Run,
  runKey,
  type Schedule,
  type ScheduleId,
  type ScheduleSpec,
} from "../../../src/schedules/schedule.ts";
import { NodeSql } from "../../support/node-sql.ts";

export const DEAD = new Error("The machine died.");

const QUIET_LOG = { shows: () => true, debug() {}, info() {}, warn() {}, error() {} };

const WISH: ScheduleSpec = {
  kind: "cron",
  name: "digest",
  text: "Write the digest.",
  agent: null,
  timing: { type: "cron", cron: "0 9 * * *" },
  time_zone: "UTC",
  quiet: null,
  missed: "once",
  runs_in: "conversation",
  target: { type: "own" },
};

export class TestHouse implements SchedulePorts {
  now: number;
  readonly sql = new NodeSql();
  /** Turns by the key of what began them: of one that comes twice there is one. */
  readonly turns = new Map<string, Order>();
  readonly told = new Map<string, Saying>();
  readonly forgotten: string[] = [];
  /** Calls of models, of which an empty heartbeat makes none. */
  file: string | null = null;
  /** Those of agents that have one of their own. */
  readonly files = new Map<string, string>();
  /** What stands in those files may be somebody else's words. */
  waits: true | undefined;
  /** What the next looks see; without: that the turn has ended well. */
  seen: RunProgress[] = [];
  /** Called before and after each step that leaves the object. */
  step: () => void = () => undefined;
  entering: { status: "later" | "failed"; reason: string } | undefined;
  private readonly pace = new ConcurrencyLimit();
  private count = 0;

  constructor(now: number) {
    this.now = now;
  }

  readonly rows = new SchedulerRows(this.sql);

  get desk(): ScheduleEditor {
    return new ScheduleEditor(this.rows, () => this.now);
  }

  /** Throws where it cannot be made. */
  make(wish: Partial<ScheduleSpec> = {}): Schedule {
    const id = `sch_${String(this.count++).padStart(6, "0")}` as ScheduleId;
    const made = this.desk.create({ id, wish: { ...WISH, ...wish }, maker: { trust: "trusted" } });
    if (!made.ok) throw new Error(made.failure.reason);
    return made.value;
  }

  /** The alarm, once: when the next is set for. */
  ring(): Promise<number | null> {
    return round({
      rows: this.rows,
      pace: this.pace,
      ports: this,
      owner: "ann",
      now: () => this.now,
      log: QUIET_LOG,
    });
  }

  /** Alarms as they are set, until `end`. */
  async live(end: number): Promise<void> {
    let alarm = this.rows.nextWake();
    while (alarm !== null && alarm <= end) {
      this.now = Math.max(this.now, alarm);
      alarm = await this.ring();
    }
    this.now = Math.max(this.now, end);
  }

  runs(id: ScheduleId): Run[] {
    return this.rows.runs(id, { before: null, limit: 1000 });
  }

  async enter(order: Order) {
    this.step();
    if (this.entering) return this.entering;
    const key = runKey(order.run);
    if (!this.turns.has(key)) this.turns.set(key, order);
    this.step();
    return { status: "taken", conversation_id: `cnv_${key}`, turn_id: `trn_${key}` } as const;
  }

  async look(..._asked: [owner: string, run: Run]): Promise<RunProgress> {
    this.step();
    return this.seen.shift() ?? ended({});
  }

  async tell(saying: Saying) {
    this.step();
    if (!this.told.has(saying.key)) this.told.set(saying.key, saying);
    this.step();
    return { status: "taken", conversation_id: "cnv_own", message_id: `msg_${saying.key}` } as const;
  }

  async deliveryOf() {
    this.step();
    return { state: "sent", reason: null } as const;
  }

  async heartbeatFile(_owner: string, agent: string | null): Promise<HeartbeatFile> {
    this.step();
    const own = agent === null ? undefined : this.files.get(agent);
    return own === undefined
      ? { path: "HEARTBEAT.md", text: this.file }
      : { path: `${agent}/HEARTBEAT.md`, text: own, ...(this.waits && { waits: this.waits }) };
  }

  async forget(_owner: string, conversation: string): Promise<void> {
    this.forgotten.push(conversation);
  }
}

export function ended(change: Partial<Extract<RunProgress, { words: string }>>): RunProgress {
  return {
    status: "completed",
    words: "All is well.",
    trust: "trusted",
    cost_usd: 0.01,
    reason: null,
    isLasting: false,
    delivery: "sent",
    ...change,
  };
}
