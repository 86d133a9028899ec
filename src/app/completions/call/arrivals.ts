/** A program's request as inputs of a conversation. */

import { definedOf } from "../../../domain/defined.ts";
import type { ConversationId, MessageId } from "../../../domain/ids.ts";
import type { UserMessage } from "../../../domain/inbound.ts";
import type { Part } from "../../../domain/message.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { ClientTools } from "../../../domain/program/client-tools.ts";
import type { Arrival } from "../../../routing/front-door-ports.ts";
import type { TakenIn } from "../../../routing/refusal.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";
import { mediaParts } from "./media.ts";
import { placeOf, type RoutedMessage, type Surroundings } from "./place.ts";
import { resultsHere, resultsInbound } from "./results.ts";
import type { NamedSpeaker } from "./speaker.ts";
import { GO_ON, resultsIn, type Talk } from "./talk.ts";
import type { Target } from "./target.ts";

interface Said extends Surroundings {
  talk: Talk;
  client_tools: ClientTools | undefined;
  /** Set by the suffix of the model's name. */
  mode: string | undefined;
}

export interface Entering {
  arrival: Arrival;
  /** The conversation has taken it in already. */
  entered?: AcceptedInput;
}

interface AcceptedInput {
  id: ConversationId;
  receipt: TakenIn;
}

/**
 * The input that the answer comes to: results for a turn that waits, or a message. Results that nothing waits for any more
 * are told in a message of the same conversation.
 */
export async function enteringOf(context: ApiContext, said: Said): Promise<Entering> {
  const called = "room" in said.target ? undefined : resultsHere(said.talk);
  if (!called)
    return { arrival: await messageArrival(context, said, await placeOf(context, said, said.talk)) };
  const to = { conversation: called.conversation };
  const inbound = await resultsInbound(context, called, said.talk);
  const arrival = arrivalOf(context, to, inbound);
  const sent = await servicesOf(context).frontDoor.enter(arrival);
  if (sent.ok && !inbound.ends) return { arrival, entered: sent.value };
  if (!sent.ok && sent.failure.error !== "conflict") unwrap(sent);
  const words = sent.ok ? said.talk.text : said.talk.text || GO_ON;
  const quote = sent.ok ? undefined : resultsIn(said.talk);
  const { key } = said.identity;
  return { arrival: await messageArrival(context, said, { to, words, quote, key }) };
}

async function messageArrival(
  context: ApiContext,
  { talk, client_tools, mode, speaker, target }: Said,
  { to, instructions = [], words, quote, key, parent_id }: RoutedMessage,
): Promise<Arrival> {
  const principal = context.get("principal");
  const media = await mediaParts(context, talk.media, target);
  const parts: Part[] = [
    ...(quote ? [quote] : []),
    ...instructions,
    ...(words === "" ? [] : [{ type: "text" as const, text: words }]),
    ...media,
  ];
  const message: UserMessage = {
    type: "user_message",
    key: `completions:${principal.owner}:${key ?? servicesOf(context).ids.create("inb")}`,
    ...saidBy(principal, "room" in target ? undefined : speaker),
    parts: principal.is_unremembered ? parts.map(unremembered) : parts,
    ...definedOf({ client_tools, mode, parent_id, agent: agentOf(target, parent_id) }),
  };
  return arrivalOf(context, to, message);
}

/** Words of somebody whom a program names are theirs, and not of whoever holds the key. */
function saidBy(
  principal: Principal,
  speaker: NamedSpeaker | undefined,
): Pick<UserMessage, "source" | "actor"> {
  const { owner, name } = principal;
  if (!speaker) return { source: { channel: "http", sender: owner, sender_name: name }, actor: principal };
  const { sender, name: sender_name } = speaker;
  return { source: { channel: "http", account: owner, sender, sender_name } };
}

/** A branch may be begun with another model than the conversation. */
function agentOf(target: Target, parent_id: MessageId | null | undefined): string | undefined {
  return "agent" in target && parent_id !== undefined ? target.agent : undefined;
}

function unremembered(part: Part): Part {
  return part.type === "text" || "file_id" in part ? { ...part, is_unremembered: true } : part;
}
