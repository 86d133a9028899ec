/** The place of a program's message: the state of a conversation with this history, a new one, or a visit to a room. */
import { type FoundHistory, HISTORIES } from "../../../completions/histories.ts";
import { AppError } from "../../../domain/errors.ts";
import { type MessageId, trustId } from "../../../domain/ids.ts";
import type { QuotePart, TextPart } from "../../../domain/message.ts";
import { sha256Hex } from "../../../platform/digest.ts";
import type { Address, ConversationRequest } from "../../../routing/address.ts";
import type { ApiContext } from "../../http/api.ts";
import { enterRoom } from "../../rooms/routes/enter.ts";
import { servicesOf } from "../services.ts";
import type { CallIdentity } from "./same-call.ts";
import type { NamedSpeaker } from "./speaker.ts";
import { digestOf, GO_ON, historyIn, instructionParts, type Line, type Talk } from "./talk.ts";
import type { Target } from "./target.ts";
import { conversationIn, turnIn } from "./wire-ids.ts";

export interface RoutedMessage {
  to: Address;
  /** Message after which it branches, null: at the root; absent: at the end. */
  parent_id?: MessageId | null;
  /** Instructions of the program that the agent has not seen. */
  instructions?: TextPart[];
  /** The message's text. */
  words: string;
  /** Earlier messages that the agent has not seen. */
  quote?: QuotePart | undefined;
  /** Idempotency key; without one each call is another message. */
  key?: string | undefined;
}

/** Speaker and chat of a message: they tell histories apart. */
export interface Surroundings {
  model: string;
  target: Target;
  identity: CallIdentity;
  /** A front end's id of the chat. */
  chat: string | undefined;
  speaker: NamedSpeaker | undefined;
  /** The front end asks for itself. */
  isTask: boolean;
}

const CONVERSATION = "x-conversation-id";

export async function placeOf(context: ApiContext, around: Surroundings, talk: Talk): Promise<RoutedMessage> {
  const { target, identity, isTask } = around;
  const { key, conversation } = identity;
  if (conversation !== undefined) return { to: { conversation }, words: talk.text, key };
  if ("room" in target) {
    if (isTask) throw NO_TASKS;
    return { to: { conversation: (await enterRoom(context, target.room)).id }, words: talk.text, key };
  }
  if (isTask) return { ...begun({ channel: "http", agent: target.agent, temporary: true }, talk), key };
  const named = context.req.header(CONVERSATION);
  if (named !== undefined) return { to: { conversation: named }, words: talk.text || GO_ON, key };
  const known = await knownPlace(context, around, talk);
  return { ...(known ?? newPlace(target.agent, talk, around)), key };
}

const NO_TASKS = new AppError(
  "malformed_request",
  "model: a room's people make no titles or tags. Choose an agent as the task model.",
);

/** A history is known by its words, or by the ids in it that were made here. */
async function knownPlace(
  context: ApiContext,
  around: Surroundings,
  talk: Talk,
): Promise<RoutedMessage | undefined> {
  if (talk.earlier.length + talk.places.length === 0 || talk.text === "") return undefined;
  const { owner } = context.get("principal");
  const states = statesIn(talk.earlier);
  const digests = await Promise.all(states.map((lines) => digestOf(spaceOf(around), lines)));
  const known = await servicesOf(context).verbs(HISTORIES).find(owner, digests);
  const seen = known ? states[digests.indexOf(known.digest)] : undefined;
  const rest = seen ? talk.earlier.slice(seen.length) : [];
  const quote = historyIn({ earlier: rest, results: [] });
  return known ? placeAfter(known, talk, quote) : namedPlace(context, talk);
}

/** The newest beginnings of a history that are looked for, each up to an answer. */
const MOST_STATES = 12;

/** The longest first. */
function statesIn(earlier: readonly Line[]): Line[][] {
  const ends = earlier.flatMap(({ role }, at) => (role === "assistant" ? [at + 1] : []));
  const shorter = ends.slice(0, -1).slice(-MOST_STATES).reverse();
  return [earlier.length, ...shorter].map((end) => earlier.slice(0, end));
}

/** A state that its conversation has gone on from is branched from; undefined where its answer is not known. */
async function placeAfter(
  known: FoundHistory,
  talk: Talk,
  quote?: QuotePart,
): Promise<RoutedMessage | undefined> {
  const { conversation_id, message_id, is_newest } = known;
  if (!is_newest && message_id === null) return undefined;
  const isSame = known.instructions === (await sha256Hex(talk.instructions));
  return {
    to: { conversation: conversation_id },
    ...(!is_newest && message_id !== null && { parent_id: trustId<"msg">(message_id) }),
    instructions: instructionParts(isSame ? "" : talk.instructions),
    words: talk.text,
    quote,
  };
}

/** The program goes on after something that was made in that conversation, whatever words it has of the history. */
async function namedPlace(context: ApiContext, talk: Talk): Promise<RoutedMessage | undefined> {
  const place = talk.places.find((id) => conversationIn(id) !== undefined) ?? "";
  const conversation_id = conversationIn(place);
  if (conversation_id === undefined) return undefined;
  const { owner } = context.get("principal");
  const turn_id = turnIn(place) ?? null;
  const known = await servicesOf(context)
    .verbs(HISTORIES)
    .ofConversation(owner, { conversation_id, turn_id });
  const unknown = { conversation_id, digest: "", instructions: "", message_id: null, turn_id: null };
  const isThere = known !== undefined && (turn_id === null || known.turn_id === turn_id);
  return placeAfter({ ...(known ?? unknown), is_newest: !isThere || known.is_newest }, talk);
}

function newPlace(agent: string, talk: Talk, around: Surroundings): RoutedMessage {
  const { chat, speaker, identity } = around;
  if (chat !== undefined) {
    const key = ["completions", "chat", chat, speaker?.sender ?? null];
    return { ...begun({ channel: "http", agent, key }, talk), parent_id: null };
  }
  const same = identity.is_named && identity.key !== undefined ? ["completions", identity.key] : undefined;
  return begun({ channel: "http", agent, key: same }, talk);
}

function begun(request: ConversationRequest, talk: Talk): RoutedMessage {
  return {
    to: { new: request },
    instructions: instructionParts(talk.instructions),
    words: talk.text || (talk.results.length > 0 ? GO_ON : ""),
    quote: historyIn(talk),
  };
}

/** The model may change in a front end's chat; elsewhere it tells histories apart. */
function spaceOf({ model, chat, speaker }: Pick<Surroundings, "model" | "chat" | "speaker">): string {
  if (chat === undefined && speaker === undefined) return model;
  return JSON.stringify([chat === undefined ? model : { chat }, speaker?.sender ?? null]);
}

interface ToldAnswer extends Pick<Surroundings, "model" | "chat" | "speaker"> {
  talk: Talk;
  /** The conversation. */
  id: string;
  reply: string;
  message_id: string | null;
  turn_id: string | null;
}

/** Keeps the digest of the history that the program's next message will bring. */
export async function keepHistory(context: ApiContext, told: ToldAnswer): Promise<void> {
  const { id: conversation_id, talk, reply, message_id, turn_id } = told;
  const lines = [
    ...talk.earlier,
    { role: "user", text: talk.text } as const,
    { role: "assistant", text: reply } as const,
  ];
  const [digest, instructions] = await Promise.all([
    digestOf(spaceOf(told), lines),
    sha256Hex(talk.instructions),
  ]);
  const kept = { conversation_id, digest, instructions, message_id, turn_id };
  await servicesOf(context).verbs(HISTORIES).keep(context.get("principal").owner, kept);
}
