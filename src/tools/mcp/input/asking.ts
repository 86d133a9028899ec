/** Asks a person for what a server wants, one question at a time: each parks the call, so that a restart loses none. */
import { z } from "zod";
import type { ParkedCall } from "../../../agent/ports/parked-call.ts";
import { type Elicitation, type ElicitResult, elicitationOf } from "./elicitation.ts";
import { type FormField, filledValue, labels } from "./form.ts";

/** Requests and answers so far. Its form is stored with the parked call. */
const State = z.object({
  /** Requests of the server by its keys; the first one without a response is asked. */
  requests: z.record(z.string(), z.unknown()),
  responses: z.record(z.string(), z.unknown()),
  /** Values of the form that is being asked, by field. */
  values: z.record(z.string(), z.unknown()),
  /** Opaque state of the server, which it gets back. */
  request_state: z.string().optional(),
  /** Task that wants the input, or is waited for. */
  task: z.string().optional(),
  /** Time of the task's beginning, in ms since the epoch. */
  since: z.number().optional(),
  /** Number of times that the server has asked. */
  rounds: z.int(),
});
export type Asking = z.output<typeof State>;

/** A server that asks more often goes round in circles. */
const MOST_ROUNDS = 10;
const WAITS_MS = 7 * 86_400_000;
const MOST_OPTIONS = 10;
const DECLINE = "Decline";
const SKIP = "Skip";
const SEND = "Send";
const CHANGE = "Change";
const DONE = "Done";

export type Step =
  | { parked: ParkedCall }
  /** All are answered: the server can be told. */
  | { done: Asking }
  /** Nobody can be asked that. */
  | { problem: string };

/** Undefined for words that are not those of this file. */
export function askingOf(resume: string): Asking | undefined {
  const state = State.safeParse(JSON.parse(resume));
  return state.success ? state.data : undefined;
}

export interface AskDeps {
  server: string;
  now(): number;
}

/** Begins with a server's requests. `before`: the state in which it has asked the last time. */
export function beginAsking(
  deps: AskDeps,
  wanted: Pick<Asking, "requests" | "request_state" | "task" | "since">,
  before: Pick<Asking, "rounds" | "responses"> | undefined,
): Step {
  const rounds = (before?.rounds ?? 0) + 1;
  if (rounds > MOST_ROUNDS) return { problem: `It has asked for input ${MOST_ROUNDS} times, and again.` };
  return next(deps, { ...wanted, responses: before?.responses ?? {}, values: {}, rounds });
}

/** Goes on with a person's answer; null: nobody has answered in time. */
export function goOn(deps: AskDeps, asking: Asking, answer: string | null): Step {
  const open = openOf(asking);
  if (open === undefined) return { done: asking };
  const { key, asked } = open;
  const respond = (response: ElicitResult) =>
    next(deps, { ...asking, values: {}, responses: { ...asking.responses, [key]: response } });
  if ("problem" in asked || answer === null) return respond({ action: "cancel" });
  if (is(answer, DECLINE)) return respond({ action: "decline" });
  if (asked.mode === "url") return respond({ action: "accept" });
  const field = openField(asked.fields, asking.values);
  if (field !== undefined) return filled(deps, asking, { field, answer });
  if (is(answer, CHANGE)) return next(deps, { ...asking, values: {} });
  if (asked.fields.length > 1 && !is(answer, SEND))
    return next(deps, asking, `Choose ${SEND}, ${CHANGE} or ${DECLINE}.`);
  return respond({ action: "accept", content: contentOf(asking.values) });
}

function filled(
  deps: AskDeps,
  asking: Asking,
  { field, answer }: { field: FormField; answer: string },
): Step {
  const isLeftOut = !field.isRequired && is(answer, SKIP);
  const got = isLeftOut ? { value: null } : filledValue(field, answer);
  if ("problem" in got) return next(deps, asking, got.problem);
  const state = { ...asking, values: { ...asking.values, [field.name]: got.value } };
  const open = openOf(asking);
  const isOnly =
    open && !("problem" in open.asked) && open.asked.mode === "form" && open.asked.fields.length === 1;
  // A single value that was just given needs no review.
  return isOnly ? goOn(deps, state, SEND) : next(deps, state);
}

function next(deps: AskDeps, asking: Asking, note = ""): Step {
  const open = openOf(asking);
  if (open === undefined) return { done: asking };
  if ("problem" in open.asked) return open.asked;
  const { question, options } = questionOf(deps.server, open.asked, asking.values);
  return {
    parked: {
      kind: "question",
      question: note === "" ? question : `${note}\n\n${question}`,
      options,
      caution: "outside",
      expires_at: deps.now() + WAITS_MS,
      resume: JSON.stringify(asking),
    },
  };
}

function openOf({ requests, responses }: Asking) {
  const key = Object.keys(requests).find((each) => !(each in responses));
  return key === undefined ? undefined : { key, asked: elicitationOf(requests[key]) };
}

function openField(fields: readonly FormField[], values: Record<string, unknown>): FormField | undefined {
  return fields.find(({ name }) => !(name in values));
}

/** Left-out fields are null here, and nothing for the server. */
function contentOf(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function is(answer: string, word: string): boolean {
  return answer.trim().toLowerCase() === word.toLowerCase();
}

interface Question {
  question: string;
  options: string[];
}

function questionOf(server: string, asked: Elicitation, values: Record<string, unknown>): Question {
  const said = `The server ${server} asks: ${asked.message}`;
  if (asked.mode === "url")
    return {
      question: `${said}\n\nIt wants you to open a page of ${asked.url.host}:\n${asked.url.href}\n\nOpen it only if you trust ${asked.url.host}. Choose ${DONE} when you're finished there.`,
      options: [DONE, DECLINE],
    };
  const field = openField(asked.fields, values);
  if (field !== undefined) return { question: `${said}\n\n${wordsOf(field)}`, options: answersOf(field) };
  if (asked.fields.length === 0) return { question: said, options: ["Accept", DECLINE] };
  const lines = asked.fields.map(({ name, title }) => `- ${title}: ${shown(values[name])}`);
  return {
    question: `Send this to the server ${server}?\n\n${lines.join("\n")}`,
    options: [SEND, CHANGE, DECLINE],
  };
}

function wordsOf({ title, about, choices, isRequired }: FormField): string {
  const listed = choices.length + 2 > MOST_OPTIONS ? `\nOne of: ${labels(choices)}` : "";
  return `${title}${isRequired ? "" : " (optional)"}${about === "" ? "" : `: ${about}`}${listed}`;
}

function answersOf(field: FormField): string[] {
  const own = field.kind === "boolean" ? ["Yes", "No"] : field.choices.map(({ label }) => label);
  const offered = own.length > 0 ? own : presetOf(field);
  const ends = [...(field.isRequired ? [] : [SKIP]), DECLINE];
  return offered.length + ends.length > MOST_OPTIONS ? ends : [...offered, ...ends];
}

function presetOf({ preset }: FormField): string[] {
  return typeof preset === "string" || typeof preset === "number" ? [String(preset).slice(0, 200)] : [];
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "(left out)";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
