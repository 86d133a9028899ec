/** Decides which deliveries reach the agent: all conditions have to hold. Pure. */
import type { Condition } from "../domain/hook.ts";
import { type Payload, valueAt, wordsOf } from "./payload.ts";

/** The first condition that does not hold, as the reason to skip this delivery; undefined if all hold. */
export function passedOver(filter: readonly Condition[], payload: Payload): string | undefined {
  const failing = filter.find((condition) => !holds(condition, valueAt(payload, condition.field)));
  return failing && reasonOf(failing, valueAt(payload, failing.field));
}

function holds({ op, value }: Condition, found: unknown): boolean {
  const text = wordsOf(found);
  switch (op) {
    case "is":
      return found !== undefined && text === value;
    case "is_not":
      return text !== value;
    case "one_of":
      return found !== undefined && listOf(value).includes(text);
    case "contains":
      return Array.isArray(found)
        ? found.some((each) => wordsOf(each) === value)
        : text.toLowerCase().includes(value.toLowerCase());
    case "above":
      return isNumber(text) && Number(text) > Number(value);
    case "below":
      return isNumber(text) && Number(text) < Number(value);
    case "exists":
      return found !== undefined && found !== null;
    case "missing":
      return found === undefined || found === null;
  }
}

function listOf(value: string): string[] {
  return value.split(",").map((each) => each.trim());
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

const SHOWN = 80;

function reasonOf({ field, op, value }: Condition, found: unknown): string {
  const is = found === undefined ? "is not there" : `is ${JSON.stringify(wordsOf(found).slice(0, SHOWN))}`;
  const wanted = op === "exists" || op === "missing" ? op : `${op} ${JSON.stringify(value)}`;
  return `${field} ${is}; the filter wants: ${wanted.replaceAll("_", " ")}`;
}
