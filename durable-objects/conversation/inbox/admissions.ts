/** General admission of inputs. Checks that depend on the kind of input are made where it is taken in. */

import { refuseInput } from "../../../src/domain/conversation/receipt.ts";
import type { Inbound } from "../../../src/domain/inbound.ts";
import { mayUse } from "../../../src/domain/principal.ts";
import { neededFor } from "../../../src/domain/who-may.ts";
import { MAX_MESSAGE_BYTES } from "../rows/schema/fit-parts.ts";
import { placeOf, type Store } from "../rows/store.ts";
import { openBurst } from "./acceptance/bursts.ts";
import type { Admission } from "./acceptance/ports.ts";

const MAX_OPEN_TURNS = 50;
/** A row holds the input whole, and each character may take three bytes. */
const MAX_CHARACTERS = MAX_MESSAGE_BYTES / 3;

const mayWrite: Admission = (store, inbound) =>
  inbound.actor === undefined || mayUse(inbound.actor, placeOf(store), neededFor(inbound))
    ? undefined
    : refuseInput(
        "forbidden",
        "This conversation belongs to someone else. Ask its owner for permission to do that.",
      );

const tooLarge: Admission = (_store, inbound) =>
  lengthOf(inbound) <= MAX_CHARACTERS
    ? undefined
    : refuseInput("too_large", "The message is too long. Send long texts as a file.");

/**
 * An archived conversation takes no new messages. Work that was under way may end: answers, reports, notices,
 * a halt.
 */
const archived: Admission = ({ meta }, inbound) =>
  meta.archived && (inbound.type === "user_message" || inbound.type === "file_edit" || isRegenerate(inbound))
    ? refuseInput(
        "archived",
        "This conversation is archived. Bring it back first (in the web app under Settings), then send this again.",
      )
    : undefined;

const queueFull: Admission = (store, inbound, now) =>
  store.turns.openCount >= MAX_OPEN_TURNS && wantsTurn(store, inbound, now)
    ? refuseInput(
        "queue_full",
        `${MAX_OPEN_TURNS} messages are already waiting for an answer. Wait for some, or stop the current answer.`,
      )
    : undefined;

export const ADMISSIONS: readonly Admission[] = [mayWrite, tooLarge, archived, queueFull];

function wantsTurn(store: Store, inbound: Inbound, now: number): boolean {
  if (inbound.type === "user_message") return openBurst(store, inbound, now) === undefined;
  return isRegenerate(inbound) || (inbound.type === "notice" && inbound.spoken_by === undefined);
}

function isRegenerate(inbound: Inbound): boolean {
  return inbound.type === "command" && inbound.command.name === "regenerate";
}

/** UTF-16 units of what would be stored. */
function lengthOf(inbound: Inbound): number {
  switch (inbound.type) {
    case "user_message":
      return JSON.stringify(inbound.parts).length;
    case "tool_result":
      return inbound.content.length;
    case "client_results":
      return inbound.results.reduce((sum, { content }) => sum + content.length, 0);
    case "decision":
      return inbound.reason?.length ?? 0;
    case "report":
      return JSON.stringify(inbound.outcome).length;
    case "question":
      return JSON.stringify(inbound.asks).length;
    case "notice":
      return inbound.text.length + (inbound.quoted?.text.length ?? 0);
    case "reaction":
      return JSON.stringify(inbound.emojis).length;
    case "file_edit":
      return inbound.path.length + inbound.diff.length;
    case "command":
      return 0;
  }
}
