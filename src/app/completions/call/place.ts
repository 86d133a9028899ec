/** The place of a program's message: the conversation with this history, a new one, or a visit to a room. */
import { HISTORIES, type KnownHistory } from "../../../completions/histories.ts";
import type { QuotePart, TextPart } from "../../../domain/message.ts";
import { sha256Hex } from "../../../platform/digest.ts";
import type { Address } from "../../../routing/address.ts";
import type { ApiContext } from "../../http/api.ts";
import { enterRoom } from "../../rooms/routes/enter.ts";
import { servicesOf } from "../services.ts";
import type { CallIdentity } from "./same-call.ts";
import { digestOf, GO_ON, historyIn, instructionParts, type Talk } from "./talk.ts";
import type { Target } from "./target.ts";
import { conversationIn } from "./wire-ids.ts";

export interface RoutedMessage {
  to: Address;
  /** Instructions of the program that the agent has not seen. */
  instructions?: TextPart[];
  /** The message's text. */
  words: string;
  /** Earlier messages that the agent has not seen. */
  quote?: QuotePart | undefined;
  /** Idempotency key; without one each call is another message. */
  key?: string | undefined;
}

const CONVERSATION = "x-conversation-id";

export async function placeOf(
  context: ApiContext,
  { target, model, identity }: { target: Target; model: string; identity: CallIdentity },
  talk: Talk,
): Promise<RoutedMessage> {
  const { key, conversation } = identity;
  if (conversation !== undefined) return { to: { conversation }, words: talk.text, key };
  if ("room" in target)
    return { to: { conversation: (await enterRoom(context, target.room)).id }, words: talk.text, key };
  const named = context.req.header(CONVERSATION);
  if (named !== undefined) return { to: { conversation: named }, words: talk.text || GO_ON, key };
  const known = await knownPlace(context, model, talk);
  return { ...(known ?? newPlace(target.agent, talk, identity.is_named ? key : undefined)), key };
}

/** A history is known by its words, or by the calls in it that were made here. */
async function knownPlace(
  context: ApiContext,
  model: string,
  talk: Talk,
): Promise<RoutedMessage | undefined> {
  if (talk.earlier.length + talk.places.length === 0 || talk.text === "") return undefined;
  const { owner } = context.get("principal");
  const known = await servicesOf(context)
    .verbs(HISTORIES)
    .find(owner, await digestOf(model, talk.earlier));
  const found = known ?? (await namedPlace(context, talk));
  if (!found) return undefined;
  const isSame = found.instructions === (await sha256Hex(talk.instructions));
  const instructions = instructionParts(isSame ? "" : talk.instructions);
  return { to: { conversation: found.conversation_id }, instructions, words: talk.text };
}

/** The program has changed words of the history, but goes on after something that was made in that conversation. */
async function namedPlace(context: ApiContext, { places }: Talk): Promise<KnownHistory | undefined> {
  const conversation_id = places.map(conversationIn).find((id) => id !== undefined);
  if (conversation_id === undefined) return undefined;
  const { owner } = context.get("principal");
  const known = await servicesOf(context).verbs(HISTORIES).ofConversation(owner, conversation_id);
  return known ?? { conversation_id, instructions: "" };
}

function newPlace(agent: string, talk: Talk, key: string | undefined): RoutedMessage {
  const same = key === undefined ? undefined : ["completions", key];
  return {
    to: { new: { channel: "http", agent, key: same } },
    instructions: instructionParts(talk.instructions),
    words: talk.text || (talk.results.length > 0 ? GO_ON : ""),
    quote: historyIn(talk),
  };
}

/** Keeps the digest of the history that the program's next message will bring. */
export async function keepHistory(
  context: ApiContext,
  { id, model, talk, reply }: { id: string; model: string; talk: Talk; reply: string },
): Promise<void> {
  const lines = [
    ...talk.earlier,
    { role: "user", text: talk.text } as const,
    { role: "assistant", text: reply } as const,
  ];
  const [told, instructions] = await Promise.all([digestOf(model, lines), sha256Hex(talk.instructions)]);
  const kept = { conversation_id: id, digest: told, instructions };
  await servicesOf(context).verbs(HISTORIES).keep(context.get("principal").owner, kept);
}
