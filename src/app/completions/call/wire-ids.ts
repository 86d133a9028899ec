/** Ids that name their conversation, so that what a program sends back finds it after any restart. */
import { type ConversationId, parseId, type TurnId } from "../../../domain/ids.ts";

const PREFIX = "cnv_";
const WIRE_ID = /^[a-z]+_([0-9a-z]{20,40})_(.+)$/s;

/** `prefix` says what it is, in the API's own way: `call`, `msg`, `resp`. */
export function wireIdOf(prefix: string, conversation: ConversationId, id: string): string {
  return `${prefix}_${conversation.slice(PREFIX.length)}_${escaped(id)}`;
}

/** Some APIs take letters, digits, _ and - alone; a - stands before the code of another character. */
function escaped(id: string): string {
  return id.replaceAll(/[^\w]/g, (character) => `-${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function unescaped(id: string): string {
  return id.replaceAll(/-([0-9a-f]{4})/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Undefined: it was made elsewhere. */
export function readWireId(wire_id: string): { conversation: ConversationId; id: string } | undefined {
  const [, random, id] = WIRE_ID.exec(wire_id) ?? [];
  const conversation = random === undefined ? undefined : parseId("cnv", `${PREFIX}${random}`);
  return conversation && id !== undefined ? { conversation, id: unescaped(id) } : undefined;
}

/** A conversation's own id names it too. */
export function conversationIn(wire_id: string): ConversationId | undefined {
  return parseId("cnv", wire_id) ?? readWireId(wire_id)?.conversation;
}

/** The turn in whose answer it was made; undefined: it names none. */
export function turnIn(wire_id: string): TurnId | undefined {
  const turn = /^trn_[0-9a-z]+/.exec(readWireId(wire_id)?.id ?? "")?.[0];
  return turn === undefined ? undefined : parseId("trn", turn);
}
