/** Daily spending, split into stacked parts for the chart. */
import type { DayPart } from "../../api/instance.ts";
import type { Day } from "./days.ts";

type Spent = Pick<DayPart, "day" | "key" | "cost_usd">;

/** Parts with a colour of their own; all others share one. */
const MOST_PARTS = 5;
export const COLOURS = [
  "var(--ember)",
  "var(--cool)",
  "var(--mauve)",
  "var(--good)",
  "var(--danger)",
] as const;
export const OTHERS_COLOUR = "var(--ink-faint)";

interface Slice {
  /** Null: all parts without a colour of their own. */
  key: string | null;
  colour: string;
  /** Distance from the bottom, as a share of the highest day: 0 to 1. */
  from: number;
  height: number;
  cost_usd: number;
}

export interface Column extends Day {
  slices: Slice[];
}

/** The colours of the largest parts. `keys` are in the order of their sums. */
export function coloursOf(keys: readonly string[]): ReadonlyMap<string, string> {
  return new Map(keys.slice(0, MOST_PARTS).map((key, at) => [key, COLOURS[at] ?? OTHERS_COLOUR]));
}

export function columnsOf(
  days: readonly Day[],
  parts: readonly Spent[],
  colours: ReadonlyMap<string, string>,
): Column[] {
  const highest = Math.max(...days.map(({ cost_usd }) => cost_usd), Number.EPSILON);
  return days.map((day) => {
    const own = parts.filter((part) => part.day === day.key && part.cost_usd > 0);
    return { ...day, slices: stacked(sumsOf(own, colours), highest) };
  });
}

type Sum = Pick<Slice, "key" | "colour" | "cost_usd">;

function sumsOf(parts: readonly Spent[], colours: ReadonlyMap<string, string>): Sum[] {
  const named = [...colours].flatMap(([key, colour]) => {
    const part = parts.find((one) => one.key === key);
    return part ? [{ key, colour, cost_usd: part.cost_usd }] : [];
  });
  const rest = parts.filter(({ key }) => !colours.has(key)).reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  return rest > 0 ? [...named, { key: null, colour: OTHERS_COLOUR, cost_usd: rest }] : named;
}

function stacked(sums: readonly Sum[], highest: number): Slice[] {
  let from = 0;
  return sums.map((sum) => {
    const slice = { ...sum, from, height: sum.cost_usd / highest };
    from += slice.height;
    return slice;
  });
}
