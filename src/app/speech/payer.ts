/** Payer of a call of speech, with the agent and the conversation that it is booked to. */
import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import type { SpeechPayer, SpeechProblem } from "../../voice/ports.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";

interface Named {
  agent?: string | undefined;
  conversation_id?: string | undefined;
}

/** Throws for an agent that they may not talk to and that does not answer there, and for a conversation that they may not read. */
export async function payerOf(context: ApiContext, named: Named): Promise<SpeechPayer> {
  return (await speakerOf(context, named)).payer;
}

/** Throws like `payerOf`. `seat`: the agent's place in the cast of the room, from 0; undefined: it speaks in no room. */
export async function speakerOf(
  context: ApiContext,
  { agent, conversation_id }: Named,
): Promise<{ payer: SpeechPayer; seat: number | undefined }> {
  const { frontDoor, accounts } = servicesOf(context);
  const principal = context.get("principal");
  const [place] = await Promise.all([
    conversation_id === undefined ? undefined : readPlace(context, conversation_id),
    // Keys and the order of providers, where this isolate has not read them yet.
    accounts.ready(),
  ]);
  const seat = agent === undefined ? undefined : await seatOf(context, place, agent);
  // Whoever reads an agent's answers, in a room or in a conversation of somebody else, may hear them in its voice.
  if (agent !== undefined && seat === undefined && place?.agent !== agent)
    unwrap(await frontDoor.checkAgent(agent, principal));
  const payer = { owner: principal.owner, agent, conversation_id, is_temporary: place?.is_temporary };
  return { payer, seat };
}

interface ReadPlace {
  /** Slug of the agent that the conversation is with. */
  agent: string | null;
  /** Slug of its room. */
  room: string | null;
  is_temporary?: boolean;
}

/** The object answers for members, and for a conversation that is in no list. Throws when they may not read it. */
async function readPlace(context: ApiContext, conversation: string): Promise<ReadPlace> {
  const principal = context.get("principal");
  const listed = await servicesOf(context).conversations.get(conversation);
  if (listed?.owner === principal.owner) return listed;
  const id = parseId("cnv", conversation);
  const state = id && (await conversationStub(context.env, id).state(principal));
  if (state?.ok) {
    const { agent, visit, expires_at } = state.value;
    return { agent, room: visit?.room ?? null, is_temporary: expires_at !== null };
  }
  throw new AppError("resource_not_found", "There is no such conversation, or it is not yours.");
}

async function seatOf(
  context: ApiContext,
  place: ReadPlace | undefined,
  agent: string,
): Promise<number | undefined> {
  if (place === undefined || place.room === null) return undefined;
  const room = await servicesOf(context).roomCache.get(place.room);
  const seat = room?.cast.indexOf(agent) ?? -1;
  return seat < 0 ? undefined : seat;
}

/** Their language, unless the request names one. */
export async function languageOf(context: ApiContext, named: string | undefined) {
  if (named !== undefined) return named;
  const { preferenceCache } = servicesOf(context);
  return (await preferenceCache.get(context.get("principal").owner)).language ?? undefined;
}

export function speechError({ reason, isOverBudget }: SpeechProblem): AppError {
  return isOverBudget
    ? new AppError("budget_exceeded", reason)
    : new AppError("api_fail", reason, { retryable: true });
}
