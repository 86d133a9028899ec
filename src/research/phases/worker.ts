/** A worker: a model with tools that only read, and a context of its own. */
import type { AssistantBlock, ModelMessage } from "../../agent/ports/model.ts";
import type { PlanStep } from "../plan/plan.ts";
import type { AskedTool } from "../ports.ts";
import { askModel, type Stage, userWords } from "./stage.ts";
import { WORKER_TOOLS, WorkerTools } from "./worker-tools.ts";

const MOST_CALLS = 10;
const MOST_TURNS = 12;
const OUTPUT_TOKENS = 1_500;

export type WorkerOutcome = Pick<PlanStep, "state" | "notes" | "sources"> & { remark?: string };

export async function runWorker(stage: Stage, step: PlanStep, signal: AbortSignal): Promise<WorkerOutcome> {
  const tools = new WorkerTools(stage, step, signal);
  const messages: ModelMessage[] = userWords(taskOf(stage, step));
  let calls = 0;
  const ended = (state: PlanStep["state"], remark?: string): WorkerOutcome => ({
    state,
    ...tools.counts(),
    ...(remark && { remark }),
  });
  for (let turn = 1; turn <= MOST_TURNS; turn++) {
    const isLast = calls >= MOST_CALLS || turn === MOST_TURNS;
    const ask = {
      purpose: "work" as const,
      messages: [...messages],
      tools: isLast ? WORKER_TOOLS.filter(({ name }) => name === "note" || name === "done") : WORKER_TOOLS,
      max_output_tokens: OUTPUT_TOKENS,
    };
    const taken = await askModel(stage, { key: `work:${step.id}:${turn}`, ask, purse: "gather" }, signal);
    if (!taken.ok) return ended(...unfinished(stage, taken.why));
    if (!taken.value.ok) {
      stage.endedBy.add("model");
      return ended("failed", taken.value.reason);
    }
    const { text, calls: asked } = taken.value;
    const made = asked.slice(0, isLast ? MOST_CALLS : MOST_CALLS - calls);
    calls += made.filter(({ name }) => name === "search" || name === "read").length;
    if (made.length === 0) return ended("done");
    const done = made.find(({ name }) => name === "done");
    const results = await tools.runAll(made, turn);
    if (results === undefined) return ended(...unfinished(stage, tools.why));
    if (done || isLast) return ended("done", tools.missing);
    messages.push(...exchange(text, made, results));
  }
  return ended("done", tools.missing);
}

function unfinished({ endedBy, gathering }: Stage, why: "budget" | "stopped"): [PlanStep["state"], string?] {
  if (why === "budget") endedBy.add("budget");
  // A struck step keeps its state, whatever is said here.
  return why === "budget" || gathering.aborted ? ["unreached"] : ["failed", "It was stopped."];
}

function taskOf({ order, ports, plan }: Stage, { question, places }: PlanStep): string {
  const there = (places.length > 0 ? places : ports.outside.places()).join(", ");
  const answer = plan.stored.answer;
  const asked = plan.stored.clarification && answer ? `\n${plan.stored.clarification} ${answer}` : "";
  return `The report answers: ${order.question}${asked}\nYour question: ${question}\nPlaces: ${there || "none can be searched; read addresses that you know"}\nYou have ${MOST_CALLS} searches and reads.`;
}

function exchange(text: string, calls: readonly AskedTool[], results: readonly string[]): ModelMessage[] {
  const words: AssistantBlock[] = text === "" ? [] : [{ type: "text", text }];
  return [
    {
      role: "assistant",
      content: [
        ...words,
        ...calls.map(({ id, name, input }) => ({ type: "tool_call" as const, call_id: id, name, input })),
      ],
    },
    {
      role: "tool",
      content: calls.map(({ id, name }, at) => ({
        type: "tool_result" as const,
        call_id: id,
        name,
        content: results[at] ?? "",
        is_error: false,
      })),
    },
  ];
}
