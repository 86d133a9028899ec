/** Five-field cron expressions, in a time zone. */
import { Cron } from "croner";

/** Cache by expression and zone: parsing costs as much as many lookups. */
const parsed = new Map<string, Cron>();
const MOST_PARSED = 500;

/**
 * The first occurrence after `after`; null if there is none. A time of day that a clock change skips comes
 * right after the change; one that occurs twice comes the first time. Intervals of minutes or hours are not
 * affected by either. Throws for an expression that cannot be parsed.
 */
export function cronAfter(expression: string, zone: string, after: number): number | null {
  return cronOf(expression, zone).nextRun(new Date(after))?.getTime() ?? null;
}

/** The error in the expression, worded for its author; undefined if it is valid. */
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
