/** Choices made before a message is sent: some hold for that message, some for the conversation that it begins. */

import { comparison, NEWEST } from "../../session/browser/comparison.svelte.ts";
import { nextAgent } from "../../session/browser/next-agent.svelte.ts";
import { nextMode } from "../../session/browser/next-mode.svelte.ts";
import { nextTemporary } from "../../session/browser/next-temporary.svelte.ts";
import type { Chat } from "../../session/conversation/chat.svelte.ts";
import type { HeardPart, SentFile } from "../../thread/outgoing.ts";

export interface Saying {
  text: string;
  files: readonly SentFile[];
  /** The agent that should answer it; in a new conversation, the one that is chosen goes first. */
  to?: string | undefined;
  /** The mode of this message alone. */
  mode?: string | undefined;
  /** The message that it follows, for another version. */
  parent_id?: string | null | undefined;
  /** Key of words that were said in a call, and the answer that they interrupt. */
  spoken?: { client_id: string; heard?: HeardPart; live: true; recording?: string } | undefined;
}

/** Sends the message, and uses the choices up. `knownAgent`: the chosen agent, if there is one by that name. */
export function say({ session }: Pick<Chat, "session">, saying: Saying, knownAgent: string): void {
  const { text, files, to, mode, parent_id, spoken } = saying;
  const isNew = session.id === null;
  // In a call one answer is spoken: a comparison waits for the next message that is typed.
  const isCompared = comparison.model !== "" && spoken === undefined;
  if (isNew) {
    session.isTemporary = nextTemporary.isOn;
    session.mode = nextMode.name;
  }
  session.send({
    text,
    files,
    ...(isNew && knownAgent ? { agent: knownAgent } : to ? { agent: to } : {}),
    ...(mode !== undefined && { mode }),
    ...(isCompared && { compare_with: comparison.model }),
    ...(parent_id !== undefined && { parent_id }),
    ...spoken,
  });
  if (isCompared) comparison.shown = NEWEST;
  if (isCompared) comparison.model = "";
  if (!isNew) return;
  nextAgent.slug = "";
  nextMode.name = "";
  nextTemporary.isOn = false;
}
