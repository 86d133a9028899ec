/** Steps of a turn's opening: replies that a program makes in the model's place, journaled like any others. */
import type { CallId } from "../../domain/ids.ts";
import { NO_USAGE } from "../../domain/message.ts";
import type { Opening } from "../ports/opening.ts";
import type { Tool } from "../ports/tool.ts";
import type { Reply, Spending, StepRecord, Turn, TurnContext } from "../turn.ts";

interface Opened {
  /** Absent: the opening is over. */
  reply?: Reply;
  /** Cost of a decision that nothing came of: the model's own reply bears it. */
  spent?: Spending | undefined;
}

interface OpeningTurn {
  turn: Turn;
  context: TurnContext;
  tools: readonly Tool[];
  steps: readonly StepRecord[];
  signal: AbortSignal;
}

export async function openedStep(opening: Opening, run: OpeningTurn): Promise<Opened> {
  const { turn, steps, tools } = run;
  // A step that the model made ends the opening.
  if (!steps.every(({ reply }) => reply.opening)) return {};
  const names = new Set(tools.map(({ name }) => name));
  const made = await opening({ ...run, tools: names });
  if (!made) return {};
  return made.calls.length === 0 ? { spent: made.spent } : { reply: replyOf(made, turn, steps.length + 1) };
}

function replyOf({ calls, spent }: Awaited<ReturnType<Opening>> & object, turn: Turn, step: number): Reply {
  const named = calls.map((call, at) => ({ ...call, call_id: callId(turn, step, at) }));
  return {
    step,
    opening: true,
    blocks: named.map(({ name, input, call_id }) => ({ type: "tool_call", call_id, name, input })),
    calls: named.map(({ name, input, call_id }) => ({ call_id, name, input: { ok: true, value: input } })),
    citations: [],
    finish: "tool_calls",
    model: turn.models[0] ?? "",
    usage: NO_USAGE,
    cost_usd: 0,
    ...spent,
  };
}

/** Id of a call; a step that is made again after a crash gives its calls the same ones. */
function callId({ id }: Turn, step: number, at: number): CallId {
  return `open_${id.replace(/^trn_/, "")}_${step}${at}` as CallId;
}
