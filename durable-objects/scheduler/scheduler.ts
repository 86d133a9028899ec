/** The thin object of one owner's schedules: rows, and one alarm for the earliest work. */
import { DurableObject } from "cloudflare:workers";
import type { Result } from "../../src/domain/errors.ts";
import { dueItems } from "../../src/schedules/heartbeat-file.ts";
import type { RunPage, ScheduleWithLastRun } from "../../src/schedules/person-schedules.ts";
import type { Maker, Run, Schedule, ScheduleId, ScheduleSpec } from "../../src/schedules/schedule.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { SchedulerPorts } from "./ports.ts";
import { SchedulerRows, type StoredSchedules } from "./rows.ts";
import type { NewSchedule, ScheduleEditor } from "./schedule-editor.ts";

/** Prefix of the object's name; the owner's id follows. */
export const SCHEDULER_NAME = "schedules:";

export class Scheduler extends DurableObject<unknown> {
  private readonly ports: SchedulerPorts;
  private readonly owner: string;
  private readonly rows: SchedulerRows;
  private readonly pace = new ConcurrencyLimit();

  constructor(ctx: DurableObjectState, env: unknown, ports: SchedulerPorts) {
    super(ctx, env);
    this.ports = ports;
    this.owner = (ctx.id.name ?? "").slice(SCHEDULER_NAME.length);
    this.rows = new SchedulerRows(sqlOf(ctx.storage));
  }

  async list(): Promise<ScheduleWithLastRun[]> {
    return this.rows.list().map((schedule) => this.listed(schedule));
  }

  /** Undefined when there is none with that id. */
  async find(id: string): Promise<ScheduleWithLastRun | undefined> {
    const schedule = this.rows.get(id);
    return schedule && this.listed(schedule);
  }

  /** Number of schedules that are not done. */
  async size(): Promise<number> {
    return this.rows.size();
  }

  /** Runs of a schedule, newest first. */
  async runs(id: ScheduleId, page: RunPage): Promise<Run[]> {
    return this.rows.runs(id, page);
  }

  async create(schedule: NewSchedule): Promise<Result<Schedule>> {
    return this.armed((await this.editor()).create(schedule));
  }

  async change(id: string, wish: ScheduleSpec, maker: Maker): Promise<Result<Schedule>> {
    return this.armed((await this.editor()).change(id, wish, maker));
  }

  async pause(id: string): Promise<Result<Schedule>> {
    return this.armed((await this.editor()).pause(id));
  }

  async resume(id: string): Promise<Result<Schedule>> {
    return this.armed((await this.editor()).resume(id));
  }

  async runNow(id: string): Promise<Result<Run>> {
    const items = await this.itemsOf(id);
    return this.armed((await this.editor()).runNow(id, items));
  }

  async remove(id: string): Promise<Result<true>> {
    return this.armed((await this.editor()).remove(id));
  }

  /** Deletes everything of this owner. */
  async erase(): Promise<void> {
    this.rows.clear();
    await this.ctx.storage.deleteAlarm();
  }

  /** All rows, as a backup takes them. */
  async rowsForBackup(): Promise<StoredSchedules> {
    return this.rows.stored();
  }

  /** Takes over the rows of a backup, and goes on with them. Idempotent. */
  async takeOver(stored: StoredSchedules): Promise<void> {
    this.rows.restore(stored);
    const next = this.rows.nextWake();
    if (next !== null) await this.ctx.storage.setAlarm(next);
  }

  override async alarm(): Promise<void> {
    const { ports, owner, rows, pace } = this;
    const { round } = await import("./rounds.ts");
    const next = await round({ ports, owner, rows, pace, now: ports.now, log: ports.log });
    if (next !== null) await this.ctx.storage.setAlarm(next);
  }

  /** Editor of the rows, loaded by the first change: most objects are only asked for their list. */
  private async editor(): Promise<ScheduleEditor> {
    const { ScheduleEditor } = await import("./schedule-editor.ts");
    return new ScheduleEditor(this.rows, this.ports.now);
  }

  /** All entries of a heartbeat's file, due or not; null when there are none or it is no heartbeat. */
  private async itemsOf(id: string): Promise<string | null> {
    const { wish } = this.rows.get(id) ?? {};
    if (wish?.kind !== "heartbeat") return null;
    const { text } = await this.ports.heartbeatFile(this.owner, wish.agent);
    return dueItems(text, { last: 0, now: this.ports.now(), zone: wish.time_zone });
  }

  private listed(schedule: Schedule): ScheduleWithLastRun {
    const [last = null] = this.rows.runs(schedule.id, { before: null, limit: 1 });
    return { schedule, last };
  }

  /** Moves the alarm forward when the next work comes earlier. */
  private async armed<T>(result: Result<T>): Promise<Result<T>> {
    const next = this.rows.nextWake();
    if (!result.ok || next === null) return result;
    const set = await this.ctx.storage.getAlarm();
    if (set === null || next < set) await this.ctx.storage.setAlarm(next);
    return result;
  }
}

/** The Durable Object class, with the ports that `portsOf` builds from the Worker's bindings. */
export function schedulerObject<E>(portsOf: (env: E) => SchedulerPorts) {
  return class extends Scheduler {
    constructor(ctx: DurableObjectState, env: E) {
      super(ctx, env, portsOf(env));
    }
  };
}
