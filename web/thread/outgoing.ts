/** Messages that a person sent and the server has not stored yet. Kept over reloads, sent again under the same id. */
import type { SendBody } from "../api/conversations/conversations.ts";

/** A stored file; its name is for people. */
export interface SentFile {
  file_id: string;
  name: string;
}

/** Part of a spoken answer that the person heard before they interrupted it. */
export interface HeardPart {
  message_id: string;
  /** UTF-16 units of its text. */
  characters: number;
}

export interface Outgoing {
  /** Idempotency key: the same id never becomes two messages. */
  client_id: string;
  text: string;
  files?: readonly SentFile[];
  agent?: string;
  /** The mode that it alone is answered in. */
  mode?: string;
  /** A second model that answers too: `provider/model`. */
  compare_with?: string;
  /** Set when it branches: the message that it follows, or null for a new beginning. */
  parent_id?: string | null;
  heard?: HeardPart;
  /** The message was said in a call. */
  live?: true;
  /** Id of its sound, where that is kept. */
  recording?: string;
  status: "waiting" | "failed";
  /** Set once the server has accepted it; the message itself may still be on its way. */
  message_id: string | null;
  /** The stored message shown in its place: known, or matched by its text until the server tells. */
  shown_as: string | null;
  /** Reason why it was refused, and what to do. */
  reason: string | null;
}

export type Draft = Omit<Outgoing, "status" | "message_id" | "shown_as" | "reason">;

export function outgoing(draft: Draft): Outgoing {
  return { ...draft, status: "waiting", message_id: null, shown_as: null, reason: null };
}

export function markAccepted(
  list: readonly Outgoing[],
  client_id: string,
  message_id: string | null,
): Outgoing[] {
  return changed(list, client_id, { status: "waiting", message_id, shown_as: message_id, reason: null });
}

export function markRefused(list: readonly Outgoing[], client_id: string, reason: string): Outgoing[] {
  return changed(list, client_id, { status: "failed", reason });
}

export function markRetried(list: readonly Outgoing[], client_id: string): Outgoing[] {
  return changed(list, client_id, { status: "waiting", reason: null });
}

/** A stored message arrived: it replaces the first outgoing one that it can stand for. */
export function matchStored(list: readonly Outgoing[], message: { id: string; text: string }): Outgoing[] {
  const item = list.find((candidate) => standsFor(candidate, message));
  return item ? changed(list, item.client_id, { shown_as: message.id }) : [...list];
}

export function without(list: readonly Outgoing[], client_id: string): Outgoing[] {
  return list.filter((item) => item.client_id !== client_id);
}

/** The request body. */
export function bodyOf(item: Outgoing): SendBody {
  const { client_id, text, files, agent, mode, compare_with, parent_id, heard, live, recording } = item;
  return {
    client_id,
    text,
    ...(files && files.length > 0 && { files: files.map(({ file_id }) => ({ file_id })) }),
    ...(agent !== undefined && { agent }),
    ...(mode !== undefined && { mode }),
    ...(compare_with && { compare_with }),
    ...(parent_id !== undefined && { parent_id }),
    ...(heard && { heard }),
    ...(live && { live }),
    ...(recording !== undefined && { recording }),
  };
}

function standsFor(item: Outgoing, message: { id: string; text: string }): boolean {
  if (item.message_id !== null) return item.message_id === message.id;
  return item.status === "waiting" && item.shown_as === null && item.text.trim() === message.text.trim();
}

function changed(list: readonly Outgoing[], client_id: string, change: Partial<Outgoing>): Outgoing[] {
  return list.map((item) => (item.client_id === client_id ? { ...item, ...change } : item));
}
