/**
 * One model call, made a second time with room for thinking when the first has used up a small limit before it said
 * a word. Adapters know of many models that they think, but not of all.
 */
import type { EventBody } from "../../domain/events.ts";
import { addUsage } from "../../domain/message.ts";
import type { ModelPort } from "../ports/model.ts";
import type { Reply, Spending } from "../turn.ts";
import { type CallOutcome, callModel, type FailedCall, type ModelCall } from "./call-model.ts";

/** Limit in tokens that has room for both. */
const SMALL = 8_192;
const THINKING_ROOM = 8_192;

interface RoomDeps {
  model: ModelPort;
  /** Reason that forbids another call after one that cost so much, if any. */
  budget(spent: Spending): string | undefined;
}

/** The first call was paid for, and the budget has no second one. */
export interface UnpaidCall {
  status: "broke";
  reason: string;
  spent: Spending;
}

export async function* callWithRoom(
  { model, budget }: RoomDeps,
  call: ModelCall,
  signal: AbortSignal,
): AsyncGenerator<EventBody, CallOutcome | UnpaidCall> {
  const first = yield* callModel(model, call, signal);
  if (first.status === "failed" || !isUsedUp(first.reply, call) || signal.aborted) return first;
  const reason = budget(first.reply);
  if (reason !== undefined) return { status: "broke", reason, spent: first.reply };
  yield { type: "reset", from_step: call.step };
  const max_output_tokens = call.request.max_output_tokens + THINKING_ROOM;
  const request = { ...call.request, max_output_tokens };
  const second = yield* callModel(model, { ...call, request }, signal);
  return withCostOf(first.reply, second);
}

function isUsedUp({ finish, blocks, calls }: Reply, { request }: ModelCall): boolean {
  const isMute = blocks.every((block) => block.type !== "text" || block.text.trim() === "");
  // The thinking itself need not be shown.
  return finish === "length" && isMute && calls.length === 0 && request.max_output_tokens < SMALL;
}

/** Both calls are paid for. */
function withCostOf(first: Reply, second: CallOutcome): CallOutcome {
  if (second.status === "replied") return { ...second, reply: withCost(first, second.reply) };
  return { ...second, spent: withCost(first, second.spent) } satisfies FailedCall;
}

/** The call with the cost of one before it. */
export function withCost<T extends Pick<Reply, "usage" | "cost_usd">>(
  first: Pick<Reply, "usage" | "cost_usd">,
  paid: T,
): T {
  const isKnown = first.cost_usd !== null && paid.cost_usd !== null;
  const cost_usd = isKnown ? (first.cost_usd ?? 0) + (paid.cost_usd ?? 0) : null;
  return { ...paid, usage: addUsage(first.usage, paid.usage), cost_usd };
}
