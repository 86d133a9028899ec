/** Reads from conversations how runs ended and whether their results were delivered. */

import type { DeliveryView } from "../../../../durable-objects/conversation/views/delivery-views.ts";
import type { MessagePage } from "../../../../durable-objects/conversation/views/message-page.ts";
import type { TurnTraceView } from "../../../../durable-objects/conversation/views/turn-views.ts";
import type { Result } from "../../../domain/errors.ts";
import { trustId } from "../../../domain/ids.ts";
import { textOf } from "../../../domain/message.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { Message, RunProgress } from "../../../schedules/ports.ts";
import type { DeliveryState, Run } from "../../../schedules/schedule.ts";
import type { Env } from "../../env.ts";
import { askConversation } from "../../objects/stubs.ts";

/** Reads with the owner's identity even while the person is away: nobody else's conversation is reached by it. */
function asOwner(owner: string): Principal {
  return { owner, role: "member", name: "schedule" };
}

/** The answer stands at the end of the branch, unless people have gone on meanwhile. */
const MOST_MESSAGES = 50;

export async function progressOf(
  env: Env,
  owner: string,
  { conversation_id, turn_id }: Run,
): Promise<RunProgress> {
  if (conversation_id === null || turn_id === null) return { status: "gone" };
  const found = await askConversation(env, trustId(conversation_id), async (stub) =>
    stub.turn(asOwner(owner), turn_id),
  );
  if (!found.ok) {
    if (found.failure.error === "resource_not_found") return { status: "gone" };
    throw new Error(found.failure.reason);
  }
  const turn = found.value;
  switch (turn.status) {
    case "completed":
    case "halted":
    case "failed":
      return ended(env, owner, { turn, status: turn.status, conversation_id });
    case "parked":
      return { status: "waiting" };
    default:
      return { status: "running" };
  }
}

interface EndedTurn {
  turn: TurnTraceView;
  status: "completed" | "halted" | "failed";
  conversation_id: string;
}

async function ended(
  env: Env,
  owner: string,
  { turn, status, conversation_id }: EndedTurn,
): Promise<RunProgress> {
  const page: MessagePage = readingOf(
    await askConversation(env, trustId(conversation_id), async (stub) =>
      stub.messages(asOwner(owner), { before: null, limit: MOST_MESSAGES }),
    ),
  );
  const answer = page.items.find(({ id }) => id === turn.message_id);
  return {
    status,
    words: answer ? textOf(answer.parts) : FURTHER_BACK,
    trust: answer?.trust ?? "trusted",
    cost_usd: turn.cost_usd,
    reason: turn.reason,
    isLasting: turn.is_lasting,
    delivery: stateOf(turn.deliveries),
  };
}

/** Throws when the state cannot be known now. */
function readingOf<T>(answer: Result<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(answer.failure.reason);
}

const FURTHER_BACK = "(The answer stands further back in its conversation.)";

/** Without deliveries, people read the conversation itself, so the message has arrived. */
function stateOf(deliveries: readonly Pick<DeliveryView, "status">[]): DeliveryState {
  if (deliveries.some(({ status }) => status === "failed")) return "failed";
  return deliveries.some(({ status }) => status === "pending") ? "pending" : "sent";
}

export async function deliveryOf(
  env: Env,
  { owner, conversation_id, message_id }: Message,
): Promise<{ state: DeliveryState; reason: string | null }> {
  const found = await askConversation(env, trustId(conversation_id), async (stub) =>
    stub.deliveries(asOwner(owner), { before: null, status: null, limit: MOST_MESSAGES }),
  );
  // The result was told, and then the conversation was deleted.
  if (!found.ok) return { state: "sent", reason: null };
  const own = found.value.items.filter((delivery) => delivery.message_id === message_id);
  const failed = own.find(({ status }) => status === "failed");
  return { state: stateOf(own), reason: failed?.reason ?? null };
}
