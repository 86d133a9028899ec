/**
 * Calls that a client library sends again by itself, after its own time-out or a broken connection: the same body with a retry
 * count is the same call.
 */
import type { RecentCall } from "../../../../durable-objects/person/recent-calls.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { sha256Hex } from "../../../platform/digest.ts";
import type { ApiContext } from "../../http/api.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { personStub } from "../../objects/stubs.ts";
import { servicesOf } from "../services.ts";

/** Header of the libraries that Stainless generates, OpenAI's and Anthropic's among them: 0 for the first try. */
const COUNT = "x-stainless-retry-count";
const KEY = "idempotency-key";

export interface CallIdentity {
  /** Idempotency key of the input. */
  key: string | undefined;
  /** The program has named the key itself: its new conversation is found by it. */
  is_named: boolean;
  /** The conversation that took the first try in. */
  conversation?: ConversationId;
  /** Call it once the conversation is known. */
  note(conversation: ConversationId): void;
}

/** A key that the program names itself goes first. */
export async function identityOf(context: ApiContext, asked: unknown): Promise<CallIdentity> {
  const named = context.req.header(KEY)?.slice(0, 200);
  const count = context.req.header(COUNT);
  if (named !== undefined || count === undefined)
    return { key: named, is_named: named !== undefined, note: () => undefined };
  const digest = await sha256Hex(JSON.stringify([context.req.path, asked]));
  const person = personStub(context.env, context.get("principal").owner);
  const first: RecentCall | undefined = count === "0" ? undefined : await person.lastCalled(digest);
  if (first) {
    return { key: first.key, is_named: false, conversation: first.conversation_id, note: () => undefined };
  }
  const key = servicesOf(context).ids.create("inb");
  const note = (conversation_id: ConversationId) =>
    backgroundOf(context)(person.called(digest, { conversation_id, key }));
  return { key, is_named: false, note };
}
