/** Payer of a call of speech, with the agent and the conversation that it is booked to. */
import { AppError } from "../../domain/errors.ts";
import type { SpeechPayer, SpeechProblem } from "../../voice/ports.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { servicesOf } from "./services.ts";

interface Named {
  agent?: string | undefined;
  conversation_id?: string | undefined;
}

/** Throws for an agent that they may not talk to, and for a conversation that is not theirs. */
export async function payerOf(context: ApiContext, { agent, conversation_id }: Named): Promise<SpeechPayer> {
  const { frontDoor, conversations, accounts } = servicesOf(context);
  const principal = context.get("principal");
  const [checked, row] = await Promise.all([
    agent === undefined ? undefined : frontDoor.checkAgent(agent, principal),
    conversation_id === undefined ? undefined : conversations.get(conversation_id),
    // Keys and the order of providers, where this isolate has not read them yet.
    accounts.ready(),
  ]);
  if (checked) unwrap(checked);
  if (conversation_id !== undefined && row?.owner !== principal.owner)
    throw new AppError("resource_not_found", "There is no such conversation, or it is not yours.");
  return { owner: principal.owner, agent, conversation_id };
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
