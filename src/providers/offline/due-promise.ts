/** Handles a due promise, which the platform raises by itself: asks once, then does what the answer says. */
import type { ToolResultBlock } from "../../agent/ports/model.ts";
import { type DuePromise, WHAT_BECAME } from "../../domain/due-promise.ts";
import { clockIn } from "../../domain/time/zone.ts";
import type { Answer } from "./next-action.ts";
import { type Moment, readWhen } from "./reminder-time.ts";
import type { Situation } from "./situation.ts";

const ASK = "ask_user";
const UPDATE = "commitment_update";
const DAY_MS = 86_400_000;

interface PromiseContext {
  promise: DuePromise;
  situation: Situation;
  offered: ReadonlySet<string>;
  moment: Moment;
}

export function duePromiseAnswer({ promise, situation, offered, moment }: PromiseContext): Answer {
  const [asked, done] = situation.results.map((step) => step[0]);
  if (done) return text(done.is_error ? `I could not note that: ${done.content}` : "Noted.");
  if (!offered.has(ASK) || !offered.has(UPDATE)) return text(promise.line);
  if (!asked)
    return call(ASK, { question: `${promise.line}\nWhat became of it?`, options: [...WHAT_BECAME] });
  const change = changeBy(asked, moment);
  return change ? call(UPDATE, { id: promise.id, ...change }) : text("I leave it as it is.");
}

/** Undefined when there is no answer, or none that says what to do. */
function changeBy(
  { content, is_error }: ToolResultBlock,
  moment: Moment,
): Record<string, string> | undefined {
  const said = content
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, "");
  if (is_error) return undefined;
  if (/^(?:done|yes|it is done|finished)$/.test(said)) return { status: "done" };
  if (/^(?:drop it|drop|cancel|no|forget it)$/.test(said)) return { status: "cancelled" };
  const days = said === "tomorrow" ? 1 : said === "in a week" ? 7 : undefined;
  if (days !== undefined) return { due: dayIn(moment, days) };
  return dateIn(content, moment);
}

/** `2026-03-02`, alone or in words, or a time as reminders take it. */
function dateIn(content: string, moment: Moment): Record<string, string> | undefined {
  const day = /\b\d{4}-\d{2}-\d{2}\b/.exec(content)?.[0];
  if (day !== undefined) return { due: day };
  const when = readWhen(`${content.trim()} to look again`, moment)?.when;
  return when && "at" in when && typeof when.at === "string" ? { due: when.at } : undefined;
}

/** The day in the person's calendar. */
function dayIn({ now, zone }: Moment, days: number): string {
  const { year, month, day } = clockIn(zone, now + days * DAY_MS);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function text(words: string): Answer {
  return { type: "text", text: words };
}

function call(name: string, input: { [key: string]: unknown }): Answer {
  return { type: "calls", calls: [{ name, input }] };
}
