/**
 * A reaction to an agent's message: stored, and told to the agent together with the next message. It starts
 * no turn.
 */

import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { ReactionInbound } from "../../../../src/domain/inbound.ts";
import { type Message, textOf } from "../../../../src/domain/message.ts";
import { harmlessLine } from "../../../../src/domain/text/foreign-text.ts";
import { oneLine } from "../../../../src/domain/text/hidden-text.ts";
import { trustIf } from "../../../../src/domain/trust.ts";
import { actorOf, isOwners } from "../../../../src/domain/who-may.ts";
import { tailOf } from "../../rows/branch.ts";
import { type Reaction, Reactions } from "../../rows/reactions.ts";
import type { Store } from "../../rows/store.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { addMessage } from "../acceptance/new-turn.ts";
import { deliveredAs } from "../acceptance/replied-agent.ts";

/** Limit for the quoted message, and for a name. */
const MOST_SHOWN = 80;
const MOST_EMOJIS = 40;

export function takeReaction({ store, now }: Acceptance, inbound: ReactionInbound): TakeResult {
  const { to, emojis, source } = inbound;
  const message_id = deliveredAs(store, to, source.thread);
  if (message_id === undefined) return NOT_OURS;
  const reactions = new Reactions(store.sql);
  const { sender, sender_name: name = "" } = source;
  if (emojis.length === 0) reactions.remove({ message_id, sender });
  else reactions.put({ message_id, sender, name, by: actorOf(inbound), emojis, at: now });
  return { turn_id: null, message_id: null, events: [] };
}

const NOT_OURS = refuseInput("not_found", "That isn't a message from an agent.");

/**
 * Reactions since the last turn, as a notice at the end of the branch; undefined when there are none. Part of
 * the commit of the next message.
 */
export function toldReactions({
  store,
  deps,
  now,
}: Acceptance): (EventBody & { type: "message" }) | undefined {
  const reactions = new Reactions(store.sql);
  const lines = reactions.list().flatMap((reaction) => lineOf(store, reaction));
  if (lines.length === 0) return undefined;
  reactions.clear();
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: tailOf(store),
    role: "system",
    parts: [{ type: "text", text: lines.map(({ line }) => line).join("\n") }],
    status: "complete",
    created_at: new Date(now).toISOString(),
  };
  if (lines.some(({ isOthers }) => isOthers)) message.trust = trustIf(true);
  addMessage(store, message, null);
  return { type: "message", message };
}

/** Empty when the message was deleted meanwhile. */
function lineOf(
  { transcript, meta }: Store,
  { message_id, name, by, emojis }: Reaction,
): { line: string; isOthers: boolean }[] {
  const about = transcript.get(message_id);
  if (!about) return [];
  const said = harmlessLine(oneLine(textOf(about.parts), MOST_SHOWN));
  const who = name === "" ? "Somebody" : harmlessLine(oneLine(name, MOST_SHOWN));
  const isOthers = !isOwners(by, meta.owner) || about.trust === "untrusted";
  const shown = harmlessLine(oneLine(emojis.join(" "), MOST_EMOJIS));
  return [{ line: `${who} has reacted with ${shown} to your message "${said}".`, isOthers }];
}
