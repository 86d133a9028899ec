/** Cron expressions of five fields, by the clock of a time zone. */
import { Cron } from "croner";

/** By expression and zone: parsing one takes as long as many a question to it. */
const parsed = new Map<string, Cron>();
const MOST_PARSED = 500;

/**
 * The first time after `after`; null: there is none. A time of day that the clocks jump over comes when they have jumped;
 * one that they show twice comes at the first. What comes each so many minutes or hours is not held up by either.
 * Throws for an expression that cannot be read.
 */
export function cronAfter(expression: string, zone: string, after: number): number | null {
  return cronOf(expression, zone).nextRun(new Date(after))?.getTime() ?? null;
}

/** Why the expression cannot be used, if so: for who wrote it. */
export function cronProblem(expression: string, zone: string): string | undefined {
  try {
    cronOf(expression, zone);
    return undefined;
  } catch (problem) {
    const why = problem instanceof Error ? problem.message.replace(/^CronPattern: /, "") : "";
    return `"${expression}" is no cron expression of five fields (minute, hour, day of month, month, day of week), like "0 9 * * 1-5". ${why}`.trim();
  }
}

function cronOf(expression: string, zone: string): Cron {
  const key = `${zone} ${expression}`;
  const known = parsed.get(key);
  if (known) return known;
  const options = { timezone: zone, mode: "5-part", fixedTimeRule: "no-wildcard", paused: true } as const;
  const made = new Cron(expression, options);
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(key, made);
  return made;
}
