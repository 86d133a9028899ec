/** Takes in a command: halt, regenerate, compact or undo a summary. */

import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { MessageId } from "../../../../src/domain/ids.ts";
import type { Command } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { isNobodyKnown, isSamePerson } from "../../../../src/domain/who-may.ts";
import { haltChildren } from "../../children/close.ts";
import type { Store } from "../../rows/store.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { deferCommand } from "../acceptance/deferred-commands.ts";
import { addTurn, type TurnRequest, turnRequestOf } from "../acceptance/new-turn.ts";

export function takeCommand(acceptance: Acceptance, inbound: Command): TakeResult {
  const { store, now } = acceptance;
  const { command } = inbound;
  switch (command.name) {
    case "halt":
      if (!mayHalt(store, inbound)) return NOT_THEIRS;
      // `AwakeConversation` halts the turn, and the children it waits for, once this is accepted.
      return {
        turn_id: store.turns.open()[0]?.id ?? null,
        message_id: null,
        events: haltDelegates(acceptance),
      };
    case "regenerate":
      return regenerate(acceptance, inbound, command);
    case "compact":
    case "undo_compact":
      deferCommand(store.sql, command.name, now);
      return { turn_id: null, message_id: null, events: [] };
  }
}

const NOT_THEIRS = refuseInput("forbidden", "No answer to you is being written.");

/** A sender unknown here may stop only the answer to their own message. */
function mayHalt({ turns }: Store, inbound: Command): boolean {
  const [running] = turns.open();
  return !isNobodyKnown(inbound) || (running !== undefined && isSamePerson(running.source, inbound.source));
}

/** Children that work in the background are stopped too. */
function haltDelegates({ store, deps, now }: Acceptance): EventBody[] {
  const rows = store.children.open().filter(({ report }) => report === "message");
  return haltChildren({ store, tell: deps.tell }, rows, now);
}

function regenerate(
  acceptance: Acceptance,
  inbound: Command,
  { message_id, model }: Extract<Command["command"], { name: "regenerate" }>,
): TakeResult {
  const trigger = answeredBy(acceptance.store, message_id);
  if (!trigger || trigger.role === "assistant") {
    return refuseInput("malformed", "Only an answer, or the message it answers, can be regenerated.");
  }
  const asked = turnRequestOf(inbound, acceptance.now);
  const request = {
    ...asked,
    ...asBefore(acceptance.store, message_id),
    ...(model !== undefined && { model }),
  };
  const turn_id = addTurn(acceptance, trigger.id, request);
  return { turn_id, message_id: null, events: [{ type: "head", message_id: trigger.id }] };
}

/** The agent, model and mode that the original message asked for: asking again does not take them back. */
function asBefore({ transcript, turns }: Store, message_id: MessageId): Partial<TurnRequest> {
  const turn_id = transcript.turnOf(message_id);
  const before = turn_id === null ? undefined : turns.get(turn_id);
  return before ? { agent: before.agent, model: before.model, mode: before.mode } : {};
}

/** The message that this one answers, or this one itself when it is no answer. */
function answeredBy({ transcript }: Store, message_id: MessageId): Message | undefined {
  const named = transcript.get(message_id);
  return named?.role === "assistant" && named.parent_id ? transcript.get(named.parent_id) : named;
}
