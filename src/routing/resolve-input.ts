/**
 * Resolves what an input names, its files and its agent, before a conversation accepts it. All ways in use
 * this check: the front door, and sockets, whose frames reach the conversation directly.
 */

import { type RefusedInput, refuseInput } from "../domain/conversation/receipt.ts";
import { isMode, noSuchMode } from "../domain/fields/mode.ts";
import type { Inbound, UserMessage } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { type AgentLookup, namesAgent, withAgent } from "./answering-agent.ts";
import { describeFiles, type FileLookup, namesFiles } from "./described-files.ts";

export interface InboundLookups extends AgentLookup, FileLookup {}

/** Whether a lookup is needed: most inputs need not wait. */
export function needsCheck(inbound: Inbound): inbound is UserMessage {
  return (
    inbound.type === "user_message" &&
    (namesFiles(inbound) || namesAgent(inbound) || inbound.mode !== undefined)
  );
}

/** The conversation that the message goes to. Each method is called only if its answer matters. */
export interface Destination {
  who: Principal;
  /** The owner whose files may be named. */
  owner(): string | Promise<string>;
  /** In a room, the message's agent is only a request, and the room decides. */
  isRoom(): boolean | Promise<boolean>;
}

/** `who` is the sender. Returns the message with its agent and files resolved, or the refusal. */
export async function check(
  lookups: InboundLookups,
  { owner, isRoom, who }: Destination,
  message: UserMessage,
): Promise<UserMessage | RefusedInput> {
  const { mode } = message;
  if (mode !== undefined && !isMode(mode)) return refuseInput("malformed", noSuchMode(mode));
  const isAgents = namesAgent(message) && !(await isRoom());
  const answered = isAgents ? await withAgent(lookups, message, who) : message;
  if ("refusal" in answered || !namesFiles(answered)) return answered;
  return describeFiles(lookups, await owner(), answered);
}
