/** Operations that are billed, counted at the bindings of the Worker under test. */
import { env, exports } from "cloudflare:workers";
import { vi } from "vitest";
import { takeUses } from "../../../bench/uses/count.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import { inObject, stubOf } from "../trail-support.ts";
import { working } from "../worker.ts";

const FIGURES = [
  "d1_queries",
  "d1_rows_read",
  "d1_rows_written",
  "object_rows_read",
  "object_rows_written",
  "object_stubs",
  "r2_class_a",
  "r2_class_b",
  "queue_messages",
] as const;

/** A figure for each kind of operation. */
export type Counted = Record<(typeof FIGURES)[number], number>;

const { DB, JOBS_BACKGROUND } = env as unknown as { DB: D1Database; JOBS_BACKGROUND: Queue };

/** Longer than anything that is put off until several have come. */
const QUIET_MS = 500;

const realNow = Date.now.bind(Date);

/** The clock goes on from this much later than it is; 0 sets it right. */
export function setAhead(ms: number): void {
  Date.now = () => realNow() + ms;
}

/** Counts what `work` does with all that follows it: until jobs that are due have run, and nothing more came. */
export async function countedIn(work: () => Promise<unknown>): Promise<Counted> {
  takeUses();
  await work();
  let sum = figuresOf(takeUses());
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const more = figuresOf(takeUses());
    sum = sumOf([1, sum], [1, more]);
    if (FIGURES.every((figure) => more[figure] === 0) && (await isIdle())) return sum;
  }
}

/** Sum of parts, each taken so many times. */
export function sumOf(...parts: [times: number, of: Counted][]): Counted {
  const total = (figure: keyof Counted) => parts.reduce((sum, [times, of]) => sum + times * of[figure], 0);
  return Object.fromEntries(FIGURES.map((figure) => [figure, total(figure)])) as Counted;
}

/** Waits until every background message that was sent before is worked off: those of the file before would be counted here. */
export async function queueEmptied(): Promise<void> {
  const mark = crypto.randomUUID();
  await JOBS_BACKGROUND.send({ job_ids: [], mark });
  const check = () => {
    if (!working.marks.has(mark)) throw new Error("The queue is not empty.");
  };
  await vi.waitFor(check, { timeout: 30_000, interval: 20 });
}

/** A minute's tick, as the cron trigger rings it. */
export async function tick(): Promise<void> {
  await (exports as unknown as { default: { scheduled(of: object): Promise<void> } }).default.scheduled({});
}

/** Waits until a conversation has done what it put off. */
export function settled(id: string): Promise<void> {
  return inObject(stubOf(id as ConversationId), (awake) => awake.flush());
}

/** Number of a conversation's messages, as lists know it. */
export async function messagesIn(id: string): Promise<number> {
  const query = DB.prepare("SELECT message_count FROM conversations WHERE id = ?");
  return (await query.bind(id).first<number>("message_count")) ?? 0;
}

async function isIdle(): Promise<boolean> {
  const query = "SELECT COUNT(*) AS n FROM jobs WHERE status IN ('pending', 'running') AND run_after <= ?";
  return (await DB.prepare(query).bind(Date.now()).first("n")) === 0;
}

function figuresOf(uses: Record<keyof Counted, number>): Counted {
  return Object.fromEntries(FIGURES.map((figure) => [figure, uses[figure]])) as Counted;
}
