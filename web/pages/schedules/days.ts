/** Groups occurrences by day, for the calendar. */
import type { Occurrence } from "../../api/schedules.ts";

export interface Day {
  date: Date;
  /** Sorted by time; a frequent schedule is one entry. */
  entries: Entry[];
}

export interface Entry {
  schedule_id: string;
  name: string;
  kind: Occurrence["kind"];
  /** The first occurrence of that day. */
  at: Date;
  count: number;
}

/** Starts with the day of `from`, in this browser's zone. */
export function daysOf(items: readonly Occurrence[], from: Date, count: number): Day[] {
  const days = Array.from(
    { length: count },
    (_, index): Day => ({ date: dayAfter(from, index), entries: [] }),
  );
  const byKey = new Map(days.map((day) => [keyOf(day.date), day]));
  for (const item of items) add(byKey.get(keyOf(new Date(item.at))), item);
  return days;
}

function add(day: Day | undefined, { schedule_id, name, kind, at }: Occurrence): void {
  const known = day?.entries.find((entry) => entry.schedule_id === schedule_id);
  if (known) known.count += 1;
  else day?.entries.push({ schedule_id, name, kind, at: new Date(at), count: 1 });
}

export function dayAfter(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
}

function keyOf(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}
