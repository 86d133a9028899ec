/** On a chat channel a person may decide about a call with one word: not every platform has buttons. */
import type { CallRecord } from "../../../src/agent/turn.ts";
import { needsDelivery } from "../../../src/channels/channel.ts";
import type { CallId } from "../../../src/domain/ids.ts";
import type { Source, UserMessage } from "../../../src/domain/inbound.ts";
import { textOf } from "../../../src/domain/message.ts";
import { parkedCalls } from "../rows/step-journal.ts";
import type { Store } from "../rows/store.ts";

const DECISIONS: Record<string, string> = {
  allow: "allow_once",
  "allow once": "allow_once",
  yes: "allow_once",
  always: "always",
  "always allow": "always",
  deny: "deny",
  no: "deny",
};

/**
 * Only the person who is asked decides, where they are asked, and only while one call waits for them: otherwise the
 * words are a message like any other.
 */
export function spokenDecision(
  store: Store,
  { source, parts }: UserMessage,
): { call_id: CallId; content: string } | undefined {
  if (!needsDelivery(source.channel)) return undefined;
  const words = textOf(parts).trim().toLowerCase();
  const content = DECISIONS[words.replace(/^\/|[.!]+$/g, "")] ?? refusalWithReason(textOf(parts));
  if (content === undefined) return undefined;
  const asked = new Set(
    store.turns.open().flatMap((turn) => (isSamePerson(turn.source, source) ? [turn.id] : [])),
  );
  const waiting = parkedCalls(store.sql)
    .filter((row) => asked.has(row.turn_id))
    .map((row) => JSON.parse(row.record) as CallRecord)
    .filter((record) => record.state === "parked" && record.parked.kind === "approval");
  const [only] = waiting;
  return only && waiting.length === 1 ? { call_id: only.call_id, content } : undefined;
}

/** `deny: too dear`. */
function refusalWithReason(text: string): string | undefined {
  const reason = /^\s*\/?(?:deny|no)\s*[:,]\s*(\S.{0,500})$/is.exec(text)?.[1];
  return reason && `deny: ${reason.trim()}`;
}

function isSamePerson(a: Source, b: Source): boolean {
  return a.channel === b.channel && a.thread === b.thread && a.sender === b.sender;
}
