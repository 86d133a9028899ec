/** Words around an answer for its program, and the history that is kept of it. */
import type { ApiContext } from "../../http/api.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";
import type { ProgramCall } from "./call.ts";
import { keepHistory } from "./place.ts";
import type { Target } from "./target.ts";

/** The label of the speaker: in a room the words alone do not tell whose they are. */
export async function speakerOf(context: ApiContext, target: Target, agent: string): Promise<string> {
  if (!("room" in target)) return "";
  return `**${(await servicesOf(context).agentCache.get(agent)).name}:** `;
}

export function asking(context: ApiContext, id: string, words: string): string {
  const { origin } = new URL(context.req.url);
  return `${words}\n\n(This waits for you: ${origin}/c/${id})`.trim();
}

/** Keeps the history, except in a visit, which is found without it, and of a front end's task. */
export function remember(
  context: ApiContext,
  { target, isTask, talk, model, chat, speaker }: ProgramCall,
  said: { id: string; reply: string; message_id: string | null; turn_id: string | null },
): void {
  if ("room" in target || isTask) return;
  backgroundOf(context)(keepHistory(context, { ...said, model, chat, speaker, talk }));
}
