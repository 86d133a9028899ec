/** Requests of a call, with what their refusals mean for it. */
import { replyAloud, transcribe } from "../../../api/conversations/speech.ts";
import { serverText } from "../../../words/server-text.ts";
import type { ReplyOutcome } from "./asks/spoken-asks.ts";

/** Words of a recording; a recording without any has an empty text. */
export async function textOf(recording: Blob, about: Parameters<typeof transcribe>[1]) {
  const heard = await transcribe(recording, about);
  if (heard.ok) return { ok: true as const, ...heard.value };
  if (heard.reason === serverText("No words were heard in it.")) return { ok: true as const, text: "" };
  const isRetryable = heard.status === 0 || heard.status === 429 || heard.status >= 500;
  return { ok: false as const, reason: heard.reason, isRetryable };
}

/** Answers what was read aloud. */
export async function outcomeOf(
  conversation: string | null,
  reply: { call_id: string; words: string; repeated: boolean },
): Promise<ReplyOutcome> {
  if (conversation === null) return "settled";
  const answered = await replyAloud(conversation, reply);
  if (answered.ok) return "taken";
  return REFUSED[answered.status] ?? "lost";
}

/** Meaning of a status; whoever has lost access meanwhile has nothing to answer there (404). */
const REFUSED: Readonly<Record<number, ReplyOutcome>> = {
  400: "unclear",
  403: "screen",
  404: "settled",
  409: "settled",
};
