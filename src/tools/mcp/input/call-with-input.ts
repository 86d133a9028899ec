/**
 * A call that may want a person's input, or become a task of the server: then it parks, and goes on where it was, also after
 * a restart.
 */
import type { ParkedCall, Resumption } from "../../../agent/ports/parked-call.ts";
import type { Answer, CallOptions, GivenInput, McpClient } from "../wire/client.ts";
import type { Task } from "../wire/protocol.ts";
import { McpError, wordsOf } from "../wire/refusal.ts";
import { type AskDeps, type Asking, askingOf, beginAsking, goOn, type Step } from "./asking.ts";

interface InputCall<T> {
  client: Pick<McpClient, "task" | "updateTask">;
  options: CallOptions;
  /** Makes the call, again with what people have given. */
  call(given?: GivenInput): Promise<Answer<T>>;
  /** The result as a task gives it. Throws an McpError when it is not one of the protocol. */
  resultOf(result: unknown): T;
}

type Outcome<T> = { result: T } | { parked: ParkedCall };

/** Throws an McpError. */
export async function callWithInput<T>(
  deps: AskDeps,
  made: InputCall<T>,
  resumed: Resumption | undefined,
): Promise<Outcome<T>> {
  const asking = resumed && askingOf(resumed.state);
  if (resumed === undefined || asking === undefined)
    return taken({ deps, made }, await made.call(), undefined);
  const step = goOn(deps, asking, resumed.answer);
  if (!("done" in step)) return parkedOf(step);
  const { done } = step;
  if (done.task !== undefined) return goOnWithTask(deps, made, { ...done, task: done.task });
  const { responses, request_state } = done;
  return taken({ deps, made }, await made.call({ responses, request_state }), done);
}

interface Calling<T> {
  deps: AskDeps;
  made: InputCall<T>;
}

function taken<T>({ deps, made }: Calling<T>, called: Answer<T>, before: Asking | undefined): Outcome<T> {
  if ("result" in called) return called;
  if ("input" in called) {
    const { is_replayed, ...wanted } = called.input;
    // The keys of one round mean nothing in the next.
    const known = before && (is_replayed ? before : { ...before, responses: {} });
    return parkedOf(beginAsking(deps, wanted, known));
  }
  return outcomeOfTask({ deps, made }, called.task, { ...NOTHING_ASKED, since: deps.now() });
}

const NOTHING_ASKED: Asking = { requests: {}, responses: {}, values: {}, rounds: 0 };

function parkedOf(step: Step): { parked: ParkedCall } {
  if ("parked" in step) return step;
  throw new McpError("refused", "problem" in step ? step.problem : "It has asked for nothing.");
}

async function goOnWithTask<T>(
  deps: AskDeps,
  made: InputCall<T>,
  asking: Asking & { task: string },
): Promise<Outcome<T>> {
  const { client, options } = made;
  const { task, requests, responses } = asking;
  const given = Object.fromEntries(Object.keys(requests).map((key) => [key, responses[key]]));
  if (Object.keys(given).length > 0) await client.updateTask(task, given, options);
  return outcomeOfTask({ deps, made }, await client.task(task, options), asking);
}

function outcomeOfTask<T>({ deps, made }: Calling<T>, task: Task, asking: Asking): Outcome<T> {
  switch (task.status) {
    case "completed":
      return { result: made.resultOf(task.result) };
    case "failed":
      throw new McpError(
        "refused",
        task.error ? wordsOf(task.error) : (task.statusMessage ?? "Its task failed."),
      );
    case "cancelled":
      throw new McpError("refused", `Its task was cancelled. ${task.statusMessage ?? ""}`.trim());
    case "input_required":
      return inputForTask(deps, task, asking);
    case "working":
      return paused(deps, task, asking);
  }
}

/** Requests that were answered already may still stand there: the server takes an answer in a while later. */
function inputForTask(deps: AskDeps, task: Task, asking: Asking): { parked: ParkedCall } {
  const open = Object.entries(task.inputRequests).filter(([key]) => !(key in asking.responses));
  if (open.length === 0) return paused(deps, task, asking);
  const wanted = { requests: Object.fromEntries(open), task: task.taskId, since: asking.since };
  return parkedOf(beginAsking(deps, wanted, asking));
}

const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 5 * 60_000;
const USUAL_PAUSE = 5_000;
const LONGEST_TASK = 24 * 60 * 60_000;

/** The longer a task takes, the more seldom it is asked for: after an hour, every five minutes. */
function paused({ now }: AskDeps, task: Task, asking: Asking): { parked: ParkedCall } {
  const since = asking.since ?? now();
  const elapsed = now() - since;
  if (elapsed > (task.ttlMs ?? LONGEST_TASK))
    throw new McpError("refused", "Its task has not ended in the time that it has.");
  const wanted = Math.max(task.pollIntervalMs ?? USUAL_PAUSE, elapsed / 12, SHORTEST_PAUSE);
  const state = { ...asking, requests: {}, task: task.taskId, since };
  return {
    parked: {
      kind: "pause",
      expires_at: now() + Math.min(wanted, LONGEST_PAUSE),
      resume: JSON.stringify(state),
    },
  };
}
